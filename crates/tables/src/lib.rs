//! The tables of searches: the transposition table and the history table for both kinds of
//! search, endgame tables for games, pattern databases for puzzles.

mod abandoned;
mod available_memory;
mod endgame;
mod history;
mod lines;
mod mapped;
mod memory;
mod pattern_database;
mod prefetch;
mod probability;
mod record;
mod replacement;
mod stored;
mod transposition;

pub use abandoned::remove_abandoned_parts;
pub use available_memory::{available_memory, memory_in_words};
pub use endgame::{EndgameTable, EndgameValue, WithEndgames};
pub use history::HistoryTable;
pub use memory::Memory;
pub use pattern_database::{
    AbstractStep, Abstraction, Additive, BuildError, BuildProgress, Builder, Cache, ClosurePattern,
    FORMAT_VERSION, Loaded, NotAdditive, Origin, PatternDatabase, PatternSpace, TableFileError,
    Width, pattern,
};
pub use prefetch::prefetch;
pub use probability::ProbabilityTable;
pub use record::Record;
pub use replacement::{Always, Cluster, DepthPreferred, LeastCost, Replacement, Slot, TwoLevel};
pub use stored::StoredTable;
pub use transposition::TranspositionTable;
