//! Everything that searches remember: one table for both kinds of search.

mod pattern_database;
mod prefetch;
mod transposition;

pub use pattern_database::{
    BuildError, Builder, Cache, FORMAT_VERSION, FileError, Loaded, Origin, PatternDatabase,
    PatternSpace, Progress, Width,
};
pub use prefetch::prefetch;
pub use transposition::{
    Always, Cluster, DepthPreferred, Memory, Record, Replacement, Slot, TranspositionTable,
    TwoLevel,
};
