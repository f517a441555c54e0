//! The tables of searches: the transposition table and the history table for both kinds of
//! search, endgame tables for games, pattern databases for puzzles.

#[cfg(feature = "system")]
mod abandoned;
#[cfg(feature = "system")]
mod available_memory;
#[cfg(feature = "system")]
mod endgame;
mod history;
mod lines;
#[cfg(feature = "system")]
mod mapped;
mod memory;
#[cfg(feature = "system")]
mod pattern_database;
mod prefetch;
#[cfg(feature = "system")]
mod probability;
mod record;
mod replacement;
#[cfg(feature = "system")]
mod stored;
mod transposition;

#[cfg(feature = "system")]
pub use abandoned::remove_abandoned_parts;
#[cfg(feature = "system")]
pub use available_memory::{available_memory, memory_in_words};
#[cfg(feature = "system")]
pub use endgame::{EndgameTable, EndgameValue, WithEndgames};
pub use history::HistoryTable;
pub use memory::Memory;
#[cfg(feature = "system")]
pub use pattern_database::{
    AbstractStep, Abstraction, Additive, BuildError, BuildProgress, Builder, Cache, ClosurePattern,
    FORMAT_VERSION, Loaded, NotAdditive, Origin, PatternDatabase, PatternSpace, TableFileError,
    Width, pattern,
};
pub use prefetch::prefetch;
#[cfg(feature = "system")]
pub use probability::ProbabilityTable;
pub use record::Record;
pub use replacement::{Always, Cluster, DepthPreferred, LeastCost, Replacement, Slot, TwoLevel};
#[cfg(feature = "system")]
pub use stored::StoredTable;
pub use transposition::TranspositionTable;
