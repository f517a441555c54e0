//! The numbers of states.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;
use hashbrown::HashTable;

/// Numbers states in the order in which they appear. Each state is stored once.
pub(super) struct Numbers<N> {
    states: Vec<N>,
    index: HashTable<u32>,
    hasher: FixedState,
}

impl<N> Default for Numbers<N> {
    fn default() -> Self {
        Self { states: Vec::new(), index: HashTable::new(), hasher: FixedState::default() }
    }
}

impl<N: Eq + Hash> Numbers<N> {
    /// The number of `state`.
    #[inline]
    pub(super) fn of(&mut self, state: N) -> u32 {
        let Self { states, index, hasher } = self;
        let hash = hasher.hash_one(&state);
        let is_it = |&at: &u32| states[at as usize] == state;
        if let Some(&number) = index.find(hash, is_it) {
            return number;
        }
        let number = u32::try_from(states.len()).expect("fewer than 2^32 states");
        states.push(state);
        index.insert_unique(hash, number, |&at| hasher.hash_one(&states[at as usize]));
        number
    }

    /// The state with this number.
    #[inline]
    pub(super) fn state(&self, number: u32) -> &N {
        &self.states[number as usize]
    }
}
