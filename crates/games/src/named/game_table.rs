//! What is kept between the positions of a game.

use std::any::Any;

use tremaux_core::Limits;
use tremaux_domain::RegistryError;
use tremaux_tables::{TranspositionTable, available_memory, memory_in_words};

/// The transposition table, the tree of a search that samples, or the search for an equilibrium,
/// that are kept between the positions of a game. They belong to one game with its options; another
/// game needs its own.
#[derive(Debug)]
pub struct GameTable {
    pub(crate) positions: TranspositionTable,
    /// The search that is continued at the next position.
    pub(crate) search: Option<Box<dyn Any + Send>>,
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
        let made = TranspositionTable::try_with_scheme(bytes);
        made.map(|positions| Self { positions, search: None }).ok_or_else(|| {
            let reason = format!("not enough memory for a table of {bytes} bytes");
            RegistryError::NotApplicable { option: "--memory", reason }
        })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.positions.clear();
        self.search = None;
    }

    /// Its size in bytes, or the limit on memory if that is less.
    pub(crate) fn bytes_within(&self, limits: &Limits) -> usize {
        limits.memory.map_or(self.positions.bytes(), |most| most.min(self.positions.bytes()))
    }

    /// Frees the transposition table; returns its size in bytes.
    pub(crate) fn release(&mut self) -> usize {
        let bytes = self.positions.bytes();
        self.reserve(0);
        bytes
    }

    /// Replaces the transposition table by an empty one of this size, if there is enough memory.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        if let Some(table) = TranspositionTable::try_with_scheme(bytes) {
            self.positions = table;
        }
    }
}
