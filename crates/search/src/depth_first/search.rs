//! A running depth-first search.

use std::ops::Deref;

use tremaux_core::{
    Cost, Event, Heuristic, Limits, Meter, Observer, Plan, Progress, Search, SearchReport,
    StateSpace, StopReason, Termination, observe_on_path,
};

use super::branch::Branch;
use super::descent::{IterationCounts, Node, StopCause, Sums};
use super::make_unmake::{Copying, MakeUnmake};
use super::measure::{ByCost, Measure};
use super::successor_source::{ActionStack, SuccessorSource};
use crate::search_core::SearchCore;

/// A running [`DepthFirst`](crate::DepthFirst) or [`IdaStar`](crate::IdaStar) search.
///
/// The search recurses up to a fixed depth. A halt unwinds the recursion into frames, from
/// which the search can continue. A loop that uses only frames is a tenth slower, because the
/// processor predicts returns better than jumps and keeps less in memory.
pub struct DepthFirstSearch<P, H, S, M = ByCost, W = Copying, L = ActionStack>
where
    S: StateSpace,
    H: Heuristic<S>,
    M: Measure<S, H>,
    W: MakeUnmake<S>,
    L: SuccessorSource<S>,
{
    pub(super) space: P,
    pub(super) heuristic: H,
    /// The node at the root.
    pub(super) root: Node<S, H, M, W>,
    pub(super) branch: Branch<S, H, M, W, L>,
    pub(super) bound: M::Value,
    /// The least f beyond the bound.
    pub(super) next_bound: M::Value,
    /// Whether there is only one iteration.
    pub(super) is_single: bool,
    pub(super) plan_count: u64,
    pub(super) phase: Phase,
    pub(super) plans: Vec<Plan<S::Action, S::Cost>>,
    pub(super) core: SearchCore<S>,
}

/// The next phase of a paused search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Starts an iteration at the root.
    Begin,
    /// Continues where the search was halted.
    Resume,
    /// Nothing is left to do.
    Done(Termination),
}

impl<P, H, S, M, W, L> DepthFirstSearch<P, H, S, M, W, L>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
    M: Measure<S, H>,
    W: MakeUnmake<S>,
    L: SuccessorSource<S>,
{
    /// Creates a search in its initial state: with a single iteration bounded by `bound`, or
    /// with repeated iterations, first bounded by the estimate of the initial state.
    pub(crate) fn new(space: P, heuristic: H, bound: Option<M::Value>, plan_count: u64) -> Self {
        let state = space.initial_state();
        let (h, memo) = M::root(&space, &heuristic, &state);
        let (shared, here) = W::start(state);
        Self {
            bound: bound.unwrap_or(h),
            root: Node { here, sums: Sums { g: M::Value::ZERO, h, memo }, last: None },
            branch: Branch::new(shared, Some(0)),
            next_bound: M::Value::INFINITY,
            is_single: bound.is_some(),
            plan_count,
            phase: Phase::Begin,
            plans: Vec::new(),
            core: SearchCore::evaluated_root(),
            space,
            heuristic,
        }
    }

    /// The bound of the current iteration.
    pub fn bound(&self) -> M::Value {
        self.bound
    }

    /// Raises the lower bound: nothing measures less than the next bound.
    fn prove_bound<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) {
        if !self.is_single && self.bound < M::Value::INFINITY {
            let guarantees = self.heuristic.guarantees();
            let bound = M::lower_bound(&self.space, guarantees, self.bound);
            self.core.prove(bound, observer);
        }
    }

    fn begin<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) -> Phase {
        if self.bound == M::Value::INFINITY || self.root.sums.h == M::Value::INFINITY {
            if self.core.overflows {
                return Phase::Done(Termination::Stopped(StopReason::CostOverflow));
            }
            let guarantees = self.heuristic.guarantees();
            if guarantees.safe {
                self.core.prove(S::Cost::INFINITY, observer);
            }
            return Phase::Done(Termination::Exhausted);
        }
        if self.core.statistics.iterations == 0 {
            let state = W::state(&self.branch.shared, &self.root.here);
            let (g, h) = (S::Cost::ZERO, M::as_cost(&self.space, self.root.sums.h));
            observe_on_path(observer, Event::Generated { state, action: None, g, h });
        }
        if !self.is_single {
            observer.observe(Event::Iteration(M::as_cost(&self.space, self.bound)));
        }
        self.branch.pending = Some(self.root.clone());
        self.core.statistics.iterations += 1;
        self.next_bound = M::Value::INFINITY;
        Phase::Resume
    }

    /// Decides what follows when everything within the bound was searched.
    fn end_iteration<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) -> Phase {
        if !self.is_single && self.plans.is_empty() {
            self.bound = self.next_bound;
            return Phase::Begin;
        }
        let guarantees = self.heuristic.guarantees();
        let is_complete = self.next_bound == M::Value::INFINITY && !self.core.overflows;
        let found = self.plans.iter().map(|plan| plan.cost).min().unwrap_or(S::Cost::INFINITY);
        if is_complete && guarantees.safe {
            self.core.prove(found, observer);
        } else if self.is_single && !self.core.overflows {
            let beyond = M::lower_bound(&self.space, guarantees, self.next_bound);
            self.core.prove(beyond.min(found), observer);
        }
        Phase::Done(if is_complete || !self.plans.is_empty() {
            Termination::Exhausted
        } else if self.core.overflows && self.next_bound == M::Value::INFINITY {
            Termination::Stopped(StopReason::CostOverflow)
        } else {
            Termination::Stopped(StopReason::DepthLimit)
        })
    }

    /// Records the plan that ends at the pending goal. Returns whether there are enough plans.
    fn keep_plan<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) -> bool {
        let actions: Vec<S::Action> = self.branch.frames.iter().map(|frame| frame.action).collect();
        let plan = self.core.price(&*self.space, &self.heuristic, actions, observer);
        self.plans.push(plan);
        // The states on the plan are kept.
        self.branch.path = Some(0);
        self.plans.len() as u64 >= self.plan_count
    }

    /// Continues from the end of the path until the iteration is over.
    fn run<O: Observer<S> + ?Sized>(
        &mut self,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<(), StopCause> {
        let statistics = &mut self.core.statistics;
        let mut counts = IterationCounts {
            next_bound: self.next_bound,
            expanded: statistics.expanded,
            generated: statistics.generated,
            overflows: self.core.overflows,
            inconsistencies: statistics.inconsistencies,
        };
        let (space, heuristic) = (&*self.space, &self.heuristic);
        let result = self.branch.run(space, heuristic, self.bound, &mut counts, meter, observer);
        (self.next_bound, self.core.overflows) = (counts.next_bound, counts.overflows);
        statistics.inconsistencies = counts.inconsistencies;
        statistics.evaluated += counts.generated - statistics.generated;
        (statistics.expanded, statistics.generated) = (counts.expanded, counts.generated);
        statistics.peak_stored = statistics.peak_stored.max(self.branch.frames.len() + 1);
        let bytes = self.branch.bytes() + self.space.stored_bytes();
        statistics.peak_bytes = statistics.peak_bytes.max(bytes);
        result
    }
}

impl<P, H, S, M, W, L> Search<S> for DepthFirstSearch<P, H, S, M, W, L>
where
    P: Deref<Target = S>,
    S: StateSpace,
    M: Measure<S, H>,
    W: MakeUnmake<S>,
    L: SuccessorSource<S>,
    H: Heuristic<S>,
{
    fn advance<O: Observer<S> + ?Sized>(&mut self, limits: &Limits, observer: &mut O) -> Progress {
        let mut meter = Meter::start(limits, self.core.statistics.expanded);
        let progress = loop {
            match self.phase {
                Phase::Done(termination) => break Progress::Done(termination),
                _ if limits.depth.is_some() && !M::limits_depth(&self.space) => {
                    break self.core.pause(StopReason::DepthUnsupported);
                }
                Phase::Begin => {
                    self.prove_bound(observer);
                    if limits.excludes(self.core.proved()) {
                        break self.core.pause(StopReason::CostLimit);
                    }
                    if limits.depth.is_some_and(|most| M::is_deeper(&self.space, self.bound, most))
                    {
                        break self.core.pause(StopReason::DepthLimit);
                    }
                    self.phase = self.begin(observer);
                }
                Phase::Resume => match self.run(&mut meter, observer) {
                    Ok(()) => self.phase = self.end_iteration(observer),
                    Err(StopCause::Solved) => {
                        if self.keep_plan(observer) {
                            self.phase = Phase::Done(Termination::Finished);
                        }
                        // Continue as if the goal had no successors.
                        self.branch.pending = None;
                    }
                    Err(StopCause::Stopped(reason)) => {
                        break self.core.pause(reason);
                    }
                    Err(StopCause::Deep) => unreachable!("the recursion was resumed"),
                },
            }
        };
        self.core.statistics.elapsed += meter.elapsed();
        progress
    }

    fn report(&self) -> SearchReport<S::Action, S::Cost> {
        let termination = match self.phase {
            Phase::Done(termination) => termination,
            _ => Termination::Stopped(self.core.stopped),
        };
        let counts = &self.core.statistics;
        // Count the states that were entered: all that were expanded, goals, or are pending,
        // except for the initial state, which was not generated.
        let is_over = matches!(self.phase, Phase::Done(_));
        let pends = !is_over && self.branch.pending.is_some();
        let entered = counts.expanded + self.plans.len() as u64 + u64::from(pends);
        let entered = entered.saturating_sub(counts.iterations);
        let statistics = {
            let mut statistics = counts.clone();
            statistics.pruned = counts.generated.saturating_sub(entered);
            statistics
        };
        let cheapest = self.plans.iter().min_by_key(|plan| plan.cost);
        SearchReport::new(cheapest.cloned(), self.core.proved(), termination, statistics)
    }

    fn saved(&self) -> Option<Vec<u8>> {
        Some(self.checkpoint())
    }

    fn solutions(&self) -> Vec<Plan<S::Action, S::Cost>> {
        self.plans.clone()
    }
}
