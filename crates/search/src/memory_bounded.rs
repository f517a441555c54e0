//! A* with a memory limit: continues depth-first when the table is full.

use std::hash::{Hash, Hasher};
use std::ops::Deref;

use tremaux_core::{
    Algorithm, Cost, Event, Heuristic, Meter, Observer, Pruning, StateSpace, Statistics,
    StopReason, Termination,
};

use crate::anytime::{AnytimeAStar, AnytimeAStarSearch, EntryOf};
use crate::distinct_states::DistinctStates;
use crate::node_table::{HashedTable, NodeTable};
use crate::open_list::{Entry, grown};
use crate::search_core::{
    Parent, Stepwise, copy_actions, list_actions, search_by_steps, successor,
};

/// A* that continues as IDA* from its open list when the memory is used up (Sen and Bagchi
/// 1989; Bu and Korf 2019).
///
/// While [`Limits::memory`](tremaux_core::Limits) allows, states are expanded as by A*. After
/// that, nothing more is stored: the search goes depth-first below every open state whose `f`
/// is within a bound, repeatedly with rising bounds. It cuts paths to states that the table
/// reaches at no greater cost, and paths that return to one of their own states. A sixteenth of
/// the memory is reserved for the path.
///
/// On a finite space, the search always ends in one of three ways: with a plan that is proved
/// optimal, whatever the heuristic, or the proof that there is none; with
/// [`StopReason::MemoryLimit`] because the remaining memory is too small for a path; or with
/// the same reason because it thrashes. Its lower bound is valid in each case. A path that is
/// too long only pauses the search, which can continue with more memory; thrashing ends it.
///
/// Thrashing means doing the same work again and again: forgotten states are found again by
/// every path that leads to them, and the number of paths can grow without limit where the
/// number of states does not. Every graph search that has less memory than the states take is
/// exposed to this (Russell 1992 and Zhou and Hansen 2002 on SMA*, Kaindl and Khorsand 1994 on
/// bidirectional search). This search detects it: it estimates the number of different states
/// below the open list in a little memory (Bar-Yossef and others 2002), and ends when each has
/// been expanded a thousand times on average. It therefore never takes more than about a
/// thousand times as many expansions as there are states. Iterative deepening with merely
/// little memory is not affected: on the 15-puzzle, states are expanded two to four times.
///
/// Without a memory limit the search is A*.
///
/// ```
/// use tremaux::{Algorithm, NoHeuristic, Limits, StateSpace};
/// use tremaux::search::MemoryBounded;
///
/// /// The numbers from 0 to 61; an action adds 3 or 5.
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
/// let report = MemoryBounded.solve(&Stairs, NoHeuristic, &limits, &mut ());
/// assert!(report.is_proven_optimal() && report.statistics.peak_bytes <= 5000);
/// assert_eq!(report.lower_bound, 13);
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
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

/// The fraction of the memory reserved for the path is `1 / SPARED`.
const SPARED: usize = 16;

/// The fraction of the memory used to estimate the number of different states in the descent is
/// `1 / SAMPLED`, but at least [`FEWEST_HASHES`] and at most [`MOST_HASHES`] hashes.
const SAMPLED: usize = 128;
const FEWEST_HASHES: usize = 16;
const MOST_HASHES: usize = 1024;

/// The descent ends when each of its states has been expanded this often on average.
const MOST_OFTEN: u64 = 1000;

/// A state on the path, expanded or about to be expanded.
struct Frame<S: StateSpace, H: Heuristic<S>> {
    state: S::State,
    packed: S::Packed,
    g: S::Cost,
    h: S::Cost,
    memo: H::Memo,
    last: Option<S::Action>,
    /// The index of its first action left to try.
    first: usize,
}

/// A depth-first search below the open list.
struct Descent<S: StateSpace, H: Heuristic<S>> {
    /// The former open list. The priority is replaced by the least f beyond the last bound.
    fringe: Vec<EntryOf<S::Cost>>,
    /// The index of the current or next entry.
    at: usize,
    bound: S::Cost,
    /// The least f beyond the bound below the current entry.
    beyond: S::Cost,
    path: Vec<Frame<S, H>>,
    /// The actions left to try, for all states on the path.
    actions: Vec<S::Action>,
    /// The next state to expand.
    pending: Option<Frame<S, H>>,
    /// The number by which the space knows the path; 0 if it has yet to hear of it.
    path_number: u64,
    /// The number of states expanded by the first phase.
    closed: u64,
    /// The different states expanded below the open list. The next field counts all their
    /// expansions.
    seen: DistinctStates,
    expanded: u64,
    /// The number of expansions at which the search counts as thrashing.
    most: u64,
}

/// A running [`MemoryBounded`] search.
pub struct MemoryBoundedSearch<P, H, S: StateSpace>
where
    H: Heuristic<S>,
{
    /// The first phase, which stores the states it sees.
    stored: AnytimeAStarSearch<P, H, S>,
    descent: Option<Descent<S, H>>,
}

/// The number that represents the initial state if no state could be stored.
const NOT_STORED: u32 = u32::MAX;

impl<S: StateSpace, H: Heuristic<S>> Descent<S, H> {
    fn bytes(&self) -> usize {
        self.fringe.capacity() * size_of::<EntryOf<S::Cost>>()
            + self.path.capacity() * size_of::<Frame<S, H>>()
            + self.actions.capacity() * size_of::<S::Action>()
            + self.seen.bytes()
    }

    /// Counts an expansion.
    #[inline]
    fn count(&mut self, space: &S, frame: &Frame<S, H>) {
        self.expanded += 1;
        // The numbers of states that are forgotten are used again.
        let may_have_changed = match S::NUMBERS.is_some() {
            true => self.seen.see(&Identified { space, state: &frame.state }),
            false => self.seen.see(&frame.packed),
        };
        if may_have_changed {
            self.most = self.seen.estimate().saturating_mul(MOST_OFTEN);
        }
    }

    /// Whether the same states are expanded again and again, so that the search must end.
    #[inline]
    fn thrashes(&self) -> bool {
        self.expanded > self.most
    }

    /// The actions from the initial state to the end of the path.
    fn actions_from(&self, table: &HashedTable<S>, space: &S) -> Vec<S::Action> {
        let mut actions = Vec::new();
        let id = self.fringe[self.at].id;
        if id != NOT_STORED {
            copy_actions(space, table, id, &mut actions);
        }
        actions.extend(self.path.iter().skip(1).filter_map(|frame| frame.last));
        actions
    }

    /// Makes room for one more state on the path and its actions.
    fn make_room(&mut self, actions: usize, limit: usize) -> Result<(), StopReason> {
        // Either vector may take half of what is left.
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

/// A state by what identifies it.
struct Identified<'a, S: StateSpace> {
    space: &'a S,
    state: &'a S::State,
}

impl<S: StateSpace> Hash for Identified<'_, S> {
    fn hash<D: Hasher>(&self, hasher: &mut D) {
        self.space.hash_state(self.state, hasher);
    }
}

/// Whether a table knows a path to a state that costs no more than `g`.
fn is_reached_at<S: StateSpace>(
    table: &HashedTable<S>,
    space: &S,
    state: &S::State,
    g: S::Cost,
) -> bool {
    let find = || table.find(&mut table.probe(space, state));
    !table.is_empty() && find().is_some_and(|id| table.known(id).0 <= g)
}

impl<P, H, S> MemoryBoundedSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
{
    /// Switches from the full table to depth-first search below the open states.
    fn begin_descent(&mut self, limit: usize) -> Result<(), StopReason> {
        let stored = &mut self.stored;
        let hashes = (limit / SAMPLED / size_of::<u64>()).clamp(FEWEST_HASHES, MOST_HASHES);
        let least = size_of::<EntryOf<S::Cost>>() + hashes * size_of::<u64>();
        if !stored.is_started && stored.bytes() + least > limit {
            return Err(StopReason::MemoryLimit);
        }
        let mut fringe = std::mem::take(&mut stored.open).into_vec();
        if !stored.is_started {
            fringe.reserve_exact(1);
            let state = stored.space.initial_state();
            let h = stored.heuristic.estimate(&stored.space, &state);
            stored.core.statistics.evaluated += 1;
            fringe.push(Entry { key: (S::Cost::ZERO, h), id: NOT_STORED });
            stored.is_started = true;
        }
        fringe.sort_unstable_by_key(|&Entry { key, id }| (key, id));
        let closed = stored.core.statistics.expanded - stored.core.statistics.reopened;
        self.descent = Some(Descent {
            at: fringe.len(),
            fringe,
            bound: S::Cost::ZERO,
            beyond: S::Cost::INFINITY,
            path: Vec::new(),
            actions: Vec::new(),
            pending: None,
            path_number: 0,
            closed,
            seen: DistinctStates::keeping(hashes),
            expanded: 0,
            most: 0,
        });
        self.forget_pointless();
        Ok(())
    }

    /// Drops open states that cannot lead to a better plan than the best one so far, and resets
    /// the keys of the others to the lower bounds proved so far.
    fn forget_pointless(&mut self) {
        let Some(descent) = &mut self.descent else { return };
        let stored = &self.stored;
        let guarantees = stored.heuristic.guarantees();
        let incumbent = stored.core.incumbent();
        descent.fringe.retain_mut(|Entry { key: (f, h), id }| {
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

    /// Takes the next open state within the bound, and raises the bound when there is none.
    /// Returns how the search ends if it does.
    fn next_root<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) -> Option<Termination> {
        let descent = self.descent.as_mut()?;
        let stored = &mut self.stored;
        let space = &*stored.space;
        let skipped = descent.fringe[descent.at..].iter();
        let skipped = skipped.take_while(|entry| entry.key.0 > descent.bound).count();
        descent.at += skipped;
        let Some(&Entry { key: (_, h), id }) = descent.fringe.get(descent.at) else {
            let least = descent.fringe.iter().map(|entry| entry.key.0).min();
            let least = least.filter(|&least| least < stored.core.incumbent());
            let Some(least) = least.filter(|&least| least < S::Cost::INFINITY) else {
                let proves = stored.core.plan.is_some() || stored.heuristic.guarantees().safe;
                return Some(stored.core.end(proves, observer));
            };
            (descent.bound, descent.at) = (least, 0);
            stored.core.statistics.iterations += 1;
            stored.core.prove(least, observer);
            return None;
        };
        let (state, g, last) = match id {
            NOT_STORED => (space.initial_state(), S::Cost::ZERO, None),
            id => (stored.table.state(space, id), stored.table.known(id).0, {
                stored.table.reached_by(id)
            }),
        };
        if id == NOT_STORED && space.is_goal(&state) {
            stored.core.accept(space, &stored.heuristic, Vec::new(), observer);
        }
        let memo = stored.heuristic.memo(space, &state, h);
        let packed = space.pack(&state);
        descent.beyond = S::Cost::INFINITY;
        descent.pending = Some(Frame { state, packed, g, h, memo, last, first: 0 });
        None
    }

    /// Expands the next state, unless that would take more than `limit` bytes.
    fn expand<O: Observer<S> + ?Sized>(
        &mut self,
        limit: usize,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        let stored = &mut self.stored;
        let Some(descent) = &mut self.descent else { return Ok(()) };
        let Some(frame) = &descent.pending else { return Ok(()) };
        let space = &*stored.space;
        space.lengthen_path();
        list_actions(space, &frame.state, frame.last, &mut stored.actions);
        let count = stored.actions.len();
        if let Err(reason) = descent.make_room(count, limit.saturating_sub(stored.table.bytes())) {
            space.shorten_path();
            return Err(reason);
        }
        stored.core.statistics.expanded += 1;
        let first = descent.actions.len();
        descent.actions.extend(stored.actions.iter().rev());
        if let Some(frame) = descent.pending.take() {
            descent.count(space, &frame);
            observer.observe(Event::Expanded { state: &frame.state, g: frame.g });
            descent.path.push(Frame { first, ..frame });
        }
        Ok(())
    }

    /// Backtracks from the last state on the path.
    fn backtrack<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) {
        let Some(descent) = &mut self.descent else { return };
        let Some(frame) = descent.path.pop() else { return };
        self.stored.space.shorten_path();
        observer.observe(Event::Backtracked { state: &frame.state });
        if descent.path.is_empty() {
            let (f, _) = &mut descent.fringe[descent.at].key;
            *f = descent.beyond;
            descent.at += 1;
        }
    }

    /// Tries the next action of the last state on the path, or backtracks from that state.
    fn go_on<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) {
        let stored = &mut self.stored;
        let Some(descent) = &mut self.descent else { return };
        let Some(frame) = descent.path.last() else { return };
        if descent.actions.len() == frame.first {
            return self.backtrack(observer);
        }
        let space = &*stored.space;
        let Some(action) = descent.actions.pop() else { return };
        let core = &mut stored.core;
        let Some((state, g)) = successor(space, &frame.state, frame.g, action) else {
            core.overflows = true;
            return;
        };
        core.statistics.generated += 1;
        let heuristic = &stored.heuristic;
        let Frame { state: before, g: parent_g, h: parent_h, memo, .. } = frame;
        let parent = Parent { state: before, g: *parent_g, h: *parent_h, memo };
        let (h, memo) = core.evaluate(space, heuristic, &parent, action, &state, g);
        let guarantees = heuristic.guarantees();
        if h == S::Cost::INFINITY && guarantees.safe {
            core.statistics.dead_ends += 1;
            observer.observe(Event::Generated { state: &state, action: Some(action), g, h });
            observer.observe(Event::Pruned { state: &state, reason: Pruning::DeadEnd });
            return;
        }
        let f = if guarantees.admissible { g.plus(h) } else { g };
        if f == S::Cost::INFINITY {
            core.overflows = true;
            return;
        }
        if f > descent.bound {
            descent.beyond = descent.beyond.min(f);
            core.statistics.pruned += 1;
            observer.observe(Event::Generated { state: &state, action: Some(action), g, h });
            observer.observe(Event::Pruned { state: &state, reason: Pruning::Bound });
            return;
        }
        let packed = space.pack(&state);
        let on_path = descent.path.iter().any(|frame| frame.packed == packed);
        if on_path || is_reached_at(&stored.table, space, &state, g) {
            core.duplicate(&state, observer);
            return;
        }
        observer.observe(Event::Generated { state: &state, action: Some(action), g, h });
        if space.is_goal(&state) {
            let mut actions = descent.actions_from(&stored.table, space);
            actions.push(action);
            core.accept(space, heuristic, actions, observer);
            // The states on the plan are kept.
            descent.path_number = space.begin_path(0);
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
        if let Some(descent) = &mut self.descent {
            descent.path_number = self.stored.space.begin_path(descent.path_number);
        }
        loop {
            let Some(descent) = &self.descent else { return Err(StopReason::MemoryLimit) };
            let bound = descent.bound;
            if self.stored.core.incumbent() <= bound {
                return Ok(self.stored.core.end(true, observer));
            }
            if descent.thrashes() {
                return Ok(Termination::Stopped(StopReason::MemoryLimit));
            }
            if descent.pending.is_some() {
                let bytes = || self.stored.bytes() + descent.bytes();
                meter.check(self.stored.core.statistics.expanded, bytes)?;
                self.expand(meter.memory_beside(&*self.stored.space), observer)?;
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

search_by_steps!(MemoryBoundedSearch, stored.core);
