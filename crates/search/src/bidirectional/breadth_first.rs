//! Breadth-first search from both ends.

use std::marker::PhantomData;
use std::ops::Deref;

use tremaux_core::{
    Algorithm, BackwardSpace, Cost, Event, Heuristic, Meter, NoHeuristic, Observer, StateSpace,
    Statistics, StopReason, Termination,
};

use super::side::{Direction, Neighbours, insert_new, joined_plan};
use crate::node_table::{HashedTable, NodeTable};
use crate::search_core::{SearchCore, Stepwise, make_table_room, search_by_steps};

/// Bidirectional breadth-first search (Pohl 1969): expands whole layers, the smaller first.
///
/// Expands one layer at a time, on the side whose last layer has fewer states, until it
/// generates a state that the other side knows. There may be several goals. The heuristic is
/// not used.
///
/// The plan has the fewest actions. It is proved optimal if all actions cost the same
/// ([`StateSpace::uniform_cost`]); otherwise nothing is proved except that there is no plan.
/// Time and memory are proportional to the number of states within half the plan's length of
/// either end, whereas breadth-first search visits all states within its whole length.
///
/// ```
/// use tremaux::search::{BackwardSpace, BidirectionalBreadthFirst, Predecessor};
/// use tremaux::{Algorithm, Limits, NoHeuristic, StateSpace};
///
/// /// The numbers from 1 to 100; an action doubles the number or adds one.
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
///     fn cost(&self, _: &u32, _: bool) -> u32 { 1 }
///     fn apply(&self, n: &mut u32, doubles: bool) { *n += if doubles { *n } else { 1 } }
///     fn pack(&self, &n: &u32) -> u32 { n }
///     fn unpack(&self, &n: &u32) -> u32 { n }
///     fn uniform_cost(&self) -> Option<u32> { Some(1) }
/// }
/// impl BackwardSpace for Numbers {
///     fn goal_states(&self, goals: &mut Vec<u32>) { goals.push(100); }
///     fn predecessors(&self, &n: &u32, to: &mut Vec<Predecessor<Self>>) {
///         to.extend((n % 2 == 0).then_some((true, 1, n / 2)));
///         to.extend((n > 1).then(|| (false, 1, n - 1)));
///     }
/// }
/// let search = BidirectionalBreadthFirst;
/// let report = search.solve(&Numbers, NoHeuristic, &Limits::default(), &mut ());
/// assert!(report.is_proven_optimal());
/// assert_eq!(report.lower_bound, 8);
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct BidirectionalBreadthFirst;

impl<S: BackwardSpace> Algorithm<S> for BidirectionalBreadthFirst {
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = BidirectionalBreadthFirstSearch<P, H, S>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        _heuristic: H,
    ) -> BidirectionalBreadthFirstSearch<P, H, S> {
        BidirectionalBreadthFirstSearch {
            sides: [0, 1].map(|_| Side::new(&*space)),
            space,
            heuristic: PhantomData,
            neighbours: Neighbours::new(),
            under_way: None,
            is_started: false,
            core: SearchCore::default(),
        }
    }
}

/// The states of one side. Those of the last two layers are at the end of the table.
struct Side<S: StateSpace> {
    table: HashedTable<S>,
    /// The number of the next state to expand.
    next: u32,
    /// Where the current layer ends.
    end: u32,
    /// The number of layers expanded.
    depth: u32,
}

impl<S: StateSpace> Side<S> {
    fn new(space: &S) -> Self {
        Self { table: HashedTable::new(space), next: 0, end: 0, depth: 0 }
    }
}

/// A running [`BidirectionalBreadthFirst`] search.
pub struct BidirectionalBreadthFirstSearch<P, H, S: StateSpace> {
    space: P,
    heuristic: PhantomData<H>,
    /// Forward and backward.
    sides: [Side<S>; 2],
    neighbours: Neighbours<S>,
    /// Whose layer is being expanded.
    under_way: Option<Direction>,
    is_started: bool,
    core: SearchCore<S>,
}

impl<P, H, S> BidirectionalBreadthFirstSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: BackwardSpace,
    H: Heuristic<S>,
{
    /// Makes room for `count` more states on one side.
    fn make_room(
        sides: &mut [Side<S>; 2],
        side: Direction,
        count: usize,
        limit: usize,
    ) -> Result<(), StopReason> {
        let others = sides[side.opposite() as usize].table.bytes();
        let table = &mut sides[side as usize].table;
        make_table_room(table, count, limit.saturating_sub(others))
    }

    fn begin<O: Observer<S> + ?Sized>(
        &mut self,
        meter: &Meter,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        let space = &*self.space;
        let mut goals = Vec::new();
        space.goal_states(&mut goals);
        let limit = meter.memory_beside(space);
        Self::make_room(&mut self.sides, Direction::Forward, 1, limit)?;
        Self::make_room(&mut self.sides, Direction::Backward, goals.len(), limit)?;
        self.is_started = true;
        let state = space.initial_state();
        let g = S::Cost::ZERO;
        observer.observe(Event::Generated { state: &state, action: None, g, h: g });
        let [forward, backward] = &mut self.sides;
        insert_new(space, &mut forward.table, &state);
        forward.end = 1;
        for goal in goals {
            if insert_new(space, &mut backward.table, &goal).1 {
                observer.observe(Event::Generated { state: &goal, action: None, g, h: g });
                backward.end += 1;
            }
        }
        if space.is_goal(&state) {
            self.core.accept(space, &NoHeuristic, Vec::new(), observer);
        }
        Ok(())
    }

    /// Raises the lower bound: no plan has so few actions as the layers expanded so far cover.
    fn prove_depth<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) {
        let Some(cost) = self.space.uniform_cost() else { return };
        let actions = self.sides[0].depth + self.sides[1].depth + 1;
        let mut bound = S::Cost::ZERO;
        for _ in 0..actions {
            bound = bound.plus(cost);
        }
        self.core.prove(bound.min(self.core.incumbent()), observer);
    }

    /// Expands a state of one side. There must be room for its neighbours.
    fn expand<O: Observer<S> + ?Sized>(
        &mut self,
        direction: Direction,
        id: u32,
        state: &S::State,
        observer: &mut O,
    ) {
        let space = &*self.space;
        let core = &mut self.core;
        let [forward, backward] = &mut self.sides;
        let (here, there) = match direction {
            Direction::Forward => (&mut forward.table, &backward.table),
            Direction::Backward => (&mut backward.table, &forward.table),
        };
        here.close(id);
        core.statistics.expanded += 1;
        observer.observe(Event::Expanded { state, g: here.known(id).0 });
        for neighbour in self.neighbours.found.drain(..) {
            core.statistics.generated += 1;
            let mut probe = here.probe(space, &neighbour.state);
            if here.find(&mut probe).is_some() {
                core.duplicate(&neighbour.state, observer);
                continue;
            }
            let new = here.insert(probe, id, Some(neighbour.action), neighbour.g);
            observer.observe(Event::Generated {
                state: &neighbour.state,
                action: Some(neighbour.action),
                g: neighbour.g,
                h: S::Cost::ZERO,
            });
            let mut probe = there.probe(space, &neighbour.state);
            if let Some(met) = there.find(&mut probe) {
                let actions = match direction {
                    Direction::Forward => joined_plan(space, [here, there], [new, met]),
                    Direction::Backward => joined_plan(space, [there, here], [met, new]),
                };
                // All plans found in this layer have the same length.
                core.accept(space, &NoHeuristic, actions, observer);
                break;
            }
        }
    }
}

impl<P, H, S> Stepwise<S> for BidirectionalBreadthFirstSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: BackwardSpace,
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
        let is_uniform = self.space.uniform_cost().is_some();
        loop {
            if self.core.plan.is_some() {
                return Ok(self.core.end(is_uniform, observer));
            }
            let left = self.sides.each_ref().map(|side| side.end - side.next);
            let direction = match self.under_way {
                Some(direction) => direction,
                None if left.contains(&0) => return Ok(self.core.end(true, observer)),
                None if left[0] <= left[1] => Direction::Forward,
                None => Direction::Backward,
            };
            if self.under_way.is_none() {
                self.prove_depth(observer);
                self.under_way = Some(direction);
            }
            meter.check(self.core.statistics.expanded, || self.bytes())?;
            let side = &self.sides[direction as usize];
            let id = side.next;
            let state = side.table.state(&self.space, id);
            let overflows = self.neighbours.find(&self.space, direction, &side.table, id, &state);
            let count = self.neighbours.found.len();
            let limit = meter.memory_beside(&*self.space);
            Self::make_room(&mut self.sides, direction, count, limit)?;
            self.core.overflows |= overflows;
            self.expand(direction, id, &state, observer);
            let side = &mut self.sides[direction as usize];
            side.next += 1;
            if side.next == side.end {
                side.end = side.table.len() as u32;
                side.depth += 1;
                self.under_way = None;
            }
            let open = self.sides.iter().map(|side| side.table.len() - side.next as usize).sum();
            let statistics = &mut self.core.statistics;
            statistics.peak_open = statistics.peak_open.max(open);
        }
    }

    fn bytes(&self) -> usize {
        self.sides[0].table.bytes() + self.sides[1].table.bytes() + self.space.stored_bytes()
    }

    fn trusts(&self) -> bool {
        false
    }

    fn count(&self, statistics: &mut Statistics) {
        let stored = self.sides.iter().map(|side| side.table.len()).sum();
        statistics.peak_stored = stored;
        statistics.closed = statistics.expanded;
        statistics.open = stored as u64 - statistics.expanded;
    }
}

search_by_steps!(for BackwardSpace: BidirectionalBreadthFirstSearch);
