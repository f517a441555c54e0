//! Depth-first branch and bound, once or with bounds that grow: with a table of states, an
//! order of actions, and estimates that raise each other.
//!
//! [`crate::IdaStar`] alone is faster for each node; this engine needs fewer of them. One
//! engine, [`BranchAndBoundSearch`], of which [`BranchAndBound`] is the settings: what is
//! remembered ([`Memory`]), in which order actions are tried ([`ActionOrder`]), and whether
//! estimates are raised ([`Pathmax`]).

mod descent;
mod frame;
mod growth;
mod listed;
mod memory;
mod ordering;
mod pathmax;
mod remembering;
mod scheme;
mod search;
mod settings;

pub use memory::{
    FullMemory, FullStates, HashedMemory, HashedStates, Known, Memory, MemoryKind, NoTable,
};
pub use ordering::{ActionOrder, AsListed, ByEstimate, ByEstimateThenHistory, ByHistory};
pub use pathmax::{Bidirectional, NoPathmax, Pathmax};
pub use scheme::{Scheme, SchemedMemory, SchemedStates};
pub use search::BranchAndBoundSearch;
pub use settings::BranchAndBound;
