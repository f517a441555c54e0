//! The states of a trace, from the rules of a problem.

use std::sync::Arc;

use tremaux_core::{Cost, StateSpace};
use tremaux_trace::Place;

use super::erased_problem::ErasedProblem;
use crate::erased::StateKey;
use crate::run::{StateReconstructor, StatesByNode};

/// Reconstructs states from a state space.
pub(crate) struct ProblemStates<K: StateKey, C: Cost> {
    problem: Arc<dyn ErasedProblem<K, C>>,
    states: StatesByNode<K>,
}

impl<K: StateKey, C: Cost> ProblemStates<K, C> {
    pub(crate) fn new(problem: Arc<dyn ErasedProblem<K, C>>) -> Self {
        Self { problem, states: StatesByNode::default() }
    }
}

impl<K: StateKey, C: Cost> StateReconstructor for ProblemStates<K, C> {
    fn count_mention(&mut self) {
        self.states.count_mention();
    }

    fn store_known(&mut self, id: u32, place: &Place<'_>) {
        if let Place::Text { text } = place
            && let Ok(state) = self.problem.parse_state(text)
        {
            self.states.insert(id, state);
        }
    }

    fn root(&mut self, id: u32) {
        self.states.insert(id, self.problem.space().initial_state());
    }

    fn reconstruct(&mut self, id: u32, parent: u32, word: &str) -> Option<Place<'static>> {
        if self.states.get(id).is_some() {
            return None;
        }
        let mut state = self.states.get(parent)?.clone();
        let action = self.problem.parse_action(&state, word).ok()?;
        let space = self.problem.space();
        space.apply(&mut state, action);
        self.states.insert(id, state.clone());
        Some(self.problem.place(space, &state, &mut String::new()).to_owned_place())
    }
}
