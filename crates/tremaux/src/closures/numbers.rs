//! The numbers of states.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;

/// Numbers states in the order in which they appear. Each state is stored once.
///
/// The index is open addressing with linear probing, at most a quarter full: a number takes only
/// four bytes, and a lookup seldom has to try a second place.
pub(super) struct Numbers<N> {
    /// The states, and the upper half of the hash of each.
    states: Vec<(N, u32)>,
    /// Numbers of states, about in the order of their hashes, so that to grow it is to stream it.
    index: Vec<u32>,
    /// How far a hash is shifted right for a place in the index.
    shift: u32,
    hasher: FixedState,
}

/// A free place in the index.
const FREE: u32 = u32::MAX;

impl<N> Default for Numbers<N> {
    fn default() -> Self {
        let shift = 24;
        let index = vec![FREE; 1 << (u32::BITS - shift)];
        Self { states: Vec::new(), index, shift, hasher: FixedState::default() }
    }
}

impl<N: Eq + Hash> Numbers<N> {
    /// The number of `state`.
    #[inline]
    pub(super) fn of(&mut self, state: N) -> u32 {
        let hash = (self.hasher.hash_one(&state) >> 32) as u32;
        let mask = self.index.len() - 1;
        let mut at = (hash >> self.shift) as usize;
        loop {
            let number = self.index[at & mask];
            if number == FREE {
                break;
            }
            if self.states[number as usize].0 == state {
                return number;
            }
            at += 1;
        }
        let number = self.states.len() as u32;
        self.index[at & mask] = number;
        self.states.push((state, hash));
        if self.states.len() > mask / 4 {
            self.grow();
        }
        number
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        assert!(self.states.len() < FREE as usize, "fewer than 2^32 - 1 states");
        // A small index grows faster, as then it is cheap to have it large.
        self.shift = self.shift.saturating_sub(if self.shift > 12 { 2 } else { 1 });
        let len = 1 << (u32::BITS - self.shift);
        if len == self.index.len() {
            return;
        }
        let old = std::mem::replace(&mut self.index, vec![FREE; len]);
        for number in old.into_iter().filter(|&number| number != FREE) {
            let mut at = (self.states[number as usize].1 >> self.shift) as usize;
            while self.index[at & (len - 1)] != FREE {
                at += 1;
            }
            self.index[at & (len - 1)] = number;
        }
    }

    /// The state with this number.
    #[inline]
    pub(super) fn state(&self, number: u32) -> &N {
        &self.states[number as usize].0
    }
}
