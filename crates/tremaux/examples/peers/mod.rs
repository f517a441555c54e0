//! The tasks of the examples by other crates.

pub(crate) mod closures;
pub(crate) mod four_pegs;
pub(crate) mod hex;
pub(crate) mod map_edits;
pub(crate) mod petgraph_k_best;
pub(crate) mod roads;
