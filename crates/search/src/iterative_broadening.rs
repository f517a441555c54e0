//! Iterative broadening: depth-first search with an increasing number of children per state.

use std::ops::Deref;

use tremaux_core::{
    Algorithm, Cost, Event, Heuristic, Meter, Observer, Pruning, StateSpace, StopReason,
    Termination,
};

use crate::open_list::grown;
use crate::search_core::{SearchCore, Stepwise, falls, list_actions, search_by_steps, successor};

/// Iterative broadening (Ginsberg and Harvey 1992): depth-first search to a fixed depth that
/// tries only one child of every state, then two, then three and so on.
///
/// Children are tried in the order of their estimates, ties in the listed order. A mistake near
/// the root is therefore undone long before everything below it has been searched. Paths that
/// return to one of their own states are cut.
///
/// Finds some plan of at most the given number of actions if there is one, and proves nothing
/// about its cost. It proves that there is no plan if neither the depth nor the breadth cut
/// anything off. Memory is that of one path and its children. Time is exponential in the depth;
/// the base is the breadth needed.
///
/// ```
/// use tremaux::{Algorithm, NoHeuristic, Limits, StateSpace};
/// use tremaux::search::IterativeBroadening;
///
/// /// Eight queens, one in each row.
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
/// let report = search.solve(&Queens, NoHeuristic, &Limits::default(), &mut ());
/// assert_eq!(report.plan.unwrap().actions.len(), 8);
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct IterativeBroadening {
    depth: u32,
}

impl IterativeBroadening {
    /// Searches paths of at most `depth` actions.
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
            path_number: 0,
            core: SearchCore::default(),
        }
    }
}

/// A state on the path, expanded or about to be expanded.
struct Frame<S: StateSpace> {
    state: S::State,
    packed: S::Packed,
    g: S::Cost,
    h: S::Cost,
    last: Option<S::Action>,
    /// The index of its first child left to try.
    first: usize,
}

/// A child that is left to try.
struct Child<S: StateSpace> {
    h: S::Cost,
    g: S::Cost,
    action: S::Action,
    state: S::State,
}

/// Whether anything was cut off in an iteration.
#[derive(Clone, Copy, Debug, Default)]
struct Cuts {
    by_breadth: bool,
    by_depth: bool,
}

/// A running [`IterativeBroadening`] search.
pub struct IterativeBroadeningSearch<P, H, S: StateSpace> {
    space: P,
    heuristic: H,
    depth: u32,
    /// The number of children tried per state; zero before the first iteration.
    breadth: usize,
    cuts: Cuts,
    pending: Option<Frame<S>>,
    path: Vec<Frame<S>>,
    /// The children left to try, of all states on the path; the next one is last.
    children: Vec<Child<S>>,
    actions: Vec<S::Action>,
    /// The number by which the space knows the path; 0 if it has yet to hear of it.
    path_number: u64,
    core: SearchCore<S>,
}

impl<P, H, S> IterativeBroadeningSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
{
    /// The number of children currently tried per state.
    pub fn breadth(&self) -> usize {
        self.breadth
    }

    /// Starts the next iteration, or ends the search if none is needed.
    fn broaden<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) -> Option<Termination> {
        let space = &*self.space;
        let state = space.initial_state();
        let guarantees = self.heuristic.guarantees();
        let h = self.heuristic.estimate(space, &state);
        if self.breadth == 0 {
            self.core.statistics.evaluated += 1;
            observer.observe(Event::Generated { state: &state, action: None, g: S::Cost::ZERO, h });
            if guarantees.admissible {
                self.core.prove(h, observer);
            }
            if space.is_goal(&state) {
                self.core.accept(space, &self.heuristic, Vec::new(), observer);
                return Some(self.core.end(false, observer));
            }
            if h == S::Cost::INFINITY && guarantees.safe {
                return Some(self.core.end(true, observer));
            }
        } else if !self.cuts.by_breadth {
            return Some(match self.cuts.by_depth && !self.core.overflows {
                true => Termination::Stopped(StopReason::DepthLimit),
                false => self.core.end(guarantees.safe, observer),
            });
        }
        self.breadth += 1;
        self.cuts = Cuts::default();
        self.core.statistics.iterations += 1;
        let packed = space.pack(&state);
        let g = S::Cost::ZERO;
        self.pending = Some(Frame { state, packed, g, h, last: None, first: 0 });
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

    /// Expands the next state, unless that would take more than `limit` bytes.
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
        self.space.lengthen_path();
        list_actions(&*self.space, &frame.state, frame.last, &mut self.actions);
        if let Err(reason) = self.make_room(self.actions.len(), limit) {
            self.space.shorten_path();
            return Err(reason);
        }
        let Some(frame) = self.pending.take() else { return Ok(()) };
        self.core.statistics.expanded += 1;
        self.core.statistics.generated += self.actions.len() as u64;
        observer.observe(Event::Expanded { state: &frame.state, g: frame.g });
        let first = self.children.len();
        self.generate(&frame, observer);
        let children = &mut self.children[first..];
        children.sort_by_key(|child| child.h);
        let tried = children.len().min(self.breadth);
        self.cuts.by_breadth |= tried < children.len();
        let statistics = &mut self.core.statistics;
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

    /// Adds the successors of a state that may lead to a plan to the children.
    fn generate<O: Observer<S> + ?Sized>(&mut self, frame: &Frame<S>, observer: &mut O) {
        let (space, statistics) = (&*self.space, &mut self.core.statistics);
        let guarantees = self.heuristic.guarantees();
        for &action in &self.actions {
            let Some((state, g)) = successor(space, &frame.state, frame.g, action) else {
                self.core.overflows = true;
                continue;
            };
            let packed = space.pack(&state);
            if packed == frame.packed || self.path.iter().any(|above| above.packed == packed) {
                statistics.duplicates += 1;
                observer.observe(Event::Duplicate { state: &state });
                continue;
            }
            statistics.evaluated += 1;
            let h = self.heuristic.estimate(space, &state);
            let is_broken = guarantees.consistent && falls(frame.g, frame.h, g, h);
            statistics.inconsistencies += u64::from(is_broken);
            observer.observe(Event::Generated { state: &state, action: Some(action), g, h });
            if h == S::Cost::INFINITY && guarantees.safe {
                statistics.dead_ends += 1;
                observer.observe(Event::Pruned { state: &state, reason: Pruning::DeadEnd });
                continue;
            }
            self.children.push(Child { h, g, action, state });
        }
    }

    /// Tries the next child of the last state on the path, or backtracks from that state.
    fn go_on<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) {
        let Some(frame) = self.path.last() else { return };
        if self.children.len() == frame.first {
            observer.observe(Event::Backtracked { state: &frame.state });
            self.path.pop();
            self.space.shorten_path();
            return;
        }
        let Some(Child { h, g, action, state }) = self.children.pop() else { return };
        if self.space.is_goal(&state) {
            let mut actions: Vec<_> = self.path.iter().filter_map(|frame| frame.last).collect();
            actions.push(action);
            self.core.accept(&self.space, &self.heuristic, actions, observer);
        } else {
            let packed = self.space.pack(&state);
            self.pending = Some(Frame { state, packed, g, h, last: Some(action), first: 0 });
        }
    }
}

impl<P, H, S> Stepwise<S> for IterativeBroadeningSearch<P, H, S>
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
        self.path_number = self.space.begin_path(self.path_number);
        loop {
            if self.core.plan.is_some() {
                return Ok(self.core.end(false, observer));
            }
            if self.pending.is_some() {
                meter.check(self.core.statistics.expanded, || self.bytes())?;
                self.expand(meter.memory_limit(), observer)?;
            } else if !self.path.is_empty() {
                self.go_on(observer);
            } else if let Some(termination) = self.broaden(observer) {
                return Ok(termination);
            }
        }
    }

    fn depth(&self) -> Option<u32> {
        Some(self.depth)
    }

    fn bytes(&self) -> usize {
        self.path.capacity() * size_of::<Frame<S>>()
            + self.children.capacity() * size_of::<Child<S>>()
            + self.space.stored_bytes()
    }
}

search_by_steps!(IterativeBroadeningSearch);
