//! Watching a search, for visualisation, logging and tests.

use crate::space::StateSpace;
use crate::untold::Untold;

/// Why a search goes no farther from a state that it has generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Pruning {
    /// Plans through it cost more than the bound of this iteration, or than a plan known.
    Bound,
    /// A safe heuristic shows that no goal can be reached.
    DeadEnd,
    /// It was searched before, as cheaply.
    Searched,
    /// It is on the path already.
    Circle,
    /// Enough plans are found: the search is over.
    Enough,
}

/// One step of a single-agent search.
///
/// Every successor that [`Statistics::generated`](crate::Statistics::generated) counts is told
/// once, as [`Event::Generated`] or, if it was known and is not improved, as
/// [`Event::Duplicate`]; so whoever counts events gets the counts of the report. What comes of
/// it is told after that.
///
/// Holds only references and copies, so that building one for an observer that ignores it
/// costs nothing once inlined.
#[non_exhaustive]
pub enum Event<'a, S: StateSpace + ?Sized> {
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
    /// A generated state was already known and not improved.
    Duplicate {
        /// The state.
        state: &'a S::State,
    },
    /// A state that was expanded has a better path, and will be expanded again. Told before
    /// it is [`Event::Generated`].
    Reopened {
        /// The state.
        state: &'a S::State,
    },
    /// The search goes no farther from a state that it has just generated.
    Pruned {
        /// The state.
        state: &'a S::State,
        /// Why.
        reason: Pruning,
    },
    /// A depth-first search left a state.
    Backtracked {
        /// The state.
        state: &'a S::State,
    },
    /// A search that begins again and again does, and looks at plans up to this measure.
    Iteration(S::Cost),
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

    /// [`Observer::observe`], by a search that keeps the state of the event under `number`:
    /// the same number for the same state, and another for any other, in the whole search.
    /// Whoever tells states apart need not look them up again.
    #[inline]
    fn observe_numbered(&mut self, event: Event<'_, S>, number: u32) {
        let _ = number;
        self.observe(event);
    }

    /// Whether events are worth work that they need and the search does not: a search may
    /// make a state only to tell of it.
    fn is_listening(&self) -> bool {
        true
    }

    /// Whether single steps are to be told. Once it says no, a search advanced by
    /// [`AnySearch::advance_any`](crate::AnySearch::advance_any) tells iterations, bounds and
    /// solutions alone, from the next expansion on; the rest it counts, and hands over the
    /// counts at the end of the slice, by [`Observer::take_untold`].
    fn follows_steps(&self) -> bool {
        true
    }

    /// Takes the counts of what was not told in a slice.
    fn take_untold(&mut self, _untold: &Untold) {}

    /// May be called in place of the three events of a successor that is cut before it is
    /// made, once the observer [follows no steps](Observer::follows_steps).
    #[inline(always)]
    fn pass_over(&mut self, _reason: Pruning) {}
}

impl<S: StateSpace + ?Sized> Observer<S> for () {
    #[inline(always)]
    fn observe(&mut self, _event: Event<'_, S>) {}

    #[inline(always)]
    fn is_listening(&self) -> bool {
        false
    }
}

impl<S: StateSpace + ?Sized, O: Observer<S> + ?Sized> Observer<S> for &mut O {
    #[inline]
    fn observe(&mut self, event: Event<'_, S>) {
        (**self).observe(event);
    }

    #[inline]
    fn observe_numbered(&mut self, event: Event<'_, S>, number: u32) {
        (**self).observe_numbered(event, number);
    }

    #[inline]
    fn is_listening(&self) -> bool {
        (**self).is_listening()
    }

    #[inline]
    fn follows_steps(&self) -> bool {
        (**self).follows_steps()
    }

    #[inline]
    fn take_untold(&mut self, untold: &Untold) {
        (**self).take_untold(untold);
    }

    #[inline]
    fn pass_over(&mut self, reason: Pruning) {
        (**self).pass_over(reason);
    }
}

/// Sends events to both observers.
impl<S: StateSpace + ?Sized, A: Observer<S>, B: Observer<S>> Observer<S> for (A, B) {
    fn observe(&mut self, event: Event<'_, S>) {
        self.0.observe(event);
        self.1.observe(event);
    }

    fn observe_numbered(&mut self, event: Event<'_, S>, number: u32) {
        self.0.observe_numbered(event, number);
        self.1.observe_numbered(event, number);
    }

    fn is_listening(&self) -> bool {
        self.0.is_listening() || self.1.is_listening()
    }

    fn follows_steps(&self) -> bool {
        self.0.follows_steps() || self.1.follows_steps()
    }

    fn take_untold(&mut self, untold: &Untold) {
        self.0.take_untold(untold);
        self.1.take_untold(untold);
    }

    fn pass_over(&mut self, reason: Pruning) {
        self.0.pass_over(reason);
        self.1.pass_over(reason);
    }
}
