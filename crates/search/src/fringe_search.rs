//! Fringe search: A* without a priority queue.

use std::ops::Deref;

use tremaux_core::{
    Algorithm, Cost, Event, Heuristic, Meter, Observer, StateSpace, Statistics, StopReason,
    Termination,
};

use crate::chunks::Chunks;
use crate::node_table::{HashedTable, NodeTable};
use crate::search_core::{
    Parent, SearchCore, Stepwise, copy_actions, falls, list_actions, search_by_steps, successor,
};

/// Fringe search (Björnsson, Enzenberger, Holte and Schaeffer 2005, *Fringe search: beating A\* at
/// pathfinding on game maps*): iterative deepening that continues from its last frontier.
///
/// The open states are in a linked list, the fringe. Each iteration goes through it once, with a
/// limit for `f = g + h`: a state within the limit is expanded, and its successors are visited
/// next; a state beyond it stays for later. The next limit is the least `f` that was beyond this
/// one. States are looked up in a table, so unlike IDA* it expands no state again on another path
/// that costs as much. Unlike A* it sorts nothing: an entry is added, moved or removed in constant
/// time. The price is that states beyond the limit are passed in every iteration, and that states
/// within it are not expanded in the order of `f`, so that a cheaper path to an expanded state may
/// be found even if the heuristic is consistent; the state is then opened again.
///
/// The plan is optimal and proved to be so if the heuristic is admissible, consistent or not. Each
/// limit is then a lower bound ([`Event::LowerBound`]). If the heuristic is not admissible, the
/// search ends with the first plan it finds and proves nothing about its cost. It always ends on a
/// finite space; if it finds no plan and the heuristic is safe, there is none.
///
/// Each iteration takes time proportional to the fringe and to the actions of the states it
/// expands. So it is fast where `f` has few different values, as on maps and in puzzles where all
/// actions cost the same, and slow where nearly every state has its own. A state is opened again
/// at most once for each different cost of a path to it within the limit: a few times on maps, but
/// up to exponentially often in the number of states where costs differ widely (as for A* with an
/// inconsistent heuristic). Memory holds every state seen, with its `f` and `h` and two links.
///
/// ```
/// use tremaux::search::Fringe;
/// use tremaux::{Algorithm, Limits};
///
/// // From (0, 0) to (9, 9) around a wall in column 5 that is open in row 0 only.
/// let steps = |&(x, y): &(u8, u8)| {
///     let near = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
///     let is_free = |&(x, y): &(u8, u8)| x < 10 && y < 10 && (x != 5 || y == 0);
///     near.into_iter().filter(is_free).map(|cell| (cell, 1)).collect::<Vec<_>>()
/// };
/// let grid = tremaux::space((0, 9), steps, |&cell| cell == (9, 9));
/// let distance = grid.consistent(|&(x, y)| u32::from(x.abs_diff(9)) + u32::from(9 - y));
/// let report = Fringe.solve(&grid, distance, &Limits::default(), &mut ());
/// assert!(report.is_proven_optimal());
/// // The limits were 9, 11, and so on to 27.
/// assert_eq!((report.lower_bound, report.statistics.iterations), (27, 10));
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Fringe;

impl<S: StateSpace> Algorithm<S> for Fringe {
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = FringeSearch<P, H, S>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        heuristic: H,
    ) -> FringeSearch<P, H, S> {
        FringeSearch {
            table: HashedTable::new(&*space),
            fringe: FringeList::default(),
            space,
            heuristic,
            at: NONE,
            limit: S::Cost::ZERO,
            beyond: S::Cost::INFINITY,
            actions: Vec::new(),
            is_started: false,
            core: SearchCore::default(),
        }
    }
}

/// The number of no state: the end of the fringe.
const NONE: u32 = u32::MAX;

/// The neighbours of a state in the fringe.
#[derive(Clone, Copy, Debug)]
struct Links {
    previous: u32,
    next: u32,
}

/// The estimates of all states, by number, and a doubly linked list of those that are open.
struct FringeList<C> {
    /// For each state `f` and `h`, and its links. They mean nothing if it is not in the list.
    states: Chunks<(C, C), Links>,
    first: u32,
    len: usize,
}

impl<C> Default for FringeList<C> {
    fn default() -> Self {
        Self { states: Chunks::default(), first: NONE, len: 0 }
    }
}

impl<C: Copy> FringeList<C> {
    #[inline]
    fn next(&self, id: u32) -> u32 {
        self.states.second_of(id).next
    }

    #[inline]
    fn previous(&self, id: u32) -> u32 {
        self.states.second_of(id).previous
    }

    #[inline]
    fn link(&mut self, previous: u32, next: u32) {
        match previous {
            NONE => self.first = next,
            _ => self.states.pair_mut(previous).1.next = next,
        }
        if next != NONE {
            self.states.pair_mut(next).1.previous = previous;
        }
    }

    /// Adds a state after another, or as the first.
    #[inline]
    fn insert_after(&mut self, previous: u32, id: u32) {
        let next = if previous == NONE { self.first } else { self.next(previous) };
        self.link(previous, id);
        self.link(id, next);
        self.len += 1;
    }

    #[inline]
    fn remove(&mut self, id: u32) {
        let Links { previous, next } = *self.states.second_of(id);
        self.link(previous, next);
        self.len -= 1;
    }
}

/// Where the successors of a state go.
struct Place<B> {
    /// The state itself.
    id: u32,
    /// Its parent.
    back: B,
    /// The state itself, or the last successor that was put after it.
    last: u32,
}

impl<B> Place<B> {
    /// Puts a successor into the fringe, behind those before it.
    #[inline]
    fn put<C: Copy>(&mut self, fringe: &mut FringeList<C>, id: u32) {
        fringe.insert_after(self.last, id);
        self.last = id;
    }

    /// Takes a state out of the fringe that is to be put in again.
    #[inline]
    fn take_out<C: Copy>(&mut self, fringe: &mut FringeList<C>, id: u32) {
        if self.last == id {
            self.last = fringe.previous(id);
        }
        fringe.remove(id);
    }
}

/// A running [`Fringe`].
pub struct FringeSearch<P, H, S: StateSpace> {
    space: P,
    heuristic: H,
    /// All states seen. Those that are not in the fringe are closed.
    table: HashedTable<S>,
    fringe: FringeList<S::Cost>,
    /// The state in the fringe that is visited next.
    at: u32,
    limit: S::Cost,
    /// The least `f` of the states passed in this iteration.
    beyond: S::Cost,
    actions: Vec<S::Action>,
    is_started: bool,
    core: SearchCore<S>,
}

impl<P, H, S> FringeSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
{
    /// Makes room for so many more states within a memory limit.
    fn make_room(&mut self, count: usize, limit: usize) -> Result<(), StopReason> {
        let (table, states) = (&mut self.table, &mut self.fringe.states);
        for count in [count.max(64), count] {
            if (states.room() >= count
                || states.make_room(count, limit.saturating_sub(table.bytes())))
                && (table.room() >= count
                    || table.make_room(count, limit.saturating_sub(states.bytes())))
            {
                return Ok(());
            }
        }
        Err(StopReason::MemoryLimit)
    }

    fn begin<O: Observer<S> + ?Sized>(
        &mut self,
        meter: &Meter,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        self.make_room(1, meter.memory_beside(&*self.space))?;
        let space = &*self.space;
        self.is_started = true;
        let state = space.initial_state();
        let (g, h) = (S::Cost::ZERO, self.heuristic.estimate(space, &state));
        self.core.statistics.evaluated += 1;
        observer.observe(Event::Generated { state: &state, action: None, g, h });
        let mut probe = self.table.probe(space, &state);
        let _ = self.table.find(&mut probe);
        let id = self.table.insert(probe, 0, None, g);
        self.fringe.states.push((h, h), Links { previous: NONE, next: NONE });
        if h == S::Cost::INFINITY && self.heuristic.guarantees().safe {
            self.table.close(id);
            self.core.dead_end(&state, observer);
        } else {
            self.fringe.insert_after(NONE, id);
            self.core.statistics.peak_open = 1;
            self.begin_iteration(h, observer);
        }
        Ok(())
    }

    fn begin_iteration<O: Observer<S> + ?Sized>(&mut self, limit: S::Cost, observer: &mut O) {
        (self.limit, self.beyond) = (limit, S::Cost::INFINITY);
        self.at = self.fringe.first;
        self.core.statistics.iterations += 1;
        observer.observe(Event::Iteration(limit));
        if self.heuristic.guarantees().admissible && limit < S::Cost::INFINITY {
            self.core.prove(limit, observer);
        }
    }

    /// Ends the search with the goal `id`.
    fn end_at<O: Observer<S> + ?Sized>(&mut self, id: u32, observer: &mut O) -> Termination {
        self.fringe.remove(id);
        self.table.close(id);
        let mut actions = Vec::new();
        copy_actions(&*self.space, &self.table, id, &mut actions);
        let core = &mut self.core;
        core.accept(&self.space, &self.heuristic, actions, observer);
        core.end(self.heuristic.guarantees().admissible, observer)
    }

    /// Expands the state `id`, and puts its successors after it. There must be room for them.
    fn expand<O: Observer<S> + ?Sized>(&mut self, id: u32, state: &S::State, observer: &mut O) {
        let g = self.table.known(id).0;
        let h = self.fringe.states.first_of(id).1;
        let memo = self.heuristic.memo(&self.space, state, h);
        self.table.close(id);
        self.core.statistics.expanded += 1;
        self.core.statistics.generated += self.actions.len() as u64;
        observer.observe(Event::Expanded { state, g });
        let parent = Parent { state, g, h, memo: &memo };
        let mut place = Place { id, back: self.table.back(id), last: id };
        for at in 0..self.actions.len() {
            self.relax(&mut place, &parent, self.actions[at], observer);
        }
        let open = self.fringe.len - 1;
        self.core.statistics.peak_open = self.core.statistics.peak_open.max(open);
        self.at = self.fringe.next(id);
        self.fringe.remove(id);
    }

    /// Records the path to a successor if it is the first or a cheaper one, and puts the successor
    /// into the fringe.
    #[inline]
    fn relax<O: Observer<S> + ?Sized>(
        &mut self,
        place: &mut Place<<HashedTable<S> as NodeTable<S>>::Back>,
        parent: &Parent<'_, S, H>,
        action: S::Action,
        observer: &mut O,
    ) {
        let (space, guarantees) = (&*self.space, self.heuristic.guarantees());
        let (table, fringe, core) = (&mut self.table, &mut self.fringe, &mut self.core);
        let Some((child, g)) = successor(space, parent.state, parent.g, action) else {
            core.overflows = true;
            return;
        };
        let mut probe = table.probe_from(space, &child, &place.back);
        let known = table.find_known(&mut probe);
        if known.is_some_and(|(_, (known_g, _))| g >= known_g) {
            core.duplicate(&child, observer);
            return;
        }
        let h = match known {
            Some((child_id, _)) => fringe.states.first_of(child_id).1,
            None => {
                core.statistics.evaluated += 1;
                parent.estimate(space, &self.heuristic, action, &child).0
            }
        };
        let is_broken = guarantees.consistent && falls(parent.g, parent.h, g, h);
        core.statistics.inconsistencies += u64::from(is_broken);
        let is_dead = h == S::Cost::INFINITY && guarantees.safe;
        let f = g.plus(h);
        if guarantees.admissible && !is_dead && f == S::Cost::INFINITY {
            core.overflows = true;
            return;
        }
        if !is_dead && known.is_some_and(|(_, (_, is_closed))| is_closed) {
            core.reopen(&child, observer);
        }
        observer.observe(Event::Generated { state: &child, action: Some(action), g, h });
        let child_id = match known {
            None => {
                fringe.states.push((f, h), Links { previous: NONE, next: NONE });
                table.insert(probe, place.id, Some(action), g)
            }
            Some((child_id, (_, is_closed))) => {
                if !is_closed {
                    place.take_out(fringe, child_id);
                }
                fringe.states.first_mut(child_id).0 = f;
                table.update(child_id, place.id, action, g);
                child_id
            }
        };
        if !is_dead {
            return place.put(fringe, child_id);
        }
        table.close(child_id);
        if known.is_none() {
            core.dead_end(&child, observer);
        }
    }
}

impl<P, H, S> Stepwise<S> for FringeSearch<P, H, S>
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
            let id = self.at;
            if id == NONE {
                if self.fringe.len == 0 {
                    let proves = self.heuristic.guarantees().safe;
                    return Ok(self.core.end(proves, observer));
                }
                self.begin_iteration(self.beyond, observer);
                continue;
            }
            let (f, _) = *self.fringe.states.first_of(id);
            if f > self.limit {
                self.beyond = self.beyond.min(f);
                self.at = self.fringe.next(id);
                continue;
            }
            let space = &*self.space;
            let state = self.table.state(space, id);
            if space.is_goal(&state) {
                return Ok(self.end_at(id, observer));
            }
            meter.check(self.core.statistics.expanded, || self.bytes())?;
            list_actions(space, &state, self.table.reached_by(id), &mut self.actions);
            let count = self.actions.len();
            if self.table.room() < count || self.fringe.states.room() < count {
                self.make_room(count, meter.memory_beside(space))?;
            }
            self.expand(id, &state, observer);
        }
    }

    fn bytes(&self) -> usize {
        self.table.bytes() + self.fringe.states.bytes() + self.space.stored_bytes()
    }

    fn count(&self, statistics: &mut Statistics) {
        statistics.peak_stored = self.table.len();
        statistics.open = self.fringe.len as u64;
        let kept = self.table.len() as u64 - statistics.dead_ends;
        statistics.closed = kept - statistics.open;
    }
}

search_by_steps!(FringeSearch);
