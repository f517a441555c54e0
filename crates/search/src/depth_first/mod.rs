//! Depth-first search: linear memory, one state walked up and down.
//!
//! One engine, [`DepthFirstSearch`], of which [`DepthFirst`] and [`IdaStar`] are settings:
//! what is bounded ([`Measure`]), how it goes back ([`Walk`]), where the actions yet to be
//! tried are ([`Listing`]).

mod bounded;
mod branch;
mod checkpoint;
mod descent;
mod ida_star;
mod listing;
mod measure;
mod parallel;
mod search;
mod walk;

pub use bounded::DepthFirst;
pub use checkpoint::CheckpointError;
pub use ida_star::IdaStar;
pub use listing::{Canonical, Listed, Listing, Typed};
pub use measure::{ByCost, ByDepth, Measure};
pub use parallel::{ParallelIdaStar, ParallelIdaStarSearch};
pub use search::DepthFirstSearch;
pub use walk::{Copying, Undoing, Walk};
