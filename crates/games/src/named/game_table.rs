//! What is kept between the positions of a game.

use std::any::Any;
use std::fmt;

use tremaux_domain::RegistryError;
use tremaux_tables::{TranspositionTable, available_memory, memory_in_words};

/// The transposition table, the tree of a search that samples, or the search for an equilibrium,
/// that are kept between the positions of a game. They belong to one game with its options; another
/// game needs its own.
pub struct GameTable(pub(crate) TranspositionTable, pub(crate) Option<Box<dyn Any + Send>>);

impl fmt::Debug for GameTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GameTable").field(&self.0).finish_non_exhaustive()
    }
}

impl GameTable {
    /// An empty table of at most this many bytes.
    ///
    /// # Errors
    ///
    /// Fails if there is not enough memory.
    pub fn new(bytes: usize) -> Result<Self, RegistryError> {
        // The system grants memory that it does not have, and ends the program when it is used.
        if let Some(available) = available_memory().filter(|&it| bytes as u64 > it) {
            let (asked, most) = (memory_in_words(bytes as u64), memory_in_words(available));
            let reason =
                format!("a table of {asked} is too large: only {most} of memory are available");
            return Err(RegistryError::NotApplicable { option: "--memory", reason });
        }
        TranspositionTable::try_with_scheme(bytes).map(|table| Self(table, None)).ok_or_else(|| {
            let reason = format!("not enough memory for a table of {bytes} bytes");
            RegistryError::NotApplicable { option: "--memory", reason }
        })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
        self.1 = None;
    }

    /// Frees the transposition table; returns its size in bytes.
    pub(crate) fn release(&mut self) -> usize {
        let bytes = self.0.bytes();
        self.reserve(0);
        bytes
    }

    /// Replaces the transposition table by an empty one of this size, if there is enough memory.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        if let Some(table) = TranspositionTable::try_with_scheme(bytes) {
            self.0 = table;
        }
    }
}
