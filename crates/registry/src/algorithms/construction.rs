//! Solvers made for one problem alone, which make a plan without a search.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tremaux_core::{
    Cost, Limits, Observer, Plan, Progress, Search, SearchReport, StateSpace, Statistics,
    StopReason, Termination,
};

use super::AlgorithmInfo;

/// Makes a plan for a space, if it can.
pub type MakePlan<S> = fn(&S) -> Option<Plan<<S as StateSpace>::Action, <S as StateSpace>::Cost>>;

/// A solver made for one problem: [`Problem::CONSTRUCTIONS`](crate::Problem::CONSTRUCTIONS).
pub struct Construction<S: StateSpace> {
    /// Its description.
    pub info: &'static AlgorithmInfo,
    /// Makes a plan.
    pub plan: MakePlan<S>,
}

impl<S: StateSpace> Clone for Construction<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: StateSpace> Copy for Construction<S> {}

/// A [`Construction`] as a search of one step, which proves nothing.
pub(super) struct Constructing<S: StateSpace> {
    space: Arc<S>,
    make: MakePlan<S>,
    plan: Option<Plan<S::Action, S::Cost>>,
    is_over: bool,
    elapsed: Duration,
}

impl<S: StateSpace> Constructing<S> {
    pub(super) fn new(space: Arc<S>, make: MakePlan<S>) -> Self {
        Self { space, make, plan: None, is_over: false, elapsed: Duration::ZERO }
    }
}

impl<S: StateSpace> Search<S> for Constructing<S> {
    fn advance<O: Observer<S> + ?Sized>(&mut self, limits: &Limits, _observer: &mut O) -> Progress {
        if limits.cancel.is_cancelled() && !self.is_over {
            return Progress::Paused(StopReason::Cancelled);
        }
        if !self.is_over {
            let started = Instant::now();
            self.plan = (self.make)(&self.space);
            self.elapsed = started.elapsed();
            self.is_over = true;
        }
        Progress::Done(Termination::Finished)
    }

    fn report(&self) -> SearchReport<S::Action, S::Cost> {
        SearchReport {
            plan: self.plan.clone(),
            lower_bound: S::Cost::ZERO,
            termination: Termination::Finished,
            statistics: Statistics { elapsed: self.elapsed, ..Statistics::default() },
        }
    }
}
