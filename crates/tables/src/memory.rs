//! The interface between a game-tree search and its table.

use tremaux_core::{Game, HashedGame};

use crate::record::Record;
use crate::replacement::Replacement;
use crate::transposition::TranspositionTable;

/// The memory of a game-tree search: a [`TranspositionTable`], owned, borrowed or shared between
/// threads (`&`, `&mut`), or `()` for none, which does not require a hash of the game.
pub trait Memory<G: Game + ?Sized> {
    /// False if nothing is stored. The same for the whole search.
    #[inline]
    fn is_used(&self) -> bool {
        true
    }
    /// The key of a position.
    fn key(&self, game: &G, state: &G::State) -> u64;
    /// The code of a move.
    fn code(&self, game: &G, state: &G::State, mv: G::Move) -> u16;
    /// The record of the position with this key.
    fn get(&self, key: u64) -> Option<Record>;
    /// Prefetches the record of the position with this key.
    #[inline]
    fn prefetch(&self, key: u64) {
        let _ = key;
    }
    /// Stores a record.
    fn insert(&self, key: u64, record: Record);
    /// The size in bytes.
    fn bytes(&self) -> usize;
}

impl<G: Game + ?Sized> Memory<G> for () {
    #[inline]
    fn is_used(&self) -> bool {
        false
    }

    #[inline]
    fn key(&self, _: &G, _: &G::State) -> u64 {
        0
    }
    #[inline]
    fn code(&self, _: &G, _: &G::State, _: G::Move) -> u16 {
        tremaux_core::NO_MOVE
    }
    #[inline]
    fn get(&self, _: u64) -> Option<Record> {
        None
    }
    #[inline]
    fn insert(&self, _: u64, _: Record) {}
    fn bytes(&self) -> usize {
        0
    }
}

impl<G: HashedGame + ?Sized, R: Replacement> Memory<G> for TranspositionTable<R> {
    #[inline]
    fn key(&self, game: &G, state: &G::State) -> u64 {
        game.hash(state)
    }
    #[inline]
    fn code(&self, game: &G, state: &G::State, mv: G::Move) -> u16 {
        game.code(state, mv)
    }
    #[inline]
    fn get(&self, key: u64) -> Option<Record> {
        self.get(key)
    }
    #[inline]
    fn prefetch(&self, key: u64) {
        self.prefetch(key);
    }
    #[inline]
    fn insert(&self, key: u64, record: Record) {
        self.insert(key, record);
    }
    fn bytes(&self) -> usize {
        self.bytes()
    }
}

/// Borrowed memory stores records, too.
macro_rules! lent {
    ($($lent:ty),*) => {$(
        impl<G: Game + ?Sized, T: Memory<G>> Memory<G> for $lent {
            #[inline]
            fn is_used(&self) -> bool {
                (**self).is_used()
            }

            #[inline]
            fn key(&self, game: &G, state: &G::State) -> u64 {
                (**self).key(game, state)
            }
            #[inline]
            fn code(&self, game: &G, state: &G::State, mv: G::Move) -> u16 {
                (**self).code(game, state, mv)
            }
            #[inline]
            fn get(&self, key: u64) -> Option<Record> {
                (**self).get(key)
            }
            #[inline]
            fn prefetch(&self, key: u64) {
                (**self).prefetch(key);
            }
            #[inline]
            fn insert(&self, key: u64, record: Record) {
                (**self).insert(key, record);
            }
            fn bytes(&self) -> usize {
                (**self).bytes()
            }
        }
    )*};
}

lent!(&T, &mut T);

/// A memory, or none, as a setting.
impl<G: Game + ?Sized, T: Memory<G>> Memory<G> for Option<T> {
    #[inline]
    fn is_used(&self) -> bool {
        self.as_ref().is_some_and(T::is_used)
    }
    #[inline]
    fn key(&self, game: &G, state: &G::State) -> u64 {
        self.as_ref().map_or(0, |memory| memory.key(game, state))
    }
    #[inline]
    fn code(&self, game: &G, state: &G::State, mv: G::Move) -> u16 {
        self.as_ref().map_or(tremaux_core::NO_MOVE, |memory| memory.code(game, state, mv))
    }
    #[inline]
    fn get(&self, key: u64) -> Option<Record> {
        self.as_ref().and_then(|memory| memory.get(key))
    }
    #[inline]
    fn prefetch(&self, key: u64) {
        if let Some(memory) = self {
            memory.prefetch(key);
        }
    }
    #[inline]
    fn insert(&self, key: u64, record: Record) {
        if let Some(memory) = self {
            memory.insert(key, record);
        }
    }
    fn bytes(&self) -> usize {
        self.as_ref().map_or(0, T::bytes)
    }
}
