//! The numbers of states.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;
use tremaux_tables::prefetch;

/// Numbers states in the order in which they appear. Each state is stored once, with what a search
/// knows of it beside it, so that both are read together.
///
/// The index is open addressing with linear probing, at most a quarter full: a number takes only
/// four bytes, and a lookup seldom has to try a second place.
pub(super) struct Numbers<N, T = ()> {
    records: Vec<Record<N, T>>,
    /// Numbers of states, about in the order of their hashes, so that to grow it is to stream it.
    index: Vec<u32>,
    /// How far a hash is shifted right for a place in the index.
    shift: u32,
    /// How many of the first records cannot be found.
    hidden: usize,
    hasher: FixedState,
}

/// A state and what is known of it.
struct Record<N, T> {
    state: N,
    node: T,
}

/// No state has this hash.
pub(super) const BACK: u32 = 1;

/// A free place in the index.
const FREE: u32 = u32::MAX;

impl<N, T> Default for Numbers<N, T> {
    fn default() -> Self {
        let shift = 24;
        let index = vec![FREE; 1 << (u32::BITS - shift)];
        Self { records: Vec::new(), index, shift, hidden: 0, hasher: FixedState::default() }
    }
}

impl<N, T: Default> Numbers<N, T> {
    /// Number 0 for what is not a state, and is never found.
    pub(super) fn beside(state: N) -> Self {
        let records = vec![Record { state, node: T::default() }];
        Self { records, hidden: 1, ..Self::default() }
    }
}

impl<N: Eq + Hash, T: Default> Numbers<N, T> {
    /// The number of `state`.
    #[inline]
    pub(super) fn of(&mut self, state: N) -> u32 {
        let hash = self.seek(&state);
        self.find(state, hash)
    }

    /// The hash of `state` for [`Numbers::find`], whose memory is prefetched.
    #[inline]
    pub(super) fn seek(&self, state: &N) -> u32 {
        let hash = self.hash(state);
        prefetch(&self.index, (hash >> self.shift) as usize);
        hash
    }

    #[inline]
    fn hash(&self, state: &N) -> u32 {
        (self.hasher.hash_one(state) >> 32) as u32 & !BACK
    }

    /// The number of `state`, which has this hash.
    #[inline]
    pub(super) fn find(&mut self, state: N, hash: u32) -> u32 {
        self.find_from(state, hash, T::default())
    }

    /// Like [`Numbers::find`], where `node` is what is known of a state that is new.
    #[inline]
    pub(super) fn find_from(&mut self, state: N, hash: u32, node: T) -> u32 {
        let mask = self.index.len() - 1;
        let mut at = (hash >> self.shift) as usize;
        loop {
            let number = self.index[at & mask];
            if number == FREE {
                break;
            }
            if self.records[number as usize].state == state {
                return number;
            }
            at += 1;
        }
        let number = self.records.len() as u32;
        self.index[at & mask] = number;
        self.records.push(Record { state, node });
        if self.records.len() > mask / 8 * 3 {
            self.grow();
        }
        number
    }

    /// The number of `state`, if it has one.
    pub(super) fn get(&self, state: &N) -> Option<u32> {
        let hash = self.hash(state);
        let mask = self.index.len() - 1;
        let places = (hash >> self.shift) as usize..;
        let mut numbers = places.map(|at| self.index[at & mask]).take_while(|&it| it != FREE);
        numbers.find(|&number| self.records[number as usize].state == *state)
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        assert!(self.records.len() < FREE as usize, "fewer than 2^32 - 1 states");
        // A small index grows faster, as then it is cheap to have it large.
        self.shift = self.shift.saturating_sub(if self.shift > 16 { 2 } else { 1 });
        let len = 1 << (u32::BITS - self.shift);
        if len == self.index.len() {
            return;
        }
        self.index = vec![FREE; len];
        for number in self.hidden..self.records.len() {
            let hash = self.hash(&self.records[number].state);
            let mut at = (hash >> self.shift) as usize;
            while self.index[at & (len - 1)] != FREE {
                at += 1;
            }
            self.index[at & (len - 1)] = number as u32;
        }
    }

    /// The number of states.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    /// The state with this number.
    #[inline]
    pub(super) fn state(&self, number: u32) -> &N {
        &self.records[number as usize].state
    }

    /// What is known of the state with this number.
    #[inline]
    pub(super) fn node(&self, number: u32) -> &T {
        &self.records[number as usize].node
    }

    /// What is known of the state with this number.
    #[inline]
    pub(super) fn node_mut(&mut self, number: u32) -> &mut T {
        &mut self.records[number as usize].node
    }
}
