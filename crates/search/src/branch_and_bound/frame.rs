//! What a state on the path holds.

use tremaux_core::{Heuristic, NO_MOVE, StateSpace};

use super::memory::Memory;
use super::ordering::ActionOrder;
use super::pathmax::Pathmax;
use crate::depth_first::{Listing, Walk};

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

/// What the table has of a state below which the search goes.
pub(super) struct Found<K> {
    /// By what it is remembered, if it is.
    pub(super) key: Option<K>,
    /// The place of the action to be tried first, or [`NO_MOVE`].
    pub(super) best: u16,
}

impl<K> Default for Found<K> {
    fn default() -> Self {
        Self { key: None, best: NO_MOVE }
    }
}

/// The end of the path, yet to be expanded, and what the table has of it, if it was asked.
pub(super) type Pending<S, H, W, T> = (Node<S, H, W>, Option<Found<<T as Memory<S>>::Key>>);

/// An action of a state on the path.
pub(super) struct Child<S: StateSpace, O: ActionOrder<S>, X: Pathmax<S>> {
    pub(super) action: S::Action,
    /// The action's place among those listed.
    pub(super) place: u16,
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
    /// The action tried so far by which plans may be cheapest, with its place.
    pub(super) best: Option<(S::Action, u16)>,
    /// The action that led here.
    pub(super) last: Option<S::Action>,
    /// Whether children were passed over, as `bound` was raised beyond the limit.
    pub(super) is_cut: bool,
    /// Whether the action under way costs nothing.
    pub(super) is_free: bool,
    /// What takes back the action under way.
    pub(super) token: Option<W::Token>,
    /// The successor to be tried next, where it is kept, and the place behind it.
    pub(super) ahead: Option<(u32, W::Here, W::Token)>,
    /// How many states were expanded before it.
    pub(super) expanded: u64,
}

/// A state on the path whose actions are tried as listed.
pub(super) struct Entry<S: StateSpace, H: Heuristic<S>, W: Walk<S>, L: Listing<S>> {
    pub(super) here: W::Here,
    pub(super) g: S::Cost,
    pub(super) h: S::Cost,
    pub(super) memo: H::Memo,
    /// The action that led here.
    pub(super) last: Option<S::Action>,
    /// What is left to try.
    pub(super) left: L::Left,
    /// The action under way.
    pub(super) action: Option<S::Action>,
    /// What takes it back.
    pub(super) token: Option<W::Token>,
    /// Whether it costs nothing.
    pub(super) is_free: bool,
    /// The action tried before all others, if one is.
    pub(super) preferred: Option<S::Action>,
    /// Whether it has a [`Mark`].
    pub(super) is_marked: bool,
}

/// What else a state on the path has that is remembered.
pub(super) struct Mark<S: StateSpace, T: Memory<S>> {
    pub(super) key: T::Key,
    /// No plan from here costs less: the estimate, or what is remembered.
    pub(super) bound: S::Cost,
    /// The least bound on plans by the children tried so far: on what they cost from the
    /// root where costs can be taken from each other, or else from here.
    pub(super) least: S::Cost,
    /// The action tried so far by which plans may be cheapest.
    pub(super) best: Option<S::Action>,
    /// The least f beyond the limit, and otherwise bounded, before the search came here.
    pub(super) before: (S::Cost, S::Cost),
}

impl<S: StateSpace, T: Memory<S>> Mark<S, T> {
    /// Takes note of what plans by `action` are bounded by.
    #[inline(always)]
    pub(super) fn note(&mut self, action: S::Action, bound: S::Cost) {
        if self.best.is_none() || bound < self.least {
            (self.least, self.best) = (bound, Some(action));
        }
    }
}
