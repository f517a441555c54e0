//! Everything that searches remember: one table and one history for both kinds of search,
//! endgame tables for games, pattern databases for puzzles.

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

pub use endgame::{EndgameTable, EndgameValue, WithEndgames};
pub use history::HistoryTable;
pub use memory::Memory;
pub use pattern_database::{
    BuildError, BuildProgress, Builder, Cache, FORMAT_VERSION, FileError, Loaded, Origin,
    PatternDatabase, PatternSpace, Width,
};
pub use prefetch::prefetch;
pub use probability::ProbabilityTable;
pub use record::Record;
pub use replacement::{Always, Cluster, DepthPreferred, LeastCost, Replacement, Slot, TwoLevel};
pub use stored::StoredTable;
pub use transposition::TranspositionTable;
