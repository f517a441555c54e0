//! A state with the moves that lead on from it.

use tremaux_core::{BackwardSpace, Cost, ParseError, StateSpace};

use super::erased_problem::ErasedProblem;
use crate::erased::StateKey;
use crate::run::StateView;

impl StateView {
    /// A state of a problem, or its initial one.
    pub(crate) fn at<K: StateKey, C: Cost>(
        problem: &dyn ErasedProblem<K, C>,
        state: Option<&str>,
    ) -> Result<Self, ParseError> {
        let space = problem.space();
        let initial = || Ok(space.initial_state());
        let state = state.map_or_else(initial, |text| problem.parse_state(text))?;
        let mut actions = Vec::new();
        space.actions(&state, &mut actions);
        let moves = actions.into_iter().map(|action| {
            let (mut word, mut next) = (String::new(), state.clone());
            let _ = problem.write_action(space, &state, action, &mut word);
            space.apply(&mut next, action);
            (word, problem.state_text(&next))
        });
        let mut goals = Vec::new();
        if space.offers_predecessors() {
            space.goal_states(&mut goals);
        }
        Ok(Self {
            goal: goals.first().filter(|_| goals.len() == 1).map(|it| problem.state_text(it)),
            moves: moves.collect(),
            is_goal: space.is_goal(&state),
            state: problem.state_text(&state),
            advice: None,
        })
    }
}
