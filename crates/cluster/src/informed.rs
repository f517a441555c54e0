//! What a search with estimates takes and finds.

use tremaux_core::StopReason;

use crate::word::Word;

/// A state space with costs that are whole numbers, goals and a heuristic, whose states are
/// numbers.
pub trait InformedExpansion: Send + Sync + 'static {
    /// A state.
    type State: Word;

    /// The initial state, which costs nothing.
    fn initial_state(&self) -> InformedState<Self::State>;

    /// Appends the successors of all these states, the parents being numbered from 0.
    fn successors(
        &self,
        states: &[Self::State],
        found: &mut Vec<(u32, InformedState<Self::State>)>,
    );
}

/// A state that was generated.
#[derive(Clone, Copy, Debug)]
pub struct InformedState<W> {
    /// The state.
    pub state: W,
    /// The cost of the action that led to it.
    pub cost: u32,
    /// The estimate of the remaining cost, `u32::MAX` for a dead end.
    pub h: u32,
    /// Whether it is a goal.
    pub is_goal: bool,
}

/// What a search found; by default, that there is no path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Searched<W> {
    /// The states of a cheapest path, from the initial state to a goal, and its cost.
    pub path: Option<(Vec<W>, u32)>,
    /// No path costs less; `None` if there is none at all.
    pub lower_bound: Option<u32>,
    /// The limit that was reached before the search ended.
    pub stopped: Option<StopReason>,
    /// States expanded.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// States stored.
    pub stored: u64,
    /// The bytes that they take.
    pub bytes: u64,
}
