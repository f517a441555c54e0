//! A* within a limit of memory: depth-first search goes on where the table is full.

use std::cmp::Reverse;
use std::ops::Deref;

use tremaux_core::{
    Algorithm, Cost, Event, Heuristic, Meter, Observer, Pruning, StateSpace, Statistics,
    StopReason, Termination,
};

use crate::anytime::{AnytimeAStar, AnytimeAStarSearch, Entry};
use crate::distinct_states::DistinctStates;
use crate::ledger::{Ledger, Stepwise, copy_actions, search_by_steps};
use crate::node_table::NodeTable;
use crate::open_list::grown;
use crate::order::Unordered;

/// A*, and IDA* from its open list once the memory is used up (Sen and Bagchi 1989; Bu and
/// Korf 2019).
///
/// As long as [`Limits::memory`](tremaux_core::Limits) allows, states are expanded as by A*.
/// Then nothing more is stored: below every open state whose `f` is within a bound it goes
/// depth-first, again and again, the bound rising. Paths to states that the table knows by a
/// path as cheap are cut, as are paths that come back to a state of their own. What remains
/// of the memory, a sixteenth, is for the path.
///
/// It always ends on a finite space, in one of three ways: with a plan that is proved
/// optimal, whatever the heuristic, or the proof that there is none; with
/// [`StopReason::MemoryLimit`] where the memory that is left is less than a path takes; or
/// with the same where it thrashes. Its bound is true each time. A path that is too long
/// pauses the search, which goes on with more memory; thrashing is the end of it.
///
/// To thrash is to do the same again and again: what was forgotten is found anew by every
/// path that leads to it, and paths can grow in number without end where states do not. All
/// that search graphs in less memory than these take are open to it (Russell 1992 and Zhou
/// and Hansen 2002 on SMA*, Kaindl and Khorsand 1994 from both ends). Here it is measured:
/// the states below the open list are counted, a state that comes again only once, in a
/// little memory (Bar-Yossef and others 2002), and the search ends when each has been
/// expanded a thousand times in the mean. Thus it never takes more than about a thousand
/// times as many expansions as there are states, while iterative deepening where memory is
/// merely short is left alone: on the 15-puzzle states are expanded two to four times.
///
/// Without a limit it is A*.
///
/// ```
/// use tremaux_core::{Algorithm, Blind, Limits, StateSpace};
/// use tremaux_search::MemoryBounded;
///
/// /// From 0, by 3 or 5 at a time, to 61.
/// struct Stairs;
/// impl StateSpace for Stairs {
///     type State = u32;
///     type Packed = u32;
///     type Action = u32;
///     type Cost = u32;
///     fn initial_state(&self) -> u32 { 0 }
///     fn is_goal(&self, &at: &u32) -> bool { at == 61 }
///     fn actions(&self, &at: &u32, actions: &mut Vec<u32>) {
///         actions.extend([3, 5].into_iter().filter(|step| at + step <= 61));
///     }
///     fn cost(&self, _: &u32, _: u32) -> u32 { 1 }
///     fn apply(&self, at: &mut u32, step: u32) { *at += step; }
///     fn pack(&self, &at: &u32) -> u32 { at }
///     fn unpack(&self, &at: &u32) -> u32 { at }
/// }
/// let limits = Limits::default().with_memory(5000);
/// let report = MemoryBounded.solve(&Stairs, Blind, &limits, &mut ());
/// assert!(report.is_proven_optimal() && report.statistics.peak_bytes <= 5000);
/// assert_eq!(report.lower_bound, 13);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MemoryBounded;

impl<S: StateSpace> Algorithm<S> for MemoryBounded {
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = MemoryBoundedSearch<P, H, S>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        heuristic: H,
    ) -> MemoryBoundedSearch<P, H, S> {
        let mut stored = AnytimeAStar::from_weight(1000).start(space, heuristic);
        stored.spared = Some(SPARED);
        MemoryBoundedSearch { stored, descent: None }
    }
}

/// One part in so many of the memory is for the path.
const SPARED: usize = 16;

/// One part in so many of the memory, but not less than [`FEWEST_HASHES`] take nor more than
/// [`MOST_HASHES`], tells how many different states the descent has come to.
const SAMPLED: usize = 128;
const FEWEST_HASHES: usize = 16;
const MOST_HASHES: usize = 1024;

/// The descent ends when it has expanded each of its states so often in the mean.
const MOST_OFTEN: u64 = 1000;

/// A state on the path, expanded or about to be.
struct Frame<S: StateSpace, H: Heuristic<S>> {
    state: S::State,
    packed: S::Packed,
    g: S::Cost,
    h: S::Cost,
    memo: H::Memo,
    last: Option<S::Action>,
    /// Where the actions left to try begin.
    first: usize,
}

/// A depth-first search below the open list.
struct Descent<S: StateSpace, H: Heuristic<S>> {
    /// What the open list was: instead of a priority, the least f beyond the last bound.
    fringe: Vec<Entry<S::Cost>>,
    /// Which of them is under way, or is next.
    at: usize,
    bound: S::Cost,
    /// The least f beyond the bound, below the one under way.
    beyond: S::Cost,
    path: Vec<Frame<S, H>>,
    /// The actions left to try, of all states on the path.
    actions: Vec<S::Action>,
    /// The next to be expanded.
    pending: Option<Frame<S, H>>,
    /// How many states the table has expanded.
    closed: u64,
    /// The states expanded below the open list, and how often in all.
    seen: DistinctStates,
    expanded: u64,
    /// With so many it is enough.
    most: u64,
}

/// A [`MemoryBounded`] search under way.
pub struct MemoryBoundedSearch<P, H, S: StateSpace>
where
    H: Heuristic<S>,
{
    /// The search that stores what it sees.
    stored: AnytimeAStarSearch<P, H, S>,
    descent: Option<Descent<S, H>>,
}

/// The number that stands for the initial state where nothing could be stored.
const NOT_STORED: u32 = u32::MAX;

impl<S: StateSpace, H: Heuristic<S>> Descent<S, H> {
    fn bytes(&self) -> usize {
        self.fringe.capacity() * size_of::<Entry<S::Cost>>()
            + self.path.capacity() * size_of::<Frame<S, H>>()
            + self.actions.capacity() * size_of::<S::Action>()
            + self.seen.bytes()
    }

    /// Counts a state that is expanded.
    #[inline]
    fn count(&mut self, packed: &S::Packed) {
        self.expanded += 1;
        if self.seen.see(packed) {
            self.most = self.seen.estimate().saturating_mul(MOST_OFTEN);
        }
    }

    /// Whether the same states come again and again, so that it is not to go on.
    #[inline]
    fn thrashes(&self) -> bool {
        self.expanded > self.most
    }

    /// Makes room for one more state on the path, and its actions.
    fn make_room(&mut self, actions: usize, limit: usize) -> Result<(), StopReason> {
        // Either may take half of what is left, so that there is some for the other.
        let left = limit.saturating_sub(self.bytes()) / 2;
        let (length, capacity) = (self.path.len(), self.path.capacity());
        if length == capacity {
            let allowed = capacity * size_of::<Frame<S, H>>() + left;
            let capacity = grown::<Frame<S, H>>(length, capacity, 1, allowed);
            self.path.reserve_exact(capacity.ok_or(StopReason::MemoryLimit)? - length);
        }
        let (length, capacity) = (self.actions.len(), self.actions.capacity());
        if capacity - length < actions {
            let allowed = capacity * size_of::<S::Action>() + left;
            let capacity = grown::<S::Action>(length, capacity, actions, allowed);
            self.actions.reserve_exact(capacity.ok_or(StopReason::MemoryLimit)? - length);
        }
        Ok(())
    }
}

impl<P, H, S> MemoryBoundedSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
{
    /// Turns from the full table to depth-first search below what is open.
    fn begin_descent(&mut self, limit: usize) -> Result<(), StopReason> {
        let stored = &mut self.stored;
        let hashes = (limit / SAMPLED / size_of::<u64>()).clamp(FEWEST_HASHES, MOST_HASHES);
        let least = size_of::<Entry<S::Cost>>() + hashes * size_of::<u64>();
        if !stored.is_started && stored.bytes() + least > limit {
            return Err(StopReason::MemoryLimit);
        }
        let mut fringe = std::mem::take(&mut stored.open).into_vec();
        if !stored.is_started {
            fringe.reserve_exact(1);
            let state = stored.space.initial_state();
            let h = stored.heuristic.estimate(&stored.space, &state);
            stored.ledger.statistics.evaluated += 1;
            fringe.push((Reverse((S::Cost::ZERO, h)), Unordered(NOT_STORED)));
            stored.is_started = true;
        }
        fringe.sort_unstable_by_key(|&(Reverse(key), Unordered(id))| (key, id));
        let closed = stored.ledger.statistics.expanded - stored.ledger.statistics.reopened;
        self.descent = Some(Descent {
            at: fringe.len(),
            fringe,
            bound: S::Cost::ZERO,
            beyond: S::Cost::INFINITY,
            path: Vec::new(),
            actions: Vec::new(),
            pending: None,
            closed,
            seen: DistinctStates::keeping(hashes),
            expanded: 0,
            most: 0,
        });
        self.forget_pointless();
        Ok(())
    }

    /// Drops from the open list what cannot be better than the best plan, and tells of the
    /// others what is proved so far.
    fn forget_pointless(&mut self) {
        let Some(descent) = &mut self.descent else { return };
        let stored = &self.stored;
        let guarantees = stored.heuristic.guarantees();
        let incumbent = stored.ledger.incumbent();
        descent.fringe.retain_mut(|(Reverse((f, h)), Unordered(id))| {
            let (g, is_closed) = match *id {
                NOT_STORED => (S::Cost::ZERO, false),
                id => stored.table.known(id),
            };
            *f = if guarantees.admissible { g.plus(*h) } else { g };
            let is_dead = guarantees.safe && *h == S::Cost::INFINITY;
            !is_closed && !is_dead && *f < incumbent
        });
        descent.at = descent.fringe.len();
    }

    /// Takes the next state of the open list that is within the bound; raises the bound when
    /// all are through. Tells how the search ends if it does.
    fn next_root<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) -> Option<Termination> {
        let descent = self.descent.as_mut()?;
        let stored = &mut self.stored;
        let space = &*stored.space;
        let skipped = descent.fringe[descent.at..].iter();
        let skipped = skipped.take_while(|(Reverse((f, _)), _)| *f > descent.bound).count();
        descent.at += skipped;
        let Some(&(Reverse((_, h)), Unordered(id))) = descent.fringe.get(descent.at) else {
            let least = descent.fringe.iter().map(|(Reverse((f, _)), _)| *f).min();
            let least = least.filter(|&least| least < stored.ledger.incumbent());
            let Some(least) = least.filter(|&least| least < S::Cost::INFINITY) else {
                let proves = stored.ledger.plan.is_some() || stored.heuristic.guarantees().safe;
                return Some(stored.ledger.end(proves, observer));
            };
            (descent.bound, descent.at) = (least, 0);
            stored.ledger.statistics.iterations += 1;
            stored.ledger.prove(least, observer);
            return None;
        };
        let (state, g, last) = match id {
            NOT_STORED => (space.initial_state(), S::Cost::ZERO, None),
            id => (stored.table.state(space, id), stored.table.known(id).0, {
                stored.table.reached_by(id)
            }),
        };
        if id == NOT_STORED && space.is_goal(&state) {
            stored.ledger.accept(space, Vec::new(), observer);
        }
        let memo = stored.heuristic.memo(space, &state, h);
        let packed = space.pack(&state);
        descent.beyond = S::Cost::INFINITY;
        descent.pending = Some(Frame { state, packed, g, h, memo, last, first: 0 });
        None
    }

    /// Expands the state that is next, unless that would take more than `limit` bytes.
    fn expand<O: Observer<S> + ?Sized>(
        &mut self,
        limit: usize,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        let stored = &mut self.stored;
        let Some(descent) = &mut self.descent else { return Ok(()) };
        let Some(frame) = &descent.pending else { return Ok(()) };
        let space = &*stored.space;
        stored.actions.clear();
        match frame.last {
            None => space.actions(&frame.state, &mut stored.actions),
            Some(last) => space.actions_after(&frame.state, last, &mut stored.actions),
        }
        let count = stored.actions.len();
        descent.make_room(count, limit.saturating_sub(stored.table.bytes()))?;
        stored.ledger.statistics.expanded += 1;
        let first = descent.actions.len();
        descent.actions.extend(stored.actions.iter().rev());
        if let Some(frame) = descent.pending.take() {
            descent.count(&frame.packed);
            observer.observe(Event::Expanded { state: &frame.state, g: frame.g });
            descent.path.push(Frame { first, ..frame });
        }
        Ok(())
    }

    /// Tries the next action of the last state on the path, or goes back from it.
    fn go_on<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) {
        let stored = &mut self.stored;
        let Some(descent) = &mut self.descent else { return };
        let Some(frame) = descent.path.last() else { return };
        let space = &*stored.space;
        if descent.actions.len() == frame.first {
            observer.observe(Event::Backtracked { state: &frame.state });
            descent.path.pop();
            if descent.path.is_empty() {
                let Reverse((f, _)) = &mut descent.fringe[descent.at].0;
                *f = descent.beyond;
                descent.at += 1;
            }
            return;
        }
        let Some(action) = descent.actions.pop() else { return };
        let ledger = &mut stored.ledger;
        let g = frame.g.plus(space.cost(&frame.state, action));
        if g == S::Cost::INFINITY {
            ledger.overflows = true;
            return;
        }
        let mut state = frame.state.clone();
        space.apply(&mut state, action);
        ledger.statistics.generated += 1;
        ledger.statistics.evaluated += 1;
        let heuristic = &stored.heuristic;
        let ahead = heuristic.ahead(space, &frame.state, frame.h, &frame.memo, action);
        let (h, memo) =
            ahead.unwrap_or_else(|| heuristic.child(space, frame.h, &frame.memo, action, &state));
        let guarantees = heuristic.guarantees();
        if h == S::Cost::INFINITY && guarantees.safe {
            ledger.statistics.dead_ends += 1;
            observer.observe(Event::Generated { state: &state, action: Some(action), g, h });
            observer.observe(Event::Pruned { state: &state, reason: Pruning::DeadEnd });
            return;
        }
        let f = if guarantees.admissible { g.plus(h) } else { g };
        if f == S::Cost::INFINITY {
            ledger.overflows = true;
            return;
        }
        if f > descent.bound {
            descent.beyond = descent.beyond.min(f);
            ledger.statistics.pruned += 1;
            observer.observe(Event::Generated { state: &state, action: Some(action), g, h });
            observer.observe(Event::Pruned { state: &state, reason: Pruning::Bound });
            return;
        }
        let packed = space.pack(&state);
        let is_stored = || {
            let table = &stored.table;
            !table.is_empty()
                && table
                    .find(&mut table.probe(space, &state))
                    .is_some_and(|id| table.known(id).0 <= g)
        };
        if descent.path.iter().any(|frame| frame.packed == packed) || is_stored() {
            ledger.statistics.duplicates += 1;
            observer.observe(Event::Duplicate { state: &state });
            return;
        }
        observer.observe(Event::Generated { state: &state, action: Some(action), g, h });
        if space.is_goal(&state) {
            let mut actions = Vec::new();
            let Unordered(id) = descent.fringe[descent.at].1;
            if id != NOT_STORED {
                copy_actions(space, &stored.table, id, &mut actions);
            }
            actions.extend(descent.path.iter().skip(1).filter_map(|frame| frame.last));
            actions.push(action);
            ledger.accept(space, actions, observer);
        } else {
            descent.pending =
                Some(Frame { state, packed, g, h, memo, last: Some(action), first: 0 });
        }
    }
}

impl<P, H, S> Stepwise<S> for MemoryBoundedSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
{
    fn ledger(&self) -> &Ledger<S> {
        &self.stored.ledger
    }

    fn ledger_mut(&mut self) -> &mut Ledger<S> {
        &mut self.stored.ledger
    }

    fn run<O: Observer<S> + ?Sized>(
        &mut self,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Termination, StopReason> {
        if self.descent.is_none() {
            match self.stored.run(meter, observer) {
                Err(StopReason::MemoryLimit) => self.begin_descent(meter.memory_limit())?,
                other => return other,
            }
        }
        loop {
            let Some(descent) = &self.descent else { return Err(StopReason::MemoryLimit) };
            let bound = descent.bound;
            if self.stored.ledger.incumbent() <= bound {
                return Ok(self.stored.ledger.end(true, observer));
            }
            if descent.thrashes() {
                return Ok(Termination::Stopped(StopReason::MemoryLimit));
            }
            if descent.pending.is_some() {
                let bytes = || self.stored.bytes() + descent.bytes();
                meter.check(self.stored.ledger.statistics.expanded, bytes)?;
                self.expand(meter.memory_limit(), observer)?;
            } else if !descent.path.is_empty() {
                self.go_on(observer);
            } else if let Some(termination) = self.next_root(observer) {
                return Ok(termination);
            }
        }
    }

    fn bytes(&self) -> usize {
        self.stored.bytes() + self.descent.as_ref().map_or(0, Descent::bytes)
    }

    fn count(&self, statistics: &mut Statistics) {
        self.stored.count(statistics);
        if let Some(descent) = &self.descent {
            statistics.closed = descent.closed;
            statistics.open = descent.fringe.len() as u64;
        }
    }
}

search_by_steps!(MemoryBoundedSearch);
