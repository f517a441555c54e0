//! A running best-first search.

use std::collections::HashSet;
use std::ops::Deref;

use tremaux_core::{
    Cost, Detail, Event, Heuristic, Limits, Meter, Nearest, Observer, Plan, Progress, Pruning,
    Search, SearchReport, StateSpace, Statistics, StopReason, Termination,
};

use crate::node_table::NodeTable;
use crate::open_list::{Key, OpenList};
use crate::order::{Candidate, GoalTest, Reopening};
use crate::search_core::{
    broken_promises, copy_actions, falls, left_of, list_actions, make_room, path_cost,
};
use crate::strategy::Strategy;

/// The working memory of a best-first search, which the next search can reuse.
pub struct SearchMemory<S: StateSpace, B: Strategy<S>> {
    table: B::Table,
    open: B::Open,
    actions: Vec<S::Action>,
    children: Vec<Child<S, B>>,
    /// Empty while a search that uses this memory runs.
    goals: Vec<u32>,
}

/// A successor that is being looked up in the table.
struct Child<S: StateSpace, B: Strategy<S>> {
    state: S::State,
    g: S::Cost,
    probe: <B::Table as NodeTable<S>>::Probe,
}

impl<S: StateSpace, B: Strategy<S>> Default for SearchMemory<S, B> {
    fn default() -> Self {
        let (table, open) = (B::Table::default(), B::Open::default());
        Self { table, open, actions: Vec::new(), children: Vec::new(), goals: Vec::new() }
    }
}

impl<S: StateSpace, B: Strategy<S>> SearchMemory<S, B> {
    fn bytes(&self) -> usize {
        self.table.bytes() + self.open.bytes()
    }
}

/// An entry of the open list: a key and the number of a state.
type Entry<S, B> = (Key<<B as Strategy<S>>::Rank, <B as Strategy<S>>::Tie>, u32);

/// A running [`BestFirst`](crate::BestFirst) search.
pub struct BestFirstSearch<P, H, S: StateSpace, B: Strategy<S>> {
    strategy: B,
    space: P,
    heuristic: H,
    memory: SearchMemory<S, B>,
    /// The next state to expand, if a limit stopped the search after it left the open list.
    pending: Option<Entry<S, B>>,
    /// The number of entries pushed so far.
    serial: u32,
    is_started: bool,
    /// Whether a path was dropped because its cost overflowed.
    overflows: bool,
    /// Whether a cheaper path to a known state was ignored, so that the open list no longer
    /// bounds the costs of all plans.
    ignores_paths: bool,
    stopped: StopReason,
    termination: Option<Termination>,
    lower_bound: S::Cost,
    /// The goal states in the order in which they were reached.
    goals: Vec<u32>,
    /// The first state with the least estimate, and its estimate.
    nearest: (S::Cost, u32),
    statistics: Statistics,
}

impl<P, H, S, B> BestFirstSearch<P, H, S, B>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
    B: Strategy<S>,
{
    /// Creates a search in its initial state. `memory` may come from an earlier search.
    pub fn new(strategy: B, space: P, heuristic: H, mut memory: SearchMemory<S, B>) -> Self {
        let mut goals = std::mem::take(&mut memory.goals);
        goals.clear();
        Self {
            strategy,
            space,
            heuristic,
            memory,
            pending: None,
            serial: 0,
            is_started: false,
            overflows: false,
            ignores_paths: false,
            stopped: StopReason::NodeLimit,
            termination: None,
            lower_bound: S::Cost::ZERO,
            goals,
            nearest: (S::Cost::INFINITY, 0),
            statistics: Statistics::default(),
        }
    }

    /// Returns the memory for reuse.
    pub fn into_memory(mut self) -> SearchMemory<S, B> {
        self.memory.goals = self.goals;
        self.memory
    }

    /// Returns the space, the heuristic and the memory.
    pub(crate) fn into_parts(mut self) -> (P, H, SearchMemory<S, B>) {
        self.memory.goals = self.goals;
        (self.space, self.heuristic, self.memory)
    }

    /// The space being searched.
    pub(crate) fn space(&self) -> &S {
        &self.space
    }

    /// The number of open states.
    pub fn open_states(&self) -> usize {
        let known = if self.is_started { self.memory.table.len() } else { 0 };
        // A goal that the heuristic falsely calls a dead end counts twice.
        known.saturating_sub(self.closed_states() + self.statistics.dead_ends as usize)
    }

    /// The number of closed states: expanded ones, and goals reached.
    pub fn closed_states(&self) -> usize {
        let closed = self.statistics.expanded - self.statistics.reopened;
        let ends_at_goal = self.termination == Some(Termination::Finished);
        closed as usize + usize::from(ends_at_goal)
    }

    /// Appends the best path found to the first goal reached to `actions` and returns its cost.
    /// Allocates only if `actions` is too small.
    pub fn copy_plan(&self, actions: &mut Vec<S::Action>) -> Option<S::Cost> {
        self.goals.first().map(|&goal| self.copy_path(goal, actions))
    }

    /// Appends the best path found to a state and returns its cost.
    fn copy_path(&self, to: u32, actions: &mut Vec<S::Action>) -> S::Cost {
        let first = actions.len();
        copy_actions(&*self.space, &self.memory.table, to, actions);
        // The stored cost may be too high: a better path to an earlier state is not propagated
        // to its descendants. Only `g + h` order with a consistent heuristic rules this out.
        path_cost(&*self.space, &actions[first..])
    }

    fn plan_to(&self, id: u32) -> Plan<S::Action, S::Cost> {
        let mut actions = Vec::new();
        let cost = self.copy_path(id, &mut actions);
        Plan { actions, cost }
    }

    /// The statistics so far.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Whether enough different goals are reached.
    fn has_enough(goals: &mut Vec<u32>, plan_count: u64) -> bool {
        if (goals.len() as u64) < plan_count {
            return false;
        }
        if plan_count == 1 {
            return true;
        }
        let mut seen = HashSet::new();
        goals.retain(|&goal| seen.insert(goal));
        goals.len() as u64 >= plan_count
    }

    fn begin<O: Observer<S> + ?Sized>(
        &mut self,
        meter: &Meter,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        let (space, memory) = (&*self.space, &mut self.memory);
        memory.open.clear();
        let limit = meter.memory_limit();
        let open_bytes = memory.open.bytes();
        if !memory.table.reset(space, limit.saturating_sub(open_bytes)) {
            return Err(StopReason::MemoryLimit);
        }
        make_room(&mut memory.table, &mut memory.open, 1, limit)?;
        self.is_started = true;
        let SearchMemory { table, open, .. } = memory;
        let state = space.initial_state();
        let (g, h) = (S::Cost::ZERO, self.heuristic.estimate(space, &state));
        self.statistics.evaluated += 1;
        let mut probe = table.probe(space, &state);
        let _ = table.find(&mut probe);
        let id = table.insert(probe, 0, None, g);
        self.nearest = (h, id);
        observer.observe_numbered(Event::Generated { state: &state, action: None, g, h }, id, None);
        if h < S::Cost::INFINITY || !self.heuristic.guarantees().safe {
            let tie = self.strategy.tie(&Candidate { space, state: &state, g, h, serial: 0 });
            open.push(Key { priority: self.strategy.rank(g, h), tie }, id);
            self.serial = 1;
        } else {
            self.statistics.dead_ends += 1;
            let dead = Event::Pruned { state: &state, reason: Pruning::DeadEnd };
            observer.observe_numbered(dead, id, None);
        }
        if self.strategy.goal_test() == GoalTest::OnGeneration && space.is_goal(&state) {
            observer.observe(Event::Solution(g));
            self.statistics.inconsistencies += broken_promises(space, &self.heuristic, &[], g);
            self.goals.push(id);
        }
        Ok(())
    }

    fn run<O: Observer<S> + ?Sized>(
        &mut self,
        limits: &Limits,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Termination, StopReason> {
        let (space, heuristic, strategy) = (&*self.space, &self.heuristic, self.strategy);
        let statistics = &mut self.statistics;
        let guarantees = heuristic.guarantees();
        let reopening = strategy.reopening();
        let by_score =
            matches!(reopening, Reopening::OnBetterScore | Reopening::OnBetterScoreWhileOpen);
        let plan_count = strategy.plan_count();
        let tests_early = strategy.goal_test() == GoalTest::OnGeneration;
        let is_uniform = space.uniform_cost().is_some();
        let claims = guarantees.consistent;
        // With a consistent heuristic, no cheaper path to an expanded state is ever found. So one
        // that is found disproves the claim, and to reopen the state repairs all there is to
        // repair: until then the search took the steps of one that reopens states.
        let reopens = claims && B::EXPANDS_BY_CHEAPEST;
        if Self::has_enough(&mut self.goals, plan_count) {
            return Ok(Termination::Finished);
        }
        let proved = |bound, statistics: &Statistics| left_of(bound, B::IS_INFORMED, statistics);
        if self.goals.is_empty() && limits.excludes(proved(self.lower_bound, statistics)) {
            return Err(StopReason::CostLimit);
        }

        let mut pending = self.pending.take();
        loop {
            let SearchMemory { table, open, actions, .. } = &mut self.memory;
            let Some((key, id)) = pending.take().or_else(|| open.pop()) else {
                if self.overflows {
                    return Ok(Termination::Stopped(StopReason::CostOverflow));
                }
                if guarantees.safe && self.goals.is_empty() {
                    self.lower_bound = S::Cost::INFINITY;
                }
                return Ok(Termination::Exhausted);
            };
            if let Some(next) = open.next_id() {
                table.prefetch(space, next);
            }
            let (g, is_closed) = table.known(id);
            if is_closed {
                continue;
            }
            if guarantees.admissible
                && !self.ignores_paths
                && let Some(bound) = strategy.bound(key.priority, g, is_uniform)
                && bound > self.lower_bound
                && self.goals.is_empty()
            {
                self.lower_bound = bound;
                statistics.expanded_before_last_layer = statistics.expanded;
                observer.observe(Event::LowerBound(bound));
                if limits.excludes(proved(bound, statistics)) {
                    self.pending = Some((key, id));
                    return Err(StopReason::CostLimit);
                }
            }
            let state = table.state(space, id);
            if !tests_early && space.is_goal(&state) && self.goals.last() != Some(&id) {
                observer.observe(Event::Solution(g));
                actions.clear();
                copy_actions(space, table, id, actions);
                let cost = path_cost(space, actions);
                statistics.inconsistencies += broken_promises(space, heuristic, actions, cost);
                self.goals.push(id);
                if Self::has_enough(&mut self.goals, plan_count) {
                    table.close(id);
                    return Ok(Termination::Finished);
                }
            }
            // The memo is computed again rather than stored for millions of states.
            let (h, memo) = match strategy.estimate(key.priority, g) {
                Some(h) => (h, heuristic.memo(space, &state, h)),
                None => heuristic.root(space, &state),
            };
            list_actions(space, &state, table.reached_by(id), actions);
            let count = actions.len();
            let has_room = table.room() >= count && open.room() >= count;
            let bytes = || table.bytes() + open.bytes();
            if let Err(reason) = meter.check(statistics.expanded, bytes) {
                self.pending = Some((key, id));
                return Err(reason);
            }
            if !has_room && let Err(reason) = make_room(table, open, count, meter.memory_limit()) {
                self.pending = Some((key, id));
                return Err(reason);
            }
            let SearchMemory { table, open, actions, children, .. } = &mut self.memory;
            table.close(id);
            statistics.expanded += 1;
            statistics.generated += count as u64;
            observer.observe_numbered(Event::Expanded { state: &state, g }, id, None);
            let back = table.back(id);
            let make = |table: &B::Table, action| -> Child<S, B> {
                let mut child = state.clone();
                space.apply(&mut child, action);
                let probe = table.probe_from(space, &child, &back);
                let g = g.plus(space.cost(&state, action));
                Child { state: child, g, probe }
            };
            let is_near = table.is_near();
            if !is_near {
                children.clear();
                children.extend(actions.iter().rev().map(|&action| make(table, action)));
            }
            let mut is_enough = false;
            let mut left = actions.iter();
            for &action in left.by_ref() {
                let Child { state: child, g: child_g, mut probe } = if is_near {
                    make(table, action)
                } else {
                    let last = children.len() - 1;
                    children.swap_remove(last)
                };
                if child_g == S::Cost::INFINITY {
                    self.overflows = true;
                    continue;
                }
                let known = table.find_known(&mut probe);
                if let Some((known_id, (known_g, is_closed))) = known {
                    let is_cheaper = child_g < known_g;
                    let may_improve = match reopening {
                        Reopening::OnBetterG => is_cheaper,
                        Reopening::Never => is_cheaper && (!is_closed || reopens),
                        Reopening::KeepFirst => false,
                        Reopening::OnBetterScore => true,
                        Reopening::OnBetterScoreWhileOpen => !is_closed || is_cheaper && reopens,
                    };
                    if !may_improve {
                        self.ignores_paths |= is_cheaper;
                        if cfg!(debug_assertions) && claims {
                            let child_h = heuristic.estimate(space, &child);
                            let falls = falls(g, h, child_g, child_h);
                            statistics.inconsistencies += u64::from(falls);
                        }
                        statistics.duplicates += 1;
                        observer.observe_numbered(
                            Event::Duplicate { state: &child },
                            known_id,
                            None,
                        );
                        continue;
                    }
                }
                statistics.evaluated += 1;
                let child_h = heuristic
                    .estimate_successor(space, &state, h, &memo, action)
                    .unwrap_or_else(|| heuristic.child(space, h, &memo, action, &child))
                    .0;
                statistics.inconsistencies += u64::from(claims && falls(g, h, child_g, child_h));
                let child_id = match known {
                    None => table.insert(probe, id, Some(action), child_g),
                    Some((child_id, (known_g, is_closed))) => {
                        if by_score
                            && strategy.rank(child_g, child_h) >= strategy.rank(known_g, child_h)
                        {
                            // No plan leads through a dead end.
                            let is_dead = child_h == S::Cost::INFINITY && guarantees.safe;
                            self.ignores_paths |= child_g < known_g && !is_dead;
                            statistics.duplicates += 1;
                            observer.observe_numbered(
                                Event::Duplicate { state: &child },
                                child_id,
                                None,
                            );
                            continue;
                        }
                        if is_closed {
                            statistics.reopened += 1;
                            observer.observe_numbered(
                                Event::Reopened { state: &child },
                                child_id,
                                None,
                            );
                        }
                        table.update(child_id, id, action, child_g);
                        child_id
                    }
                };
                if child_h < self.nearest.0 {
                    self.nearest = (child_h, child_id);
                }
                let action = Some(action);
                let told = Event::Generated { state: &child, action, g: child_g, h: child_h };
                observer.observe_numbered(told, child_id, None);
                if child_h == S::Cost::INFINITY && guarantees.safe {
                    if known.is_none() {
                        statistics.dead_ends += 1;
                        let reason = Pruning::DeadEnd;
                        observer.observe_numbered(
                            Event::Pruned { state: &child, reason },
                            child_id,
                            None,
                        );
                    }
                    continue;
                }
                // Every plan through this state costs more than the type can hold. It is
                // dropped, but recorded, so that the search does not claim to have seen all
                // plans.
                if guarantees.admissible && child_g.plus(child_h) == S::Cost::INFINITY {
                    self.overflows = true;
                    continue;
                }
                let candidate =
                    Candidate { space, state: &child, g: child_g, h: child_h, serial: self.serial };
                let (priority, tie) = (strategy.rank(child_g, child_h), strategy.tie(&candidate));
                open.push(Key { priority, tie }, child_id);
                self.serial = self.serial.wrapping_add(1);
                if tests_early && space.is_goal(&child) {
                    observer.observe(Event::Solution(child_g));
                    let mut plan = Vec::new();
                    copy_actions(space, table, child_id, &mut plan);
                    let cost = path_cost(space, &plan);
                    statistics.inconsistencies += broken_promises(space, heuristic, &plan, cost);
                    self.goals.push(child_id);
                    if Self::has_enough(&mut self.goals, plan_count) {
                        is_enough = true;
                        break;
                    }
                }
            }
            if is_enough {
                // These successors count as generated: report them to the observer.
                if observer.detail() != Detail::Nothing {
                    for &action in left {
                        let Child { state, g, mut probe } = make(table, action);
                        if g == S::Cost::INFINITY {
                            continue;
                        }
                        let h = heuristic.estimate(space, &state);
                        let (action, reason) = (Some(action), Pruning::Enough);
                        let made = Event::Generated { state: &state, action, g, h };
                        let ended = Event::Pruned { state: &state, reason };
                        for event in [made, ended] {
                            match table.find(&mut probe) {
                                Some(known) => observer.observe_numbered(event, known, None),
                                None => observer.observe(event),
                            }
                        }
                    }
                }
                return Ok(Termination::Finished);
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
        if limits.depth.is_some() {
            self.stopped = StopReason::DepthUnsupported;
            return Progress::Paused(StopReason::DepthUnsupported);
        }
        let mut meter = Meter::start(limits, self.statistics.expanded);
        let result = match if self.is_started { Ok(()) } else { self.begin(&meter, observer) } {
            Ok(()) => self.run(limits, &mut meter, observer),
            Err(reason) => Err(reason),
        };
        self.statistics.elapsed += meter.elapsed();
        let bytes = self.memory.bytes();
        self.statistics.peak_bytes = self.statistics.peak_bytes.max(bytes);
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
        let statistics = {
            let mut statistics = self.statistics.clone();
            statistics.peak_stored = if self.is_started { self.memory.table.len() } else { 0 };
            statistics.open = self.open_states() as u64;
            statistics.closed = self.closed_states() as u64;
            statistics
        };
        let plan = self.goals.first().map(|&goal| self.plan_to(goal));
        SearchReport::new(
            plan,
            left_of(self.lower_bound, B::IS_INFORMED, &self.statistics),
            self.termination.unwrap_or(Termination::Stopped(self.stopped)),
            statistics,
        )
    }

    fn nearest(&self) -> Option<Nearest<S::Action, S::Cost>> {
        let (estimate, id) = self.nearest;
        self.is_started.then(|| Nearest::new(self.plan_to(id), estimate))
    }

    fn solutions(&self) -> Vec<Plan<S::Action, S::Cost>> {
        let mut seen = HashSet::new();
        let goals = self.goals.iter().filter(|&&goal| seen.insert(goal));
        goals.map(|&goal| self.plan_to(goal)).collect()
    }
}
