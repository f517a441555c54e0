//! Depth-first search in linear memory.
//!
//! There is one engine, [`DepthFirstSearch`], configured by [`DepthFirst`] and [`IdaStar`]:
//! what is bounded ([`Measure`]), how the search goes back ([`MakeUnmake`]), and where the actions
//! yet to be tried are kept ([`SuccessorSource`]).

mod bounded;
mod branch;
mod checkpoint;
mod descent;
mod ida_star;
mod make_unmake;
mod measure;
#[cfg(feature = "system")]
mod parallel;
mod search;
mod successor_source;

pub use bounded::DepthFirst;
pub use checkpoint::CheckpointError;
pub use ida_star::IdaStar;
pub use make_unmake::{Copying, MakeUnmake, Undoing};
pub(crate) use measure::multiple;
pub use measure::{ByCost, ByDepth, Measure};
#[cfg(feature = "system")]
pub use parallel::{ParallelIdaStar, ParallelIdaStarSearch};
pub use search::DepthFirstSearch;
pub use successor_source::{
    ActionStack, Canonical, CanonicalFrames, CompactFrames, SuccessorSource,
};
