//! Everything that searches remember: one table for both kinds of search.

mod transposition;

pub use transposition::{
    Always, Cluster, DepthPreferred, Memory, Record, Replacement, Slot, TranspositionTable,
    TwoLevel,
};
