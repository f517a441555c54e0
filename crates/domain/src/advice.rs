//! What a person needs who solves an instance by hand.

use serde::Serialize;
use tremaux_core::erased::StateKey;
use tremaux_core::{Cost, ParseError, StateSpace};

use crate::erased_problem::ErasedProblem;

/// A state, and the moves that lead on from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StateView {
    /// The state.
    pub state: String,
    /// Whether it is a goal.
    pub is_goal: bool,
    /// The moves that are possible, each with the state that it leads to.
    pub moves: Vec<(String, String)>,
    /// Help, where the domain has some.
    pub advice: Option<Advice>,
}

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
            let _ = problem.write_action(&state, action, &mut word);
            space.apply(&mut next, action);
            (word, problem.state_text(&next))
        });
        Ok(Self {
            moves: moves.collect(),
            is_goal: space.is_goal(&state),
            state: problem.state_text(&state),
            advice: None,
        })
    }
}

/// What helps a person who solves an instance of cells by hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// What each cell can take, cell by cell; empty where something stands.
    pub candidates: Vec<Vec<String>>,
    /// The next steps that a person can find, up to the first that is a move.
    pub steps: Vec<AdviceStep>,
    /// The move of the last step, if it is one.
    pub action: Option<String>,
    /// Why there is no solution, where that can be seen.
    pub contradiction: Option<String>,
}

/// A step of [`Advice`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AdviceStep {
    /// What follows, how, and why.
    pub text: String,
    /// The cells from which it follows.
    pub cells: Vec<usize>,
    /// The cells that lose candidates, each with one.
    pub excluded: Vec<(usize, String)>,
}
