//! A problem and a heuristic as a graph of numbers.

use std::sync::Arc;

use tremaux_core::{Cost, Guarantees, Heuristic, StateSpace};

use super::erased_problem::ErasedProblem;
use crate::erased::{Erased, ErasedAction, Estimator, StateKey};
use crate::run::{GraphState, InformedGraph};

/// A problem and a heuristic.
pub(crate) struct EstimatedGraph<K: StateKey, C: Cost> {
    pub(crate) problem: Arc<dyn ErasedProblem<K, C>>,
    pub(crate) space: Erased<K, C>,
    pub(crate) estimator: Estimator<Erased<K, C>>,
    pub(crate) heuristic: String,
}

impl<K: StateKey, C: Cost> EstimatedGraph<K, C> {
    fn state(&self, key: &K, cost: C) -> GraphState {
        let h: C = self.estimator.estimate(&self.space, key);
        GraphState {
            number: key.to_number(),
            cost: cost.difference(C::ZERO).and_then(|cost| u32::try_from(cost).ok()),
            h: if h == C::INFINITY { u32::MAX } else { (h.to_f64() as u32).min(u32::MAX - 1) },
            is_goal: self.space.is_goal(key),
        }
    }
}

impl<K: StateKey, C: Cost> InformedGraph for EstimatedGraph<K, C> {
    fn width(&self) -> usize {
        self.space.initial_state().width()
    }

    fn guarantees(&self) -> Guarantees {
        self.estimator.guarantees()
    }

    fn initial_state(&self) -> GraphState {
        self.state(&self.space.initial_state(), C::ZERO)
    }

    fn successors(&self, states: &[u128], found: &mut Vec<(u32, GraphState)>) {
        let like = self.space.initial_state();
        let mut actions = Vec::new();
        for (parent, &number) in (0..).zip(states) {
            let key = K::from_number(number, &like);
            actions.clear();
            self.space.actions(&key, &mut actions);
            for &action in &actions {
                let mut successor = key.clone();
                let cost = self.space.cost(&key, action);
                self.space.apply(&mut successor, action);
                found.push((parent, self.state(&successor, cost)));
            }
        }
    }

    fn heuristic(&self) -> &str {
        &self.heuristic
    }

    fn goal(&self) -> Option<String> {
        self.problem.goal_in_words()
    }

    fn step(&self) -> [&'static str; 2] {
        self.problem.step()
    }

    fn plan(&self, path: &[u128]) -> Option<(f64, Vec<String>)> {
        let mut state = self.space.initial_state();
        let (mut actions, mut plan) = (Vec::new(), Vec::new());
        for &next in path.get(1..)? {
            actions.clear();
            self.space.actions(&state, &mut actions);
            let leads = |&action: &ErasedAction| {
                let mut successor = state.clone();
                self.space.apply(&mut successor, action);
                successor.to_number() == next
            };
            let leading = actions.iter().copied().filter(leads);
            let action = leading.min_by_key(|&action| self.space.cost(&state, action))?;
            self.space.apply(&mut state, action);
            plan.push(action);
        }
        let (cost, _) = self.problem.replay(&plan)?;
        Some((cost.to_f64(), self.problem.plan_words(&plan)))
    }
}
