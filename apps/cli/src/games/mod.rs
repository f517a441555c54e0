//! Code shared by the verbs of games.

pub(crate) mod analysis;
pub mod computer;
pub mod level;
pub mod options;
pub(crate) mod positions;
pub mod proof;
pub(crate) mod suite;
pub(crate) mod text;
