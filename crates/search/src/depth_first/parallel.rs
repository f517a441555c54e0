//! IDA* by several threads (Rao, Kumar and Ramesh 1987).

use std::collections::VecDeque;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tremaux_core::{
    Cost, Event, Heuristic, Limits, Meter, Observer, Plan, Progress, Search, SearchReport,
    StateSpace, Statistics, StopReason, Termination,
};

use super::branch::{Branch, Tally};
use super::descent::{Halt, Node};
use super::listing::{Listed, Listing};
use super::measure::{ByCost, Measure};
use super::search::Phase;
use super::walk::{Copying, Walk};
use crate::zero_costs::ZeroCosts;

/// [`IdaStar`](crate::IdaStar) by several threads, with the same proof.
///
/// Each iteration is searched by all threads: whoever has nothing to do is given what
/// another has left at the state nearest to its root. An iteration ends when all of it is
/// searched, or at the first plan, so that an admissible heuristic makes the plan optimal.
///
/// Cost, bound, and the counts of all iterations but the last are the same in every run and
/// for every number of threads; which of several cheapest plans is found, and the nodes of
/// the last iteration, are not. Time is that of IDA* divided by the threads at best: the
/// last iteration may take more, or less. Memory is a path for each thread.
///
/// The observer is told of bounds and plans, and not of nodes.
#[derive(Clone, Copy, Debug)]
pub struct ParallelIdaStar<W = Copying, L = Listed> {
    threads: usize,
    kinds: PhantomData<(W, L)>,
}

impl<W, L> ParallelIdaStar<W, L> {
    pub(super) fn new(threads: usize) -> Self {
        Self { threads: threads.max(1), kinds: PhantomData }
    }

    /// A search that has not yet taken a step, of a space behind the pointer `P`: `&S` within
    /// one function, `Arc<S>` for a search that outlives it.
    pub fn start<P, S, H>(&self, space: P, heuristic: H) -> ParallelIdaStarSearch<P, H, S, W, L>
    where
        P: Deref<Target = S>,
        S: StateSpace,
        H: Heuristic<S>,
        W: Walk<S>,
        L: Listing<S>,
    {
        let state = space.initial_state();
        let (h, memo) = heuristic.root(&space, &state);
        ParallelIdaStarSearch {
            space,
            heuristic,
            threads: self.threads,
            root: (h, memo),
            bound: h,
            tally: Tally::new(),
            jobs: VecDeque::new(),
            plan: None,
            phase: Phase::Begin,
            stopped: StopReason::NodeLimit,
            lower_bound: S::Cost::ZERO,
            statistics: Statistics { evaluated: 1, ..Statistics::default() },
        }
    }
}

/// A part of the tree that one thread searches at a time.
struct Job<S: StateSpace, H: Heuristic<S>, W: Walk<S>, L: Listing<S>> {
    /// The way from the initial state to where the branch begins.
    prefix: Vec<S::Action>,
    /// The state where the branch begins.
    state: S::State,
    branch: Branch<S, H, ByCost, W, L>,
}

impl<S: StateSpace, H: Heuristic<S>, W: Walk<S>, L: Listing<S>> Job<S, H, W, L> {
    /// Below a state that is yet to be expanded.
    fn below(
        prefix: Vec<S::Action>,
        state: S::State,
        (g, h, memo): (S::Cost, S::Cost, H::Memo),
        zeros: ZeroCosts<S::Cost, S::Packed>,
    ) -> Self {
        let (shared, here) = W::start(state.clone());
        let mut branch = Branch::new(shared);
        let last = prefix.last().copied();
        branch.pending = Some(Node { here, g, h, memo, last });
        branch.zeros = zeros;
        Self { prefix, state, branch }
    }

    /// The actions from the initial state to the end of the path.
    fn actions(&self) -> Vec<S::Action> {
        let on_path = self.branch.frames.iter().map(|frame| frame.action);
        self.prefix.iter().copied().chain(on_path).collect()
    }

    /// Takes away what is left to try at the first state that has something left.
    fn split(
        &mut self,
        (space, heuristic): (&S, &H),
        bound: S::Cost,
        tally: &mut Tally<S::Cost>,
    ) -> Vec<Self> {
        let branch = &mut self.branch;
        let Some(at) = branch.frames.iter().position(|frame| L::count(&frame.left) > 0) else {
            return Vec::new();
        };
        let mut state = self.state.clone();
        let mut prefix = self.prefix.clone();
        let is_free = branch.frames.iter().filter(|frame| frame.is_free).count();
        let mut zeros = branch.zeros.len() - is_free;
        for frame in &branch.frames[..at] {
            space.apply(&mut state, frame.action);
            prefix.push(frame.action);
            zeros += usize::from(frame.is_free);
        }
        let frame = &mut branch.frames[at];
        let zeros = |g| branch.zeros.of_cost(zeros, g);
        let mut jobs = Vec::new();
        for _ in 0..L::count(&frame.left) {
            let Some(action) = L::next(&mut branch.pool, &mut frame.left) else { break };
            tally.generated += 1;
            let g = frame.g.plus(space.cost(&state, action));
            let mut child = state.clone();
            space.apply(&mut child, action);
            let (h, memo) = heuristic
                .ahead(space, &state, frame.h, &frame.memo, action)
                .unwrap_or_else(|| heuristic.child(space, frame.h, &frame.memo, action, &child));
            if S::Cost::sum_exceeds(g, h, bound) {
                let f = g.plus(h);
                tally.next_bound = tally.next_bound.min(f);
                tally.overflows |= f == S::Cost::INFINITY && h < f;
                continue;
            }
            let mut zeros = if g == frame.g { zeros(g) } else { ZeroCosts::new() };
            if g == frame.g {
                zeros.push(g, space.pack(&state));
                if zeros.contains(g, space.pack(&child)) {
                    continue;
                }
            }
            let mut prefix = prefix.clone();
            prefix.push(action);
            jobs.push(Self::below(prefix, child, (g, h, memo), zeros));
        }
        jobs
    }
}

/// A [`ParallelIdaStar`] under way. It can be paused like any search: what the threads have
/// left is kept as it is.
pub struct ParallelIdaStarSearch<P, H, S, W, L>
where
    S: StateSpace,
    H: Heuristic<S>,
    W: Walk<S>,
    L: Listing<S>,
{
    space: P,
    heuristic: H,
    threads: usize,
    root: (S::Cost, H::Memo),
    bound: S::Cost,
    /// Of the iteration under way; nodes of all.
    tally: Tally<S::Cost>,
    jobs: VecDeque<Job<S, H, W, L>>,
    plan: Option<Plan<S::Action, S::Cost>>,
    phase: Phase,
    stopped: StopReason,
    lower_bound: S::Cost,
    statistics: Statistics,
}

/// What the threads share.
struct Team<S: StateSpace, H: Heuristic<S>, W: Walk<S>, L: Listing<S>> {
    board: Mutex<Board<S, H, W, L>>,
    changed: Condvar,
    /// How many threads wait for work.
    idle: AtomicUsize,
    /// Whether all shall stop.
    is_over: AtomicBool,
    /// How many nodes may yet be expanded.
    room: AtomicU64,
}

struct Board<S: StateSpace, H: Heuristic<S>, W: Walk<S>, L: Listing<S>> {
    jobs: VecDeque<Job<S, H, W, L>>,
    /// How many threads are at work.
    working: usize,
    tally: Tally<S::Cost>,
    solution: Option<Vec<S::Action>>,
    stopped: Option<StopReason>,
    longest: usize,
    most_bytes: usize,
}

/// Lets the others end if a thread panics, in a heuristic say.
struct PanicGuard<'a>(&'a AtomicBool, &'a Condvar);

impl Drop for PanicGuard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Relaxed);
            self.1.notify_all();
        }
    }
}

impl<S, H, W, L> Team<S, H, W, L>
where
    S: StateSpace,
    H: Heuristic<S>,
    W: Walk<S>,
    L: Listing<S>,
{
    /// After how many nodes a thread looks whether others want some of its work.
    const SLICE: u64 = 1 << 14;

    fn board(&self) -> MutexGuard<'_, Board<S, H, W, L>> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes so many nodes of what may yet be expanded, or what is left of it.
    fn reserve(&self) -> u64 {
        let take = |room: u64| Some(room - room.min(Self::SLICE));
        let before = self.room.fetch_update(Relaxed, Relaxed, take);
        before.map_or(0, |before| before.min(Self::SLICE))
    }

    /// A job to do, or `None` if the iteration is over.
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

    /// One thread's part of an iteration, bounded by `bound`.
    fn work(&self, problem: (&S, &H), bound: S::Cost, limits: &Limits, started: Instant) {
        let _guard = PanicGuard(&self.is_over, &self.changed);
        while let Some(mut job) = self.take() {
            let mut tally = Tally::new();
            let (mut solution, mut stopped) = (None, None);
            let is_done = loop {
                if self.is_over.load(Relaxed) {
                    break false;
                }
                let nodes = self.reserve();
                if nodes == 0 {
                    // Others may give back some of theirs: see there when all have ended.
                    self.is_over.store(true, Relaxed);
                    break false;
                }
                let mut slice = Limits::default().with_nodes(nodes);
                slice.cancel = limits.cancel.clone();
                slice.memory = limits.memory;
                slice.time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
                let before = tally.expanded;
                let mut meter = Meter::start(&slice, before);
                let result = job.branch.run(problem, bound, &mut tally, &mut meter, &mut ());
                self.room.fetch_add(nodes - (tally.expanded - before), Relaxed);
                match result {
                    Ok(()) => break true,
                    Err(Halt::Solved) => {
                        solution = Some(job.actions());
                        break true;
                    }
                    Err(Halt::Stopped(StopReason::NodeLimit)) => {}
                    Err(Halt::Stopped(reason)) => {
                        stopped = Some(reason);
                        break false;
                    }
                    Err(Halt::Deep) => unreachable!("the recursion was taken up again"),
                }
                if self.idle.load(Relaxed) > 0 {
                    let jobs = job.split(problem, bound, &mut tally);
                    let mut board = self.board();
                    board.jobs.extend(jobs);
                    self.changed.notify_all();
                }
            };
            let mut board = self.board();
            board.working -= 1;
            board.longest = board.longest.max(job.prefix.len() + job.branch.frames.len() + 1);
            board.most_bytes = board.most_bytes.max(job.branch.bytes());
            let sum = &mut board.tally;
            sum.expanded += tally.expanded;
            sum.generated += tally.generated;
            sum.next_bound = sum.next_bound.min(tally.next_bound);
            sum.overflows |= tally.overflows;
            if !is_done {
                board.jobs.push_front(job);
            }
            let is_over = solution.is_some() || stopped.is_some();
            board.solution = board.solution.take().or(solution);
            board.stopped = board.stopped.or(stopped);
            if is_over {
                self.is_over.store(true, Relaxed);
            }
            self.changed.notify_all();
        }
    }
}

impl<P, S, H, W, L> ParallelIdaStarSearch<P, H, S, W, L>
where
    P: Deref<Target = S>,
    S: StateSpace<State: Send, Action: Send, Packed: Send> + Sync,
    H: Heuristic<S, Memo: Send> + Sync,
    W: Walk<S, Here: Send, Shared: Send, Token: Send>,
    L: Listing<S, Left: Send, Pool: Send>,
{
    /// What the iterations so far prove: nothing costs less than the next bound.
    fn prove<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) {
        let guarantees = self.heuristic.guarantees();
        let least = <ByCost as Measure<S, H>>::lower_bound(&self.space, guarantees, self.bound);
        let is_known = self.bound < S::Cost::INFINITY || !self.tally.overflows;
        if least > self.lower_bound && is_known {
            self.lower_bound = least;
            self.statistics.expanded_before_last_layer = self.statistics.expanded;
            if least < S::Cost::INFINITY {
                observer.observe(Event::LowerBound(least));
            }
        }
    }

    fn begin(&mut self) -> Phase {
        if self.bound == S::Cost::INFINITY {
            return Phase::Done(match self.tally.overflows {
                true => Termination::Stopped(StopReason::CostOverflow),
                false => Termination::Exhausted,
            });
        }
        let (h, memo) = self.root.clone();
        let root = (S::Cost::ZERO, h, memo);
        self.jobs.clear();
        self.jobs.push_back(Job::below(
            Vec::new(),
            self.space.initial_state(),
            root,
            ZeroCosts::new(),
        ));
        self.tally.next_bound = S::Cost::INFINITY;
        self.statistics.iterations += 1;
        Phase::Resume
    }

    /// Lets the threads go on with the iteration; why it stops before it is over.
    fn run(&mut self, limits: &Limits, started: Instant, room: u64) -> Option<Halt> {
        let tally = Tally { expanded: 0, generated: 0, ..self.tally.clone() };
        let board = Board {
            jobs: std::mem::take(&mut self.jobs),
            working: 0,
            tally,
            solution: None,
            stopped: None,
            longest: 0,
            most_bytes: 0,
        };
        let team = Team {
            board: Mutex::new(board),
            changed: Condvar::new(),
            idle: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
            room: AtomicU64::new(room),
        };
        let (problem, bound) = ((&*self.space, &self.heuristic), self.bound);
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(|| team.work(problem, bound, limits, started));
            }
            team.work(problem, bound, limits, started);
        });
        let board = team.board.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.jobs = board.jobs;
        let statistics = &mut self.statistics;
        statistics.expanded += board.tally.expanded;
        statistics.generated += board.tally.generated;
        statistics.evaluated += board.tally.generated;
        statistics.peak_stored = statistics.peak_stored.max(board.longest * self.threads);
        statistics.peak_bytes = statistics.peak_bytes.max(board.most_bytes * self.threads);
        self.tally = board.tally;
        if let Some(actions) = board.solution {
            let mut state = self.space.initial_state();
            let mut cost = S::Cost::ZERO;
            for &action in &actions {
                cost = cost.plus(self.space.cost(&state, action));
                self.space.apply(&mut state, action);
            }
            self.plan = Some(Plan { actions, cost });
            return Some(Halt::Solved);
        }
        board.stopped.map(Halt::Stopped)
    }

    /// How many threads search.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The bound of the iteration under way.
    #[must_use]
    pub fn bound(&self) -> S::Cost {
        self.bound
    }
}

impl<P, S, H, W, L> Search<S> for ParallelIdaStarSearch<P, H, S, W, L>
where
    P: Deref<Target = S>,
    S: StateSpace<State: Send, Action: Send, Packed: Send> + Sync,
    H: Heuristic<S, Memo: Send> + Sync,
    W: Walk<S, Here: Send, Shared: Send, Token: Send>,
    L: Listing<S, Left: Send, Pool: Send>,
{
    fn advance<O: Observer<S> + ?Sized>(&mut self, limits: &Limits, observer: &mut O) -> Progress {
        let started = Instant::now();
        let last = self.statistics.expanded.saturating_add(limits.nodes.unwrap_or(u64::MAX));
        let progress = loop {
            match self.phase {
                Phase::Done(termination) => break Progress::Done(termination),
                Phase::Begin => {
                    self.prove(observer);
                    let is_deeper =
                        |most| <ByCost as Measure<S, H>>::is_deeper(&self.space, self.bound, most);
                    if limits.depth.is_some_and(is_deeper) {
                        self.stopped = StopReason::DepthLimit;
                        break Progress::Paused(StopReason::DepthLimit);
                    }
                    self.phase = self.begin();
                }
                Phase::Resume => match self.run(limits, started, last - self.statistics.expanded) {
                    None if !self.jobs.is_empty() => {
                        if last == self.statistics.expanded {
                            self.stopped = StopReason::NodeLimit;
                            break Progress::Paused(StopReason::NodeLimit);
                        }
                    }
                    None => {
                        self.bound = self.tally.next_bound;
                        self.phase = Phase::Begin;
                    }
                    Some(Halt::Stopped(reason)) => {
                        self.stopped = reason;
                        break Progress::Paused(reason);
                    }
                    Some(_) => {
                        if let Some(plan) = &self.plan {
                            observer.observe(Event::Solution(plan.cost));
                        }
                        self.phase = Phase::Done(Termination::Finished);
                    }
                },
            }
        };
        self.statistics.elapsed += started.elapsed();
        progress
    }

    fn report(&self) -> SearchReport<S::Action, S::Cost> {
        let termination = match self.phase {
            Phase::Done(termination) => termination,
            _ => Termination::Stopped(self.stopped),
        };
        let counts = &self.statistics;
        let entered = counts.expanded.saturating_sub(counts.iterations);
        let pruned = counts.generated.saturating_sub(entered);
        SearchReport {
            plan: self.plan.clone(),
            lower_bound: self.lower_bound,
            termination,
            statistics: Statistics { pruned, ..counts.clone() },
        }
    }
}
