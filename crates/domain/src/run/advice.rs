//! What a person needs who solves an instance by hand.

use serde::Serialize;

/// A state, and the moves that lead on from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StateView {
    /// The state.
    pub state: String,
    /// Whether it is a goal.
    pub is_goal: bool,
    /// The goal, where there is one that is known beforehand.
    pub goal: Option<String>,
    /// The moves that are possible, each with the state that it leads to.
    pub moves: Vec<(String, String)>,
    /// Help, where the domain has some.
    pub advice: Option<Advice>,
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
