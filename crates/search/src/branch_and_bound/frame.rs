//! What a state on the path holds.

use tremaux_core::{Cost, Heuristic, StateSpace};

use super::memory::Memory;
use super::ordering::ActionOrder;
use super::pathmax::Pathmax;
use crate::depth_first::Walk;

/// A state that is yet to be expanded: the root, or where the search was paused.
pub(super) struct Node<S: StateSpace, H: Heuristic<S>, W: Walk<S>> {
    pub(super) here: W::Here,
    pub(super) g: S::Cost,
    /// What the heuristic says.
    pub(super) h: S::Cost,
    pub(super) memo: H::Memo,
    /// No plan from here costs less.
    pub(super) bound: S::Cost,
    pub(super) last: Option<S::Action>,
}

/// An action of a state on the path.
pub(super) struct Child<S: StateSpace, O: ActionOrder<S>, X: Pathmax<S>> {
    pub(super) action: S::Action,
    pub(super) step: S::Cost,
    pub(super) h: S::Cost,
    pub(super) bound: S::Cost,
    /// What going back costs.
    pub(super) back: X::Back,
    pub(super) rank: O::Rank,
}

/// A state on the path that is expanded.
pub(super) struct Frame<S: StateSpace, H: Heuristic<S>, W: Walk<S>, T: Memory<S>> {
    pub(super) here: W::Here,
    pub(super) g: S::Cost,
    pub(super) h: S::Cost,
    pub(super) memo: H::Memo,
    /// No plan from here costs less: the estimate, or what is remembered.
    pub(super) bound: S::Cost,
    /// By what it is remembered, if it is.
    pub(super) key: Option<T::Key>,
    /// Where its children begin, are gone on with, and end.
    pub(super) first: u32,
    pub(super) next: u32,
    pub(super) end: u32,
    /// The least bound on plans by the children tried so far.
    pub(super) least: S::Cost,
    /// The action tried so far by which plans may be cheapest.
    pub(super) best: Option<S::Action>,
    /// The action that led here.
    pub(super) last: Option<S::Action>,
    /// Whether children were passed over, as `bound` was raised beyond the limit.
    pub(super) is_cut: bool,
    /// Whether the action under way costs nothing.
    pub(super) is_free: bool,
    /// What takes back the action under way.
    pub(super) token: Option<W::Token>,
    /// How many states were expanded before it.
    pub(super) expanded: u64,
}

/// A state on the path whose actions are tried as listed.
pub(super) struct Entry<S: StateSpace, H: Heuristic<S>, W: Walk<S>> {
    pub(super) here: W::Here,
    pub(super) g: S::Cost,
    pub(super) h: S::Cost,
    pub(super) memo: H::Memo,
    /// The action that led here.
    pub(super) last: Option<S::Action>,
    /// Where its actions are gone on with, and end.
    pub(super) next: u32,
    pub(super) end: u32,
    /// What takes back the action under way.
    pub(super) token: Option<W::Token>,
    /// Whether the action under way costs nothing.
    pub(super) is_free: bool,
}

/// What else a state on the path has if there is a table.
pub(super) struct Mark<S: StateSpace, T: Memory<S>> {
    /// By what it is remembered, if it is.
    pub(super) key: Option<T::Key>,
    /// No plan from here costs less: the estimate, or what is remembered.
    pub(super) bound: S::Cost,
    /// The least bound on plans by the children tried so far.
    pub(super) least: S::Cost,
    /// The action tried so far by which plans may be cheapest.
    pub(super) best: Option<S::Action>,
}

impl<S: StateSpace, T: Memory<S>> Mark<S, T> {
    #[inline(always)]
    pub(super) fn new(bound: S::Cost) -> Self {
        Self { key: None, bound, least: S::Cost::INFINITY, best: None }
    }

    /// Takes note of what plans by `action` are bounded by; whether that is too great for
    /// its type.
    #[inline(always)]
    pub(super) fn note(&mut self, action: S::Action, step: S::Cost, bound: S::Cost) -> bool {
        let f = step.plus(bound);
        if self.best.is_none() || f < self.least {
            (self.least, self.best) = (f, Some(action));
        }
        f == S::Cost::INFINITY && bound < f && step < f
    }
}
