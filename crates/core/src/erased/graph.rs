//! Erased spaces as graphs of numbers.

use super::{Erased, StateKey};
use crate::cost::Cost;
use crate::space::StateSpace;

/// An erased space without its costs and goals, whose states are numbers: what sorts, stores and
/// sends them needs to know no more.
pub trait StateGraph: Send + Sync {
    /// The initial state; `None` if states have more than 16 bytes.
    fn initial_state(&self) -> Option<u128>;

    /// The number of bytes of a state.
    fn width(&self) -> usize;

    /// Appends the successors of all these states.
    fn successors(&self, states: &[u128], successors: &mut Vec<u128>);

    /// [`StateSpace::is_reversible`].
    fn is_reversible(&self) -> bool;
}

impl<K: StateKey, C: Cost> StateGraph for Erased<K, C> {
    fn initial_state(&self) -> Option<u128> {
        StateSpace::initial_state(self).to_number()
    }

    fn width(&self) -> usize {
        StateSpace::initial_state(self).width()
    }

    fn successors(&self, states: &[u128], successors: &mut Vec<u128>) {
        let like = StateSpace::initial_state(self);
        let keys: Vec<K> = states.iter().map(|&state| K::from_number(state, &like)).collect();
        let mut found = Vec::with_capacity(4 * keys.len());
        Erased::successors(self, &keys, &mut found);
        successors.extend(found.iter().filter_map(K::to_number));
    }

    fn is_reversible(&self) -> bool {
        StateSpace::is_reversible(self)
    }
}
