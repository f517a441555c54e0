//! Grids and mazes, road networks and their files.
//!
//! Needs the feature `maps`.

pub use tremaux_maps::{PreparedFileError, graph, grid, road, watch};
