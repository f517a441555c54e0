//! Beam search: expands only the best few states of every layer.

use std::ops::Deref;

use tremaux_core::{
    Algorithm, Cost, Event, Heuristic, Meter, Observer, StateSpace, Statistics, StopReason,
    Termination,
};

use crate::node_table::{HashedTable, NodeTable};
use crate::open_list::grown;
use crate::search_core::{
    Parent, SearchCore, Stepwise, copy_actions, list_actions, make_table_room, search_by_steps,
    successor,
};

/// Beam search (Lowerre 1976): breadth-first search that expands only the states with the
/// lowest `g + h` of each layer, at most as many as the beam width.
///
/// Expanded states are remembered and not expanded again, so the search ends on every finite
/// space. It returns the cheapest of the goals in the first layer that contains one. The only
/// lower bound it proves is the estimate for the initial state. If no state was ever dropped
/// because of the width, the search was breadth-first search, and finding no plan proves that
/// there is none.
///
/// Time is proportional to the beam width times the length of the plan. Memory holds the
/// expanded states and the successors of one layer.
///
/// ```
/// use tremaux::{Algorithm, NoHeuristic, Limits, StateSpace};
/// use tremaux::search::Beam;
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
/// }
/// let wide = Beam::new(1000).solve(&Numbers, NoHeuristic, &Limits::default(), &mut ());
/// assert_eq!(wide.plan.unwrap().actions.len(), 8);
/// let narrow = Beam::new(1).solve(&Numbers, NoHeuristic, &Limits::default(), &mut ());
/// assert!(narrow.plan.unwrap().actions.len() > 8);
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Beam {
    width: usize,
}

impl Beam {
    /// A beam of the given width, at least one.
    pub const fn new(width: usize) -> Self {
        Self { width }
    }
}

impl<S: StateSpace> Algorithm<S> for Beam {
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = BeamSearch<P, H, S>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        heuristic: H,
    ) -> BeamSearch<P, H, S> {
        BeamSearch {
            table: HashedTable::new(&*space),
            space,
            heuristic,
            width: self.width.max(1),
            at: 0,
            candidates: Vec::new(),
            actions: Vec::new(),
            is_started: false,
            drops: false,
            core: SearchCore::default(),
        }
    }
}

/// A successor in the layer that is being generated.
struct Candidate<S: StateSpace> {
    f: S::Cost,
    h: S::Cost,
    g: S::Cost,
    parent: u32,
    action: S::Action,
    state: S::State,
}

/// A running [`Beam`] search.
pub struct BeamSearch<P, H, S: StateSpace> {
    space: P,
    heuristic: H,
    width: usize,
    /// All states that were in the beam; the last ones belong to the current layer.
    table: HashedTable<S>,
    /// The number of the next state to expand.
    at: u32,
    candidates: Vec<Candidate<S>>,
    actions: Vec<S::Action>,
    is_started: bool,
    /// Whether a state was ever dropped because of the width.
    drops: bool,
    core: SearchCore<S>,
}

impl<P, H, S> BeamSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
{
    fn begin<O: Observer<S> + ?Sized>(
        &mut self,
        meter: &Meter,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        let space = &*self.space;
        make_table_room(&mut self.table, 1, meter.memory_beside(space))?;
        self.is_started = true;
        let state = space.initial_state();
        let (g, h) = (S::Cost::ZERO, self.heuristic.estimate(space, &state));
        self.core.statistics.evaluated += 1;
        observer.observe(Event::Generated { state: &state, action: None, g, h });
        let guarantees = self.heuristic.guarantees();
        if guarantees.admissible && (h < S::Cost::INFINITY || guarantees.safe) {
            self.core.prove(h, observer);
        }
        let mut probe = self.table.probe(space, &state);
        let _ = self.table.find(&mut probe);
        let id = self.table.insert(probe, 0, None, g);
        if space.is_goal(&state) {
            self.core.accept(space, &self.heuristic, Vec::new(), observer);
        } else if h == S::Cost::INFINITY && guarantees.safe {
            self.core.statistics.dead_ends += 1;
            self.at = id + 1;
        }
        Ok(())
    }

    /// Makes the best candidates the next layer. There must be room for them.
    fn go_deeper(&mut self) {
        self.candidates.sort_unstable_by_key(|it| (it.f, it.h, it.parent));
        let mut left = self.width;
        for candidate in self.candidates.drain(..) {
            let mut probe = self.table.probe(&self.space, &candidate.state);
            if self.table.find(&mut probe).is_some() {
                continue;
            }
            if left == 0 {
                self.drops = true;
                self.core.statistics.pruned += 1;
                continue;
            }
            self.table.insert(probe, candidate.parent, Some(candidate.action), candidate.g);
            left -= 1;
        }
    }

    /// Expands the next state. There must be room for its successors.
    fn expand<O: Observer<S> + ?Sized>(&mut self, state: &S::State, observer: &mut O) {
        let space = &*self.space;
        let (table, core) = (&mut self.table, &mut self.core);
        let id = self.at;
        let g = table.known(id).0;
        let guarantees = self.heuristic.guarantees();
        let h = self.heuristic.estimate(space, state);
        let memo = self.heuristic.memo(space, state, h);
        let parent = Parent { state, g, h, memo: &memo };
        self.at += 1;
        table.close(id);
        core.statistics.expanded += 1;
        core.statistics.generated += self.actions.len() as u64;
        observer.observe(Event::Expanded { state, g });
        for &action in &self.actions {
            let Some((child, child_g)) = successor(space, state, g, action) else {
                core.overflows = true;
                continue;
            };
            let mut probe = table.probe(space, &child);
            if table.find(&mut probe).is_some() {
                core.duplicate(&child, observer);
                continue;
            }
            let (child_h, _) =
                core.evaluate(space, &self.heuristic, &parent, action, &child, child_g);
            observer.observe(Event::Generated {
                state: &child,
                action: Some(action),
                g: child_g,
                h: child_h,
            });
            if child_h == S::Cost::INFINITY && guarantees.safe {
                core.dead_end(&child, observer);
                continue;
            }
            if space.is_goal(&child) {
                let mut actions = Vec::new();
                copy_actions(space, table, id, &mut actions);
                actions.push(action);
                core.accept(space, &self.heuristic, actions, observer);
                continue;
            }
            let f = child_g.plus(child_h);
            let (g, h) = (child_g, child_h);
            self.candidates.push(Candidate { f, h, g, parent: id, action, state: child });
        }
        let open = self.candidates.len() + table.len() - self.at as usize;
        core.statistics.peak_open = core.statistics.peak_open.max(open);
    }

    fn candidates_bytes(&self) -> usize {
        let size = size_of::<Candidate<S>>() + self.space.packed_heap_bytes();
        self.candidates.capacity() * size
    }
}

impl<P, H, S> Stepwise<S> for BeamSearch<P, H, S>
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
            if self.at as usize == self.table.len() {
                let is_uniform = self.space.uniform_cost().is_some();
                let has_plan = self.core.plan.is_some();
                if has_plan || self.candidates.is_empty() {
                    let is_whole = !self.drops && if has_plan { is_uniform } else { true };
                    let proves = is_whole && self.heuristic.guarantees().safe;
                    return Ok(self.core.end(proves, observer));
                }
                let count = self.candidates.len().min(self.width);
                let limit = meter.memory_beside(&*self.space);
                let allowed = limit.saturating_sub(self.candidates_bytes());
                make_table_room(&mut self.table, count, allowed)?;
                self.go_deeper();
                continue;
            }
            meter.check(self.core.statistics.expanded, || self.bytes())?;
            let space = &*self.space;
            let state = self.table.state(space, self.at);
            list_actions(space, &state, self.table.reached_by(self.at), &mut self.actions);
            let (length, capacity) = (self.candidates.len(), self.candidates.capacity());
            let count = self.actions.len();
            if capacity - length < count {
                let allowed = meter.memory_beside(space).saturating_sub(self.table.bytes());
                // Each candidate may hold a state that allocates.
                let size = size_of::<Candidate<S>>();
                let allowed = allowed / (size + space.packed_heap_bytes()) * size;
                let capacity = grown::<Candidate<S>>(length, capacity, count, allowed);
                let capacity = capacity.ok_or(StopReason::MemoryLimit)?;
                self.candidates.reserve_exact(capacity - length);
            }
            self.expand(&state, observer);
        }
    }

    fn bytes(&self) -> usize {
        self.table.bytes() + self.candidates_bytes() + self.space.stored_bytes()
    }

    fn count(&self, statistics: &mut Statistics) {
        statistics.peak_stored = self.table.len();
        statistics.closed = statistics.expanded;
        statistics.open = (self.table.len() as u64).saturating_sub(statistics.expanded);
    }
}

search_by_steps!(BeamSearch);
