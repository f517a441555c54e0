//! What a state on the path holds.

use tremaux_core::{Heuristic, StateSpace};

use super::memory::Memory;
use super::ordering::ActionOrder;
use crate::depth_first::Walk;

/// A state on the path that is yet to be expanded.
pub(super) struct Node<S: StateSpace, H: Heuristic<S>, W: Walk<S>, T: Memory<S>> {
    pub(super) here: W::Here,
    pub(super) g: S::Cost,
    /// What the heuristic says.
    pub(super) h: S::Cost,
    pub(super) memo: H::Memo,
    /// No plan from here costs less: the estimate, or what is remembered.
    pub(super) bound: S::Cost,
    /// Which action was best the last time.
    pub(super) best: u16,
    pub(super) key: T::Key,
    pub(super) last: Option<S::Action>,
}

/// An action of a state on the path.
pub(super) struct Child<S: StateSpace, O: ActionOrder<S>> {
    pub(super) action: S::Action,
    pub(super) step: S::Cost,
    pub(super) h: S::Cost,
    pub(super) bound: S::Cost,
    /// What going back costs.
    pub(super) back: Option<S::Cost>,
    /// Its place among all actions of the state.
    pub(super) code: u16,
    pub(super) rank: O::Rank,
}

/// A state on the path that is expanded.
pub(super) struct Frame<S: StateSpace, H: Heuristic<S>, W: Walk<S>, T: Memory<S>> {
    pub(super) here: W::Here,
    pub(super) g: S::Cost,
    pub(super) h: S::Cost,
    pub(super) memo: H::Memo,
    /// No plan from here costs less.
    pub(super) bound: S::Cost,
    pub(super) key: T::Key,
    /// Where its children begin, are gone on with, and end.
    pub(super) first: usize,
    pub(super) next: usize,
    pub(super) end: usize,
    /// The least bound on plans by the children tried so far.
    pub(super) least: S::Cost,
    /// By the actions that were left out.
    pub(super) least_left_out: S::Cost,
    /// The action tried so far by which plans may be cheapest, and its place among all.
    pub(super) best: Option<(S::Action, u16)>,
    /// Whether children were passed over, as `bound` was raised beyond the limit.
    pub(super) is_cut: bool,
    /// What takes back the action under way.
    pub(super) token: Option<W::Token>,
    /// Whether the action under way costs nothing.
    pub(super) is_free: bool,
    /// How many states were expanded before it.
    pub(super) expanded: u64,
}
