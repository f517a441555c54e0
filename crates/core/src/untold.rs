//! Steps of a search that are counted and not told.

use crate::cost::Cost;
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
    log: Vec<PathStep<S::Action, S::Cost>>,
    untold: Untold,
}

impl<'a, S: StateSpace> Abridged<'a, S> {
    /// Steps in a log: some kilobytes, which leave the first cache to the search.
    const LOG: usize = 512;

    pub(crate) fn new(told: &'a mut dyn Observer<S>) -> Self {
        let (is_listening, is_followed) = (told.is_listening(), told.follows_steps());
        let untold = Untold::default();
        let mut new =
            Self { told, is_listening, is_followed, is_logged: false, log: Vec::new(), untold };
        new.ask();
        new
    }

    /// Asks how steps are to be told from now on.
    fn ask(&mut self) {
        self.is_followed = self.told.follows_steps();
        self.is_logged = self.is_followed && self.told.takes_log();
        if self.is_logged {
            self.log.reserve(Self::LOG);
        }
    }

    /// Hands the log over.
    #[cold]
    #[inline(never)]
    fn flush(&mut self) {
        if !self.log.is_empty() {
            self.told.take_log(&self.log);
            self.log.clear();
            self.ask();
        }
    }

    #[inline(always)]
    fn push(&mut self, step: PathStep<S::Action, S::Cost>) {
        self.log.push(step);
        if self.log.len() >= Self::LOG {
            self.flush();
        }
    }

    /// Logs what came of the state generated last.
    #[inline(always)]
    fn log_outcome(&mut self, outcome: PathStepKind, alone: PathStepKind) {
        match self.log.last_mut() {
            Some(last) if last.kind == PathStepKind::Generated => last.kind = outcome,
            _ => {
                let (g, h) = (S::Cost::ZERO, S::Cost::ZERO);
                self.push(PathStep { kind: alone, action: None, g, h });
            }
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
        self.flush();
        match number {
            Some(number) => self.told.observe_numbered(event, number),
            None => self.told.observe(event),
        }
        if is_expansion {
            self.ask();
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
    fn observe_on_path(&mut self, event: Event<'_, S>) {
        if !self.is_logged {
            if self.is_followed {
                self.tell_on_path(event);
            } else {
                self.tell_or_count(event, None);
            }
            return;
        }
        let (g, h) = (S::Cost::ZERO, S::Cost::ZERO);
        match event {
            Event::Generated { action, g, h, .. } => {
                self.push(PathStep { kind: PathStepKind::Generated, action, g, h });
            }
            Event::Expanded { .. } => {
                self.log_outcome(PathStepKind::Entered, PathStepKind::Expanded);
            }
            Event::Backtracked { .. } => {
                self.push(PathStep { kind: PathStepKind::Left, action: None, g, h });
            }
            _ => self.tell_on_path(event),
        }
    }

    #[inline]
    fn prune_on_path(&mut self, state: &S::State, reason: Pruning) {
        if self.is_logged {
            self.log_outcome(PathStepKind::Cut(reason), PathStepKind::Pruned(reason));
        } else if self.is_followed {
            self.flush();
            self.told.prune_on_path(state, reason);
        } else {
            self.untold.prune(reason);
            self.untold.backtracked += 1;
        }
    }

    #[inline]
    fn cut_on_path(&mut self, action: S::Action, g: S::Cost, h: S::Cost, reason: Pruning) -> bool {
        if self.is_logged {
            let kind = PathStepKind::Cut(reason);
            self.push(PathStep { kind, action: Some(action), g, h });
        }
        self.is_logged
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
