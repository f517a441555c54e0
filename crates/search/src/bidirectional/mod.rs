//! Searches from both ends at once, for spaces that can list the predecessors of a state.

mod breadth_first;
mod near_optimal;
mod side;

pub use breadth_first::{BidirectionalBreadthFirst, BidirectionalBreadthFirstSearch};
pub use near_optimal::{NearOptimalBidirectional, NearOptimalBidirectionalSearch};
