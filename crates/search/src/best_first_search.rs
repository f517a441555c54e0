//! A running best-first search.

use std::collections::HashSet;
use std::ops::Deref;

use tremaux_core::{
    Cost, Detail, Event, Guarantees, Heuristic, Limits, Meter, Nearest, Observer, Plan, Progress,
    Pruning, Search, SearchReport, StateSpace, Statistics, StopReason, Termination,
};

use crate::node_table::{NodeTable, Selected};
use crate::open_list::{Key, OpenList};
use crate::order::{Candidate, GoalTest, Reopening};
use crate::search_core::{
    Parent, broken_promises, copy_actions, falls, left_of, list_actions, make_room, path_cost,
};
use crate::strategy::Strategy;

/// The working memory of a best-first search, which the next search can reuse.
pub struct SearchMemory<S: StateSpace, B: Strategy<S>> {
    table: B::Table,
    open: B::Open,
    actions: Vec<S::Action>,
    children: Vec<Child<S, B>>,
    /// The path to a goal.
    plan: Vec<S::Action>,
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
        let (actions, children) = (Vec::new(), Vec::new());
        Self { table, open, actions, children, plan: Vec::new(), goals: Vec::new() }
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
    is_started: bool,
    stopped: StopReason,
    termination: Option<Termination>,
    ledger: Ledger<S::Cost>,
}

/// What a search counts and has proved.
struct Ledger<C> {
    statistics: Statistics,
    lower_bound: C,
    /// The goal states in the order in which they were reached.
    goals: Vec<u32>,
    /// The first state with the least estimate, and its estimate.
    nearest: (C, u32),
    /// The number of entries pushed so far.
    serial: u32,
    /// Whether a path was dropped because its cost overflowed.
    overflows: bool,
    /// Whether a cheaper path to a known state was ignored, so that the open list no longer
    /// bounds the costs of all plans.
    ignores_paths: bool,
}

impl<C: Cost> Ledger<C> {
    /// Whether enough different goals are reached.
    fn has_enough(&mut self, plan_count: u64) -> bool {
        let goals = &mut self.goals;
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

    /// The lower bound that stands.
    fn proved(&self, is_informed: bool) -> C {
        left_of(self.lower_bound, is_informed, &self.statistics)
    }

    /// Why a search without open states is over.
    fn end(&mut self, is_safe: bool) -> Termination {
        if self.overflows {
            return Termination::Stopped(StopReason::CostOverflow);
        }
        if is_safe && self.goals.is_empty() {
            self.lower_bound = C::INFINITY;
        }
        Termination::Exhausted
    }
}

/// What does not change while a search runs.
#[derive(Clone, Copy)]
struct Rules<'a, S, H, B> {
    space: &'a S,
    heuristic: &'a H,
    strategy: B,
    guarantees: Guarantees,
    reopening: Reopening,
    /// Whether a path to a known state is only of use if it has a better priority.
    goes_by_score: bool,
    plan_count: u64,
    tests_early: bool,
    is_uniform: bool,
    prunes_nothing: bool,
}

impl<S: StateSpace, H: Heuristic<S>, B: Strategy<S>> Rules<'_, S, H, B> {
    /// Whether a path to a known state may be of use.
    #[inline(always)]
    fn may_improve(&self, is_cheaper: bool, is_closed: bool) -> bool {
        // With a consistent heuristic, no cheaper path to an expanded state is ever found. So one
        // that is found disproves the claim, and to reopen the state repairs all there is to
        // repair: until then the search took the steps of one that reopens states.
        let reopens = self.guarantees.consistent && self.strategy.expands_by_cheapest();
        match self.reopening {
            Reopening::OnBetterG => is_cheaper,
            Reopening::Never => is_cheaper && (!is_closed || reopens),
            Reopening::KeepFirst => false,
            Reopening::OnBetterScore => true,
            Reopening::OnBetterScoreWhileOpen => !is_closed || is_cheaper && reopens,
        }
    }

    /// The estimate of a state that is expanded. The memo is computed again rather than stored for
    /// millions of states.
    #[inline(always)]
    fn estimate(&self, priority: B::Rank, g: S::Cost, state: &S::State) -> (S::Cost, H::Memo) {
        match self.strategy.estimate(priority, g) {
            Some(h) => (h, self.heuristic.memo(self.space, state, h)),
            None => self.heuristic.root(self.space, state),
        }
    }
}

/// What a search reuses from step to step.
struct Scratch<'a, S: StateSpace, B: Strategy<S>> {
    actions: &'a mut Vec<S::Action>,
    children: &'a mut Vec<Child<S, B>>,
    /// See [`BestFirstSearch::pending`].
    pending: &'a mut Option<Entry<S, B>>,
}

/// A state that is being expanded.
struct Expanded<S: StateSpace, H: Heuristic<S>, B: Strategy<S>> {
    id: u32,
    state: S::State,
    g: S::Cost,
    h: S::Cost,
    memo: H::Memo,
    back: <B::Table as NodeTable<S>>::Back,
}

/// The phases of the loop. They are inlined, so that what they refer to are locals of the loop.
struct Phases<'a, S: StateSpace, H, B: Strategy<S>> {
    rules: Rules<'a, S, H, B>,
    ledger: &'a mut Ledger<S::Cost>,
    table: &'a mut B::Table,
    open: &'a mut B::Open,
    plan: &'a mut Vec<S::Action>,
}

impl<S: StateSpace, H: Heuristic<S>, B: Strategy<S>> Phases<'_, S, H, B> {
    /// Raises the lower bound to what the priority of the next state proves; returns whether it is
    /// raised.
    #[inline(always)]
    fn raise_bound<O: Observer<S> + ?Sized>(
        &mut self,
        priority: B::Rank,
        g: S::Cost,
        observer: &mut O,
    ) -> bool {
        let Self { rules, ledger, .. } = self;
        if rules.guarantees.admissible
            && !ledger.ignores_paths
            && let Some(bound) = rules.strategy.bound(priority, g, rules.is_uniform)
            && bound > ledger.lower_bound
            && ledger.goals.is_empty()
        {
            ledger.lower_bound = bound;
            ledger.statistics.expanded_before_last_layer = ledger.statistics.expanded;
            observer.observe(Event::LowerBound(bound));
            return true;
        }
        false
    }

    /// Records that a goal was reached at this cost; returns whether that is enough.
    fn reach<O: Observer<S> + ?Sized>(&mut self, id: u32, g: S::Cost, observer: &mut O) -> bool {
        let Rules { space, heuristic, plan_count, .. } = self.rules;
        observer.observe(Event::Solution(g));
        self.plan.clear();
        copy_actions(space, self.table, id, self.plan);
        let cost = path_cost(space, self.plan);
        self.ledger.statistics.inconsistencies +=
            broken_promises(space, heuristic, self.plan, cost);
        self.ledger.goals.push(id);
        self.ledger.has_enough(plan_count)
    }

    /// Stops at a limit, or makes room for the successors of a state.
    #[inline(always)]
    fn admit(&mut self, count: usize, meter: &mut Meter) -> Result<(), StopReason> {
        let Self { ledger, table, open, .. } = self;
        let has_room = table.room() >= count && open.room() >= count;
        let space = self.rules.space;
        let bytes = || table.bytes() + open.bytes() + space.stored_bytes();
        meter.check(ledger.statistics.expanded, bytes)?;
        if has_room { Ok(()) } else { make_room(*table, *open, count, meter.memory_beside(space)) }
    }

    /// The successor by an action, which is looked up.
    #[inline(always)]
    fn child(&self, from: &Expanded<S, H, B>, action: S::Action) -> Child<S, B> {
        let space = self.rules.space;
        let mut state = from.state.clone();
        space.apply(&mut state, action);
        let probe = self.table.probe_from(space, &state, &from.back);
        let g = from.g.plus(space.cost(&from.state, action));
        Child { state, g, probe }
    }

    /// Stores a path to a successor if it is of use, and opens the successor; returns whether
    /// enough goals are reached.
    #[inline(always)]
    fn relax<O: Observer<S> + ?Sized>(
        &mut self,
        from: &Expanded<S, H, B>,
        action: S::Action,
        Child { state: child, g, mut probe }: Child<S, B>,
        observer: &mut O,
    ) -> bool {
        let Rules { space, heuristic, strategy, guarantees, .. } = self.rules;
        if g == S::Cost::INFINITY {
            self.ledger.overflows = true;
            return false;
        }
        let known = self.table.find_known(&mut probe);
        if let Some((known_id, (known_g, is_closed))) = known {
            let is_cheaper = g < known_g;
            let may_matter = is_cheaper || self.rules.goes_by_score;
            if !(may_matter && self.rules.may_improve(is_cheaper, is_closed)) {
                self.ledger.ignores_paths |= is_cheaper;
                if cfg!(debug_assertions) && guarantees.consistent {
                    let h = heuristic.estimate(space, &child);
                    let falls = falls(from.g, from.h, g, h);
                    self.ledger.statistics.inconsistencies += u64::from(falls);
                }
                self.duplicate(&child, known_id, observer);
                return false;
            }
        }
        self.ledger.statistics.evaluated += 1;
        let parent = Parent { state: &from.state, g: from.g, h: from.h, memo: &from.memo };
        let (h, _) = parent.estimate(space, heuristic, action, &child);
        let is_broken = guarantees.consistent && falls(from.g, from.h, g, h);
        self.ledger.statistics.inconsistencies += u64::from(is_broken);
        let is_dead = h == S::Cost::INFINITY && guarantees.safe;
        let id = match known {
            None => self.table.insert(probe, from.id, Some(action), g),
            Some((id, (known_g, is_closed))) => {
                if self.rules.goes_by_score && strategy.rank(g, h) >= strategy.rank(known_g, h) {
                    // No plan leads through a dead end.
                    self.ledger.ignores_paths |= g < known_g && !is_dead;
                    self.duplicate(&child, id, observer);
                    return false;
                }
                if is_closed {
                    self.ledger.statistics.reopened += 1;
                    observer.observe_numbered(Event::Reopened { state: &child }, id, None);
                }
                self.table.update(id, from.id, action, g);
                id
            }
        };
        if h < self.ledger.nearest.0 {
            self.ledger.nearest = (h, id);
        }
        let generated = Event::Generated { state: &child, action: Some(action), g, h };
        observer.observe_numbered(generated, id, None);
        if is_dead {
            if known.is_none() {
                self.ledger.statistics.dead_ends += 1;
                let reason = Pruning::DeadEnd;
                observer.observe_numbered(Event::Pruned { state: &child, reason }, id, None);
            }
            return false;
        }
        // Every plan through this state costs more than the type can hold. It is dropped, but
        // recorded, so that the search does not claim to have seen all plans.
        if guarantees.admissible && g.plus(h) == S::Cost::INFINITY {
            self.ledger.overflows = true;
            return false;
        }
        self.open(&child, id, g, h);
        self.rules.tests_early && space.is_goal(&child) && self.reach(id, g, observer)
    }

    /// Adds a state to the open list.
    #[inline(always)]
    fn open(&mut self, state: &S::State, id: u32, g: S::Cost, h: S::Cost) {
        let Rules { space, strategy, .. } = self.rules;
        let candidate = Candidate { space, state, g, h, serial: self.ledger.serial };
        let (priority, tie) = (strategy.rank(g, h), strategy.tie(&candidate));
        self.open.push(Key { priority, tie }, id);
        self.ledger.serial = self.ledger.serial.wrapping_add(1);
    }

    /// Counts and reports a path that is of no use.
    #[inline(always)]
    fn duplicate<O: Observer<S> + ?Sized>(&mut self, state: &S::State, id: u32, observer: &mut O) {
        self.ledger.statistics.duplicates += 1;
        observer.observe_numbered(Event::Duplicate { state }, id, None);
    }

    /// Reports the successors that are left when enough goals are reached: they count as generated.
    fn leave<O: Observer<S> + ?Sized>(
        &self,
        from: &Expanded<S, H, B>,
        actions: &[S::Action],
        observer: &mut O,
    ) {
        if observer.detail() == Detail::Nothing {
            return;
        }
        for &action in actions {
            let Child { state, g, mut probe } = self.child(from, action);
            if g == S::Cost::INFINITY {
                continue;
            }
            let h = self.rules.heuristic.estimate(self.rules.space, &state);
            let (action, reason) = (Some(action), Pruning::Enough);
            let made = Event::Generated { state: &state, action, g, h };
            for event in [made, Event::Pruned { state: &state, reason }] {
                match self.table.find(&mut probe) {
                    Some(known) => observer.observe_numbered(event, known, None),
                    None => observer.observe(event),
                }
            }
        }
    }
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
            is_started: false,
            stopped: StopReason::NodeLimit,
            termination: None,
            ledger: Ledger {
                statistics: Statistics::default(),
                lower_bound: S::Cost::ZERO,
                goals,
                nearest: (S::Cost::INFINITY, 0),
                serial: 0,
                overflows: false,
                ignores_paths: false,
            },
        }
    }

    /// Returns the memory for reuse.
    pub fn into_memory(mut self) -> SearchMemory<S, B> {
        self.memory.goals = self.ledger.goals;
        self.memory
    }

    /// Returns the space, the heuristic and the memory.
    pub(crate) fn into_parts(mut self) -> (P, H, SearchMemory<S, B>) {
        self.memory.goals = self.ledger.goals;
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
        known.saturating_sub(self.closed_states() + self.ledger.statistics.dead_ends as usize)
    }

    /// The number of closed states: expanded ones, and goals reached.
    pub fn closed_states(&self) -> usize {
        let closed = self.ledger.statistics.expanded - self.ledger.statistics.reopened;
        let ends_at_goal = self.termination == Some(Termination::Finished);
        closed as usize + usize::from(ends_at_goal)
    }

    /// Appends the best path found to the first goal reached to `actions` and returns its cost.
    /// Allocates only if `actions` is too small.
    pub fn copy_plan(&self, actions: &mut Vec<S::Action>) -> Option<S::Cost> {
        self.ledger.goals.first().map(|&goal| self.copy_path(goal, actions))
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
        &self.ledger.statistics
    }

    /// What the loop needs, by its phases.
    #[inline(always)]
    fn phases(&mut self) -> (Phases<'_, S, H, B>, Scratch<'_, S, B>) {
        let (space, heuristic, strategy) = (&*self.space, &self.heuristic, self.strategy);
        let by_score = [Reopening::OnBetterScore, Reopening::OnBetterScoreWhileOpen];
        let rules = Rules {
            space,
            heuristic,
            strategy,
            guarantees: heuristic.guarantees(),
            reopening: strategy.reopening(),
            goes_by_score: by_score.contains(&strategy.reopening()),
            plan_count: strategy.plan_count(),
            tests_early: strategy.goal_test() == GoalTest::OnGeneration,
            is_uniform: space.uniform_cost().is_some(),
            prunes_nothing: space.prunes_nothing(),
        };
        let SearchMemory { table, open, actions, children, plan, .. } = &mut self.memory;
        let phases = Phases { rules, ledger: &mut self.ledger, table, open, plan };
        (phases, Scratch { actions, children, pending: &mut self.pending })
    }

    fn begin<O: Observer<S> + ?Sized>(
        &mut self,
        meter: &Meter,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        let limit = meter.memory_beside(&*self.space);
        let SearchMemory { table, open, .. } = &mut self.memory;
        open.clear();
        if !table.reset(&self.space, limit.saturating_sub(open.bytes())) {
            return Err(StopReason::MemoryLimit);
        }
        make_room(table, open, 1, limit)?;
        self.is_started = true;
        let (mut phases, _) = self.phases();
        let Rules { space, heuristic, guarantees, tests_early, .. } = phases.rules;
        let state = space.initial_state();
        let (g, h) = (S::Cost::ZERO, heuristic.estimate(space, &state));
        phases.ledger.statistics.evaluated += 1;
        let mut probe = phases.table.probe(space, &state);
        let _ = phases.table.find(&mut probe);
        let id = phases.table.insert(probe, 0, None, g);
        phases.ledger.nearest = (h, id);
        observer.observe_numbered(Event::Generated { state: &state, action: None, g, h }, id, None);
        if h < S::Cost::INFINITY || !guarantees.safe {
            phases.open(&state, id, g, h);
        } else {
            phases.ledger.statistics.dead_ends += 1;
            let dead = Event::Pruned { state: &state, reason: Pruning::DeadEnd };
            observer.observe_numbered(dead, id, None);
        }
        if tests_early && space.is_goal(&state) {
            phases.reach(id, g, observer);
        }
        Ok(())
    }

    fn run<O: Observer<S> + ?Sized>(
        &mut self,
        limits: &Limits,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Termination, StopReason> {
        let (mut phases, Scratch { actions, children, pending }) = self.phases();
        let Rules { space, plan_count, tests_early, .. } = phases.rules;
        if phases.ledger.has_enough(plan_count) {
            return Ok(Termination::Finished);
        }
        let is_informed = phases.rules.strategy.is_informed();
        let is_dear = |ledger: &Ledger<_>| limits.excludes(ledger.proved(is_informed));
        if phases.ledger.goals.is_empty() && is_dear(phases.ledger) {
            return Err(StopReason::CostLimit);
        }
        let mut next = pending.take();
        loop {
            let Some((key, id)) = next.take().or_else(|| phases.open.pop()) else {
                return Ok(phases.ledger.end(phases.rules.guarantees.safe));
            };
            if let Some(next) = phases.open.next_id() {
                phases.table.prefetch(space, next);
            }
            let Some(Selected { state, g, back }) = phases.table.select(space, id) else {
                continue;
            };
            if phases.raise_bound(key.priority, g, observer) && is_dear(phases.ledger) {
                *pending = Some((key, id));
                return Err(StopReason::CostLimit);
            }
            let is_goal = !tests_early && space.is_goal(&state);
            if is_goal && phases.ledger.goals.last() != Some(&id) && phases.reach(id, g, observer) {
                phases.table.close(id);
                return Ok(Termination::Finished);
            }
            let (h, memo) = phases.rules.estimate(key.priority, g, &state);
            // What reached the state is read only if it matters.
            let prunes = !phases.rules.prunes_nothing;
            let last = if prunes { phases.table.reached_by(id) } else { None };
            list_actions(space, &state, last, actions);
            if let Err(reason) = phases.admit(actions.len(), meter) {
                *pending = Some((key, id));
                return Err(reason);
            }
            phases.table.close(id);
            phases.ledger.statistics.expanded += 1;
            phases.ledger.statistics.generated += actions.len() as u64;
            observer.observe_numbered(Event::Expanded { state: &state, g }, id, None);
            let from = Expanded { id, state, g, h, memo, back };
            // In a large table, all successors are looked up before the first is stored.
            let is_near = phases.table.is_near();
            if !is_near {
                children.clear();
                children.extend(actions.iter().rev().map(|&action| phases.child(&from, action)));
            }
            let mut left = actions.iter();
            while let Some(&action) = left.next() {
                let child = match is_near {
                    true => phases.child(&from, action),
                    false => children.swap_remove(children.len() - 1),
                };
                if phases.relax(&from, action, child, observer) {
                    phases.leave(&from, left.as_slice(), observer);
                    return Ok(Termination::Finished);
                }
            }
            let statistics = &mut phases.ledger.statistics;
            statistics.peak_open = statistics.peak_open.max(phases.open.len());
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
        let mut meter = Meter::start(limits, self.ledger.statistics.expanded);
        let result = match if self.is_started { Ok(()) } else { self.begin(&meter, observer) } {
            Ok(()) => self.run(limits, &mut meter, observer),
            Err(reason) => Err(reason),
        };
        self.ledger.statistics.elapsed += meter.elapsed();
        let bytes = self.memory.bytes() + self.space.stored_bytes();
        self.ledger.statistics.peak_bytes = self.ledger.statistics.peak_bytes.max(bytes);
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
            let mut statistics = self.ledger.statistics.clone();
            statistics.peak_stored = if self.is_started { self.memory.table.len() } else { 0 };
            statistics.open = self.open_states() as u64;
            statistics.closed = self.closed_states() as u64;
            statistics
        };
        let plan = self.ledger.goals.first().map(|&goal| self.plan_to(goal));
        SearchReport::new(
            plan,
            self.ledger.proved(self.strategy.is_informed()),
            self.termination.unwrap_or(Termination::Stopped(self.stopped)),
            statistics,
        )
    }

    fn nearest(&self) -> Option<Nearest<S::Action, S::Cost>> {
        let (estimate, id) = self.ledger.nearest;
        self.is_started.then(|| Nearest::new(self.plan_to(id), estimate))
    }

    fn solutions(&self) -> Vec<Plan<S::Action, S::Cost>> {
        let mut seen = HashSet::new();
        let goals = self.ledger.goals.iter().filter(|&&goal| seen.insert(goal));
        goals.map(|&goal| self.plan_to(goal)).collect()
    }
}
