//! Breadth-first search that discards the layers behind its frontier.

use std::marker::PhantomData;
use std::ops::Deref;

use tremaux_core::{
    Algorithm, Cost, Heuristic, Meter, NoHeuristic, Observer, StateSpace, Statistics, StopReason,
    Termination,
};

use super::layers::Layers;
use crate::node_table::NodeTable;
use crate::search_core::{SearchCore, Stepwise, path_cost, search_by_steps};

/// Breadth-first frontier search (Korf, Zhang, Thayer and Hohwald 2005): keeps only the last
/// layers and reconstructs the path by divide and conquer.
///
/// Each state stores its relay: its ancestor in a layer half way to the goal or further back.
/// When a goal is found, the search is repeated from the start to the relay and from there to
/// the goal, recursively until the parts are single actions. If layers grow, this takes a
/// fraction of the time of the first search. The heuristic is not used.
///
/// The plan has the fewest actions. It is proved optimal if all actions cost the same
/// ([`StateSpace::uniform_cost`]). If each action can be undone by another, no state is
/// expanded twice and the search ends on every finite space. Otherwise states reappear after
/// they have been forgotten. The plan is just as good, but if there is no plan and the space
/// has a cycle, the search does not end.
///
/// Takes memory for three layers, about 26 bytes per state for packed states of eight bytes,
/// and eight bytes for each state of the relay layer.
///
/// ```
/// use tremaux::{Algorithm, NoHeuristic, Limits, StateSpace};
/// use tremaux::search::FrontierBreadthFirst;
///
/// /// A knight on a chess board, from one corner to the other.
/// struct Knight;
/// impl StateSpace for Knight {
///     type State = (i8, i8);
///     type Packed = (i8, i8);
///     type Action = (i8, i8);
///     type Cost = u32;
///     fn initial_state(&self) -> (i8, i8) { (0, 0) }
///     fn is_goal(&self, &at: &(i8, i8)) -> bool { at == (7, 7) }
///     fn actions(&self, &(x, y): &(i8, i8), actions: &mut Vec<(i8, i8)>) {
///         for (a, b) in [(1, 2), (2, 1), (2, -1), (1, -2)] {
///             let both = [(a, b), (-a, -b)];
///             let is_on = |&(a, b): &(i8, i8)| ((x + a) | (y + b)) & !7 == 0;
///             actions.extend(both.into_iter().filter(is_on));
///         }
///     }
///     fn cost(&self, _: &(i8, i8), _: (i8, i8)) -> u32 { 1 }
///     fn apply(&self, at: &mut (i8, i8), (a, b): (i8, i8)) { *at = (at.0 + a, at.1 + b); }
///     fn pack(&self, &at: &(i8, i8)) -> (i8, i8) { at }
///     fn unpack(&self, &at: &(i8, i8)) -> (i8, i8) { at }
///     fn uniform_cost(&self) -> Option<u32> { Some(1) }
/// }
/// let report = FrontierBreadthFirst.solve(&Knight, NoHeuristic, &Limits::default(), &mut ());
/// assert!(report.is_proven_optimal());
/// assert_eq!(report.plan.unwrap().actions.len(), 6);
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct FrontierBreadthFirst;

impl<S: StateSpace> Algorithm<S> for FrontierBreadthFirst {
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = FrontierBreadthFirstSearch<P, H, S>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        _heuristic: H,
    ) -> FrontierBreadthFirstSearch<P, H, S> {
        let from = space.pack(&space.initial_state());
        FrontierBreadthFirstSearch {
            space,
            heuristic: PhantomData,
            layers: Layers::default(),
            parts: vec![Part { from, to: None, length: None }],
            is_started: false,
            relays: Vec::new(),
            relay_depth: 0,
            actions: Vec::new(),
            core: SearchCore::default(),
        }
    }
}

/// A part of the path that has yet to be found.
struct Part<S: StateSpace> {
    from: S::Packed,
    /// The last state of the part, or `None` for any goal.
    to: Option<S::Packed>,
    /// The number of actions of the part, if it is known.
    length: Option<u32>,
}

/// A running [`FrontierBreadthFirst`] search.
pub struct FrontierBreadthFirstSearch<P, H, S: StateSpace> {
    space: P,
    heuristic: PhantomData<H>,
    layers: Layers<S>,
    /// The parts still to be found, the first part last.
    parts: Vec<Part<S>>,
    /// Whether the search for the first part has started.
    is_started: bool,
    /// The states of the relay layer, by number.
    relays: Vec<S::Packed>,
    /// The depth of the relay layer; zero if there is none yet.
    relay_depth: u32,
    /// The part of the path found so far.
    actions: Vec<S::Action>,
    core: SearchCore<S>,
}

/// The result of a search for a part.
enum Found<S: StateSpace> {
    Nothing,
    /// The end of the part (packed), the last action, and the number of the relay.
    End(S::Packed, S::Action, u32),
}

impl<P, H, S> FrontierBreadthFirstSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
{
    fn tables_bytes(&self) -> usize {
        self.layers.bytes()
            + self.relays.capacity() * size_of::<S::Packed>()
            + self.space.stored_bytes()
    }

    /// Whether the current layer is the relay layer, where the path will be divided.
    fn is_relay_layer(&self) -> bool {
        let depth = self.layers.depth;
        match self.parts.last().and_then(|part| part.length) {
            Some(length) => depth > 0 && depth == length / 2,
            None => depth.is_power_of_two(),
        }
    }

    /// Starts the search for the next part.
    fn begin_part(&mut self, limit: usize) -> Result<(), StopReason> {
        let Some(part) = self.parts.last() else { return Ok(()) };
        let space = &*self.space;
        let state = space.unpack(&part.from);
        let g = path_cost(space, &self.actions);
        let others = self.relays.capacity() * size_of::<S::Packed>();
        self.layers.restart(space, &state, g, limit.saturating_sub(others))?;
        self.relays.clear();
        self.relay_depth = 0;
        self.is_started = true;
        Ok(())
    }

    /// Divides the part whose end was found, or appends its single action to the path.
    fn divide(&mut self, end: S::Packed, action: S::Action, relay: u32) {
        let Some(part) = self.parts.pop() else { return };
        let length = self.layers.depth + 1;
        if length == 1 {
            self.actions.push(action);
        } else {
            let middle = self.relays[relay as usize].clone();
            let first = self.relay_depth;
            let parts = [
                Part { from: middle.clone(), to: Some(end), length: Some(length - first) },
                Part { from: part.from, to: Some(middle), length: Some(first) },
            ];
            self.parts.extend(parts);
        }
        self.is_started = false;
    }

    /// Raises the lower bound: no plan has fewer than `actions` actions.
    fn prove_length<O: Observer<S> + ?Sized>(&mut self, actions: u32, observer: &mut O) {
        if let Some(cost) = self.space.uniform_cost() {
            let bound = (0..actions).fold(S::Cost::ZERO, |bound, _| bound.plus(cost));
            self.core.prove(bound, observer);
        }
    }
}

impl<P, H, S> Stepwise<S> for FrontierBreadthFirstSearch<P, H, S>
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
        let is_uniform = self.space.uniform_cost().is_some();
        loop {
            let limit = meter.memory_beside(&*self.space);
            let Some(part) = self.parts.last() else {
                let actions = std::mem::take(&mut self.actions);
                self.core.accept(&self.space, &NoHeuristic, actions, observer);
                return Ok(self.core.end(is_uniform, observer));
            };
            let is_whole = part.length.is_none();
            if !self.is_started {
                self.begin_part(limit)?;
                if is_whole && self.space.is_goal(&self.space.initial_state()) {
                    self.parts.clear();
                }
                continue;
            }
            let Some(_) = self.layers.pending() else {
                if self.layers.go_deeper(&self.space) == 0 {
                    // Later parts are known to exist; only the first search looks for a goal.
                    self.core.overflows = self.layers.overflows;
                    return Ok(self.core.end(true, observer));
                }
                continue;
            };
            if is_whole {
                self.prove_length(self.layers.depth + 1, observer);
            }
            if self.relay_depth < self.layers.depth && self.is_relay_layer() {
                self.make_relays(limit)?;
            }
            meter.check(self.core.statistics.expanded, || self.tables_bytes())?;
            let others = self.relays.capacity() * size_of::<S::Packed>();
            let (space, to) = (&*self.space, part_end(&self.parts));
            let mut result = Found::<S>::Nothing;
            let statistics = &mut self.core.statistics;
            let limit = limit.saturating_sub(others);
            self.layers.expand(space, limit, statistics, observer, |table, id, state| {
                let packed = space.pack(state);
                let is_end = match to {
                    Some(to) => *to == packed,
                    None => space.is_goal(state),
                };
                if is_end && let Some(action) = table.reached_by(id) {
                    result = Found::End(packed, action, table.parent(space, id, action));
                }
                is_end
            })?;
            if let Found::End(end, action, relay) = result {
                if is_whole {
                    self.prove_length(self.layers.depth + 1, observer);
                }
                self.divide(end, action, relay);
            }
        }
    }

    fn bytes(&self) -> usize {
        self.tables_bytes()
    }

    fn trusts(&self) -> bool {
        false
    }

    fn count(&self, statistics: &mut Statistics) {
        statistics.closed = statistics.expanded;
        statistics.open = if self.is_started { self.layers.open() as u64 } else { 0 };
    }
}

/// The end of the next part, unless any goal will do.
fn part_end<S: StateSpace>(parts: &[Part<S>]) -> Option<&S::Packed> {
    parts.last().and_then(|part| part.to.as_ref())
}

impl<P, H, S> FrontierBreadthFirstSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
{
    /// Makes the current layer the relay layer.
    fn make_relays(&mut self, limit: usize) -> Result<(), StopReason> {
        let count = self.layers.current.len();
        let capacity = count.max(self.relays.capacity());
        if self.layers.bytes() + capacity * size_of::<S::Packed>() > limit {
            return Err(StopReason::MemoryLimit);
        }
        self.relays.clear();
        self.relays.reserve_exact(count);
        self.layers.make_relays(&self.space, &mut self.relays);
        self.relay_depth = self.layers.depth;
        Ok(())
    }
}

search_by_steps!(FrontierBreadthFirstSearch);
