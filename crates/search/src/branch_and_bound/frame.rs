//! The records kept for each state on the path.

use tremaux_core::{Heuristic, NO_MOVE, Pruning, StateSpace, StopReason};

use super::memory::StateMemory;
use super::ordering::ActionOrder;
use super::pathmax::Pathmax;
use crate::depth_first::{MakeUnmake, SuccessorSource};

/// A state that is yet to be expanded: the root, or the state where the search was paused.
pub(super) struct Node<S: StateSpace, H: Heuristic<S>, W: MakeUnmake<S>> {
    pub(super) here: W::Here,
    pub(super) g: S::Cost,
    /// The heuristic estimate.
    pub(super) h: S::Cost,
    pub(super) memo: H::Memo,
    /// A lower bound on plans from here.
    pub(super) bound: S::Cost,
    pub(super) last: Option<S::Action>,
}

/// The table's information about a state that the search is about to expand.
pub(super) struct Found<K> {
    /// The key under which the state is stored, if it is.
    pub(super) key: Option<K>,
    /// The index of the action to try first, or [`NO_MOVE`].
    pub(super) best: u16,
}

impl<K> Default for Found<K> {
    fn default() -> Self {
        Self { key: None, best: NO_MOVE }
    }
}

/// The end of the path, yet to be expanded, and the result of its table lookup, if there was
/// one.
pub(super) type Pending<S, H, W, T> = (Node<S, H, W>, Option<Found<<T as StateMemory<S>>::Key>>);

/// An action of a state on the path.
pub(super) struct Child<S: StateSpace, O: ActionOrder<S>, X: Pathmax<S>> {
    pub(super) action: S::Action,
    /// The action's index in the state's list of actions.
    pub(super) place: u16,
    pub(super) step: S::Cost,
    pub(super) h: S::Cost,
    pub(super) bound: S::Cost,
    /// The cost of the way back.
    pub(super) back: X::Back,
    pub(super) rank: O::Rank,
}

/// An expanded state on the path.
pub(super) struct Frame<S: StateSpace, H: Heuristic<S>, W: MakeUnmake<S>, T: StateMemory<S>> {
    pub(super) here: W::Here,
    pub(super) g: S::Cost,
    pub(super) h: S::Cost,
    pub(super) memo: H::Memo,
    /// A lower bound on plans from here: the estimate, or the stored bound.
    pub(super) bound: S::Cost,
    /// The key under which the state is stored, if it is.
    pub(super) key: Option<T::Key>,
    /// The indices of its first child, the next child to try, and the end of its children.
    pub(super) first: u32,
    pub(super) next: u32,
    pub(super) end: u32,
    /// The lowest bound on plans through the children tried so far.
    pub(super) least: S::Cost,
    /// The child with that bound: its action and index.
    pub(super) best: Option<(S::Action, u16)>,
    /// The action that led here.
    pub(super) last: Option<S::Action>,
    /// Whether children were skipped because `bound` was raised beyond the limit.
    pub(super) is_cut: bool,
    /// Whether the current action costs nothing.
    pub(super) is_free: bool,
    /// The token that undoes the current action.
    pub(super) token: Option<W::Token>,
    /// The next child, generated early, with the index after it.
    pub(super) prefetched: Option<(u32, W::Here, W::Token)>,
    /// The number of states expanded before this one.
    pub(super) expanded: u64,
}

/// A state on the path whose actions are tried in the listed order.
pub(super) struct Entry<S: StateSpace, H: Heuristic<S>, W: MakeUnmake<S>, L: SuccessorSource<S>> {
    pub(super) here: W::Here,
    pub(super) g: S::Cost,
    pub(super) h: S::Cost,
    pub(super) memo: H::Memo,
    /// The action that led here.
    pub(super) last: Option<S::Action>,
    /// The actions left to try.
    pub(super) left: L::Left,
    /// The current action.
    pub(super) action: Option<S::Action>,
    /// The token that undoes the current action.
    pub(super) token: Option<W::Token>,
    /// Whether the current action costs nothing.
    pub(super) is_free: bool,
    /// The action to try before all others, if any.
    pub(super) preferred: Option<S::Action>,
    /// Whether it has a [`Mark`].
    pub(super) is_marked: bool,
}

/// Further data about a state on the path that is stored in the table.
pub(super) struct Mark<S: StateSpace, T: StateMemory<S>> {
    pub(super) key: T::Key,
    /// A lower bound on plans from here: the estimate, or the stored bound.
    pub(super) bound: S::Cost,
    /// The lowest bound on plans through the children tried so far. Costs count from the root
    /// if costs can be subtracted, and from here otherwise.
    pub(super) least: S::Cost,
    /// The action with that bound.
    pub(super) best: Option<S::Action>,
    /// The values of `next_bound` and `next_within` before the search reached this state.
    pub(super) before: (S::Cost, S::Cost),
}

impl<S: StateSpace, T: StateMemory<S>> Mark<S, T> {
    /// Records a lower bound on plans through `action`.
    #[inline(always)]
    pub(super) fn note(&mut self, action: S::Action, bound: S::Cost) {
        if self.best.is_none() || bound < self.least {
            (self.least, self.best) = (bound, Some(action));
        }
    }
}

/// The result of visiting a state.
pub(super) enum Step<C> {
    /// The state is on the path and has successors to try.
    Entered,
    /// The search need not go below the state. The value is a lower bound on plans from there.
    Back(C),
}

/// A successor as reported to observers.
pub(super) struct Successor<A, C> {
    pub(super) action: A,
    pub(super) g: C,
    pub(super) h: C,
    /// Why it is pruned, if it is.
    pub(super) reason: Option<Pruning>,
}

/// Why an iteration ends early.
pub(super) enum StopCause {
    /// Enough plans have been found.
    Enough,
    /// The node budget of the iteration is used up.
    Budget,
    Stopped(StopReason),
}

/// A state, its cost, estimate and memo, and the action by which it was reached.
pub(super) struct Place<'a, S: StateSpace, H: Heuristic<S>, W: MakeUnmake<S>> {
    pub(super) here: &'a W::Here,
    pub(super) g: S::Cost,
    pub(super) h: S::Cost,
    pub(super) memo: &'a H::Memo,
    pub(super) last: Option<S::Action>,
}

/// The successors of a state that is being expanded.
pub(super) struct Successors<S: StateSpace> {
    /// The number of its actions.
    pub(super) listed: usize,
    /// The lowest bound on plans through those that were cut off, and the action with its index.
    pub(super) least: S::Cost,
    pub(super) best: Option<(S::Action, u16)>,
}
