//! Late acceptance.

use crate::annealing::default_steps;
use crate::landscape::Landscape;
use crate::local_search::LocalSearchMethod;
use crate::walk::Walk;

tremaux_core::options! {
    /// Late acceptance hill climbing: moves to a random neighbour that is no worse than the current
    /// solution, or than the one some moves ago.
    ///
    /// Proves nothing. The length of the history is its only setting: longer ones take longer and
    /// end with better solutions. Source: Burke and Bykov (2017).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct LateAcceptance {
        /// How many moves it looks back.
        pub history: usize = 1000,
        /// It ends after so many evaluations; 0 for as many as annealing.
        pub steps: u64 = 0,
    }
}

/// The values of the last solutions.
#[derive(Clone, Debug)]
pub struct LateAcceptanceState {
    values: Vec<f64>,
    at: usize,
    steps: u64,
    done: u64,
}

impl<L: Landscape> LocalSearchMethod<L> for LateAcceptance {
    type State = LateAcceptanceState;

    fn start(&self, landscape: &L, walk: &mut Walk<L>) -> LateAcceptanceState {
        let values = vec![walk.value(); self.history.max(1)];
        let steps = default_steps(self.steps, landscape);
        LateAcceptanceState { values, at: 0, steps, done: 0 }
    }

    fn prolong(&self, state: &mut Self::State, times: f64) {
        state.steps = (state.steps as f64 * times).max(1.0) as u64;
    }

    fn step(&self, landscape: &L, walk: &mut Walk<L>, state: &mut LateAcceptanceState) -> bool {
        let mv = walk.random_move(landscape);
        let Some(mv) = mv.filter(|_| state.done < state.steps) else { return false };
        state.done += 1;
        let change = walk.evaluate(landscape, mv);
        let past = state.values[state.at];
        if change <= 0.0 || walk.value() + change <= past {
            walk.make(landscape, mv, change);
        }
        state.values[state.at] = past.min(walk.value());
        state.at = (state.at + 1) % state.values.len();
        true
    }

    fn bytes(&self, _: &L, state: &LateAcceptanceState) -> usize {
        size_of_val(&*state.values)
    }
}
