//! Searches that keep the layers at the frontier and forget what is behind it.

mod histogram;
mod layers;
mod search;

pub use histogram::{DistanceHistogram, LayerProgress};
pub use search::{FrontierBreadthFirst, FrontierBreadthFirstSearch};
