//! Steps of a search that are counted and not told.

use crate::observe::{Event, Observer, Pruning};
use crate::space::StateSpace;

/// How many steps were not told to an observer that does not follow them any more: see
/// [`Observer::follows_steps`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Untold {
    /// Initial states.
    pub initial: u64,
    /// Successors generated that were new, or reached by a better path.
    pub generated: u64,
    /// States expanded.
    pub expanded: u64,
    /// Successors that were known and not improved.
    pub duplicates: u64,
    /// Expanded states with a better path.
    pub reopened: u64,
    /// Where the search went no farther for [`Pruning::Bound`] or [`Pruning::Circle`].
    pub pruned: u64,
    /// The same for [`Pruning::DeadEnd`].
    pub dead_ends: u64,
    /// The same for [`Pruning::Searched`].
    pub searched: u64,
    /// The same for [`Pruning::Enough`].
    pub enough: u64,
    /// States that a depth-first search left.
    pub backtracked: u64,
}

impl Untold {
    /// All of them.
    #[must_use]
    pub const fn events(&self) -> u64 {
        let made = self.initial + self.generated + self.expanded + self.duplicates + self.reopened;
        made + self.pruned + self.dead_ends + self.searched + self.enough + self.backtracked
    }

    #[inline]
    fn prune(&mut self, reason: Pruning) {
        match reason {
            Pruning::Bound | Pruning::Circle => self.pruned += 1,
            Pruning::DeadEnd => self.dead_ends += 1,
            Pruning::Searched => self.searched += 1,
            Pruning::Enough => self.enough += 1,
        }
    }
}

/// Tells an observer chosen at run time of every step for as long as it follows them; then of
/// what proves something, and counts the rest where the search is compiled.
///
/// A count in place is a fraction of a call through a trait object, and a step in the inner
/// loop is not much more than such a call.
pub(crate) struct Abridged<'a, S: StateSpace> {
    told: &'a mut dyn Observer<S>,
    is_listening: bool,
    is_followed: bool,
    untold: Untold,
}

impl<'a, S: StateSpace> Abridged<'a, S> {
    pub(crate) fn new(told: &'a mut dyn Observer<S>) -> Self {
        let (is_listening, is_followed) = (told.is_listening(), told.follows_steps());
        Self { told, is_listening, is_followed, untold: Untold::default() }
    }

    /// Tells the observer how much it was not told.
    pub(crate) fn finish(self) {
        if self.untold.events() > 0 {
            self.told.take_untold(&self.untold);
        }
    }

    /// It is asked once for each expansion: until then steps are told.
    #[cold]
    #[inline(never)]
    fn tell(&mut self, event: Event<'_, S>, number: Option<u32>) {
        let is_expansion = matches!(event, Event::Expanded { .. });
        match number {
            Some(number) => self.told.observe_numbered(event, number),
            None => self.told.observe(event),
        }
        if is_expansion {
            self.is_followed = self.told.follows_steps();
        }
    }

    #[inline(always)]
    fn tell_or_count(&mut self, event: Event<'_, S>, number: Option<u32>) {
        if self.is_followed {
            self.tell(event, number);
            return;
        }
        let untold = &mut self.untold;
        match event {
            Event::Generated { action: Some(_), .. } => untold.generated += 1,
            Event::Generated { .. } => untold.initial += 1,
            Event::Expanded { .. } => untold.expanded += 1,
            Event::Duplicate { .. } => untold.duplicates += 1,
            Event::Reopened { .. } => untold.reopened += 1,
            Event::Pruned { reason, .. } => untold.prune(reason),
            Event::Backtracked { .. } => untold.backtracked += 1,
            Event::Iteration(_) | Event::LowerBound(_) | Event::Solution(_) => {
                self.tell(event, number);
            }
        }
    }
}

impl<S: StateSpace> Observer<S> for Abridged<'_, S> {
    #[inline]
    fn observe(&mut self, event: Event<'_, S>) {
        self.tell_or_count(event, None);
    }

    #[inline]
    fn observe_numbered(&mut self, event: Event<'_, S>, number: u32) {
        self.tell_or_count(event, Some(number));
    }

    #[inline]
    fn is_listening(&self) -> bool {
        self.is_listening
    }

    #[inline]
    fn follows_steps(&self) -> bool {
        self.is_followed
    }

    #[inline]
    fn pass_over(&mut self, reason: Pruning) {
        self.untold.generated += 1;
        self.untold.prune(reason);
        self.untold.backtracked += 1;
    }
}
