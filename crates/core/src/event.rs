//! The events of a search, and how much of them is heard.

use crate::cost::Cost;
use crate::space::StateSpace;

/// Why a search prunes a state that it has generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Pruning {
    /// Every plan through it costs more than the bound of this iteration, or than a known plan.
    Bound,
    /// A safe heuristic shows that no goal can be reached.
    DeadEnd,
    /// It was searched before at no greater cost.
    Searched,
    /// It is on the current path: a cycle.
    Circle,
    /// Enough plans have been found: the search is over.
    Enough,
}

/// The types that the events of a search are made of.
///
/// Every [`StateSpace`] is a vocabulary. A search that is no search of a state space, such as one
/// made for maps, names its types with one of its own, and offers nothing else.
pub trait Vocabulary {
    /// What is expanded.
    type State;
    /// What leads from one to the next.
    type Action: Copy;
    /// What paths cost.
    type Cost: Cost;
}

impl<S: StateSpace + ?Sized> Vocabulary for S {
    type State = S::State;
    type Action = S::Action;
    type Cost = S::Cost;
}

/// One step of a single-agent search.
///
/// Every successor counted by [`Statistics::generated`](crate::Statistics::generated) is
/// reported once, as [`Event::Generated`] or, if it was reached before at no greater cost, as
/// [`Event::Duplicate`]. So an observer that counts events gets the counts of the report. Later
/// events report what happens to the successor.
///
/// An event holds only references and copies, so building one for an observer that ignores it
/// costs nothing after inlining.
#[non_exhaustive]
pub enum Event<'a, S: Vocabulary + ?Sized> {
    /// A state was reached for the first time, or by a better path; by a search that keeps no
    /// states, every time.
    Generated {
        /// The state.
        state: &'a S::State,
        /// How it was reached; `None` for the initial state.
        action: Option<S::Action>,
        /// Cost of the path to it.
        g: S::Cost,
        /// Estimated cost to a goal.
        h: S::Cost,
    },
    /// The successors of a state are about to be generated.
    Expanded {
        /// The state.
        state: &'a S::State,
        /// Cost of the path to it.
        g: S::Cost,
    },
    /// A generated state was reached before at no greater cost.
    Duplicate {
        /// The state.
        state: &'a S::State,
    },
    /// An expanded state was reached by a better path and will be expanded again. Comes before
    /// its [`Event::Generated`].
    Reopened {
        /// The state.
        state: &'a S::State,
    },
    /// The search prunes a state that it has just generated.
    Pruned {
        /// The state.
        state: &'a S::State,
        /// Why.
        reason: Pruning,
    },
    /// A depth-first search backtracks from a state.
    Backtracked {
        /// The state.
        state: &'a S::State,
    },
    /// An iterative search begins an iteration with this bound.
    Iteration(S::Cost),
    /// No plan is cheaper than this.
    LowerBound(S::Cost),
    /// A plan of this cost was found.
    Solution(S::Cost),
}

impl<S: Vocabulary + ?Sized> Clone for Event<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Vocabulary + ?Sized> Copy for Event<'_, S> {}

/// How much of a search an observer wants to hear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Detail {
    /// Nothing: the search does no work for events.
    Nothing,
    /// Iterations, bounds and solutions. A search advanced by
    /// [`AnySearch::advance_any`](crate::AnySearch::advance_any) counts the other events, and
    /// delivers the counts at the end of the slice.
    Counts,
    /// Every step.
    Steps,
}
