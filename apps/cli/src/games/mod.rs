//! Code shared by the verbs of games.

pub(crate) mod analysis;
pub(crate) mod computer;
pub(crate) mod level;
pub(crate) mod options;
pub(crate) mod positions;
pub(crate) mod suite;
pub(crate) mod text;
