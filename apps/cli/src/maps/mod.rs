//! Code shared by the verbs of grid maps and graphs.

pub(crate) mod graph;
pub(crate) mod grid;
pub(crate) mod options;
