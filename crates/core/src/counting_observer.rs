//! Counts the steps of a search that an observer does not follow.

use crate::event::{Detail, Event, Pruning};
use crate::observe::Observer;
use crate::path_step::{PathStep, PathStepKind};
use crate::skipped_counts::SkippedCounts;
use crate::space::StateSpace;

/// The number of an event's state, and its parent's state and number: see
/// [`Observer::observe_numbered`].
type Number<'a, S> = Option<(u32, Option<(&'a <S as StateSpace>::State, u32)>)>;

/// Delivers every step to an observer chosen at run time for as long as it follows them; after
/// that, delivers only iterations, bounds and solutions, and counts the other events.
///
/// Counting costs a fraction of a call through a trait object, and a step in the inner loop
/// costs hardly more than such a call. For an observer that takes a log, steps along a path are
/// written into a log, which is handed over when it is full.
pub(crate) struct CountingObserver<'a, S: StateSpace> {
    observer: &'a mut dyn Observer<S>,
    detail: Detail,
    is_logged: bool,
    /// Empty, or of full length from the start.
    log: Vec<PathStep<S::Action, S::Cost>>,
    /// The number of steps in the log.
    logged: usize,
    skipped: SkippedCounts,
}

impl<'a, S: StateSpace> CountingObserver<'a, S> {
    /// Length of the log: a few kilobytes, so that it fits into the first-level cache.
    const LOG: usize = 512;

    pub(crate) fn new(observer: &'a mut dyn Observer<S>) -> Self {
        let (detail, skipped) = (observer.detail(), SkippedCounts::default());
        let (is_logged, log) = (false, Vec::new());
        let mut new = Self { observer, detail, is_logged, log, logged: 0, skipped };
        new.update_mode();
        new
    }

    #[inline(always)]
    fn is_followed(&self) -> bool {
        self.detail == Detail::Steps
    }

    /// Asks the observer how to deliver steps from now on.
    fn update_mode(&mut self) {
        self.detail = self.observer.detail();
        self.is_logged = self.is_followed() && self.observer.takes_log();
        if self.is_logged {
            self.log.resize(Self::LOG, PathStep::of(PathStepKind::Nothing));
        }
    }

    /// Hands the log over.
    #[cold]
    #[inline(never)]
    fn flush(&mut self) {
        if self.logged > 0 {
            self.observer.take_log(&self.log[..self.logged]);
            self.logged = 0;
            self.update_mode();
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

    /// The last step in the log.
    #[inline(always)]
    fn last(&mut self) -> Option<&mut PathStep<S::Action, S::Cost>> {
        self.log.get_mut(self.logged.wrapping_sub(1))
    }

    /// Logs the outcome of the last generated state: merged into its step, or as a step of its
    /// own.
    #[inline(always)]
    fn log_outcome(&mut self, outcome: PathStepKind, alone: PathStepKind, reason: Pruning) {
        match self.last() {
            Some(last) if last.kind == PathStepKind::Generated => {
                (last.kind, last.reason) = (outcome, reason);
            }
            _ => self.push(PathStep { reason, ..PathStep::of(alone) }),
        }
    }

    /// Delivers the counts of the skipped steps to the observer.
    pub(crate) fn finish(mut self) {
        self.flush();
        if self.skipped.events() > 0 {
            self.observer.take_skipped(&self.skipped);
        }
    }

    /// Delivers an event. The observer is asked whether it still follows steps only after an
    /// expansion.
    #[cold]
    #[inline(never)]
    fn deliver(&mut self, event: Event<'_, S>, number: Number<'_, S>) {
        let is_expansion = matches!(event, Event::Expanded { .. });
        if self.logged > 0 {
            self.flush();
        }
        match number {
            Some((number, parent)) => self.observer.observe_numbered(event, number, parent),
            None => self.observer.observe(event),
        }
        if is_expansion {
            self.update_mode();
        }
    }

    /// Counts a step along a path instead of delivering it.
    #[inline(always)]
    fn count(&mut self, step: &PathStep<S::Action, S::Cost>) {
        let skipped = &mut self.skipped;
        match step.kind {
            PathStepKind::Root => skipped.initial += 1,
            PathStepKind::Generated => skipped.generated += 1,
            PathStepKind::Entered => {
                skipped.generated += 1;
                skipped.expanded += 1;
            }
            PathStepKind::Cut => {
                skipped.generated += 1;
                skipped.prune(step.reason);
                skipped.backtracked += 1;
            }
            PathStepKind::Expanded => skipped.expanded += 1,
            PathStepKind::Pruned => {
                skipped.prune(step.reason);
                skipped.backtracked += 1;
            }
            PathStepKind::Nothing => {}
        }
        skipped.backtracked += u64::from(step.then_left);
    }

    /// Writes a step into the log, or merges it into the last one there.
    #[inline(always)]
    fn log(&mut self, step: PathStep<S::Action, S::Cost>) {
        match step.kind {
            PathStepKind::Expanded => {
                self.log_outcome(PathStepKind::Entered, step.kind, Pruning::Bound);
            }
            PathStepKind::Pruned => self.log_outcome(PathStepKind::Cut, step.kind, step.reason),
            PathStepKind::Nothing => match self.last() {
                Some(last) => last.then_left += step.then_left,
                None => self.push(step),
            },
            _ => self.push(step),
        }
    }

    #[inline(always)]
    fn deliver_or_count(&mut self, event: Event<'_, S>, number: Number<'_, S>) {
        if self.is_followed() {
            self.deliver(event, number);
            return;
        }
        let skipped = &mut self.skipped;
        match event {
            Event::Generated { action: Some(_), .. } => skipped.generated += 1,
            Event::Generated { .. } => skipped.initial += 1,
            Event::Expanded { .. } => skipped.expanded += 1,
            Event::Duplicate { .. } => skipped.duplicates += 1,
            Event::Reopened { .. } => skipped.reopened += 1,
            Event::Pruned { reason, .. } => skipped.prune(reason),
            Event::Backtracked { .. } => skipped.backtracked += 1,
            Event::Iteration(_) | Event::LowerBound(_) | Event::Solution(_) => {
                self.deliver(event, number);
            }
        }
    }
}

impl<S: StateSpace> Observer<S> for CountingObserver<'_, S> {
    #[inline]
    fn observe(&mut self, event: Event<'_, S>) {
        self.deliver_or_count(event, None);
    }

    #[inline]
    fn observe_numbered(
        &mut self,
        event: Event<'_, S>,
        number: u32,
        parent: Option<(&S::State, u32)>,
    ) {
        self.deliver_or_count(event, Some((number, parent)));
    }

    #[inline]
    fn detail(&self) -> Detail {
        self.detail
    }

    #[inline]
    fn takes_log(&self) -> bool {
        self.is_logged || !self.is_followed()
    }

    // A search reports each kind of step at one place, so that after inlining only one arm of
    // each match remains there.
    #[inline(always)]
    fn take_log(&mut self, steps: &[PathStep<S::Action, S::Cost>]) {
        for step in steps {
            if self.is_logged {
                self.log(*step);
            } else {
                self.count(step);
            }
        }
    }
}
