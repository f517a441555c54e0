//! Best-first search: Dijkstra, A*, weighted A*, greedy and breadth-first search are
//! settings of one engine.

use std::collections::VecDeque;
use std::marker::PhantomData;
use std::ops::Deref;

use crate::node_table::{Hashed, NodeTable, TableKind};
use crate::open_list::{Heap, OpenKind, OpenList};
use crate::order::{
    AnyOrder, Candidate, G, GPlusH, GoalTest, H, HighG, Priority, Reopening, TieBreak, Weighted,
};
use tremaux_core::{
    Algorithm, Cost, Event, Heuristic, Limits, Meter, Observer, Plan, Progress, Search,
    SearchReport, StateSpace, Statistics, StopReason, Termination,
};

/// Best-first search (Hart, Nilsson and Raphael 1968, for A*) with all its choices.
///
/// What decides how data is laid out is a type: the priority, the tie-break, the kinds of
/// open list and node table. What is a branch now and then is a value. Defaults are A*'s.
#[derive(Clone, Copy, Debug)]
pub struct BestFirst<Rank = GPlusH, Tie = HighG, Open = Heap, Table = Hashed> {
    rank: Rank,
    tie: Tie,
    reopening: Reopening,
    goal_test: GoalTest,
    kinds: PhantomData<(Open, Table)>,
}

impl BestFirst {
    /// A*: least `g + h` first, optimal if the heuristic is admissible.
    #[must_use]
    pub fn astar() -> Self {
        Self::by(GPlusH)
    }
}

impl<Rank> BestFirst<Rank> {
    /// Least `rank` first, and otherwise like A*.
    #[must_use]
    pub fn by(rank: Rank) -> Self {
        BestFirst {
            rank,
            tie: HighG,
            reopening: Reopening::default(),
            goal_test: GoalTest::default(),
            kinds: PhantomData,
        }
    }
}

impl BestFirst<G> {
    /// Dijkstra's algorithm: least `g` first, the heuristic detects dead ends alone.
    #[must_use]
    pub fn dijkstra() -> Self {
        Self::by(G)
    }
}

impl BestFirst<H> {
    /// Greedy search: least `h` first, any plan.
    #[must_use]
    pub fn greedy() -> Self {
        Self::by(H)
    }
}

impl BestFirst<Weighted> {
    /// Weighted A*: plans cost at most `scaled_weight / scale` times the optimum.
    #[must_use]
    pub fn weighted_astar(scaled_weight: u64, scale: u64) -> Self {
        Self::by(Weighted { scaled_weight, scale })
    }
}

impl BestFirst<Discovery, AnyOrder, Queue> {
    /// Breadth-first search: plans with fewest actions.
    #[must_use]
    pub fn breadth_first() -> Self {
        BestFirst::by(Discovery).ties(AnyOrder).open_list(Queue).reopening(Reopening::Never)
    }
}

impl<Rank, Tie, Open, Table> BestFirst<Rank, Tie, Open, Table> {
    /// With this tie-break.
    #[must_use]
    pub fn ties<T>(self, tie: T) -> BestFirst<Rank, T, Open, Table> {
        let Self { rank, reopening, goal_test, .. } = self;
        BestFirst { rank, tie, reopening, goal_test, kinds: PhantomData }
    }

    /// With this kind of open list.
    #[must_use]
    pub fn open_list<Q>(self, _kind: Q) -> BestFirst<Rank, Tie, Q, Table> {
        let Self { rank, tie, reopening, goal_test, .. } = self;
        BestFirst { rank, tie, reopening, goal_test, kinds: PhantomData }
    }

    /// With this kind of node table.
    #[must_use]
    pub fn table<T>(self, _kind: T) -> BestFirst<Rank, Tie, Open, T> {
        let Self { rank, tie, reopening, goal_test, .. } = self;
        BestFirst { rank, tie, reopening, goal_test, kinds: PhantomData }
    }

    /// With this reopening rule.
    #[must_use]
    pub fn reopening(self, reopening: Reopening) -> Self {
        Self { reopening, ..self }
    }

    /// With this goal test.
    #[must_use]
    pub fn goal_test(self, goal_test: GoalTest) -> Self {
        Self { goal_test, ..self }
    }
}

/// States in order of discovery, for [`Queue`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Discovery;

impl<C: Cost> Priority<C> for Discovery {
    type Value = ();

    #[inline]
    fn value(&self, _g: C, _h: C) {}

    #[inline]
    fn bound(&self, (): (), g: C, is_uniform: bool) -> Option<C> {
        is_uniform.then_some(g)
    }
}

/// A plain queue, for states in order of discovery.
#[derive(Clone, Copy, Debug, Default)]
pub struct Queue;

impl OpenKind<((), ())> for Queue {
    type Open = VecDeque<u32>;
}

impl OpenList<((), ())> for VecDeque<u32> {
    fn clear(&mut self) {
        self.clear();
    }

    #[inline]
    fn push(&mut self, _key: ((), ()), id: u32) {
        self.push_back(id);
    }

    #[inline]
    fn pop(&mut self) -> Option<(((), ()), u32)> {
        self.pop_front().map(|id| (((), ()), id))
    }

    fn len(&self) -> usize {
        self.len()
    }
}

/// A [`BestFirst`] that fits the space `S`, with its types resolved.
pub trait Strategy<S: StateSpace>: Copy {
    /// The first part of a key.
    type Rank: Copy + Ord;
    /// The second part of a key.
    type Tie: Copy + Ord;
    /// The open list.
    type Open: OpenList<(Self::Rank, Self::Tie)>;
    /// The node table.
    type Table: NodeTable<S>;

    /// The first part of a key.
    fn rank(&self, g: S::Cost, h: S::Cost) -> Self::Rank;
    /// The second part of a key.
    fn tie(&self, candidate: &Candidate<'_, S>) -> Self::Tie;
    /// See [`Priority::bound`].
    fn bound(&self, least: Self::Rank, g: S::Cost, is_uniform: bool) -> Option<S::Cost>;
    /// When states are taken up again.
    fn reopening(&self) -> Reopening;
    /// When goals are recognised.
    fn goal_test(&self) -> GoalTest;
}

impl<S, Rank, Tie, Open, Table> Strategy<S> for BestFirst<Rank, Tie, Open, Table>
where
    S: StateSpace,
    Rank: Priority<S::Cost>,
    Tie: TieBreak<S>,
    Open: OpenKind<(Rank::Value, Tie::Value)> + Copy,
    Table: TableKind<S> + Copy,
{
    type Rank = Rank::Value;
    type Tie = Tie::Value;
    type Open = Open::Open;
    type Table = Table::Table;

    #[inline]
    fn rank(&self, g: S::Cost, h: S::Cost) -> Rank::Value {
        self.rank.value(g, h)
    }

    #[inline]
    fn tie(&self, candidate: &Candidate<'_, S>) -> Tie::Value {
        self.tie.value(candidate)
    }

    #[inline]
    fn bound(&self, least: Rank::Value, g: S::Cost, is_uniform: bool) -> Option<S::Cost> {
        self.rank.bound(least, g, is_uniform)
    }

    #[inline]
    fn reopening(&self) -> Reopening {
        self.reopening
    }

    #[inline]
    fn goal_test(&self) -> GoalTest {
        self.goal_test
    }
}

impl<S, Rank, Tie, Open, Table> Algorithm<S> for BestFirst<Rank, Tie, Open, Table>
where
    S: StateSpace,
    Self: Strategy<S>,
{
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = BestFirstSearch<P, H, S, Self>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        heuristic: H,
    ) -> BestFirstSearch<P, H, S, Self> {
        BestFirstSearch::new(*self, space, heuristic, Memory::default())
    }
}

/// The working memory of a best-first search, to be used again by the next.
pub struct Memory<S: StateSpace, B: Strategy<S>> {
    table: B::Table,
    open: B::Open,
    actions: Vec<S::Action>,
}

impl<S: StateSpace, B: Strategy<S>> Default for Memory<S, B> {
    fn default() -> Self {
        Self { table: B::Table::default(), open: B::Open::default(), actions: Vec::new() }
    }
}

/// What the open list holds: a key and the number of a state.
type Entry<S, B> = ((<B as Strategy<S>>::Rank, <B as Strategy<S>>::Tie), u32);

/// A best-first search under way.
pub struct BestFirstSearch<P, H, S: StateSpace, B: Strategy<S>> {
    strategy: B,
    space: P,
    heuristic: H,
    memory: Memory<S, B>,
    /// The next to be expanded, if it is off the open list because a limit stepped in.
    pending: Option<Entry<S, B>>,
    /// How many entries were pushed.
    serial: u32,
    is_started: bool,
    /// Whether a path was dropped for a cost too great for its type.
    overflows: bool,
    stopped: StopReason,
    termination: Option<Termination>,
    lower_bound: S::Cost,
    /// The goal state reached, if any.
    goal: Option<u32>,
    statistics: Statistics,
}

impl<P, H, S, B> BestFirstSearch<P, H, S, B>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
    B: Strategy<S>,
{
    /// A search that has not yet taken a step, in memory that may be used before.
    pub fn new(strategy: B, space: P, heuristic: H, mut memory: Memory<S, B>) -> Self {
        memory.table.reset(&space);
        memory.open.clear();
        Self {
            strategy,
            space,
            heuristic,
            memory,
            pending: None,
            serial: 0,
            is_started: false,
            overflows: false,
            stopped: StopReason::NodeLimit,
            termination: None,
            lower_bound: S::Cost::ZERO,
            goal: None,
            statistics: Statistics::default(),
        }
    }

    /// Gives the memory back.
    pub fn into_memory(self) -> Memory<S, B> {
        self.memory
    }

    /// The number of states that are known and neither expanded nor the goal reached.
    pub fn open_states(&self) -> usize {
        self.memory.table.len() - self.closed_states()
    }

    /// The number of states that are expanded, or the goal reached.
    pub fn closed_states(&self) -> usize {
        let closed = self.statistics.expanded - self.statistics.reopened;
        closed as usize + usize::from(self.goal.is_some())
    }

    /// The best path found to the goal reached, its cost, and nothing else: allocates
    /// only what `actions` lacks.
    pub fn copy_plan(&self, actions: &mut Vec<S::Action>) -> Option<S::Cost> {
        let goal = self.goal?;
        let first = actions.len();
        let mut id = goal;
        while let Some(action) = self.memory.table.reached_by(id) {
            actions.push(action);
            id = self.memory.table.parent(&self.space, id, action);
        }
        actions[first..].reverse();
        Some(self.memory.table.g(goal))
    }

    /// The counts so far.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    fn begin<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) {
        self.is_started = true;
        let (space, Memory { table, open, .. }) = (&*self.space, &mut self.memory);
        let state = space.initial_state();
        let (g, h) = (S::Cost::ZERO, self.heuristic.estimate(space, &state));
        self.statistics.evaluated += 1;
        observer.observe(Event::Generated { state: &state, action: None, g, h });
        let (id, _) = table.find(space, &state);
        table.open(id, id, None, g, h);
        if h < S::Cost::INFINITY || !self.heuristic.guarantees().safe {
            let tie = self.strategy.tie(&Candidate { space, state: &state, g, h, serial: 0 });
            open.push((self.strategy.rank(g, h), tie), id);
            self.serial = 1;
        }
        if self.strategy.goal_test() == GoalTest::OnGeneration && space.is_goal(&state) {
            self.goal = Some(id);
        }
    }

    fn run<O: Observer<S> + ?Sized>(
        &mut self,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Termination, StopReason> {
        let (space, heuristic, strategy) = (&*self.space, &self.heuristic, self.strategy);
        let Memory { table, open, actions } = &mut self.memory;
        let statistics = &mut self.statistics;
        let guarantees = heuristic.guarantees();
        let reopening = strategy.reopening();
        let tests_early = strategy.goal_test() == GoalTest::OnGeneration;
        let is_uniform = space.uniform_cost().is_some();
        let proves = guarantees.admissible && reopening.is_sound(guarantees);
        if self.goal.is_some() {
            return Ok(Termination::Finished);
        }

        loop {
            let Some((key, id)) = self.pending.take().or_else(|| open.pop()) else {
                if self.overflows {
                    return Ok(Termination::Stopped(StopReason::CostOverflow));
                }
                if guarantees.safe {
                    self.lower_bound = S::Cost::INFINITY;
                }
                return Ok(Termination::Exhausted);
            };
            if table.is_closed(id) {
                continue;
            }
            let g = table.g(id);
            if proves
                && let Some(bound) = strategy.bound(key.0, g, is_uniform)
                && bound > self.lower_bound
            {
                self.lower_bound = bound;
                statistics.expanded_before_last_layer = statistics.expanded;
                observer.observe(Event::LowerBound(bound));
            }
            let state = table.state(space, id);
            if !tests_early && space.is_goal(&state) {
                table.close(id);
                observer.observe(Event::Solution(g));
                self.goal = Some(id);
                return Ok(Termination::Finished);
            }
            if let Err(reason) = meter.check(statistics.expanded, || table.bytes()) {
                self.pending = Some((key, id));
                return Err(reason);
            }

            table.close(id);
            // A memo is made again, not stored: a table of millions would pay for it.
            let (h, memo) = match table.h(id) {
                Some(h) if size_of::<H::Memo>() == 0 => (h, H::Memo::default()),
                _ => heuristic.root(space, &state),
            };
            statistics.expanded += 1;
            observer.observe(Event::Expanded { state: &state, g });
            actions.clear();
            match table.reached_by(id) {
                None => space.actions(&state, actions),
                Some(last) => space.actions_after(&state, last, actions),
            }
            statistics.generated += actions.len() as u64;
            for &action in actions.iter() {
                let child_g = g.plus(space.cost(&state, action));
                if child_g == S::Cost::INFINITY {
                    self.overflows = true;
                    continue;
                }
                let mut child = state.clone();
                space.apply(&mut child, action);
                let (child_id, is_known) = table.find(space, &child);
                let child_h = if is_known {
                    let known_g = table.g(child_id);
                    let is_improved = match reopening {
                        Reopening::OnBetterG => child_g < known_g,
                        Reopening::Never => child_g < known_g && !table.is_closed(child_id),
                        Reopening::OnBetterScore | Reopening::OnBetterScoreWhileOpen => {
                            let known_h = table
                                .h(child_id)
                                .unwrap_or_else(|| heuristic.estimate(space, &child));
                            let is_better =
                                strategy.rank(child_g, known_h) < strategy.rank(known_g, known_h);
                            let may_reopen = reopening == Reopening::OnBetterScore;
                            is_better && (may_reopen || !table.is_closed(child_id))
                        }
                    };
                    if !is_improved {
                        statistics.duplicates += 1;
                        observer.observe(Event::Duplicate { state: &child });
                        continue;
                    }
                    statistics.reopened += u64::from(table.is_closed(child_id));
                    table.h(child_id).unwrap_or_else(|| heuristic.estimate(space, &child))
                } else {
                    statistics.evaluated += 1;
                    heuristic
                        .ahead(space, &state, h, &memo, action)
                        .unwrap_or_else(|| heuristic.child(space, h, &memo, action, &child))
                        .0
                };
                table.open(child_id, id, Some(action), child_g, child_h);
                if guarantees.safe && child_h == S::Cost::INFINITY {
                    statistics.dead_ends += 1;
                    continue;
                }
                observer.observe(Event::Generated {
                    state: &child,
                    action: Some(action),
                    g: child_g,
                    h: child_h,
                });
                let candidate =
                    Candidate { space, state: &child, g: child_g, h: child_h, serial: self.serial };
                open.push((strategy.rank(child_g, child_h), strategy.tie(&candidate)), child_id);
                self.serial = self.serial.wrapping_add(1);
                if tests_early && space.is_goal(&child) {
                    observer.observe(Event::Solution(child_g));
                    self.goal = Some(child_id);
                    return Ok(Termination::Finished);
                }
            }
            statistics.peak_open = statistics.peak_open.max(open.len());
        }
    }
}

impl<P, H, S, B> Search<S> for BestFirstSearch<P, H, S, B>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
    B: Strategy<S>,
{
    fn advance<O: Observer<S> + ?Sized>(&mut self, limits: &Limits, observer: &mut O) -> Progress {
        if let Some(termination) = self.termination {
            return Progress::Done(termination);
        }
        let mut meter = Meter::start(limits, self.statistics.expanded);
        if !self.is_started {
            self.begin(observer);
        }
        let result = self.run(&mut meter, observer);
        self.statistics.elapsed += meter.elapsed();
        match result {
            Ok(termination) => {
                self.termination = Some(termination);
                Progress::Done(termination)
            }
            Err(reason) => {
                self.stopped = reason;
                Progress::Paused(reason)
            }
        }
    }

    fn report(&self) -> SearchReport<S::Action, S::Cost> {
        let mut actions = Vec::new();
        let plan = self.copy_plan(&mut actions).map(|cost| Plan { actions, cost });
        let table = &self.memory.table;
        let statistics = Statistics {
            peak_stored: table.len(),
            peak_bytes: table.bytes(),
            ..self.statistics.clone()
        };
        SearchReport {
            plan,
            lower_bound: self.lower_bound,
            termination: self.termination.unwrap_or(Termination::Stopped(self.stopped)),
            statistics,
        }
    }
}
