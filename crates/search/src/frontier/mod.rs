//! Searches that keep only the layers at the frontier.

#[cfg(feature = "system")]
mod histogram;
mod layers;
mod search;

#[cfg(feature = "system")]
pub use histogram::{DistanceHistogram, LayerProgress};
pub use search::{FrontierBreadthFirst, FrontierBreadthFirstSearch};
