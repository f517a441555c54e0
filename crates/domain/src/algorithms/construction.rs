//! Solvers for a single problem, some of which construct a plan without a search.

use std::sync::Arc;
use std::time::Duration;
use tremaux_core::clock::Instant;

use tremaux_core::{
    Cost, Limits, Observer, Plan, Progress, Search, SearchReport, StateSpace, Statistics,
    StopReason, Termination,
};

use super::start::AnySearchOf;
use crate::options::Options;
use crate::refuse::RegistryError;
use crate::run::TableSource;

/// A plan, and a lower bound on the cost of all plans.
pub type ConstructedPlan<S> =
    (Plan<<S as StateSpace>::Action, <S as StateSpace>::Cost>, <S as StateSpace>::Cost);

/// Constructs a plan for a space, if there is one.
pub type MakePlan<S> = fn(&S) -> Option<ConstructedPlan<S>>;

/// A plan under construction, for constructions that take long.
pub trait PlanBuilder<S: StateSpace> {
    /// Takes the next step, which takes some milliseconds at most. After the last one, returns
    /// the plan, or `Some(None)` if there is no plan.
    fn step(&mut self, space: &S) -> Option<Option<ConstructedPlan<S>>>;
}

/// A construction in a single step.
struct InOneStep<S: StateSpace>(MakePlan<S>);

impl<S: StateSpace> PlanBuilder<S> for InOneStep<S> {
    fn step(&mut self, space: &S) -> Option<Option<ConstructedPlan<S>>> {
        Some((self.0)(space))
    }
}

/// What a solver of a problem is started with, besides its options.
pub struct OwnStart<'a> {
    /// The seed of its random choices.
    pub seed: u64,
    /// Whether time or nodes are limited.
    pub is_limited: bool,
    /// Where tables come from.
    pub tables: &'a TableSource,
}

/// Starts a solver of a problem.
///
/// # Errors
///
/// Fails if the space lacks what the solver needs.
pub type StartOwnSolver<S> =
    fn(Arc<S>, &Options<'_>, &OwnStart<'_>) -> Result<AnySearchOf<S>, RegistryError>;

/// The construction of a plan, presented as a search. It can be paused between its steps.
pub struct Construction<S: StateSpace> {
    space: Arc<S>,
    builder: Box<dyn PlanBuilder<S>>,
    made: Option<ConstructedPlan<S>>,
    is_over: bool,
    stopped: StopReason,
    elapsed: Duration,
}

impl<S: StateSpace + 'static> Construction<S> {
    /// Constructs a plan for `space` with `make`, in a single step.
    pub fn new(space: Arc<S>, make: MakePlan<S>) -> Self {
        Self::in_steps(space, Box::new(InOneStep(make)))
    }

    /// Constructs a plan for `space` with the steps of `builder`.
    pub fn in_steps(space: Arc<S>, builder: Box<dyn PlanBuilder<S>>) -> Self {
        let (stopped, elapsed) = (StopReason::TimeLimit, Duration::ZERO);
        Self { space, builder, made: None, is_over: false, stopped, elapsed }
    }
}

impl<S: StateSpace> Search<S> for Construction<S> {
    fn advance<O: Observer<S> + ?Sized>(&mut self, limits: &Limits, _observer: &mut O) -> Progress {
        let started = Instant::now();
        let mut reason = None;
        while !self.is_over && reason.is_none() {
            if limits.cancel.is_cancelled() {
                reason = Some(StopReason::Cancelled);
            } else if let Some(made) = self.builder.step(&self.space) {
                (self.made, self.is_over) = (made, true);
            } else if limits.time.is_some_and(|time| started.elapsed() >= time) {
                reason = Some(StopReason::TimeLimit);
            }
        }
        self.elapsed += started.elapsed();
        match reason {
            Some(reason) => {
                self.stopped = reason;
                Progress::Paused(reason)
            }
            None => Progress::Done(Termination::Finished),
        }
    }

    fn report(&self) -> SearchReport<S::Action, S::Cost> {
        SearchReport::new(
            self.made.as_ref().map(|(plan, _)| plan.clone()),
            self.made.as_ref().map_or(S::Cost::ZERO, |&(_, bound)| bound),
            match self.is_over {
                true => Termination::Finished,
                false => Termination::Stopped(self.stopped),
            },
            {
                let mut statistics = Statistics::default();
                statistics.elapsed = self.elapsed;
                statistics
            },
        )
    }
}
