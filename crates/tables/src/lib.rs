//! The tables of searches: what is computed once and looked up at every node.
//!
//! * [`TranspositionTable`] and [`HistoryTable`] are filled by a search, for states or for games.
//!   They have a fixed size, and forget. Threads share a transposition table without locks: the key
//!   is stored combined with the data, so an entry written by two threads is not found instead of
//!   being wrong.
//! * `PatternDatabase` and `EndgameTable` are complete before a search begins, and exact. A pattern
//!   database is built backwards from the goals, layer by layer over numbered states in blocks,
//!   without queues; the result does not depend on the number of threads, and takes two, four or
//!   eight bits a state.
//!
//! Problems describe a table by numbering its states (`PatternSpace`) or by closures
//! (`Abstraction`); they never allocate or save one. Memory and files are here once: limits on
//! memory, progress with a way to stop, files that are written whole or not at all, checked when
//! they are read, and mapped instead of loaded. Most unsafe code of the library is here for that
//! reason.
//!
//! Without the feature `system`, only what needs no threads, files or clock is compiled.

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
mod spread;
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
pub use spread::spread;
#[cfg(feature = "system")]
pub use stored::StoredTable;
pub use transposition::TranspositionTable;
