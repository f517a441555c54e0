//! Watching a search, for visualisation, logging and tests.

use crate::space::StateSpace;

/// One step of a single-agent search.
///
/// Holds only references and copies, so that building one for an observer that ignores it
/// costs nothing once inlined.
#[non_exhaustive]
pub enum Event<'a, S: StateSpace + ?Sized> {
    /// A state was reached for the first time, or by a better path.
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
    /// A generated state was already known and not improved.
    Duplicate {
        /// The state.
        state: &'a S::State,
    },
    /// A depth-first search left a state.
    Backtracked {
        /// The state.
        state: &'a S::State,
    },
    /// No plan is cheaper than this.
    LowerBound(S::Cost),
    /// A plan of this cost was found.
    Solution(S::Cost),
}

impl<S: StateSpace + ?Sized> Clone for Event<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: StateSpace + ?Sized> Copy for Event<'_, S> {}

/// Receives the events of a search.
///
/// `()` ignores them all; a search monomorphized with it contains no trace of the calls.
pub trait Observer<S: StateSpace + ?Sized> {
    /// Called at every step. To stop the search, cancel its token.
    fn observe(&mut self, event: Event<'_, S>);
}

impl<S: StateSpace + ?Sized> Observer<S> for () {
    #[inline(always)]
    fn observe(&mut self, _event: Event<'_, S>) {}
}

impl<S: StateSpace + ?Sized, O: Observer<S> + ?Sized> Observer<S> for &mut O {
    #[inline]
    fn observe(&mut self, event: Event<'_, S>) {
        (**self).observe(event);
    }
}

/// Sends events to both observers.
impl<S: StateSpace + ?Sized, A: Observer<S>, B: Observer<S>> Observer<S> for (A, B) {
    fn observe(&mut self, event: Event<'_, S>) {
        self.0.observe(event);
        self.1.observe(event);
    }
}
