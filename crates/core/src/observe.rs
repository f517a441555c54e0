//! Watching a search, for visualisation, logging and tests.

use crate::cost::Cost;
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

/// A step of a search along one path, without the states: whoever knows the rules has them
/// from the actions. See [`Observer::take_log`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathStep<A, C> {
    /// What was done.
    pub kind: PathStepKind,
    /// Why the search goes no farther, if it does not; else nothing.
    pub reason: Pruning,
    /// How the state was reached, if it is one just generated.
    pub action: Option<A>,
    /// Cost of the path to it; of what was not just generated, nothing.
    pub g: C,
    /// Its estimated cost to a goal, likewise.
    pub h: C,
    /// How many times the end of the path was left after that.
    pub then_left: u32,
}

/// What was done in a [`PathStep`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum PathStepKind {
    /// A successor of the end of the path was generated.
    Generated,
    /// The same, and it was expanded: it is the end of the path now.
    Entered,
    /// The same, but the search goes no farther, and left it.
    Cut,
    /// What was generated last, or else the root, is expanded: it is the end of the path now.
    Expanded,
    /// From what was generated last the search goes no farther, and left it.
    Pruned,
    /// Nothing: for what is left after that.
    Nothing,
}

impl<A, C: Cost> PathStep<A, C> {
    /// A step that is not about a state just generated.
    #[must_use]
    pub const fn of(kind: PathStepKind) -> Self {
        let (g, h) = (C::ZERO, C::ZERO);
        Self { kind, reason: Pruning::Bound, action: None, g, h, then_left: 0 }
    }
}

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

    /// [`Observer::observe_numbered`], of a state that is generated from another one than that
    /// expanded last: from `parent`, under its number.
    #[inline]
    fn observe_from(&mut self, event: Event<'_, S>, number: u32, parent: (&S::State, u32)) {
        let _ = parent;
        self.observe_numbered(event, number);
    }

    /// [`Observer::observe`], by a search along one path: what is generated hangs from the end
    /// of the path, what is expanded was generated last or is the root, and what is left is
    /// the end of the path.
    #[inline]
    fn observe_on_path(&mut self, event: Event<'_, S>) {
        self.observe(event);
    }

    /// By a search along one path: goes no farther from `state`, which was generated last,
    /// and leaves it.
    #[inline]
    fn prune_on_path(&mut self, state: &S::State, reason: Pruning) {
        self.observe(Event::Pruned { state, reason });
        self.observe(Event::Backtracked { state });
    }

    /// By a search along one path: the successor of its end by `action` is generated, not
    /// searched for `reason`, and left. If it says no, it needs the state, and is to be told
    /// of the three events.
    #[inline]
    fn cut_on_path(&mut self, action: S::Action, g: S::Cost, h: S::Cost, reason: Pruning) -> bool {
        let _ = (action, g, h, reason);
        false
    }

    /// Whether steps along a path may be told by [`Observer::take_log`], many at once and
    /// later, which costs a fraction.
    fn takes_log(&self) -> bool {
        false
    }

    /// Takes steps along a path that were not told one by one, in order, before anything that
    /// is told after them.
    fn take_log(&mut self, _steps: &[PathStep<S::Action, S::Cost>]) {}

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

    /// Hears that the costs which a search has are `unit` times those of the problem. Whether
    /// it takes them as the search has them, from here on: else they are converted before
    /// they are told.
    fn take_unit(&mut self, _unit: f64) -> bool {
        false
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
    fn observe_from(&mut self, event: Event<'_, S>, number: u32, parent: (&S::State, u32)) {
        (**self).observe_from(event, number, parent);
    }

    #[inline]
    fn observe_on_path(&mut self, event: Event<'_, S>) {
        (**self).observe_on_path(event);
    }

    #[inline]
    fn prune_on_path(&mut self, state: &S::State, reason: Pruning) {
        (**self).prune_on_path(state, reason);
    }

    #[inline]
    fn cut_on_path(&mut self, action: S::Action, g: S::Cost, h: S::Cost, reason: Pruning) -> bool {
        (**self).cut_on_path(action, g, h, reason)
    }

    #[inline]
    fn takes_log(&self) -> bool {
        (**self).takes_log()
    }

    #[inline]
    fn take_log(&mut self, steps: &[PathStep<S::Action, S::Cost>]) {
        (**self).take_log(steps);
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
    fn take_unit(&mut self, unit: f64) -> bool {
        (**self).take_unit(unit)
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

    fn observe_from(&mut self, event: Event<'_, S>, number: u32, parent: (&S::State, u32)) {
        self.0.observe_from(event, number, parent);
        self.1.observe_from(event, number, parent);
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
