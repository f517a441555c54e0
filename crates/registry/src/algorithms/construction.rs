//! Solvers made for one problem alone: some make a plan without a search.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tremaux_core::{
    AnySearch, Cost, Limits, Observer, Plan, Progress, Search, SearchReport, StateSpace,
    Statistics, StopReason, Termination,
};

use super::AlgorithmInfo;
use crate::options::Options;

/// A plan, and what it is known that none costs less than.
pub type Constructed<S> =
    (Plan<<S as StateSpace>::Action, <S as StateSpace>::Cost>, <S as StateSpace>::Cost);

/// Makes a plan for a space, if there is one.
pub type MakePlan<S> = fn(&S) -> Option<Constructed<S>>;

/// A solver made for one problem: [`Problem::CONSTRUCTIONS`](crate::Problem::CONSTRUCTIONS).
pub struct Construction<S: StateSpace> {
    /// Its description.
    pub info: &'static AlgorithmInfo,
    /// What it needs and a space lacks, if it lacks something.
    pub lacks: fn(&S) -> Option<&'static str>,
    /// Makes a plan, for a space that lacks nothing.
    pub plan: MakePlan<S>,
}

impl<S: StateSpace> Clone for Construction<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: StateSpace> Copy for Construction<S> {}

/// Starts a search of a problem's own.
pub type StartOwn<S> = fn(Arc<S>, &Options<'_>) -> Box<dyn AnySearch<S>>;

/// A search made for one problem: [`Problem::SEARCHES`](crate::Problem::SEARCHES).
pub struct OwnSearch<S: StateSpace> {
    /// Its description.
    pub info: &'static AlgorithmInfo,
    /// Starts it.
    pub start: StartOwn<S>,
}

impl<S: StateSpace> Clone for OwnSearch<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: StateSpace> Copy for OwnSearch<S> {}

/// A [`Construction`] as a search of one step.
pub(super) struct Constructing<S: StateSpace> {
    space: Arc<S>,
    make: MakePlan<S>,
    made: Option<Constructed<S>>,
    is_over: bool,
    elapsed: Duration,
}

impl<S: StateSpace> Constructing<S> {
    pub(super) fn new(space: Arc<S>, make: MakePlan<S>) -> Self {
        Self { space, make, made: None, is_over: false, elapsed: Duration::ZERO }
    }
}

impl<S: StateSpace> Search<S> for Constructing<S> {
    fn advance<O: Observer<S> + ?Sized>(&mut self, limits: &Limits, _observer: &mut O) -> Progress {
        if limits.cancel.is_cancelled() && !self.is_over {
            return Progress::Paused(StopReason::Cancelled);
        }
        if !self.is_over {
            let started = Instant::now();
            self.made = (self.make)(&self.space);
            self.elapsed = started.elapsed();
            self.is_over = true;
        }
        Progress::Done(Termination::Finished)
    }

    fn report(&self) -> SearchReport<S::Action, S::Cost> {
        SearchReport {
            plan: self.made.as_ref().map(|(plan, _)| plan.clone()),
            lower_bound: self.made.as_ref().map_or(S::Cost::ZERO, |&(_, bound)| bound),
            termination: Termination::Finished,
            statistics: Statistics { elapsed: self.elapsed, ..Statistics::default() },
        }
    }
}
