//! Parallel IDA* (Rao, Kumar and Ramesh 1987).

use std::collections::VecDeque;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use tremaux_core::clock::Instant;

use tremaux_core::{
    Cost, Event, Heuristic, Limits, Meter, Observer, Plan, Progress, Search, SearchReport,
    StateSpace, StopReason, Termination, start_thread,
};

use super::branch::Branch;
use super::descent::{IterationCounts, Node, StopCause, Sums};
use super::make_unmake::{Copying, MakeUnmake};
use super::measure::{ByCost, Measure};
use super::search::Phase;
use super::successor_source::{ActionStack, SuccessorSource};
use crate::search_core::{Parent, SearchCore, broken_promises, falls, path_cost};
use crate::zero_costs::ZeroCosts;

/// [`IdaStar`](crate::IdaStar) on several threads, with the same proof of optimality.
///
/// All threads work on the same iteration. An idle thread receives the work that another has
/// left at the state closest to its root. An iteration ends when all of it is searched, or at
/// the first plan, so the plan is optimal if the heuristic is admissible.
///
/// The cost, the bound, and the counts of all iterations but the last are the same in every run
/// and for every number of threads. Which of several cheapest plans is found, and the number of
/// nodes of the last iteration, may vary. At best, the time is that of IDA* divided by the
/// number of threads; the last iteration may take more or less. Each thread needs the memory of
/// one path.
///
/// The observer receives bounds and plans, but no nodes.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct ParallelIdaStar<W = Copying, L = ActionStack> {
    threads: usize,
    #[cfg_attr(feature = "serde", serde(skip))]
    kinds: PhantomData<(W, L)>,
}

impl<W, L> ParallelIdaStar<W, L> {
    pub(super) fn new(threads: usize) -> Self {
        Self { threads, kinds: PhantomData }
    }

    /// Creates a search in its initial state, of a space behind the pointer `P`: `&S` within
    /// one function, or `Arc<S>` for a search that outlives it.
    pub fn start<P, S, H>(&self, space: P, heuristic: H) -> ParallelIdaStarSearch<P, H, S, W, L>
    where
        P: Deref<Target = S>,
        S: StateSpace,
        H: Heuristic<S>,
        W: MakeUnmake<S>,
        L: SuccessorSource<S>,
    {
        let state = space.initial_state();
        let (h, memo) = heuristic.root(&space, &state);
        ParallelIdaStarSearch {
            space,
            heuristic,
            threads: self.threads.max(1),
            root: (h, memo),
            bound: h,
            counts: IterationCounts::new(),
            jobs: VecDeque::new(),
            phase: Phase::Begin,
            core: SearchCore::evaluated_root(),
        }
    }
}

/// A part of the tree that one thread searches.
struct Job<S: StateSpace, H: Heuristic<S>, W: MakeUnmake<S>, L: SuccessorSource<S>> {
    /// The actions from the initial state to the root of the branch.
    prefix: Vec<S::Action>,
    /// The state at the root of the branch.
    state: S::State,
    branch: Branch<S, H, ByCost, W, L>,
}

impl<S: StateSpace, H: Heuristic<S>, W: MakeUnmake<S>, L: SuccessorSource<S>> Job<S, H, W, L> {
    /// Creates a job below a state that is yet to be expanded.
    fn below(
        prefix: Vec<S::Action>,
        state: S::State,
        sums: Sums<S::Cost, H::Memo>,
        recorded: ZeroCosts<S::Cost, S::Packed>,
    ) -> Self {
        let (shared, here) = W::start(state.clone());
        let mut branch = Branch::new(shared, None);
        let last = prefix.last().copied();
        branch.pending = Some(Node { here, sums, last });
        branch.recorded = recorded;
        Self { prefix, state, branch }
    }

    /// The actions from the initial state to the end of the path.
    fn actions(&self) -> Vec<S::Action> {
        let on_path = self.branch.frames.iter().map(|frame| frame.action);
        self.prefix.iter().copied().chain(on_path).collect()
    }

    /// Splits off the actions left to try at the first state that has any.
    fn split(
        &mut self,
        space: &S,
        heuristic: &H,
        bound: S::Cost,
        counts: &mut IterationCounts<S::Cost>,
    ) -> Vec<Self> {
        let branch = &mut self.branch;
        let Some(at) = branch.frames.iter().position(|frame| L::count(&frame.left) > 0) else {
            return Vec::new();
        };
        let mut state = self.state.clone();
        let mut prefix = self.prefix.clone();
        let in_frames = branch.frames.iter().filter(|frame| frame.is_recorded).count();
        let mut recorded = branch.recorded.len() - in_frames;
        for frame in &branch.frames[..at] {
            space.apply(&mut state, frame.action);
            prefix.push(frame.action);
            recorded += usize::from(frame.is_recorded);
        }
        let frame = &mut branch.frames[at];
        let cuts_cycles = space.has_short_cycles();
        let level = if cuts_cycles { S::Cost::ZERO } else { frame.sums.g };
        let Sums { g: parent_g, h: parent_h, memo } = &frame.sums;
        let parent: Parent<'_, S, H> = Parent { state: &state, g: *parent_g, h: *parent_h, memo };
        let recorded = || branch.recorded.of_cost(recorded, level);
        let mut jobs = Vec::new();
        for _ in 0..L::count(&frame.left) {
            let Some(action) = L::next(&mut branch.pool, &mut frame.left) else { break };
            counts.generated += 1;
            let g = parent.g.plus(space.cost(&state, action));
            let mut child = state.clone();
            space.apply(&mut child, action);
            let (h, memo) = parent.estimate(space, heuristic, action, &child);
            let is_broken = heuristic.guarantees().consistent && falls(parent.g, parent.h, g, h);
            counts.inconsistencies += u64::from(is_broken);
            if S::Cost::sum_exceeds(g, h, bound) {
                let f = g.plus(h);
                counts.next_bound = counts.next_bound.min(f);
                counts.overflows |= f == S::Cost::INFINITY && h < f;
                continue;
            }
            let is_recorded = cuts_cycles || g == parent.g;
            let mut recorded = if is_recorded { recorded() } else { ZeroCosts::new() };
            if is_recorded {
                recorded.push(level, space.pack(&state));
                if recorded.contains(level, space.pack(&child)) {
                    continue;
                }
            }
            let mut prefix = prefix.clone();
            prefix.push(action);
            jobs.push(Self::below(prefix, child, Sums { g, h, memo }, recorded));
        }
        jobs
    }
}

/// A running [`ParallelIdaStar`] search. It can be paused like any search, and then keeps the
/// remaining work of all threads.
pub struct ParallelIdaStarSearch<P, H, S, W, L>
where
    S: StateSpace,
    H: Heuristic<S>,
    W: MakeUnmake<S>,
    L: SuccessorSource<S>,
{
    space: P,
    heuristic: H,
    threads: usize,
    root: (S::Cost, H::Memo),
    bound: S::Cost,
    /// The results of the current iteration; the node counts cover all iterations.
    counts: IterationCounts<S::Cost>,
    jobs: VecDeque<Job<S, H, W, L>>,
    phase: Phase,
    core: SearchCore<S>,
}

/// The data shared by the threads.
struct SharedState<S: StateSpace, H: Heuristic<S>, W: MakeUnmake<S>, L: SuccessorSource<S>> {
    board: Mutex<Board<S, H, W, L>>,
    changed: Condvar,
    /// The number of threads waiting for work.
    idle: AtomicUsize,
    /// Whether all threads must stop.
    is_over: AtomicBool,
    /// The number of nodes that may still be expanded.
    room: AtomicU64,
}

struct Board<S: StateSpace, H: Heuristic<S>, W: MakeUnmake<S>, L: SuccessorSource<S>> {
    jobs: VecDeque<Job<S, H, W, L>>,
    /// The number of threads at work.
    working: usize,
    counts: IterationCounts<S::Cost>,
    solution: Option<Vec<S::Action>>,
    stopped: Option<StopReason>,
    longest: usize,
    most_bytes: usize,
}

/// What the threads search in one iteration, and the limits of the slice.
struct Iteration<'a, S: StateSpace, H> {
    space: &'a S,
    heuristic: &'a H,
    bound: S::Cost,
    limits: &'a Limits,
    started: Instant,
}

/// How a thread leaves a job.
enum JobEnd<A> {
    /// Everything within the bound is searched.
    Done,
    /// These actions lead to a goal.
    Solved(Vec<A>),
    /// A limit is reached.
    Stopped(StopReason),
    /// Another thread ended the iteration, or no more nodes may be expanded for now.
    Interrupted,
}

/// Ends the other threads if one panics, for example in a heuristic.
struct PanicGuard<'a>(&'a AtomicBool, &'a Condvar);

impl Drop for PanicGuard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Relaxed);
            self.1.notify_all();
        }
    }
}

impl<S, H, W, L> SharedState<S, H, W, L>
where
    S: StateSpace,
    H: Heuristic<S>,
    W: MakeUnmake<S>,
    L: SuccessorSource<S>,
{
    /// The number of nodes after which a thread checks whether others need work.
    const SLICE: u64 = 1 << 14;

    fn board(&self) -> MutexGuard<'_, Board<S, H, W, L>> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reserves a slice of the nodes that may still be expanded, or what is left of them.
    fn reserve(&self) -> u64 {
        let take = |room: u64| Some(room - room.min(Self::SLICE));
        let before = self.room.fetch_update(Relaxed, Relaxed, take);
        before.map_or(0, |before| before.min(Self::SLICE))
    }

    /// Returns a job, or `None` if the iteration is over.
    fn take(&self) -> Option<Job<S, H, W, L>> {
        let mut board = self.board();
        loop {
            if self.is_over.load(Relaxed) {
                return None;
            } else if let Some(job) = board.jobs.pop_front() {
                board.working += 1;
                return Some(job);
            } else if board.working == 0 {
                self.changed.notify_all();
                return None;
            }
            self.idle.fetch_add(1, Relaxed);
            board = self.changed.wait(board).unwrap_or_else(PoisonError::into_inner);
            self.idle.fetch_sub(1, Relaxed);
        }
    }

    /// Runs one thread's part of an iteration.
    fn work(&self, iteration: &Iteration<'_, S, H>) {
        let _guard = PanicGuard(&self.is_over, &self.changed);
        while let Some(mut job) = self.take() {
            let mut counts = IterationCounts::new();
            let end = self.search(&mut job, iteration, &mut counts);
            self.hand_in(job, end, &counts);
        }
    }

    /// Searches a job in slices, and gives work away between them, until the job or the iteration
    /// ends.
    fn search(
        &self,
        job: &mut Job<S, H, W, L>,
        iteration: &Iteration<'_, S, H>,
        counts: &mut IterationCounts<S::Cost>,
    ) -> JobEnd<S::Action> {
        let &Iteration { space, heuristic, bound, limits, started } = iteration;
        loop {
            if self.is_over.load(Relaxed) {
                return JobEnd::Interrupted;
            }
            let nodes = self.reserve();
            if nodes == 0 {
                // Other threads may return part of their reserved nodes, so the limit is
                // checked again when all have ended.
                self.is_over.store(true, Relaxed);
                return JobEnd::Interrupted;
            }
            let mut slice = Limits::default().with_nodes(nodes);
            slice.cancel = limits.cancel.clone();
            slice.memory = limits.memory;
            slice.time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
            let before = counts.expanded;
            let mut meter = Meter::start(&slice, before);
            let result = job.branch.run(space, heuristic, bound, counts, &mut meter, &mut ());
            self.room.fetch_add(nodes - (counts.expanded - before), Relaxed);
            match result {
                Ok(()) => return JobEnd::Done,
                Err(StopCause::Solved) => return JobEnd::Solved(job.actions()),
                Err(StopCause::Stopped(StopReason::NodeLimit)) => {}
                Err(StopCause::Stopped(reason)) => return JobEnd::Stopped(reason),
                Err(StopCause::Deep) => unreachable!("the recursion was resumed"),
            }
            if self.idle.load(Relaxed) > 0 {
                let jobs = job.split(space, heuristic, bound, counts);
                self.board().jobs.extend(jobs);
                self.changed.notify_all();
            }
        }
    }

    /// Adds the results of a job to those of the iteration, and puts the job back if it is not
    /// done.
    fn hand_in(
        &self,
        job: Job<S, H, W, L>,
        end: JobEnd<S::Action>,
        counts: &IterationCounts<S::Cost>,
    ) {
        let mut board = self.board();
        board.working -= 1;
        board.longest = board.longest.max(job.prefix.len() + job.branch.frames.len() + 1);
        board.most_bytes = board.most_bytes.max(job.branch.bytes());
        let sum = &mut board.counts;
        sum.expanded += counts.expanded;
        sum.generated += counts.generated;
        sum.next_bound = sum.next_bound.min(counts.next_bound);
        sum.overflows |= counts.overflows;
        sum.inconsistencies += counts.inconsistencies;
        if matches!(end, JobEnd::Solved(_) | JobEnd::Stopped(_)) {
            self.is_over.store(true, Relaxed);
        }
        match end {
            JobEnd::Done => {}
            JobEnd::Solved(actions) => {
                board.solution.get_or_insert(actions);
            }
            JobEnd::Stopped(reason) => {
                board.stopped.get_or_insert(reason);
                board.jobs.push_front(job);
            }
            JobEnd::Interrupted => board.jobs.push_front(job),
        }
        self.changed.notify_all();
    }
}

impl<P, S, H, W, L> ParallelIdaStarSearch<P, H, S, W, L>
where
    P: Deref<Target = S>,
    S: StateSpace<State: Send, Action: Send, Packed: Send> + Sync,
    H: Heuristic<S, Memo: Send> + Sync,
    W: MakeUnmake<S, Here: Send, Shared: Send, Token: Send>,
    L: SuccessorSource<S, Left: Send, Pool: Send>,
{
    /// Raises the lower bound: nothing costs less than the next bound.
    fn prove<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) {
        let guarantees = self.heuristic.guarantees();
        let least = <ByCost as Measure<S, H>>::lower_bound(&self.space, guarantees, self.bound);
        let is_known = self.bound < S::Cost::INFINITY || !self.counts.overflows;
        if is_known {
            self.core.prove(least, observer);
        }
    }

    fn begin(&mut self) -> Phase {
        if self.bound == S::Cost::INFINITY {
            return Phase::Done(match self.counts.overflows {
                true => Termination::Stopped(StopReason::CostOverflow),
                false => Termination::Exhausted,
            });
        }
        let (h, memo) = self.root.clone();
        let root = Sums { g: S::Cost::ZERO, h, memo };
        self.jobs.clear();
        self.jobs.push_back(Job::below(
            Vec::new(),
            self.space.initial_state(),
            root,
            ZeroCosts::new(),
        ));
        self.counts.next_bound = S::Cost::INFINITY;
        self.core.statistics.iterations += 1;
        Phase::Resume
    }

    /// Runs the threads on the iteration. Returns why it stopped if it is not over.
    fn run(&mut self, limits: &Limits, started: Instant, room: u64) -> Option<StopCause> {
        let counts = IterationCounts {
            expanded: 0,
            generated: 0,
            inconsistencies: 0,
            ..self.counts.clone()
        };
        let board = Board {
            jobs: std::mem::take(&mut self.jobs),
            working: 0,
            counts,
            solution: None,
            stopped: None,
            longest: 0,
            most_bytes: 0,
        };
        let team = SharedState {
            board: Mutex::new(board),
            changed: Condvar::new(),
            idle: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
            room: AtomicU64::new(room),
        };
        let (space, heuristic) = (&*self.space, &self.heuristic);
        let iteration = Iteration { space, heuristic, bound: self.bound, limits, started };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                if start_thread(scope, || team.work(&iteration)).is_none() {
                    break;
                }
            }
            team.work(&iteration);
        });
        let board = team.board.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.jobs = board.jobs;
        let statistics = &mut self.core.statistics;
        statistics.expanded += board.counts.expanded;
        statistics.generated += board.counts.generated;
        statistics.inconsistencies += board.counts.inconsistencies;
        statistics.evaluated += board.counts.generated;
        statistics.peak_stored = statistics.peak_stored.max(board.longest * self.threads);
        let bytes = board.most_bytes * self.threads + self.space.stored_bytes();
        statistics.peak_bytes = statistics.peak_bytes.max(bytes);
        self.counts = board.counts;
        if let Some(actions) = board.solution {
            let cost = path_cost(&*self.space, &actions);
            statistics.inconsistencies +=
                broken_promises(&*self.space, &self.heuristic, &actions, cost);
            self.core.plan = Some(Plan { actions, cost });
            return Some(StopCause::Solved);
        }
        board.stopped.map(StopCause::Stopped)
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The bound of the current iteration.
    pub fn bound(&self) -> S::Cost {
        self.bound
    }
}

impl<P, S, H, W, L> Search<S> for ParallelIdaStarSearch<P, H, S, W, L>
where
    P: Deref<Target = S>,
    S: StateSpace<State: Send, Action: Send, Packed: Send> + Sync,
    H: Heuristic<S, Memo: Send> + Sync,
    W: MakeUnmake<S, Here: Send, Shared: Send, Token: Send>,
    L: SuccessorSource<S, Left: Send, Pool: Send>,
{
    fn advance<O: Observer<S> + ?Sized>(&mut self, limits: &Limits, observer: &mut O) -> Progress {
        let started = Instant::now();
        let last = self.core.statistics.expanded.saturating_add(limits.nodes.unwrap_or(u64::MAX));
        let progress = loop {
            match self.phase {
                Phase::Done(termination) => break Progress::Done(termination),
                _ if limits.depth.is_some() && self.space.uniform_cost().is_none() => {
                    break self.core.pause(StopReason::DepthUnsupported);
                }
                Phase::Begin => {
                    self.prove(observer);
                    if limits.excludes(self.core.proved()) {
                        break self.core.pause(StopReason::CostLimit);
                    }
                    let is_deeper =
                        |most| <ByCost as Measure<S, H>>::is_deeper(&self.space, self.bound, most);
                    if limits.depth.is_some_and(is_deeper) {
                        break self.core.pause(StopReason::DepthLimit);
                    }
                    self.phase = self.begin();
                }
                Phase::Resume => {
                    match self.run(limits, started, last - self.core.statistics.expanded) {
                        None if !self.jobs.is_empty() => {
                            if last == self.core.statistics.expanded {
                                break self.core.pause(StopReason::NodeLimit);
                            }
                        }
                        None => {
                            self.bound = self.counts.next_bound;
                            self.phase = Phase::Begin;
                        }
                        Some(StopCause::Stopped(reason)) => {
                            break self.core.pause(reason);
                        }
                        Some(_) => {
                            if let Some(plan) = &self.core.plan {
                                observer.observe(Event::Solution(plan.cost));
                            }
                            self.phase = Phase::Done(Termination::Finished);
                        }
                    }
                }
            }
        };
        self.core.statistics.elapsed += started.elapsed();
        progress
    }

    fn report(&self) -> SearchReport<S::Action, S::Cost> {
        let termination = match self.phase {
            Phase::Done(termination) => termination,
            _ => Termination::Stopped(self.core.stopped),
        };
        let counts = &self.core.statistics;
        let entered = counts.expanded.saturating_sub(counts.iterations);
        let pruned = counts.generated.saturating_sub(entered);
        SearchReport::new(self.core.plan.clone(), self.core.proved(), termination, {
            let mut statistics = counts.clone();
            statistics.pruned = pruned;
            statistics
        })
    }
}
