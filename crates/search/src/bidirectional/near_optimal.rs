//! Bidirectional A*: expands pairs of states, one from each side, in the order of their lower
//! bounds.

use std::ops::Deref;

use tremaux_core::{
    Algorithm, BackwardSpace, Cost, Event, Guarantees, Heuristic, Meter, NoHeuristic, Observer,
    Pruning, StateSpace, Statistics, StopReason, Termination,
};

use super::side::{Direction, Neighbour, Neighbours, insert_new, joined_plan};
use crate::node_table::{HashedTable, NodeTable, Probe};
use crate::open_list::{Entry, Heap, OpenKind, OpenList, grown};
use crate::search_core::{SearchCore, Stepwise, falls, search_by_steps};

/// Near-optimal bidirectional search, NBS (Chen, Holte, Zilles and Sturtevant 2017):
/// bidirectional A* with a bound on the number of expansions.
///
/// Let `u` be reached from the initial state and `v` from a goal. No plan through both costs
/// less than the maximum of `f(u)`, `f(v)` and `g(u) + g(v) + ε`, where `ε` is the cost of an
/// action if all actions cost the same, and zero otherwise. The search expands both states of a
/// pair for which this lower bound is lowest, until the lowest bound is at least the cost of
/// the best plan found. With admissible heuristics it expands at most twice as many states as
/// any algorithm of this kind must.
///
/// The heuristic estimates the cost to a goal. A second one estimates the cost from the initial
/// state ([`NearOptimalBidirectional::with_backward`]). Without it, the backward estimate is
/// the difference between the estimates of the initial state and of the state if the heuristic
/// is consistent, and zero otherwise. A heuristic that is not admissible is ignored. The plan
/// is therefore always proved optimal, also with several goals, zero-cost actions and parallel
/// actions between two states.
///
/// If estimates contradict what their heuristic promises, the search starts again without any
/// ([`Statistics::inconsistencies`](tremaux_core::Statistics::inconsistencies)). It sees only
/// the states that it generates, so a derived backward estimate rests on the promise to be
/// consistent for all others; with [`NoHeuristic`] as the backward heuristic, nothing does.
///
/// Takes about 44 bytes for every state and side, with packed states of eight bytes and costs
/// of four. Time is proportional to the number of actions of the expanded states, times the
/// logarithm of that number.
///
/// ```
/// use tremaux::search::{BackwardSpace, NearOptimalBidirectional, Predecessor};
/// use tremaux::{Algorithm, Limits, NoHeuristic, StateSpace};
///
/// /// The numbers from 1 to 100; doubling costs 3, adding one costs 1.
/// struct Numbers;
/// impl StateSpace for Numbers {
///     type State = u32;
///     type Packed = u32;
///     type Action = bool;
///     type Cost = u32;
///     fn initial_state(&self) -> u32 { 1 }
///     fn is_goal(&self, &n: &u32) -> bool { n == 100 }
///     fn actions(&self, &n: &u32, actions: &mut Vec<bool>) {
///         actions.extend([true, false].into_iter().filter(|_| n <= 50));
///         actions.extend((50 < n && n < 100).then_some(false));
///     }
///     fn cost(&self, _: &u32, doubles: bool) -> u32 { if doubles { 3 } else { 1 } }
///     fn apply(&self, n: &mut u32, doubles: bool) { *n += if doubles { *n } else { 1 } }
///     fn pack(&self, &n: &u32) -> u32 { n }
///     fn unpack(&self, &n: &u32) -> u32 { n }
/// }
/// impl BackwardSpace for Numbers {
///     fn goal_states(&self, goals: &mut Vec<u32>) { goals.push(100); }
///     fn predecessors(&self, &n: &u32, to: &mut Vec<Predecessor<Self>>) {
///         to.extend((n % 2 == 0).then_some((true, 3, n / 2)));
///         to.extend((n > 1).then(|| (false, 1, n - 1)));
///     }
/// }
/// let search = NearOptimalBidirectional::new();
/// let report = search.solve(&Numbers, NoHeuristic, &Limits::default(), &mut ());
/// assert!(report.is_proven_optimal());
/// assert_eq!(report.lower_bound, 18);
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct NearOptimalBidirectional<B = NoHeuristic> {
    backward: Option<B>,
}

impl NearOptimalBidirectional {
    /// Creates the search. It derives backward estimates from the forward heuristic.
    pub const fn new() -> Self {
        Self { backward: None }
    }
}

impl Default for NearOptimalBidirectional {
    fn default() -> Self {
        Self::new()
    }
}

impl<B> NearOptimalBidirectional<B> {
    /// Creates the search with a backward heuristic, which estimates the cost from the initial
    /// state to a state. It is used only if it is admissible.
    pub const fn with_backward(heuristic: B) -> Self {
        Self { backward: Some(heuristic) }
    }
}

impl<S: BackwardSpace, B: Heuristic<S> + Clone> Algorithm<S> for NearOptimalBidirectional<B> {
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = NearOptimalBidirectionalSearch<P, H, S, B>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        heuristic: H,
    ) -> NearOptimalBidirectionalSearch<P, H, S, B> {
        let backward = self.backward.clone();
        let guarantees = heuristic.guarantees();
        NearOptimalBidirectionalSearch {
            sides: [0, 1].map(|_| Side::new(&*space)),
            space,
            heuristic,
            derives: backward.is_none() && guarantees.admissible && guarantees.consistent,
            uses_backward: backward.as_ref().is_some_and(|it| it.guarantees().admissible),
            backward,
            trusts: true,
            guarantees,
            neighbours: Neighbours::new(),
            probes: Vec::new(),
            initial_h: S::Cost::ZERO,
            least: S::Cost::ZERO,
            second: None,
            is_started: false,
            core: SearchCore::default(),
        }
    }
}

type OpenOf<K> = <Heap as OpenKind<K>>::Open;

/// The states of one side.
struct Side<S: StateSpace> {
    table: HashedTable<S>,
    /// Ordered by f, then by g: states whose f exceeds the current bound.
    waiting: OpenOf<(S::Cost, S::Cost)>,
    /// Ordered by g: the other open states.
    ready: OpenOf<S::Cost>,
    /// What the heuristic says of each state, while backward estimates are derived from it.
    estimates: Vec<S::Cost>,
    closed: u64,
    dead_ends: u64,
}

impl<S: StateSpace> Side<S> {
    fn new(space: &S) -> Self {
        let (waiting, ready) = (OpenOf::default(), OpenOf::default());
        let table = HashedTable::new(space);
        Self { table, waiting, ready, estimates: Vec::new(), closed: 0, dead_ends: 0 }
    }

    fn bytes(&self) -> usize {
        self.table.bytes()
            + OpenList::bytes(&self.waiting)
            + OpenList::bytes(&self.ready)
            + self.estimates.capacity() * size_of::<S::Cost>()
    }

    /// Whether the entry of a state with the cost `g` is still valid.
    #[inline]
    fn is_current(&self, id: u32, g: S::Cost) -> bool {
        self.table.known(id) == (g, false)
    }

    /// The lowest f of a waiting state.
    #[inline]
    fn least_waiting(&mut self) -> Option<S::Cost> {
        loop {
            let &Entry { key: (f, g), id } = self.waiting.peek()?;
            if self.is_current(id, g) {
                return Some(f);
            }
            self.waiting.pop();
        }
    }

    /// The ready state with the lowest g.
    #[inline]
    fn least_ready(&mut self) -> Option<(S::Cost, u32)> {
        loop {
            let &Entry { key: g, id } = self.ready.peek()?;
            if self.is_current(id, g) {
                return Some((g, id));
            }
            self.ready.pop();
        }
    }

    /// Moves the first waiting state to the ready ones. Both lists have room for every state.
    fn make_ready(&mut self) {
        if let Some(Entry { key: (_, g), id }) = self.waiting.pop() {
            self.ready.push(Entry { key: g, id });
        }
    }

    #[inline]
    fn has_room(&self, count: usize) -> bool {
        self.table.room() >= count
            && OpenList::room(&self.waiting) >= count
            && OpenList::room(&self.ready) >= count + self.waiting.len()
            && self.estimates.capacity() - self.estimates.len() >= count
    }

    /// Makes room for `count` more states in all tables.
    fn make_room(&mut self, count: usize, limit: usize) -> bool {
        [count.max(64), count].into_iter().any(|count| {
            let others = |this: &Self, mine: usize| limit.saturating_sub(this.bytes() - mine);
            let (table, waiting) = (self.table.bytes(), OpenList::bytes(&self.waiting));
            (self.table.room() >= count || {
                let allowed = others(self, table);
                self.table.make_room(count, allowed)
            }) && (OpenList::room(&self.waiting) >= count || {
                let allowed = others(self, waiting);
                self.waiting.make_room(count, allowed)
            }) && (OpenList::room(&self.ready) >= count + self.waiting.len() || {
                let allowed = others(self, OpenList::bytes(&self.ready));
                self.ready.make_room(count + self.waiting.len(), allowed)
            }) && (self.estimates.capacity() - self.estimates.len() >= count || {
                let capacity = self.estimates.capacity();
                let allowed = others(self, capacity * size_of::<S::Cost>());
                let grown = grown::<S::Cost>(self.estimates.len(), capacity, count, allowed);
                grown.is_some_and(|capacity| {
                    self.estimates.try_reserve_exact(capacity - self.estimates.len()).is_ok()
                })
            })
        })
    }
}

/// A state whose neighbours are being relaxed.
struct Expanded<C> {
    direction: Direction,
    id: u32,
    g: C,
    /// What the heuristic says, if what it says of the neighbours is checked.
    estimate: C,
    checks: bool,
}

impl<C: Cost> Expanded<C> {
    /// Whether the estimate of a neighbour reached at cost `g` shows that the heuristic is not
    /// consistent.
    #[inline]
    fn disproves(&self, g: C, estimate: C) -> bool {
        match self.direction {
            Direction::Forward => falls(self.g, self.estimate, g, estimate),
            Direction::Backward => falls(self.g, estimate, g, self.estimate),
        }
    }
}

/// A running [`NearOptimalBidirectional`] search.
pub struct NearOptimalBidirectionalSearch<P, H, S: StateSpace, B = NoHeuristic> {
    space: P,
    heuristic: H,
    backward: Option<B>,
    /// Whether the heuristics are used: nothing contradicts what they promise.
    trusts: bool,
    /// Those of the heuristic.
    guarantees: Guarantees,
    /// Whether the backward heuristic is used: it claims to be admissible.
    uses_backward: bool,
    /// Whether backward estimates are derived from the heuristic: it claims to be consistent, and
    /// nothing contradicts that.
    derives: bool,
    /// Forward and backward.
    sides: [Side<S>; 2],
    neighbours: Neighbours<S>,
    /// Lookups of neighbours on this side and on the other, all prefetched before the first is
    /// read.
    probes: Vec<[Probe<S::Packed>; 2]>,
    /// The estimate for the initial state.
    initial_h: S::Cost,
    /// A lower bound on plans through any remaining pair.
    least: S::Cost,
    /// The backward state of a pair whose forward state has been expanded.
    second: Option<u32>,
    is_started: bool,
    core: SearchCore<S>,
}

impl<P, H, S, B> NearOptimalBidirectionalSearch<P, H, S, B>
where
    P: Deref<Target = S>,
    S: BackwardSpace,
    H: Heuristic<S>,
    B: Heuristic<S>,
{
    /// What the heuristic says, if it is used, and a lower bound on the cost from a state to the
    /// end that this side searches for.
    #[inline]
    fn estimate(&self, direction: Direction, state: &S::State) -> (S::Cost, S::Cost) {
        let is_used = self.derives || direction == Direction::Forward && self.guarantees.admissible;
        let h = match is_used {
            true => self.heuristic.estimate(&self.space, state),
            false => S::Cost::ZERO,
        };
        let bound = match &self.backward {
            _ if direction == Direction::Forward => h,
            Some(heuristic) if self.uses_backward => heuristic.estimate(&self.space, state),
            None if self.derives => self.initial_h.minus(h).unwrap_or(S::Cost::ZERO),
            _ => S::Cost::ZERO,
        };
        (h, bound)
    }

    /// Forgets all states, and does without heuristics. Found plans remain.
    fn restart(&mut self) {
        self.core.statistics.peak_stored = self.stored();
        self.sides = [0, 1].map(|_| Side::new(&*self.space));
        (self.derives, self.is_started, self.second) = (false, false, None);
        (self.trusts, self.guarantees, self.uses_backward) = (false, Guarantees::NONE, false);
        (self.least, self.core.lower_bound) = (S::Cost::ZERO, S::Cost::ZERO);
    }

    /// Keeps this plan if it is cheaper than the best one so far, and counts what on it contradicts
    /// the promises of the heuristics.
    fn accept<O: Observer<S> + ?Sized>(&mut self, actions: Vec<S::Action>, observer: &mut O) {
        let space = &*self.space;
        if self.uses_backward
            && let Some(heuristic) = &self.backward
        {
            let (mut state, mut g) = (space.initial_state(), S::Cost::ZERO);
            for &action in &actions {
                g = g.plus(space.cost(&state, action));
                space.apply(&mut state, action);
                let is_above = heuristic.estimate(space, &state).exceeds(g);
                self.core.statistics.inconsistencies += u64::from(is_above);
            }
        }
        match self.trusts {
            true => self.core.accept(space, &self.heuristic, actions, observer),
            false => self.core.accept(space, &NoHeuristic, actions, observer),
        }
    }

    fn stored(&self) -> usize {
        self.sides.iter().map(|side| side.table.len()).sum()
    }

    fn make_room(&mut self, side: Direction, count: usize, limit: usize) -> Result<(), StopReason> {
        if self.sides[side as usize].has_room(count) {
            return Ok(());
        }
        let others = self.sides[side.opposite() as usize].bytes();
        let allowed = limit.saturating_sub(others);
        match self.sides[side as usize].make_room(count, allowed) {
            true => Ok(()),
            false => Err(StopReason::MemoryLimit),
        }
    }

    fn begin<O: Observer<S> + ?Sized>(
        &mut self,
        meter: &Meter,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        let mut goals = Vec::new();
        self.space.goal_states(&mut goals);
        let limit = meter.memory_beside(&*self.space);
        self.make_room(Direction::Forward, 1, limit)?;
        self.make_room(Direction::Backward, goals.len(), limit)?;
        self.is_started = true;
        let state = self.space.initial_state();
        self.initial_h = self.estimate(Direction::Forward, &state).0;
        self.core.statistics.evaluated += 1;
        let starts = [(Direction::Forward, vec![state.clone()]), (Direction::Backward, goals)];
        for (direction, states) in starts {
            for state in states {
                let side = &mut self.sides[direction as usize];
                let (id, is_new) = insert_new(&*self.space, &mut side.table, &state);
                if is_new {
                    let (g, (estimate, h)) = (S::Cost::ZERO, self.estimate(direction, &state));
                    if self.derives {
                        self.sides[direction as usize].estimates.push(estimate);
                    }
                    if direction == Direction::Backward {
                        self.core.statistics.evaluated += 1;
                        let total = self.initial_h.plus(estimate);
                        let is_wrong = self.derives && total.exceeds(self.initial_h);
                        self.core.statistics.inconsistencies += u64::from(is_wrong);
                    }
                    observer.observe(Event::Generated { state: &state, action: None, g, h });
                    if h < S::Cost::INFINITY {
                        OpenList::push(&mut self.sides[direction as usize].waiting, (h, g), id);
                    } else {
                        self.core.statistics.dead_ends += 1;
                        self.sides[direction as usize].dead_ends += 1;
                    }
                }
            }
        }
        if self.space.is_goal(&state) {
            self.accept(Vec::new(), observer);
        }
        Ok(())
    }

    /// Finds a pair with the lowest lower bound. Returns `None` if no remaining pair can
    /// improve the best plan.
    fn best_pair(&mut self) -> Option<[u32; 2]> {
        let least_action = self.space.uniform_cost().unwrap_or(S::Cost::ZERO);
        loop {
            if self.least >= self.core.incumbent() {
                return None;
            }
            let mut next = None;
            for side in &mut self.sides {
                while let Some(f) = side.least_waiting() {
                    if f > self.least {
                        next = Some(next.map_or(f, |next: S::Cost| next.min(f)));
                        break;
                    }
                    side.make_ready();
                }
            }
            let [forward, backward] = &mut self.sides;
            let ready = [forward.least_ready(), backward.least_ready()];
            if let [Some(forward), Some(backward)] = ready {
                let sum = forward.0.plus(backward.0).plus(least_action);
                if sum <= self.least {
                    return Some([forward.1, backward.1]);
                }
                next = Some(next.map_or(sum, |next| next.min(sum)));
            } else {
                // If a side has neither ready nor waiting states, the search is over.
                for (side, ready) in self.sides.iter_mut().zip(ready) {
                    if ready.is_none() && side.least_waiting().is_none() {
                        return None;
                    }
                }
            }
            self.least = next?;
            // Plans through the remaining pairs cost more than the type can hold.
            self.core.overflows |= self.least == S::Cost::INFINITY;
        }
    }

    /// Expands a state of one side. There must be room for its neighbours.
    fn expand<O: Observer<S> + ?Sized>(
        &mut self,
        direction: Direction,
        id: u32,
        state: &S::State,
        observer: &mut O,
    ) {
        let (side, other) = (direction as usize, direction.opposite() as usize);
        self.sides[side].table.close(id);
        self.sides[side].closed += 1;
        let g = self.sides[side].table.known(id).0;
        // Backward, the heuristic is known only while estimates are derived from it.
        let is_forward = direction == Direction::Forward;
        let checks = self.guarantees.consistent && (self.derives || is_forward);
        let estimate = match checks {
            true if self.derives => self.sides[side].estimates[id as usize],
            true => self.heuristic.estimate(&self.space, state),
            false => S::Cost::ZERO,
        };
        self.core.statistics.expanded += 1;
        self.core.statistics.generated += self.neighbours.found.len() as u64;
        observer.observe(Event::Expanded { state, g });
        let mut found = std::mem::take(&mut self.neighbours.found);
        let mut probes = std::mem::take(&mut self.probes);
        for neighbour in &found {
            let (space, state) = (&*self.space, &neighbour.state);
            let here = self.sides[side].table.probe(space, state);
            probes.push([here, self.sides[other].table.probe(space, state)]);
        }
        let parent = Expanded { direction, id, g, estimate, checks };
        for (neighbour, [here, mut there]) in found.drain(..).zip(probes.drain(..)) {
            if let Some(new) = self.relax(&parent, &neighbour, here, observer) {
                self.meet(direction, new, &mut there, neighbour.g, observer);
            }
        }
        (self.neighbours.found, self.probes) = (found, probes);
        let [one, two] = &self.sides;
        let open = one.waiting.len() + one.ready.len() + two.waiting.len() + two.ready.len();
        self.core.statistics.peak_open = self.core.statistics.peak_open.max(open);
    }

    /// Records the path to a neighbour if it is the first or a cheaper one. Returns the number of
    /// the neighbour if it is open now.
    #[inline]
    fn relax<O: Observer<S> + ?Sized>(
        &mut self,
        parent: &Expanded<S::Cost>,
        neighbour: &Neighbour<S>,
        mut probe: Probe<S::Packed>,
        observer: &mut O,
    ) -> Option<u32> {
        let (side, state, g) = (parent.direction as usize, &neighbour.state, neighbour.g);
        let known = self.sides[side].table.find_known(&mut probe);
        if let Some((known_id, (known_g, _))) = known
            && g >= known_g
        {
            if self.derives {
                let estimate = self.sides[side].estimates[known_id as usize];
                self.core.statistics.inconsistencies += u64::from(parent.disproves(g, estimate));
            }
            self.core.duplicate(state, observer);
            return None;
        }
        self.core.statistics.evaluated += 1;
        let (estimate, h) = self.estimate(parent.direction, state);
        let is_broken = parent.checks && parent.disproves(g, estimate);
        self.core.statistics.inconsistencies += u64::from(is_broken);
        let f = g.plus(h);
        if h < S::Cost::INFINITY && f == S::Cost::INFINITY {
            self.core.overflows = true;
            return None;
        }
        let is_pruned = h < S::Cost::INFINITY && f >= self.core.incumbent();
        if known.is_some_and(|(_, (_, is_closed))| is_closed) && !is_pruned {
            self.core.statistics.reopened += 1;
            self.sides[side].closed -= 1;
            observer.observe(Event::Reopened { state });
        }
        let action = Some(neighbour.action);
        observer.observe(Event::Generated { state, action, g, h });
        if is_pruned {
            self.core.cut(state, observer);
            return None;
        }
        if self.derives && known.is_none() {
            self.sides[side].estimates.push(estimate);
        }
        let table = &mut self.sides[side].table;
        let new = match known {
            None => table.insert(probe, parent.id, action, g),
            Some((known_id, _)) => {
                table.update(known_id, parent.id, neighbour.action, g);
                known_id
            }
        };
        if h == S::Cost::INFINITY {
            self.core.statistics.dead_ends += u64::from(known.is_none());
            self.sides[side].dead_ends += u64::from(known.is_none());
            observer.observe(Event::Pruned { state, reason: Pruning::DeadEnd });
            return None;
        }
        OpenList::push(&mut self.sides[side].waiting, (f, g), new);
        Some(new)
    }

    /// Keeps the plan through a state just opened at cost `g` if the other side has reached it, and
    /// the plan is cheaper than the best one so far.
    #[inline]
    fn meet<O: Observer<S> + ?Sized>(
        &mut self,
        direction: Direction,
        new: u32,
        probe: &mut Probe<S::Packed>,
        g: S::Cost,
        observer: &mut O,
    ) {
        let there = &self.sides[direction.opposite() as usize].table;
        if let Some(met) = there.find(probe)
            && g.plus(there.known(met).0) < self.core.incumbent()
        {
            let meeting = match direction {
                Direction::Forward => [new, met],
                Direction::Backward => [met, new],
            };
            let tables = self.sides.each_ref().map(|side| &side.table);
            let actions = joined_plan(&*self.space, tables, meeting);
            self.accept(actions, observer);
        }
    }
}

impl<P, H, S, B> Stepwise<S> for NearOptimalBidirectionalSearch<P, H, S, B>
where
    P: Deref<Target = S>,
    S: BackwardSpace,
    H: Heuristic<S>,
    B: Heuristic<S>,
{
    fn run<O: Observer<S> + ?Sized>(
        &mut self,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Termination, StopReason> {
        loop {
            if self.trusts && self.core.statistics.inconsistencies > 0 {
                self.restart();
            }
            if !self.is_started {
                self.begin(meter, observer)?;
                continue;
            }
            let (direction, id, second) = match self.second {
                Some(id) => (Direction::Backward, id, None),
                None => {
                    let Some([forward, backward]) = self.best_pair() else {
                        return Ok(self.core.end(true, observer));
                    };
                    self.core.prove(self.least, observer);
                    (Direction::Forward, forward, Some(backward))
                }
            };
            meter.check(self.core.statistics.expanded, || self.bytes())?;
            let table = &self.sides[direction as usize].table;
            let state = table.state(&self.space, id);
            let overflows = self.neighbours.find(&self.space, direction, table, id, &state);
            let count = self.neighbours.found.len();
            self.make_room(direction, count, meter.memory_beside(&*self.space))?;
            self.core.overflows |= overflows;
            self.second = second;
            self.expand(direction, id, &state, observer);
        }
    }

    fn bytes(&self) -> usize {
        self.sides[0].bytes() + self.sides[1].bytes() + self.space.stored_bytes()
    }

    fn trusts(&self) -> bool {
        self.trusts
    }

    fn count(&self, statistics: &mut Statistics) {
        let (stored, [one, two]) = (self.stored(), &self.sides);
        statistics.peak_stored = statistics.peak_stored.max(stored);
        statistics.closed = one.closed + two.closed;
        let kept = stored as u64 - one.dead_ends - two.dead_ends;
        statistics.open = kept.saturating_sub(statistics.closed);
    }
}

search_by_steps!(for BackwardSpace: NearOptimalBidirectionalSearch, B);
