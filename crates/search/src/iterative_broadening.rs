//! Iterative broadening: depth-first search of ever more children of a state.

use std::ops::Deref;

use tremaux_core::{
    Algorithm, Cost, Event, Heuristic, Meter, Observer, Pruning, StateSpace, StopReason,
    Termination,
};

use crate::ledger::{Ledger, Stepwise, search_by_steps};
use crate::open_list::grown;

/// Iterative broadening (Ginsberg and Harvey 1992): depth-first search to a fixed depth that
/// tries one child of every state, then two, then three and so on.
///
/// Children are tried in the order of their estimates, those listed first among equals. A
/// mistake near the root is thus undone long before all below it is searched. Paths that come
/// back to a state of their own are cut.
///
/// Finds some plan of at most so many actions if there is one, and proves nothing about its
/// cost; that there is none is proved where neither the depth nor the breadth cut anything
/// off. Memory is that of one path and its children; time exponential in the depth, with the
/// breadth that it takes as the base.
///
/// ```
/// use tremaux_core::{Algorithm, Blind, Limits, StateSpace};
/// use tremaux_search::IterativeBroadening;
///
/// /// Eight queens, a row each.
/// struct Queens;
/// impl StateSpace for Queens {
///     type State = Vec<i8>;
///     type Packed = Vec<i8>;
///     type Action = i8;
///     type Cost = u32;
///     fn initial_state(&self) -> Vec<i8> { Vec::new() }
///     fn is_goal(&self, columns: &Vec<i8>) -> bool { columns.len() == 8 }
///     fn actions(&self, columns: &Vec<i8>, actions: &mut Vec<i8>) {
///         let row = columns.len() as i8;
///         let is_free = |&column: &i8| {
///             let others = columns.iter().zip(0..);
///             others.into_iter().all(|(other, at)| {
///                 column != *other && (column - other).abs() != row - at
///             })
///         };
///         actions.extend((0..8).filter(is_free));
///     }
///     fn cost(&self, _: &Vec<i8>, _: i8) -> u32 { 1 }
///     fn apply(&self, columns: &mut Vec<i8>, column: i8) { columns.push(column); }
///     fn pack(&self, columns: &Vec<i8>) -> Vec<i8> { columns.clone() }
///     fn unpack(&self, columns: &Vec<i8>) -> Vec<i8> { columns.clone() }
/// }
/// let search = IterativeBroadening::new(8);
/// let report = search.solve(&Queens, Blind, &Limits::default(), &mut ());
/// assert_eq!(report.plan.unwrap().actions.len(), 8);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct IterativeBroadening {
    depth: u32,
}

impl IterativeBroadening {
    /// The search of paths of at most so many actions.
    #[must_use]
    pub const fn new(depth: u32) -> Self {
        Self { depth }
    }
}

impl<S: StateSpace> Algorithm<S> for IterativeBroadening {
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = IterativeBroadeningSearch<P, H, S>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        heuristic: H,
    ) -> IterativeBroadeningSearch<P, H, S> {
        IterativeBroadeningSearch {
            space,
            heuristic,
            depth: self.depth,
            breadth: 0,
            cuts: Cuts::default(),
            pending: None,
            path: Vec::new(),
            children: Vec::new(),
            actions: Vec::new(),
            ledger: Ledger::default(),
        }
    }
}

/// A state on the path, expanded or about to be.
struct Frame<S: StateSpace> {
    state: S::State,
    packed: S::Packed,
    g: S::Cost,
    last: Option<S::Action>,
    /// Where its children that are left to try begin.
    first: usize,
}

/// A child that is left to try.
struct Child<S: StateSpace> {
    h: S::Cost,
    g: S::Cost,
    action: S::Action,
    state: S::State,
}

/// What an iteration has left out.
#[derive(Clone, Copy, Debug, Default)]
struct Cuts {
    by_breadth: bool,
    by_depth: bool,
}

/// An [`IterativeBroadening`] search under way.
pub struct IterativeBroadeningSearch<P, H, S: StateSpace> {
    space: P,
    heuristic: H,
    depth: u32,
    /// How many children of a state are tried; zero before the first iteration.
    breadth: usize,
    cuts: Cuts,
    pending: Option<Frame<S>>,
    path: Vec<Frame<S>>,
    /// Of all states on the path, the next to be tried last.
    children: Vec<Child<S>>,
    actions: Vec<S::Action>,
    ledger: Ledger<S>,
}

impl<P, H, S> IterativeBroadeningSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
{
    /// How many children of a state are tried at present.
    pub fn breadth(&self) -> usize {
        self.breadth
    }

    /// Begins the next iteration, or ends the search if there is no need for one.
    fn broaden<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) -> Option<Termination> {
        let space = &*self.space;
        let state = space.initial_state();
        let guarantees = self.heuristic.guarantees();
        if self.breadth == 0 {
            let h = self.heuristic.estimate(space, &state);
            self.ledger.statistics.evaluated += 1;
            observer.observe(Event::Generated { state: &state, action: None, g: S::Cost::ZERO, h });
            if guarantees.admissible {
                self.ledger.prove(h, observer);
            }
            if space.is_goal(&state) {
                self.ledger.accept(space, Vec::new(), observer);
                return Some(self.ledger.end(false, observer));
            }
            if h == S::Cost::INFINITY && guarantees.safe {
                return Some(self.ledger.end(true, observer));
            }
        } else if !self.cuts.by_breadth {
            return Some(match self.cuts.by_depth && !self.ledger.overflows {
                true => Termination::Stopped(StopReason::DepthLimit),
                false => self.ledger.end(guarantees.safe, observer),
            });
        }
        self.breadth += 1;
        self.cuts = Cuts::default();
        self.ledger.statistics.iterations += 1;
        let packed = space.pack(&state);
        let g = S::Cost::ZERO;
        self.pending = Some(Frame { state, packed, g, last: None, first: 0 });
        None
    }

    fn make_room(&mut self, children: usize, limit: usize) -> Result<(), StopReason> {
        let left = limit.saturating_sub(self.bytes()) / 2;
        let (length, capacity) = (self.path.len(), self.path.capacity());
        if length == capacity {
            let allowed = capacity * size_of::<Frame<S>>() + left;
            let capacity = grown::<Frame<S>>(length, capacity, 1, allowed);
            self.path.reserve_exact(capacity.ok_or(StopReason::MemoryLimit)? - length);
        }
        let (length, capacity) = (self.children.len(), self.children.capacity());
        if capacity - length < children {
            let allowed = capacity * size_of::<Child<S>>() + left;
            let capacity = grown::<Child<S>>(length, capacity, children, allowed);
            self.children.reserve_exact(capacity.ok_or(StopReason::MemoryLimit)? - length);
        }
        Ok(())
    }

    /// Expands the state that is next, unless that would take more than `limit` bytes.
    fn expand<O: Observer<S> + ?Sized>(
        &mut self,
        limit: usize,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        let Some(frame) = &self.pending else { return Ok(()) };
        if self.path.len() as u64 >= u64::from(self.depth) {
            self.cuts.by_depth = true;
            self.pending = None;
            return Ok(());
        }
        self.actions.clear();
        match frame.last {
            None => self.space.actions(&frame.state, &mut self.actions),
            Some(last) => self.space.actions_after(&frame.state, last, &mut self.actions),
        }
        self.make_room(self.actions.len(), limit)?;
        let Some(frame) = self.pending.take() else { return Ok(()) };
        let (space, statistics) = (&*self.space, &mut self.ledger.statistics);
        statistics.expanded += 1;
        statistics.generated += self.actions.len() as u64;
        observer.observe(Event::Expanded { state: &frame.state, g: frame.g });
        let first = self.children.len();
        for &action in &self.actions {
            let g = frame.g.plus(space.cost(&frame.state, action));
            if g == S::Cost::INFINITY {
                self.ledger.overflows = true;
                continue;
            }
            let mut state = frame.state.clone();
            space.apply(&mut state, action);
            let packed = space.pack(&state);
            if packed == frame.packed || self.path.iter().any(|above| above.packed == packed) {
                statistics.duplicates += 1;
                observer.observe(Event::Duplicate { state: &state });
                continue;
            }
            statistics.evaluated += 1;
            let h = self.heuristic.estimate(space, &state);
            observer.observe(Event::Generated { state: &state, action: Some(action), g, h });
            if h == S::Cost::INFINITY && self.heuristic.guarantees().safe {
                statistics.dead_ends += 1;
                observer.observe(Event::Pruned { state: &state, reason: Pruning::DeadEnd });
                continue;
            }
            self.children.push(Child { h, g, action, state });
        }
        let children = &mut self.children[first..];
        children.sort_by_key(|child| child.h);
        let tried = children.len().min(self.breadth);
        self.cuts.by_breadth |= tried < children.len();
        statistics.pruned += (children.len() - tried) as u64;
        for Child { state, .. } in &children[tried..] {
            observer.observe(Event::Pruned { state, reason: Pruning::Bound });
        }
        children[..tried].reverse();
        self.children.truncate(first + tried);
        self.path.push(Frame { first, ..frame });
        statistics.peak_stored = statistics.peak_stored.max(self.path.len());
        Ok(())
    }

    /// Tries the next child of the last state on the path, or goes back from it.
    fn go_on<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) {
        let Some(frame) = self.path.last() else { return };
        if self.children.len() == frame.first {
            observer.observe(Event::Backtracked { state: &frame.state });
            self.path.pop();
            return;
        }
        let Some(Child { g, action, state, .. }) = self.children.pop() else { return };
        if self.space.is_goal(&state) {
            let mut actions: Vec<_> = self.path.iter().filter_map(|frame| frame.last).collect();
            actions.push(action);
            self.ledger.accept(&self.space, actions, observer);
        } else {
            let packed = self.space.pack(&state);
            self.pending = Some(Frame { state, packed, g, last: Some(action), first: 0 });
        }
    }
}

impl<P, H, S> Stepwise<S> for IterativeBroadeningSearch<P, H, S>
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
        loop {
            if self.ledger.plan.is_some() {
                return Ok(self.ledger.end(false, observer));
            }
            if self.pending.is_some() {
                meter.check(self.ledger.statistics.expanded, || self.bytes())?;
                self.expand(meter.memory_limit(), observer)?;
            } else if !self.path.is_empty() {
                self.go_on(observer);
            } else if let Some(termination) = self.broaden(observer) {
                return Ok(termination);
            }
        }
    }

    fn bytes(&self) -> usize {
        self.path.capacity() * size_of::<Frame<S>>()
            + self.children.capacity() * size_of::<Child<S>>()
    }
}

search_by_steps!(IterativeBroadeningSearch);
