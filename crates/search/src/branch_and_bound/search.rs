//! A running depth-first branch and bound.

use std::collections::HashSet;
use std::ops::Deref;

use foldhash::fast::FixedState;
use tremaux_core::{
    Cost, Event, Heuristic, Limits, Meter, Observer, Plan, Progress, Search, SearchReport,
    StateSpace, StopReason, Termination,
};

use super::cutoff::Cutoff;
use super::frame::{Child, Entry, Frame, Mark, Node, Pending, StopCause, Successor};
use super::growth::{Growth, Options, Rule};
use super::memory::StateMemory;
use super::ordering::ActionOrder;
use super::pathmax::Pathmax;
use crate::depth_first::{ByCost, MakeUnmake, Measure, SuccessorSource, multiple};
use crate::search_core::SearchCore;
use crate::zero_costs::ZeroCosts;

/// A running [`BranchAndBound`](crate::BranchAndBound) search.
pub struct BranchAndBoundSearch<P, H, S, T, O, X, W, L>
where
    S: StateSpace,
    H: Heuristic<S>,
    T: StateMemory<S>,
    O: ActionOrder<S>,
    X: Pathmax<S>,
    W: MakeUnmake<S>,
    L: SuccessorSource<S>,
{
    pub(super) space: P,
    pub(super) heuristic: H,
    pub(super) memory: T,
    pub(super) order: O,
    pub(super) tries_best_first: bool,
    pub(super) plan_count: u64,
    pub(super) growth: Growth<S::Cost>,
    root: (S::Cost, H::Memo),
    pub(super) shared: W::Shared,
    pub(super) frames: Vec<Frame<S, H, W, T>>,
    /// The children of all states on the path.
    pub(super) pool: Vec<Child<S, O, X>>,
    /// The end of the path, yet to be expanded.
    pub(super) pending: Option<Pending<S, H, W, T>>,
    /// The path, if actions are tried in the listed order.
    pub(super) entries: Vec<Entry<S, H, W, L>>,
    /// The storage for their actions.
    pub(super) action_pool: L::Pool,
    /// The marks of the entries that are stored in the table.
    pub(super) marks: Vec<Mark<S, T>>,
    /// Buffers for the actions of one state.
    pub(super) kept: Vec<S::Action>,
    pub(super) all: Vec<S::Action>,
    pub(super) after: Vec<S::Action>,
    /// The successors of one state, to be reported to observers.
    pub(super) successor_events: Vec<Successor<S::Action, S::Cost>>,
    /// The states on the path that were left by zero-cost actions, with their g.
    pub(super) zeros: ZeroCosts<S::Cost, S::Packed>,
    /// All states on the path, if none may occur twice.
    pub(super) path: HashSet<S::Packed, FixedState>,
    /// The number by which the space knows the path; 0 if it stores no states, or has yet to
    /// hear of it.
    pub(super) path_number: u64,
    /// Whether no path of this iteration may visit a state twice.
    pub(super) cuts_cycles: bool,
    /// The most nodes of an iteration that completed.
    most_nodes: u64,
    /// The bound with which the iterations continue after an attempt at a proof without a bound.
    after_attempt: Option<S::Cost>,
    /// The number of states expanded after the last such attempt.
    attempted: u64,
    pub(super) cutoff: Cutoff<S::Cost>,
    /// The largest estimate that a goal can have.
    pub(super) most_at_goals: S::Cost,
    /// The least f beyond the limit.
    pub(super) next_bound: S::Cost,
    /// The least f that was bounded for other reasons.
    pub(super) next_within: S::Cost,
    pub(super) plans: Vec<Plan<S::Action, S::Cost>>,
    /// The number of states expanded when the iteration began.
    expanded_before: u64,
    /// The number of expansions at which the iteration is abandoned.
    pub(super) budget: u64,
    /// The number of expansions at which limits and budget are checked next.
    pub(super) next_poll: u64,
    /// The number of evaluations of states that do not count as generated.
    pub(super) evaluated_beside: u64,
    phase: Phase,
    pub(super) core: SearchCore<S>,
}

/// The fewest nodes of an attempt to prove that there is no plan.
const LEAST_ATTEMPT: u64 = 1000;

/// The next phase of a paused search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Start,
    /// Starts an iteration at the root.
    Begin,
    Resume,
    Done(Termination),
}

impl<P, H, S, T, O, X, W, L> BranchAndBoundSearch<P, H, S, T, O, X, W, L>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
    T: StateMemory<S>,
    O: ActionOrder<S>,
    X: Pathmax<S>,
    W: MakeUnmake<S>,
    L: SuccessorSource<S>,
{
    /// Creates a search in its initial state.
    pub(super) fn new(space: P, heuristic: H, memory: T, mut order: O, options: Options) -> Self {
        let Options { rule, tries_best_first, plan_count } = options;
        let state = space.initial_state();
        let root = heuristic.root(&space, &state);
        let (shared, _) = W::start(state);
        order.begin(&space);
        let is_admissible = heuristic.guarantees().admissible;
        Self {
            cutoff: Cutoff {
                limit: if rule == Rule::Once { S::Cost::INFINITY } else { root.0 },
                incumbent: S::Cost::INFINITY,
                wants_one: plan_count == 1,
            },
            most_at_goals: if is_admissible { S::Cost::ZERO } else { S::Cost::INFINITY },
            memory,
            order,
            tries_best_first,
            plan_count,
            growth: Growth::new(rule),
            root,
            shared,
            frames: Vec::new(),
            pool: Vec::new(),
            pending: None,
            entries: Vec::new(),
            action_pool: L::Pool::default(),
            marks: Vec::new(),
            kept: Vec::new(),
            after: Vec::new(),
            all: Vec::new(),
            successor_events: Vec::new(),
            zeros: ZeroCosts::new(),
            path: HashSet::with_hasher(FixedState::with_seed(2)),
            path_number: 0,
            cuts_cycles: false,
            most_nodes: 0,
            after_attempt: None,
            attempted: 0,
            next_bound: S::Cost::INFINITY,
            next_within: S::Cost::INFINITY,
            plans: Vec::new(),
            expanded_before: 0,
            budget: u64::MAX,
            next_poll: 0,
            evaluated_beside: 1,
            phase: Phase::Start,
            core: SearchCore::default(),
            space,
            heuristic,
        }
    }

    /// The bound of the current iteration; infinite if there is only one.
    pub fn bound(&self) -> S::Cost {
        self.cutoff.limit
    }

    fn prove<Q: Observer<S> + ?Sized>(&mut self, bound: S::Cost, observer: &mut Q) {
        let guarantees = self.heuristic.guarantees();
        let bound = <ByCost as Measure<S, H>>::lower_bound(&self.space, guarantees, bound);
        self.core.prove(bound, observer);
    }

    /// Sets the bound of the next iteration to what the limits allow. Returns why none may begin,
    /// if none may.
    fn may_begin(&mut self, limits: &Limits) -> Result<(), StopReason> {
        if limits.excludes(self.core.proved()) {
            return Err(StopReason::CostLimit);
        }
        let Some(most) = limits.depth else { return Ok(()) };
        if let Some(limit) = self.after_attempt.take() {
            self.cutoff.limit = limit;
        }
        if self.growth.rule == Rule::Once
            && self.core.statistics.iterations == 0
            && let Some(cost) = self.space.uniform_cost()
        {
            self.cutoff.limit = multiple(cost, most);
        }
        match <ByCost as Measure<S, H>>::is_deeper(&self.space, self.cutoff.limit, most) {
            true => Err(StopReason::DepthLimit),
            false => Ok(()),
        }
    }

    /// Reports that an iteration begins.
    fn tell_iteration<Q: Observer<S> + ?Sized>(&self, observer: &mut Q) {
        if self.core.statistics.iterations == 0 {
            let (state, g, h) = (&self.space.initial_state(), S::Cost::ZERO, self.root.0);
            observer.observe(Event::Generated { state, action: None, g, h });
        }
        if self.growth.rule != Rule::Once && self.after_attempt.is_none() {
            observer.observe(Event::Iteration(self.cutoff.limit));
        }
    }

    fn begin(&mut self) {
        let state = self.space.initial_state();
        let (h, memo) = self.root.clone();
        let (shared, here) = W::start(state);
        self.shared = shared;
        self.frames.clear();
        self.pool.clear();
        self.entries.clear();
        self.marks.clear();
        self.action_pool = L::Pool::default();
        self.zeros.clear();
        self.path.clear();
        self.path_number = 0;
        self.memory.begin(self.cutoff.limit);
        let (g, bound) = (S::Cost::ZERO, h);
        self.pending = Some((Node { here, g, h, memo, bound, last: None }, None));
        (self.next_bound, self.next_within) = (S::Cost::INFINITY, S::Cost::INFINITY);
        self.core.statistics.iterations += 1;
        self.expanded_before = self.core.statistics.expanded;
        // With a table, an iteration ends without this, and stored bounds would be lost.
        let cuts_plainly = !T::IS_USED && self.space.has_short_cycles();
        self.cuts_cycles =
            self.growth.rule == Rule::Once || self.after_attempt.is_some() || cuts_plainly;
        let budget = match self.after_attempt {
            Some(_) => self.expanded_before.max(LEAST_ATTEMPT),
            None => self.growth.budget(),
        };
        self.budget = self.expanded_before.saturating_add(budget);
        self.next_poll = self.expanded_before;
    }

    /// Bytes allocated for the path.
    pub(super) fn path_bytes(&self) -> usize {
        // A hash table has a byte of control for each place.
        let packed = size_of::<S::Packed>() + self.space.packed_heap_bytes();
        self.frames.capacity() * size_of::<Frame<S, H, W, T>>()
            + self.entries.capacity() * size_of::<Entry<S, H, W, L>>()
            + self.marks.capacity() * size_of::<Mark<S, T>>()
            + L::bytes(&self.action_pool)
            + self.pool.capacity() * size_of::<Child<S, O, X>>()
            + self.path.capacity() * (packed + 1) * 8 / 7
            + self.zeros.bytes()
            + self.space.stored_bytes()
    }

    /// Whether to try to prove that there is no plan: by a search without a bound, which ends on
    /// a finite space.
    ///
    /// Stored bounds of states on a cycle raise one another forever, so that a bound always cuts
    /// something off. An attempt takes at most as many nodes as all iterations before it.
    fn may_attempt(&self) -> bool {
        self.space.has_short_cycles() && self.core.statistics.expanded / 2 >= self.attempted
    }

    /// Decides what follows an iteration.
    fn end<Q: Observer<S> + ?Sized>(&mut self, is_complete: bool, observer: &mut Q) -> Phase {
        let nodes = self.core.statistics.expanded - self.expanded_before;
        if let (false, Some(limit)) = (is_complete, self.after_attempt) {
            (self.after_attempt, self.attempted) = (None, self.core.statistics.expanded);
            self.cutoff.limit = limit;
            return Phase::Begin;
        }
        if is_complete {
            let least = self.next_bound.min(self.cutoff.incumbent);
            let is_known = least < S::Cost::INFINITY || !self.core.overflows;
            if is_known {
                self.prove(least, observer);
            }
            if self.cutoff.incumbent <= self.next_bound {
                return Phase::Done(if !self.plans.is_empty() {
                    Termination::Finished
                } else if self.core.overflows {
                    Termination::Stopped(StopReason::CostOverflow)
                } else {
                    Termination::Exhausted
                });
            }
            self.cutoff.limit = self.growth.next(self.cutoff.limit, least, nodes, true);
            let is_stalled = T::IS_USED && nodes <= self.most_nodes && self.plans.is_empty();
            self.most_nodes = self.most_nodes.max(nodes);
            if is_stalled && self.may_attempt() {
                self.after_attempt = Some(self.cutoff.limit);
                self.cutoff.limit = S::Cost::INFINITY;
            }
        } else {
            // The best bound proved so far, or the estimate.
            let least = self.core.lower_bound.max(self.root.0);
            self.cutoff.limit = self.growth.next(self.cutoff.limit, least, nodes, false);
        }
        Phase::Begin
    }
}

impl<P, H, S, T, O, X, W, L> Search<S> for BranchAndBoundSearch<P, H, S, T, O, X, W, L>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
    T: StateMemory<S>,
    O: ActionOrder<S>,
    X: Pathmax<S>,
    W: MakeUnmake<S>,
    L: SuccessorSource<S>,
{
    fn advance<Q: Observer<S> + ?Sized>(&mut self, limits: &Limits, observer: &mut Q) -> Progress {
        let mut meter = Meter::start(limits, self.core.statistics.expanded);
        self.next_poll = self.core.statistics.expanded;
        let progress = loop {
            match self.phase {
                Phase::Done(termination) => break Progress::Done(termination),
                _ if limits.depth.is_some() && self.space.uniform_cost().is_none() => {
                    break self.core.pause(StopReason::DepthUnsupported);
                }
                Phase::Start => {
                    self.prove(self.root.0, observer);
                    self.phase = match self.root.0 == S::Cost::INFINITY {
                        true => Phase::Done(Termination::Exhausted),
                        false => Phase::Begin,
                    };
                }
                Phase::Begin => {
                    if let Err(reason) = self.may_begin(limits) {
                        break self.core.pause(reason);
                    }
                    self.tell_iteration(observer);
                    self.begin();
                    self.phase = Phase::Resume;
                }
                Phase::Resume => match self.run(&mut meter, observer) {
                    Ok(()) => self.phase = self.end(true, observer),
                    Err(StopCause::Budget) => self.phase = self.end(false, observer),
                    Err(StopCause::Enough) => self.phase = Phase::Done(Termination::Finished),
                    Err(StopCause::Stopped(reason)) => {
                        break self.core.pause(reason);
                    }
                },
            }
        };
        let own = self.path_bytes();
        let statistics = &mut self.core.statistics;
        statistics.evaluated = statistics.generated + self.evaluated_beside;
        statistics.peak_bytes = statistics.peak_bytes.max(self.memory.bytes() + own);
        statistics.peak_stored =
            statistics.peak_stored.max(self.frames.len() + self.entries.len() + 1);
        statistics.elapsed += meter.elapsed();
        progress
    }

    fn report(&self) -> SearchReport<S::Action, S::Cost> {
        let termination = match self.phase {
            Phase::Done(termination) => termination,
            _ => Termination::Stopped(self.core.stopped),
        };
        SearchReport::new(
            self.plans.iter().min_by_key(|plan| plan.cost).cloned(),
            self.core.proved(),
            termination,
            self.core.statistics.clone(),
        )
    }

    fn solutions(&self) -> Vec<Plan<S::Action, S::Cost>> {
        self.plans.clone()
    }
}
