//! Everything that searches remember: one table for both kinds of search.

mod prefetch;
mod transposition;

pub use prefetch::prefetch;
pub use transposition::{
    Always, Cluster, DepthPreferred, Memory, Record, Replacement, Slot, TranspositionTable,
    TwoLevel,
};
