//! Searches that keep only the layers at the frontier.

mod histogram;
mod layers;
mod search;

pub use histogram::{DistanceHistogram, LayerProgress};
pub use search::{FrontierBreadthFirst, FrontierBreadthFirstSearch};
