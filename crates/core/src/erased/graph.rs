//! Erased spaces as graphs of numbers.

use super::{Erased, ErasedAction, StateKey};
use crate::cost::Cost;
use crate::space::StateSpace;

/// An erased space without its costs and goals, whose states are numbers: what sorts, stores and
/// sends them needs to know no more.
pub trait StateGraph: Send + Sync {
    /// The initial state; `None` if states have more than 16 bytes.
    fn initial_state(&self) -> Option<u128>;

    /// The number of bytes of a state.
    fn width(&self) -> usize;

    /// Appends the successors of a state. `actions` is for use in the call.
    fn successors(&self, state: u128, actions: &mut Vec<ErasedAction>, successors: &mut Vec<u128>);

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

    fn successors(&self, state: u128, actions: &mut Vec<ErasedAction>, successors: &mut Vec<u128>) {
        let state = K::from_number(state, &StateSpace::initial_state(self));
        actions.clear();
        self.actions(&state, actions);
        for &action in &*actions {
            let mut successor = state.clone();
            self.apply(&mut successor, action);
            successors.extend(successor.to_number());
        }
    }

    fn is_reversible(&self) -> bool {
        StateSpace::is_reversible(self)
    }
}
