//! Erased spaces as graphs of numbers.

use tremaux_core::{Cost, StateGraph, StateSpace};

use super::key::StateKey;
use super::space::Erased;

impl<K: StateKey, C: Cost> StateGraph for Erased<K, C> {
    fn width(&self) -> usize {
        StateSpace::initial_state(self).width()
    }

    fn initial_narrow(&self) -> u64 {
        StateSpace::initial_state(self).to_number() as u64
    }

    fn initial_wide(&self) -> u128 {
        StateSpace::initial_state(self).to_number()
    }

    fn narrow_successors(&self, states: &[u64], successors: &mut Vec<u64>) {
        let like = StateSpace::initial_state(self);
        K::map_narrow(states, &like, successors, &mut |states, found| {
            Erased::successors(self, states, found);
        });
    }

    fn wide_successors(&self, states: &[u128], successors: &mut Vec<u128>) {
        let like = StateSpace::initial_state(self);
        let keys: Vec<K> = states.iter().map(|&state| K::from_number(state, &like)).collect();
        let mut found = Vec::with_capacity(4 * keys.len());
        Erased::successors(self, &keys, &mut found);
        successors.extend(found.iter().map(K::to_number));
    }

    fn is_reversible(&self) -> bool {
        StateSpace::is_reversible(self)
    }
}
