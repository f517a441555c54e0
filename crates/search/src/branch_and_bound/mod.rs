//! Depth-first branch and bound, single or iterated with growing bounds: with a transposition
//! table, action ordering and pathmax.
//!
//! [`crate::IdaStar`] is faster for each node; this engine expands fewer nodes. There is one
//! engine, [`BranchAndBoundSearch`], configured by [`BranchAndBound`]: what is stored
//! ([`StateMemory`]), in which order actions are tried ([`ActionOrder`]), and whether estimates are
//! raised ([`Pathmax`]).

mod cutoff;
mod descent;
mod frame;
mod growth;
mod listed;
mod memory;
mod ordering;
mod pathmax;
mod raising;
mod remembering;
mod scheme;
mod search;
mod settings;

pub use memory::{
    FullMemory, FullStates, HashedMemory, HashedStates, Known, MemoryKind, NoTable, StateMemory,
};
pub use ordering::{ActionOrder, AsListed, ByEstimate, ByEstimateThenHistory, ByHistory};
pub use pathmax::{BidirectionalPathmax, NoPathmax, Pathmax};
pub use scheme::{Scheme, SchemedMemory, SchemedStates};
pub use search::BranchAndBoundSearch;
pub use settings::BranchAndBound;
