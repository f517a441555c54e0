//! Steps of a search that are counted and not told.

use crate::observe::{Event, Observer, PathStep, PathStepKind, Pruning};
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
/// loop is not much more than such a call. For an observer that takes a log, steps along a
/// path are written into one, which is handed over when it is full.
pub(crate) struct Abridged<'a, S: StateSpace> {
    told: &'a mut dyn Observer<S>,
    is_listening: bool,
    is_followed: bool,
    is_logged: bool,
    /// Empty, or as long as it may get.
    log: Vec<PathStep<S::Action, S::Cost>>,
    /// How many steps are in the log.
    logged: usize,
    untold: Untold,
}

impl<'a, S: StateSpace> Abridged<'a, S> {
    /// Steps in a log: some kilobytes, which leave the first cache to the search.
    const LOG: usize = 512;

    pub(crate) fn new(told: &'a mut dyn Observer<S>) -> Self {
        let (is_listening, is_followed) = (told.is_listening(), told.follows_steps());
        let untold = Untold::default();
        let (is_logged, log) = (false, Vec::new());
        let mut new = Self { told, is_listening, is_followed, is_logged, log, logged: 0, untold };
        new.ask();
        new
    }

    /// Asks how steps are to be told from now on.
    fn ask(&mut self) {
        self.is_followed = self.told.follows_steps();
        self.is_logged = self.is_followed && self.told.takes_log();
        if self.is_logged {
            self.log.resize(Self::LOG, PathStep::of(PathStepKind::Nothing));
        }
    }

    /// Hands the log over.
    #[cold]
    #[inline(never)]
    fn flush(&mut self) {
        if self.logged > 0 {
            self.told.take_log(&self.log[..self.logged]);
            self.logged = 0;
            self.ask();
        }
    }

    #[inline(always)]
    fn push(&mut self, step: PathStep<S::Action, S::Cost>) {
        self.log[self.logged] = step;
        self.logged += 1;
        if self.logged == self.log.len() {
            self.flush();
        }
    }

    /// The step logged last.
    #[inline(always)]
    fn last(&mut self) -> Option<&mut PathStep<S::Action, S::Cost>> {
        self.log.get_mut(self.logged.wrapping_sub(1))
    }

    /// Logs what came of the state generated last: as a part of the step that tells of that,
    /// or alone.
    #[inline(always)]
    fn log_outcome(&mut self, outcome: PathStepKind, alone: PathStepKind, reason: Pruning) {
        match self.last() {
            Some(last) if last.kind == PathStepKind::Generated => {
                (last.kind, last.reason) = (outcome, reason);
            }
            _ => self.push(PathStep { reason, ..PathStep::of(alone) }),
        }
    }

    /// Tells the observer how much it was not told.
    pub(crate) fn finish(mut self) {
        self.flush();
        if self.untold.events() > 0 {
            self.told.take_untold(&self.untold);
        }
    }

    /// It is asked once for each expansion: until then steps are told.
    #[cold]
    #[inline(never)]
    fn tell(&mut self, event: Event<'_, S>, number: Option<u32>) {
        let is_expansion = matches!(event, Event::Expanded { .. });
        if self.logged > 0 {
            self.flush();
        }
        match number {
            Some(number) => self.told.observe_numbered(event, number),
            None => self.told.observe(event),
        }
        if is_expansion {
            self.is_followed = self.told.follows_steps();
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_on_path(&mut self, event: Event<'_, S>) {
        let is_expansion = matches!(event, Event::Expanded { .. });
        self.flush();
        self.told.observe_on_path(event);
        if is_expansion {
            self.ask();
        }
    }

    #[inline(never)]
    fn tell_or_count_on_path(&mut self, event: Event<'_, S>) {
        if self.is_followed {
            self.tell_on_path(event);
        } else {
            self.tell_or_count(event, None);
        }
    }

    #[inline(never)]
    fn tell_or_count_pruned(&mut self, state: &S::State, reason: Pruning) {
        if self.is_followed {
            self.told.prune_on_path(state, reason);
        } else {
            self.untold.prune(reason);
            self.untold.backtracked += 1;
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

    // A search tells of each kind of event at one place, where little is left of this.
    #[inline(always)]
    fn observe_on_path(&mut self, event: Event<'_, S>) {
        if !self.is_logged {
            return self.tell_or_count_on_path(event);
        }
        match event {
            Event::Generated { action, g, h, .. } => {
                let generated = PathStep::of(PathStepKind::Generated);
                self.push(PathStep { action, g, h, ..generated });
            }
            Event::Expanded { .. } => {
                let (entered, alone) = (PathStepKind::Entered, PathStepKind::Expanded);
                self.log_outcome(entered, alone, Pruning::Bound);
            }
            Event::Backtracked { .. } => match self.last() {
                Some(last) => last.then_left += 1,
                None => self.push(PathStep { then_left: 1, ..PathStep::of(PathStepKind::Nothing) }),
            },
            _ => self.tell_on_path(event),
        }
    }

    #[inline(always)]
    fn prune_on_path(&mut self, state: &S::State, reason: Pruning) {
        if self.is_logged {
            self.log_outcome(PathStepKind::Cut, PathStepKind::Pruned, reason);
        } else {
            self.tell_or_count_pruned(state, reason);
        }
    }

    #[inline(always)]
    fn cut_on_path(&mut self, action: S::Action, g: S::Cost, h: S::Cost, reason: Pruning) -> bool {
        if self.is_logged {
            let cut = PathStep::of(PathStepKind::Cut);
            self.push(PathStep { reason, action: Some(action), g, h, ..cut });
            return true;
        }
        false
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
