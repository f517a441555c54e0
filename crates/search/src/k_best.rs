//! The k best paths to goals.

use std::collections::BinaryHeap;
use std::ops::Deref;

use tremaux_core::{
    Algorithm, Cost, Event, Heuristic, Meter, Observer, Plan, Pruning, StateSpace, Statistics,
    StopReason, Termination,
};

use crate::chunks::Chunks;
use crate::node_table::{HashedTable, NodeTable};
use crate::open_list::{Entry, OpenList};
use crate::search_core::{SearchCore, Stepwise, broken_promises, make_table_room, search_by_steps};
use crate::yen::Yen;

/// The `k` best paths: best-first search over paths instead of states.
///
/// Paths end at the first goal they reach. Two paths are different if their actions are, even
/// if they visit the same states. A path may visit a state several times; [`KBest::loopless`]
/// excludes such paths.
///
/// A path that extends the `k + 1`st best path to a state is not among the `k` best, so no
/// state is expanded more than `k` times (the k-shortest-paths form of Dijkstra's algorithm and
/// A*; compare Hoffman and Pavley 1959). The heuristic is used only if it is consistent; if it
/// turns out not to be, the search starts again without it.
///
/// [`Search::solutions`](tremaux_core::Search::solutions) returns the paths, cheapest first, and of
/// equal costs those with fewer actions first. The report's plan is the first of them, and its
/// bound refers to that one. If there are fewer than `k`, there are no others. Memory and time are
/// proportional to the number of paths that cost less than the last one found, at most `k` per
/// state.
///
/// ```
/// use tremaux::{Algorithm, NoHeuristic, Limits, Search, StateSpace};
/// use tremaux::search::KBest;
///
/// /// The numbers from 0 to 5; an action adds 1 or 2.
/// struct Stairs;
/// impl StateSpace for Stairs {
///     type State = u32;
///     type Packed = u32;
///     type Action = u32;
///     type Cost = u32;
///     fn initial_state(&self) -> u32 { 0 }
///     fn is_goal(&self, &at: &u32) -> bool { at == 5 }
///     fn actions(&self, &at: &u32, actions: &mut Vec<u32>) {
///         actions.extend([1, 2].into_iter().filter(|step| at + step <= 5));
///     }
///     fn cost(&self, _: &u32, _: u32) -> u32 { 1 }
///     fn apply(&self, at: &mut u32, step: u32) { *at += step; }
///     fn pack(&self, &at: &u32) -> u32 { at }
///     fn unpack(&self, &at: &u32) -> u32 { at }
/// }
/// let mut search = KBest::new(100).start(&Stairs, NoHeuristic);
/// let _ = search.advance(&Limits::default(), &mut ());
/// let costs: Vec<u32> = search.solutions().iter().map(|plan| plan.cost).collect();
/// assert_eq!(costs, [3, 3, 3, 4, 4, 4, 4, 5]);
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct KBest {
    plan_count: u32,
}

impl KBest {
    /// Searches for this many paths, at least one.
    pub const fn new(plan_count: u32) -> Self {
        Self { plan_count }
    }

    /// Excludes paths that visit a state twice, by Yen's algorithm.
    #[must_use]
    pub const fn loopless(self) -> Yen {
        Yen { plan_count: self.plan_count }
    }
}

impl<S: StateSpace> Algorithm<S> for KBest {
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = KBestSearch<P, H, S>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        heuristic: H,
    ) -> KBestSearch<P, H, S> {
        KBestSearch {
            states: HashedTable::new(&*space),
            space,
            trusts: heuristic.guarantees().consistent,
            heuristic,
            settings: Self::new(self.plan_count.max(1)),
            paths: Chunks::default(),
            counts: Vec::new(),
            open: BinaryHeap::new(),
            found: Vec::new(),
            plan_bytes: 0,
            actions: Vec::new(),
            is_started: false,
            core: SearchCore::default(),
        }
    }
}

/// A path, stored as its last action and the path before it.
struct Step<C> {
    /// The number of the state where the path ends.
    state: u32,
    /// The number of the path before it.
    parent: u32,
    /// The number of its actions.
    length: u32,
    g: C,
}

/// A path that is extended: its number, its priority, and the number of its actions.
#[derive(Clone, Copy)]
struct Before<C> {
    path: u32,
    f: C,
    length: u32,
}

/// The priority of a path, the number of its actions (fewest first among equals), and its number.
type EntryOf<C> = Entry<(C, u32)>;

/// A running [`KBest`] search.
pub struct KBestSearch<P, H, S: StateSpace> {
    space: P,
    heuristic: H,
    /// Whether the heuristic is used: it claims to be consistent, and nothing contradicts that.
    trusts: bool,
    settings: KBest,
    /// All paths, each with its last action.
    paths: Chunks<Step<S::Cost>, Option<S::Action>>,
    /// The cost of a state expanded as often as is useful is that of its last path.
    states: HashedTable<S>,
    /// For each state, the number of paths to it that have been expanded.
    counts: Vec<u32>,
    open: BinaryHeap<EntryOf<S::Cost>>,
    /// The paths to goals, cheapest first.
    found: Vec<u32>,
    /// The bytes of the plans in the result.
    plan_bytes: usize,
    actions: Vec<S::Action>,
    is_started: bool,
    core: SearchCore<S>,
}

impl<P, H, S> KBestSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
{
    fn tables_bytes(&self) -> usize {
        self.paths.bytes()
            + self.states.bytes()
            + self.counts.capacity() * size_of::<u32>()
            + OpenList::bytes(&self.open)
            + self.plan_bytes
            + self.space.stored_bytes()
    }

    /// The bytes of a plan in the result: its actions, and their names.
    fn bytes_of_plan(&self, mut path: u32) -> usize {
        const NAME: usize = 64;
        let mut bytes = size_of::<Plan<S::Action, S::Cost>>();
        while self.paths.second_of(path).is_some() {
            bytes += 2 * size_of::<S::Action>() + NAME;
            path = self.paths.first_of(path).parent;
        }
        bytes
    }

    /// Makes room for `count` more paths, each possibly to a new state.
    fn make_room(&mut self, count: usize, limit: usize) -> Result<(), StopReason> {
        let others = |this: &Self, mine: usize| limit.saturating_sub(this.tables_bytes() - mine);
        let allowed = others(self, self.states.bytes());
        make_table_room(&mut self.states, count, allowed)?;
        let allowed = others(self, self.paths.bytes());
        if self.paths.room() < count && !self.paths.make_room(count, allowed) {
            return Err(StopReason::MemoryLimit);
        }
        let allowed = others(self, OpenList::bytes(&self.open));
        if OpenList::room(&self.open) < count && !self.open.make_room(count, allowed) {
            return Err(StopReason::MemoryLimit);
        }
        let (length, capacity) = (self.counts.len(), self.counts.capacity());
        if capacity - length < count {
            let allowed = others(self, capacity * size_of::<u32>());
            let capacity = crate::open_list::grown::<u32>(length, capacity, count, allowed);
            self.counts.reserve_exact(capacity.ok_or(StopReason::MemoryLimit)? - length);
        }
        Ok(())
    }

    fn estimate(&self, state: &S::State) -> S::Cost {
        match self.trusts {
            true => self.heuristic.estimate(&self.space, state),
            false => S::Cost::ZERO,
        }
    }

    fn begin<O: Observer<S> + ?Sized>(
        &mut self,
        meter: &Meter,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        self.make_room(1, meter.memory_limit())?;
        self.is_started = true;
        let state = self.space.initial_state();
        let before = Before { path: 0, f: S::Cost::ZERO, length: 0 };
        self.add(&state, S::Cost::ZERO, before, None, observer);
        Ok(())
    }

    /// Forgets all paths and what they proved, and does without the heuristic, which has broken a
    /// promise.
    fn restart(&mut self) {
        self.trusts = false;
        (self.core.plan, self.core.lower_bound) = (None, S::Cost::ZERO);
        self.is_started = false;
        self.states.reset(&self.space, usize::MAX);
        self.paths = Chunks::default();
        self.counts.clear();
        self.open.clear();
        self.found.clear();
        self.plan_bytes = 0;
    }

    /// Adds a path to a state, which extends `before` by `action`. There must be room for it.
    fn add<O: Observer<S> + ?Sized>(
        &mut self,
        state: &S::State,
        g: S::Cost,
        before: Before<S::Cost>,
        action: Option<S::Action>,
        observer: &mut O,
    ) {
        let length = before.length + u32::from(action.is_some());
        let mut probe = self.states.probe(&self.space, state);
        let known = self.states.find(&mut probe);
        let id = known.unwrap_or_else(|| {
            self.counts.push(0);
            self.states.insert(probe, 0, None, g)
        });
        let count = self.counts.get(id as usize);
        if count.is_some_and(|&count| count >= self.settings.plan_count) {
            // With a consistent heuristic, the best paths to a state are expanded first.
            if self.trusts && self.states.known(id).0.exceeds(g) {
                self.core.statistics.inconsistencies += 1;
            }
            self.core.duplicate(state, observer);
            return;
        }
        self.core.statistics.evaluated += 1;
        let h = self.estimate(state);
        if h == S::Cost::INFINITY {
            self.core.statistics.dead_ends += 1;
            observer.observe(Event::Generated { state, action, g, h });
            observer.observe(Event::Pruned { state, reason: Pruning::DeadEnd });
            return;
        }
        let f = g.plus(h);
        if f == S::Cost::INFINITY {
            self.core.overflows = true;
            return;
        }
        if self.trusts && before.f > f && before.f.exceeds(f) {
            self.core.statistics.inconsistencies += 1;
        }
        observer.observe(Event::Generated { state, action, g, h });
        let path = self.paths.len() as u32;
        self.paths.push(Step { state: id, parent: before.path, length, g }, action);
        self.open.push(Entry { key: (f, length), id: path });
    }

    /// Records a path to a goal, the first in the open list, unless there is no memory for it.
    fn keep<O: Observer<S> + ?Sized>(
        &mut self,
        path: u32,
        meter: &Meter,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        let &Step { state, g, .. } = self.paths.first_of(path);
        let bytes = self.bytes_of_plan(path);
        if !self.found.is_empty() && self.tables_bytes() + bytes > meter.memory_limit() {
            return Err(StopReason::MemoryLimit);
        }
        self.plan_bytes += bytes;
        self.open.pop();
        self.counts[state as usize] += 1;
        observer.observe(Event::Solution(g));
        self.found.push(path);
        let actions = self.actions_of(path);
        if self.trusts {
            self.core.statistics.inconsistencies +=
                broken_promises(&*self.space, &self.heuristic, &actions, g);
        }
        if self.found.len() == 1 {
            self.core.plan = Some(Plan { actions, cost: g });
        }
        Ok(())
    }

    /// Extends a path of priority `f` to `state` by each action. There must be room for them.
    fn extend<O: Observer<S> + ?Sized>(
        &mut self,
        path: u32,
        f: S::Cost,
        state: &S::State,
        observer: &mut O,
    ) {
        let &Step { g, length, .. } = self.paths.first_of(path);
        self.core.statistics.expanded += 1;
        self.core.statistics.generated += self.actions.len() as u64;
        observer.observe(Event::Expanded { state, g });
        for at in 0..self.actions.len() {
            let action = self.actions[at];
            let child_g = g.plus(self.space.cost(state, action));
            if child_g == S::Cost::INFINITY {
                self.core.overflows = true;
                continue;
            }
            let mut child = state.clone();
            self.space.apply(&mut child, action);
            self.add(&child, child_g, Before { path, f, length }, Some(action), observer);
        }
    }

    /// The actions of a path.
    fn actions_of(&self, mut path: u32) -> Vec<S::Action> {
        let mut actions = Vec::new();
        while let Some(action) = *self.paths.second_of(path) {
            actions.push(action);
            path = self.paths.first_of(path).parent;
        }
        actions.reverse();
        actions
    }

    fn is_through(&self) -> bool {
        self.found.len() as u64 >= u64::from(self.settings.plan_count)
    }
}

impl<P, H, S> Stepwise<S> for KBestSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
{
    fn run<O: Observer<S> + ?Sized>(
        &mut self,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Termination, StopReason> {
        if !self.is_started {
            self.begin(meter, observer)?;
        }
        loop {
            if self.trusts && self.core.statistics.inconsistencies > 0 {
                self.restart();
                self.begin(meter, observer)?;
            }
            let next = if self.is_through() { None } else { self.open.peek() };
            let Some(&Entry { key: (f, _), id: path }) = next else {
                return Ok(self.core.end(true, observer));
            };
            if self.found.is_empty() {
                self.core.prove(f, observer);
            }
            let &Step { state: id, g, .. } = self.paths.first_of(path);
            if self.counts[id as usize] >= self.settings.plan_count {
                self.open.pop();
                continue;
            }
            let state = self.states.state(&self.space, id);
            if self.space.is_goal(&state) {
                self.keep(path, meter, observer)?;
                continue;
            }
            meter.check(self.core.statistics.expanded, || self.tables_bytes())?;
            self.actions.clear();
            // Not `actions_after`: an action that no best path needs may be needed by the next
            // best.
            self.space.actions(&state, &mut self.actions);
            self.make_room(self.actions.len(), meter.memory_limit())?;
            self.open.pop();
            self.counts[id as usize] += 1;
            if self.counts[id as usize] == self.settings.plan_count
                && let Some(action) = *self.paths.second_of(path)
            {
                self.states.update(id, 0, action, g);
            }
            self.extend(path, f, &state, observer);
            let statistics = &mut self.core.statistics;
            statistics.peak_open = statistics.peak_open.max(self.open.len());
        }
    }

    fn bytes(&self) -> usize {
        self.tables_bytes()
    }

    fn trusts(&self) -> bool {
        self.trusts
    }

    fn count(&self, statistics: &mut Statistics) {
        statistics.peak_stored = self.paths.len();
        statistics.closed = statistics.expanded;
        statistics.open = self.open.len() as u64;
    }

    fn solutions(&self) -> Vec<Plan<S::Action, S::Cost>> {
        let plan = |&path: &u32| {
            let cost = self.paths.first_of(path).g;
            Plan { actions: self.actions_of(path), cost }
        };
        self.found.iter().map(plan).collect()
    }
}

search_by_steps!(KBestSearch);
