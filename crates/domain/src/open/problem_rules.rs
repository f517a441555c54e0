//! The rules of a problem, state by state.

use std::collections::HashMap;
use std::sync::Arc;

use tremaux_core::{Cost, Heuristic, ParseError, StateSpace};
use tremaux_trace::Place;

use super::erased_problem::ErasedProblem;
use crate::erased::{Erased, Estimator, StateKey};
use crate::run::NumberedRules;

/// A problem and a heuristic, with the states that were seen.
pub(crate) struct ProblemRules<K: StateKey, C: Cost> {
    problem: Arc<dyn ErasedProblem<K, C>>,
    estimator: Estimator<Erased<K, C>>,
    states: Vec<K>,
    numbers: HashMap<K, u32>,
    /// The states by their places that are not texts.
    places: HashMap<[u32; 2], u32>,
}

/// What a place that is no text is found by.
fn key_of(place: &Place<'_>) -> Option<[u32; 2]> {
    match *place {
        Place::Cell { x, y } => Some([x, y]),
        Place::Vertex { vertex } => Some([vertex, 0]),
        _ => None,
    }
}

impl<K: StateKey, C: Cost> ProblemRules<K, C> {
    pub(crate) fn new(
        problem: Arc<dyn ErasedProblem<K, C>>,
        estimator: Estimator<Erased<K, C>>,
    ) -> Self {
        let start = problem.space().initial_state();
        let (states, numbers, places) = (Vec::new(), HashMap::new(), HashMap::new());
        let mut rules = Self { problem, estimator, states, numbers, places };
        rules.number(start);
        rules
    }

    fn number(&mut self, state: K) -> u32 {
        if let Some(&number) = self.numbers.get(&state) {
            return number;
        }
        let number = self.states.len() as u32;
        let mut scratch = String::new();
        let place = self.problem.place(self.problem.space(), &state, &mut scratch);
        self.places.extend(key_of(&place).map(|key| (key, number)));
        self.numbers.insert(state.clone(), number);
        self.states.push(state);
        number
    }
}

impl<K: StateKey, C: Cost> NumberedRules for ProblemRules<K, C> {
    fn at(&mut self, place: &Place<'_>) -> Result<Option<u32>, ParseError> {
        if let Place::Text { text } = place {
            let state = self.problem.parse_state(text)?;
            return Ok(Some(self.number(state)));
        }
        Ok(key_of(place).and_then(|key| self.places.get(&key).copied()))
    }

    fn text(&self, state: u32) -> String {
        self.problem.state_text(&self.states[state as usize])
    }

    fn is_goal(&self, state: u32) -> bool {
        self.problem.space().is_goal(&self.states[state as usize])
    }

    fn estimate(&self, state: u32) -> f64 {
        self.estimator.estimate(self.problem.space(), &self.states[state as usize]).to_f64()
    }

    fn key(&self, state: u32) -> u64 {
        self.problem.space().tie_key(&self.states[state as usize])
    }

    fn successors(&mut self, state: u32) -> Vec<(u32, f64)> {
        let problem = Arc::clone(&self.problem);
        let (space, state) = (problem.space(), self.states[state as usize].clone());
        let mut actions = Vec::new();
        space.actions(&state, &mut actions);
        let reached = actions.into_iter().map(|action| {
            let mut next = state.clone();
            let cost = space.cost(&state, action).to_f64();
            space.apply(&mut next, action);
            (self.number(next), cost)
        });
        reached.collect()
    }
}
