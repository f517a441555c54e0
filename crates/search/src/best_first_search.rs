//! A running best-first search.

use std::collections::HashSet;
use std::ops::{ControlFlow, Deref};

use tremaux_core::{
    Cost, Detail, Event, Guarantees, Heuristic, Limits, Meter, Nearest, Observer, Plan, Progress,
    Pruning, Search, SearchReport, StateSpace, Statistics, StopReason, Termination,
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

/// A state taken from the open list.
struct Selected<S: StateSpace, B: Strategy<S>> {
    entry: Entry<S, B>,
    g: S::Cost,
    state: S::State,
}

/// An expanded state, whose actions are being relaxed.
struct Parent<S: StateSpace, H: Heuristic<S>, B: Strategy<S>> {
    id: u32,
    g: S::Cost,
    h: S::Cost,
    memo: H::Memo,
    back: <B::Table as NodeTable<S>>::Back,
    state: S::State,
}

impl<S: StateSpace, H: Heuristic<S>, B: Strategy<S>> Parent<S, H, B> {
    /// Generates the successor by `action` and starts to look it up.
    #[inline(always)]
    fn child(&self, space: &S, table: &B::Table, action: S::Action) -> Child<S, B> {
        let mut state = self.state.clone();
        space.apply(&mut state, action);
        let probe = table.probe_from(space, &state, &self.back);
        let g = self.g.plus(space.cost(&self.state, action));
        Child { state, g, probe }
    }
}

/// A state with a new best path.
struct Opened<'a, S: StateSpace> {
    id: u32,
    state: &'a S::State,
    g: S::Cost,
    h: S::Cost,
    /// Whether it is reached for the first time.
    is_new: bool,
}

/// What the settings, the space and the heuristic decide for the whole search.
///
/// Passed by value, so that the compiler keeps in mind what is constant.
#[derive(Clone, Copy)]
struct Rules {
    guarantees: Guarantees,
    reopening: Reopening,
    plan_count: u64,
    tests_early: bool,
    is_uniform: bool,
    /// Whether a better path is one of a lower priority, not of a lower cost.
    by_score: bool,
    /// Whether a cheaper path to an expanded state reopens it whatever the rule. With a consistent
    /// heuristic, none is ever found. So one that is found disproves the claim, and to reopen the
    /// state repairs all there is to repair: until then the search took the steps of one that
    /// reopens states.
    reopens: bool,
}

impl Rules {
    fn new<S: StateSpace, H: Heuristic<S>, B: Strategy<S>>(
        space: &S,
        heuristic: &H,
        strategy: &B,
    ) -> Self {
        let (guarantees, reopening) = (heuristic.guarantees(), strategy.reopening());
        Self {
            guarantees,
            reopening,
            plan_count: strategy.plan_count(),
            tests_early: strategy.goal_test() == GoalTest::OnGeneration,
            is_uniform: space.uniform_cost().is_some(),
            by_score: matches!(
                reopening,
                Reopening::OnBetterScore | Reopening::OnBetterScoreWhileOpen
            ),
            reopens: guarantees.consistent && B::EXPANDS_BY_CHEAPEST,
        }
    }

    /// Whether another path to a known state may be worth recording.
    #[inline(always)]
    fn may_improve(&self, is_cheaper: bool, is_closed: bool) -> bool {
        match self.reopening {
            Reopening::OnBetterG => is_cheaper,
            Reopening::Never => is_cheaper && (!is_closed || self.reopens),
            Reopening::KeepFirst => false,
            Reopening::OnBetterScore => true,
            Reopening::OnBetterScoreWhileOpen => !is_closed || is_cheaper && self.reopens,
        }
    }
}

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

    /// Selects, expands and relaxes until enough goals are reached or no state is left.
    fn run<O: Observer<S> + ?Sized>(
        &mut self,
        limits: &Limits,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Termination, StopReason> {
        let rules = Rules::new::<S, H, B>(&self.space, &self.heuristic, &self.strategy);
        if Self::has_enough(&mut self.goals, rules.plan_count) {
            return Ok(Termination::Finished);
        }
        if self.goals.is_empty() && limits.excludes(self.proved()) {
            return Err(StopReason::CostLimit);
        }
        loop {
            let selected = match self.select(rules, limits, observer)? {
                ControlFlow::Continue(selected) => selected,
                ControlFlow::Break(termination) => return Ok(termination),
            };
            let parent = self.expand(selected, meter, observer)?;
            if self.relax_all(rules, &parent, observer) {
                return Ok(Termination::Finished);
            }
            self.statistics.peak_open = self.statistics.peak_open.max(self.memory.open.len());
        }
    }

    /// The lower bound that stands.
    fn proved(&self) -> S::Cost {
        left_of(self.lower_bound, B::IS_INFORMED, &self.statistics)
    }

    /// Takes the next state to expand from the open list, or ends the search.
    #[inline(always)]
    fn select<O: Observer<S> + ?Sized>(
        &mut self,
        rules: Rules,
        limits: &Limits,
        observer: &mut O,
    ) -> Result<ControlFlow<Termination, Selected<S, B>>, StopReason> {
        loop {
            let SearchMemory { table, open, .. } = &mut self.memory;
            let Some(entry) = self.pending.take().or_else(|| open.pop()) else {
                return Ok(ControlFlow::Break(self.exhausted(rules.guarantees.safe)));
            };
            let (key, id) = entry;
            if let Some(next) = open.next_id() {
                table.prefetch(&self.space, next);
            }
            let (g, is_closed) = table.known(id);
            if is_closed {
                continue;
            }
            if rules.guarantees.admissible
                && !self.ignores_paths
                && let Some(bound) = self.strategy.bound(key.priority, g, rules.is_uniform)
                && bound > self.lower_bound
                && self.goals.is_empty()
            {
                self.lower_bound = bound;
                self.statistics.expanded_before_last_layer = self.statistics.expanded;
                observer.observe(Event::LowerBound(bound));
                if limits.excludes(self.proved()) {
                    self.pending = Some(entry);
                    return Err(StopReason::CostLimit);
                }
            }
            let state = self.memory.table.state(&self.space, id);
            if !rules.tests_early
                && self.space.is_goal(&state)
                && self.goals.last() != Some(&id)
                && self.reach_goal(id, g, rules.plan_count, observer)
            {
                self.memory.table.close(id);
                return Ok(ControlFlow::Break(Termination::Finished));
            }
            return Ok(ControlFlow::Continue(Selected { entry, g, state }));
        }
    }

    /// What it means that no state is left to expand.
    fn exhausted(&mut self, is_safe: bool) -> Termination {
        if self.overflows {
            return Termination::Stopped(StopReason::CostOverflow);
        }
        if is_safe && self.goals.is_empty() {
            self.lower_bound = S::Cost::INFINITY;
        }
        Termination::Exhausted
    }

    /// Records a goal reached at cost `g`. Returns whether there are enough.
    #[cold]
    #[inline(never)]
    fn reach_goal<O: Observer<S> + ?Sized>(
        &mut self,
        id: u32,
        g: S::Cost,
        plan_count: u64,
        observer: &mut O,
    ) -> bool {
        observer.observe(Event::Solution(g));
        let Plan { actions, cost } = self.plan_to(id);
        self.statistics.inconsistencies +=
            broken_promises(&*self.space, &self.heuristic, &actions, cost);
        self.goals.push(id);
        Self::has_enough(&mut self.goals, plan_count)
    }

    /// Closes a state and lists its actions, for which there is room in the table and the open
    /// list.
    #[inline(always)]
    fn expand<O: Observer<S> + ?Sized>(
        &mut self,
        selected: Selected<S, B>,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Parent<S, H, B>, StopReason> {
        let Selected { entry, g, state } = selected;
        let (key, id) = entry;
        let (space, heuristic) = (&*self.space, &self.heuristic);
        let SearchMemory { table, open, actions, children, .. } = &mut self.memory;
        // The memo is computed again rather than stored for millions of states.
        let (h, memo) = match self.strategy.estimate(key.priority, g) {
            Some(h) => (h, heuristic.memo(space, &state, h)),
            None => heuristic.root(space, &state),
        };
        list_actions(space, &state, table.reached_by(id), actions);
        let count = actions.len();
        let has_room = table.room() >= count && open.room() >= count;
        let bytes = || table.bytes() + open.bytes();
        if let Err(reason) = meter.check(self.statistics.expanded, bytes) {
            self.pending = Some(entry);
            return Err(reason);
        }
        if !has_room && let Err(reason) = make_room(table, open, count, meter.memory_limit()) {
            self.pending = Some(entry);
            return Err(reason);
        }
        table.close(id);
        self.statistics.expanded += 1;
        self.statistics.generated += count as u64;
        observer.observe_numbered(Event::Expanded { state: &state, g }, id, None);
        let parent = Parent { id, g, h, memo, back: table.back(id), state };
        if !table.is_near() {
            children.clear();
            children.extend(actions.iter().rev().map(|&action| parent.child(space, table, action)));
        }
        Ok(parent)
    }

    /// Relaxes the actions of an expanded state. Returns whether enough goals are reached.
    #[inline(always)]
    fn relax_all<O: Observer<S> + ?Sized>(
        &mut self,
        rules: Rules,
        parent: &Parent<S, H, B>,
        observer: &mut O,
    ) -> bool {
        let is_near = self.memory.table.is_near();
        for at in 0..self.memory.actions.len() {
            let SearchMemory { table, actions, children, .. } = &mut self.memory;
            let action = actions[at];
            let child = if is_near {
                parent.child(&self.space, table, action)
            } else {
                let last = children.len() - 1;
                children.swap_remove(last)
            };
            if self.relax(rules, parent, action, child, observer) {
                self.leave_unrelaxed(parent, at + 1, observer);
                return true;
            }
        }
        false
    }

    /// Records the path to a successor if it is the first or a better one, and opens the
    /// successor. Returns whether enough goals are reached.
    #[inline(always)]
    fn relax<O: Observer<S> + ?Sized>(
        &mut self,
        rules: Rules,
        parent: &Parent<S, H, B>,
        action: S::Action,
        child: Child<S, B>,
        observer: &mut O,
    ) -> bool {
        let Child { state, g, mut probe } = child;
        if g == S::Cost::INFINITY {
            self.overflows = true;
            return false;
        }
        let (space, heuristic) = (&*self.space, &self.heuristic);
        let known = self.memory.table.find_known(&mut probe);
        if let Some((id, (known_g, is_closed))) = known {
            let is_cheaper = g < known_g;
            if !rules.may_improve(is_cheaper, is_closed) {
                self.ignores_paths |= is_cheaper;
                if cfg!(debug_assertions) && rules.guarantees.consistent {
                    let falls = falls(parent.g, parent.h, g, heuristic.estimate(space, &state));
                    self.statistics.inconsistencies += u64::from(falls);
                }
                self.statistics.duplicates += 1;
                observer.observe_numbered(Event::Duplicate { state: &state }, id, None);
                return false;
            }
        }
        self.statistics.evaluated += 1;
        let (h, _) = heuristic
            .estimate_successor(space, &parent.state, parent.h, &parent.memo, action)
            .unwrap_or_else(|| heuristic.child(space, parent.h, &parent.memo, action, &state));
        let is_broken = rules.guarantees.consistent && falls(parent.g, parent.h, g, h);
        self.statistics.inconsistencies += u64::from(is_broken);
        let id = match known {
            None => self.memory.table.insert(probe, parent.id, Some(action), g),
            Some((id, (known_g, is_closed))) => {
                if rules.by_score && self.strategy.rank(g, h) >= self.strategy.rank(known_g, h) {
                    // No plan leads through a dead end.
                    let is_dead = h == S::Cost::INFINITY && rules.guarantees.safe;
                    self.ignores_paths |= g < known_g && !is_dead;
                    self.statistics.duplicates += 1;
                    observer.observe_numbered(Event::Duplicate { state: &state }, id, None);
                    return false;
                }
                if is_closed {
                    self.statistics.reopened += 1;
                    observer.observe_numbered(Event::Reopened { state: &state }, id, None);
                }
                self.memory.table.update(id, parent.id, action, g);
                id
            }
        };
        let told = Event::Generated { state: &state, action: Some(action), g, h };
        observer.observe_numbered(told, id, None);
        self.open(rules, Opened { id, state: &state, g, h, is_new: known.is_none() }, observer)
    }

    /// Adds a state with a new best path to the open list, unless no plan can lead through it.
    /// Returns whether enough goals are reached.
    #[inline(always)]
    fn open<O: Observer<S> + ?Sized>(
        &mut self,
        rules: Rules,
        opened: Opened<'_, S>,
        observer: &mut O,
    ) -> bool {
        let Opened { id, state, g, h, is_new } = opened;
        if h < self.nearest.0 {
            self.nearest = (h, id);
        }
        if h == S::Cost::INFINITY && rules.guarantees.safe {
            if is_new {
                self.statistics.dead_ends += 1;
                let dead = Event::Pruned { state, reason: Pruning::DeadEnd };
                observer.observe_numbered(dead, id, None);
            }
            return false;
        }
        // Every plan through this state costs more than the type can hold. It is dropped, but
        // recorded, so that the search does not claim to have seen all plans.
        if rules.guarantees.admissible && g.plus(h) == S::Cost::INFINITY {
            self.overflows = true;
            return false;
        }
        let space = &*self.space;
        let candidate = Candidate { space, state, g, h, serial: self.serial };
        let (priority, tie) = (self.strategy.rank(g, h), self.strategy.tie(&candidate));
        self.memory.open.push(Key { priority, tie }, id);
        self.serial = self.serial.wrapping_add(1);
        rules.tests_early
            && space.is_goal(state)
            && self.reach_goal(id, g, rules.plan_count, observer)
    }

    /// Reports the successors from the action `first` on to the observer: they count as generated.
    fn leave_unrelaxed<O: Observer<S> + ?Sized>(
        &self,
        parent: &Parent<S, H, B>,
        first: usize,
        observer: &mut O,
    ) {
        if observer.detail() == Detail::Nothing {
            return;
        }
        let (space, table) = (&*self.space, &self.memory.table);
        for &action in &self.memory.actions[first..] {
            let Child { state, g, mut probe } = parent.child(space, table, action);
            if g == S::Cost::INFINITY {
                continue;
            }
            let h = self.heuristic.estimate(space, &state);
            let made = Event::Generated { state: &state, action: Some(action), g, h };
            let ended = Event::Pruned { state: &state, reason: Pruning::Enough };
            for event in [made, ended] {
                match table.find(&mut probe) {
                    Some(known) => observer.observe_numbered(event, known, None),
                    None => observer.observe(event),
                }
            }
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
            self.proved(),
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
