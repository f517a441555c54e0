//! Beam search: the best few states of every layer.

use std::ops::Deref;

use tremaux_core::{
    Algorithm, Cost, Event, Heuristic, Meter, Observer, Pruning, StateSpace, Statistics,
    StopReason, Termination,
};

use crate::ledger::{Ledger, Stepwise, copy_actions, make_table_room, search_by_steps};
use crate::node_table::{HashedTable, NodeTable};
use crate::open_list::grown;

/// Beam search (Lowerre 1976): breadth-first, but of each layer the states with least `g + h`
/// alone are expanded, as many as the beam is wide.
///
/// States once expanded are remembered and not expanded again, so that it ends on every
/// finite space. Of the goals in the first layer that has one, the cheapest is taken. It
/// proves nothing but the estimate for the initial state, unless the beam was never too
/// narrow: then it was breadth-first search, and if it found nothing there is nothing.
///
/// Takes time for as many states as the beam is wide times the length of the plan, and memory
/// for them and for the successors of one layer.
///
/// ```
/// use tremaux_core::{Algorithm, Blind, Limits, StateSpace};
/// use tremaux_search::Beam;
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
/// }
/// let wide = Beam::new(1000).solve(&Numbers, Blind, &Limits::default(), &mut ());
/// assert_eq!(wide.plan.unwrap().actions.len(), 8);
/// let narrow = Beam::new(1).solve(&Numbers, Blind, &Limits::default(), &mut ());
/// assert!(narrow.plan.unwrap().actions.len() > 8);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Beam {
    width: usize,
}

impl Beam {
    /// A beam of so many states, at least one.
    #[must_use]
    pub const fn new(width: usize) -> Self {
        Self { width: if width == 0 { 1 } else { width } }
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
            space,
            heuristic,
            width: self.width,
            table: HashedTable::default(),
            at: 0,
            candidates: Vec::new(),
            actions: Vec::new(),
            is_started: false,
            drops: false,
            ledger: Ledger::default(),
        }
    }
}

/// A successor of the layer under way.
struct Candidate<S: StateSpace> {
    f: S::Cost,
    h: S::Cost,
    g: S::Cost,
    parent: u32,
    action: S::Action,
    state: S::State,
}

/// A [`Beam`] search under way.
pub struct BeamSearch<P, H, S: StateSpace> {
    space: P,
    heuristic: H,
    width: usize,
    /// All states that were in the beam; those of the layer under way are the last.
    table: HashedTable<S>,
    /// The number of the next to be expanded.
    at: u32,
    candidates: Vec<Candidate<S>>,
    actions: Vec<S::Action>,
    is_started: bool,
    /// Whether a state was ever dropped for the width alone.
    drops: bool,
    ledger: Ledger<S>,
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
        make_table_room(&mut self.table, 1, meter.memory_limit())?;
        self.is_started = true;
        let state = space.initial_state();
        let (g, h) = (S::Cost::ZERO, self.heuristic.estimate(space, &state));
        self.ledger.statistics.evaluated += 1;
        observer.observe(Event::Generated { state: &state, action: None, g, h });
        let guarantees = self.heuristic.guarantees();
        if guarantees.admissible && (h < S::Cost::INFINITY || guarantees.safe) {
            self.ledger.prove(h, observer);
        }
        let mut probe = self.table.probe(space, &state);
        let _ = self.table.find(&mut probe);
        let id = self.table.insert(probe, 0, None, g);
        if space.is_goal(&state) {
            self.ledger.accept(space, Vec::new(), observer);
        } else if h == S::Cost::INFINITY && guarantees.safe {
            self.ledger.statistics.dead_ends += 1;
            self.at = id + 1;
        }
        Ok(())
    }

    /// Makes the best candidates the next layer; there is room for them.
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
                self.ledger.statistics.pruned += 1;
                continue;
            }
            self.table.insert(probe, candidate.parent, Some(candidate.action), candidate.g);
            left -= 1;
        }
    }

    /// Expands the next state; there is room for its successors.
    fn expand<O: Observer<S> + ?Sized>(&mut self, state: &S::State, observer: &mut O) {
        let space = &*self.space;
        let (table, ledger) = (&mut self.table, &mut self.ledger);
        let parent = self.at;
        let g = table.known(parent).0;
        let h = self.heuristic.estimate(space, state);
        let memo = self.heuristic.memo(space, state, h);
        self.at += 1;
        table.close(parent);
        ledger.statistics.expanded += 1;
        ledger.statistics.generated += self.actions.len() as u64;
        observer.observe(Event::Expanded { state, g });
        for &action in &self.actions {
            let child_g = g.plus(space.cost(state, action));
            if child_g == S::Cost::INFINITY {
                ledger.overflows = true;
                continue;
            }
            let mut child = state.clone();
            space.apply(&mut child, action);
            let mut probe = table.probe(space, &child);
            if table.find(&mut probe).is_some() {
                ledger.statistics.duplicates += 1;
                observer.observe(Event::Duplicate { state: &child });
                continue;
            }
            ledger.statistics.evaluated += 1;
            let child_h = self
                .heuristic
                .ahead(space, state, h, &memo, action)
                .unwrap_or_else(|| self.heuristic.child(space, h, &memo, action, &child))
                .0;
            observer.observe(Event::Generated {
                state: &child,
                action: Some(action),
                g: child_g,
                h: child_h,
            });
            if child_h == S::Cost::INFINITY && self.heuristic.guarantees().safe {
                ledger.statistics.dead_ends += 1;
                observer.observe(Event::Pruned { state: &child, reason: Pruning::DeadEnd });
                continue;
            }
            if space.is_goal(&child) {
                let mut actions = Vec::new();
                copy_actions(space, table, parent, &mut actions);
                actions.push(action);
                ledger.accept(space, actions, observer);
                continue;
            }
            let f = child_g.plus(child_h);
            let (g, h) = (child_g, child_h);
            self.candidates.push(Candidate { f, h, g, parent, action, state: child });
        }
        let open = self.candidates.len() + table.len() - self.at as usize;
        ledger.statistics.peak_open = ledger.statistics.peak_open.max(open);
    }

    fn candidates_bytes(&self) -> usize {
        self.candidates.capacity() * size_of::<Candidate<S>>()
    }
}

impl<P, H, S> Stepwise<S> for BeamSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: StateSpace,
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
        let limit = meter.memory_limit();
        loop {
            if self.at as usize == self.table.len() {
                let is_uniform = self.space.uniform_cost().is_some();
                let has_plan = self.ledger.plan.is_some();
                if has_plan || self.candidates.is_empty() {
                    let is_whole = !self.drops && if has_plan { is_uniform } else { true };
                    let proves = is_whole && self.heuristic.guarantees().safe;
                    return Ok(self.ledger.end(proves, observer));
                }
                let count = self.candidates.len().min(self.width);
                let allowed = limit.saturating_sub(self.candidates_bytes());
                make_table_room(&mut self.table, count, allowed)?;
                self.go_deeper();
                continue;
            }
            meter.check(self.ledger.statistics.expanded, || self.bytes())?;
            let space = &*self.space;
            let state = self.table.state(space, self.at);
            self.actions.clear();
            match self.table.reached_by(self.at) {
                None => space.actions(&state, &mut self.actions),
                Some(last) => space.actions_after(&state, last, &mut self.actions),
            }
            let (length, capacity) = (self.candidates.len(), self.candidates.capacity());
            let count = self.actions.len();
            if capacity - length < count {
                let allowed = limit.saturating_sub(self.table.bytes());
                let capacity = grown::<Candidate<S>>(length, capacity, count, allowed);
                let capacity = capacity.ok_or(StopReason::MemoryLimit)?;
                self.candidates.reserve_exact(capacity - length);
            }
            self.expand(&state, observer);
        }
    }

    fn bytes(&self) -> usize {
        self.table.bytes() + self.candidates_bytes()
    }

    fn count(&self, statistics: &mut Statistics) {
        statistics.peak_stored = self.table.len();
        statistics.closed = statistics.expanded;
        statistics.open = (self.table.len() as u64).saturating_sub(statistics.expanded);
    }
}

search_by_steps!(BeamSearch);
