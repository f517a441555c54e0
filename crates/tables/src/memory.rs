//! The table as a game-tree search sees it.

use tremaux_core::{Game, HashedGame};

use crate::record::Record;
use crate::replacement::Replacement;
use crate::transposition::TranspositionTable;

/// What a game-tree search remembers positions in: a [`TranspositionTable`], one that is
/// lent to it or shared between threads (`&`, `&mut`), or `()` for none, which asks no hash
/// of the game.
pub trait Memory<G: Game + ?Sized> {
    /// False if nothing is remembered.
    const IS_USED: bool = true;
    /// The key of a position.
    fn key(&self, game: &G, state: &G::State) -> u64;
    /// The code of a move.
    fn code(&self, game: &G, state: &G::State, mv: G::Move) -> u16;
    /// What is known about the position of this key.
    fn get(&self, key: u64) -> Option<Record>;
    /// Says that the position of this key will soon be asked for.
    #[inline]
    fn prefetch(&self, key: u64) {
        let _ = key;
    }
    /// Remembers.
    fn insert(&self, key: u64, record: Record);
    /// Its size.
    fn bytes(&self) -> usize;
}

impl<G: Game + ?Sized> Memory<G> for () {
    const IS_USED: bool = false;

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

/// What is lent remembers, too.
macro_rules! lent {
    ($($lent:ty),*) => {$(
        impl<G: Game + ?Sized, T: Memory<G>> Memory<G> for $lent {
            const IS_USED: bool = T::IS_USED;

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
