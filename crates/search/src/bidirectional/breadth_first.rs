//! Breadth-first search from both ends.

use std::marker::PhantomData;
use std::ops::Deref;

use tremaux_core::{
    Algorithm, BackwardSpace, Cost, Event, Heuristic, Meter, Observer, StateSpace, Statistics,
    StopReason, Termination,
};

use super::side::{Direction, Neighbours, insert_new, joined_plan};
use crate::ledger::{Ledger, Stepwise, make_table_room, search_by_steps};
use crate::node_table::{HashedTable, NodeTable};

/// Bidirectional breadth-first search (Pohl 1969; layers by turns, the smaller first).
///
/// One layer at a time is expanded, of the side whose last layer has fewer states, until a
/// state is found that the other side knows. Goals may be several; the heuristic is not
/// asked.
///
/// The plan has fewest actions. It is proved to be a cheapest one where all actions cost the
/// same ([`StateSpace::uniform_cost`]); elsewhere nothing is proved but that there is none.
/// Takes time and memory for about twice the states within half of the plan's length of an
/// end, where breadth-first search has all within its whole length.
///
/// ```
/// use tremaux_core::{Algorithm, BackwardSpace, Blind, Limits, Predecessor, StateSpace};
/// use tremaux_search::BidirectionalBreadthFirst;
///
/// /// From 1 to 100 by doubling or adding one.
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
/// let report = search.solve(&Numbers, Blind, &Limits::default(), &mut ());
/// assert!(report.is_proven_optimal());
/// assert_eq!(report.lower_bound, 8);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct BidirectionalBreadthFirst;

impl<S: BackwardSpace> Algorithm<S> for BidirectionalBreadthFirst {
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = BidirectionalBreadthFirstSearch<P, H, S>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        _heuristic: H,
    ) -> BidirectionalBreadthFirstSearch<P, H, S> {
        BidirectionalBreadthFirstSearch {
            space,
            heuristic: PhantomData,
            sides: [Side::default(), Side::default()],
            neighbours: Neighbours::new(),
            under_way: None,
            is_started: false,
            ledger: Ledger::default(),
        }
    }
}

/// The states of one side: those of its last two layers are the last of its table.
struct Side<S: StateSpace> {
    table: HashedTable<S>,
    /// The number of the next state to be expanded.
    next: u32,
    /// Where the layer under way ends.
    end: u32,
    /// How many layers are expanded.
    depth: u32,
}

impl<S: StateSpace> Default for Side<S> {
    fn default() -> Self {
        Self { table: HashedTable::default(), next: 0, end: 0, depth: 0 }
    }
}

/// A [`BidirectionalBreadthFirst`] search under way.
pub struct BidirectionalBreadthFirstSearch<P, H, S: StateSpace> {
    space: P,
    heuristic: PhantomData<H>,
    /// Forward and backward.
    sides: [Side<S>; 2],
    neighbours: Neighbours<S>,
    /// Whose layer is being expanded.
    under_way: Option<Direction>,
    is_started: bool,
    ledger: Ledger<S>,
}

impl<P, H, S> BidirectionalBreadthFirstSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: BackwardSpace,
    H: Heuristic<S>,
{
    fn tables_bytes(sides: &[Side<S>; 2]) -> usize {
        sides[0].table.bytes() + sides[1].table.bytes()
    }

    /// Makes room for so many more states on one side.
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
        Self::make_room(&mut self.sides, Direction::Forward, 1, meter.memory_limit())?;
        Self::make_room(&mut self.sides, Direction::Backward, goals.len(), meter.memory_limit())?;
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
            self.ledger.accept(space, Vec::new(), observer);
        }
        Ok(())
    }

    /// What no plan costs less than, as none has so few actions as are looked at.
    fn prove_depth<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) {
        let Some(cost) = self.space.uniform_cost() else { return };
        let actions = self.sides[0].depth + self.sides[1].depth + 1;
        let mut bound = S::Cost::ZERO;
        for _ in 0..actions {
            bound = bound.plus(cost);
        }
        self.ledger.prove(bound.min(self.ledger.incumbent()), observer);
    }

    /// Expands a state of one side, for whose neighbours there is room.
    fn expand<O: Observer<S> + ?Sized>(
        &mut self,
        direction: Direction,
        id: u32,
        state: &S::State,
        observer: &mut O,
    ) {
        let space = &*self.space;
        let ledger = &mut self.ledger;
        let [forward, backward] = &mut self.sides;
        let (here, there) = match direction {
            Direction::Forward => (&mut forward.table, &backward.table),
            Direction::Backward => (&mut backward.table, &forward.table),
        };
        here.close(id);
        ledger.statistics.expanded += 1;
        observer.observe(Event::Expanded { state, g: here.known(id).0 });
        for neighbour in self.neighbours.found.drain(..) {
            ledger.statistics.generated += 1;
            let mut probe = here.probe(space, &neighbour.state);
            if here.find(&mut probe).is_some() {
                ledger.statistics.duplicates += 1;
                observer.observe(Event::Duplicate { state: &neighbour.state });
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
                    Direction::Forward => joined_plan(space, (here, new), (there, met)),
                    Direction::Backward => joined_plan(space, (there, met), (here, new)),
                };
                // All states that meet in this layer make plans of the same length.
                ledger.accept(space, actions, observer);
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
    fn ledger(&self) -> &Ledger<S> {
        &self.ledger
    }

    fn ledger_mut(&mut self) -> &mut Ledger<S> {
        &mut self.ledger
    }

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
            if self.ledger.plan.is_some() {
                return Ok(self.ledger.end(is_uniform, observer));
            }
            let left = self.sides.each_ref().map(|side| side.end - side.next);
            let direction = match self.under_way {
                Some(direction) => direction,
                None if left.contains(&0) => return Ok(self.ledger.end(true, observer)),
                None if left[0] <= left[1] => Direction::Forward,
                None => Direction::Backward,
            };
            if self.under_way.is_none() {
                self.prove_depth(observer);
                self.under_way = Some(direction);
            }
            meter.check(self.ledger.statistics.expanded, || Self::tables_bytes(&self.sides))?;
            let side = &self.sides[direction as usize];
            let id = side.next;
            let state = side.table.state(&self.space, id);
            let overflows = self.neighbours.find(&self.space, direction, &side.table, id, &state);
            let count = self.neighbours.found.len();
            Self::make_room(&mut self.sides, direction, count, meter.memory_limit())?;
            self.ledger.overflows |= overflows;
            self.expand(direction, id, &state, observer);
            let side = &mut self.sides[direction as usize];
            side.next += 1;
            if side.next == side.end {
                side.end = side.table.len() as u32;
                side.depth += 1;
                self.under_way = None;
            }
            let open = self.sides.iter().map(|side| side.table.len() - side.next as usize).sum();
            let statistics = &mut self.ledger.statistics;
            statistics.peak_open = statistics.peak_open.max(open);
        }
    }

    fn bytes(&self) -> usize {
        Self::tables_bytes(&self.sides)
    }

    fn count(&self, statistics: &mut Statistics) {
        let stored = self.sides.iter().map(|side| side.table.len()).sum();
        statistics.peak_stored = stored;
        statistics.closed = statistics.expanded;
        statistics.open = stored as u64 - statistics.expanded;
    }
}

search_by_steps!(BidirectionalBreadthFirstSearch, BackwardSpace);
