//! A problem and a heuristic as a graph of numbers, for searches on many machines.

use tremaux_core::Guarantees;

/// A state of an [`InformedGraph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphState {
    /// The state, of at most 16 bytes.
    pub number: u128,
    /// The cost of the action that led to it; `None` if it is no whole number below 2³².
    pub cost: Option<u32>,
    /// The estimate of the remaining cost, rounded down; `u32::MAX` for a dead end.
    pub h: u32,
    /// Whether it is a goal.
    pub is_goal: bool,
}

/// A problem in erased form and a heuristic, for searches that sort, store and send states.
pub trait InformedGraph: Send + Sync {
    /// The number of bytes of a state.
    fn width(&self) -> usize;

    /// What the heuristic guarantees.
    fn guarantees(&self) -> Guarantees;

    /// The initial state.
    fn initial_state(&self) -> GraphState;

    /// Appends the successors of all these states, each with the number of its parent.
    fn successors(&self, states: &[u128], found: &mut Vec<(u32, GraphState)>);

    /// The heuristic by name, with its options.
    fn heuristic(&self) -> &str;

    /// What an action is called, in the singular and in the plural.
    fn step(&self) -> [&'static str; 2];

    /// The goal in words, for problems whose instances do not name it.
    fn goal(&self) -> Option<String>;

    /// The cost and the moves in words of a plan through these states, the first of which is the
    /// initial state, replayed by the rules; `None` if it is none.
    fn plan(&self, path: &[u128]) -> Option<(f64, Vec<String>)>;
}
