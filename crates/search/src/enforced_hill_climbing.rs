//! Enforced hill climbing: breadth-first from each state to one that is nearer to a goal.

use std::ops::Deref;

use tremaux_core::{
    Algorithm, Cost, Event, Heuristic, Meter, Observer, StateSpace, Statistics, StopReason,
    Termination,
};

use crate::node_table::{HashedTable, NodeTable};
use crate::search_core::{
    Parent, SearchCore, Stepwise, copy_actions, list_actions, make_table_room, search_by_steps,
    successor,
};

/// Enforced hill climbing (Hoffmann and Nebel 2001, in the planner FF): breadth-first search from
/// the current state until a state with a lower estimate is found, which becomes the current one.
/// It never goes back to an earlier one.
///
/// The search ends at the first goal generated, or, without a plan, where no state with a lower
/// estimate can be reached. The only lower bound it proves is the estimate of the initial state. If
/// it never left the initial state, it was breadth-first search: then a plan has the fewest
/// actions, and finding none proves that there is none.
///
/// Time and memory are those of a breadth-first search to the nearest state with a lower estimate,
/// for each step down; memory is used again for the next.
///
/// ```
/// use tremaux::{Algorithm, Limits, NoHeuristic, space};
/// use tremaux::search::EnforcedHillClimbing;
///
/// // Double or add one, from 1 to 100. Without estimates it is breadth-first search.
/// let numbers = space(1u32, |&n| [(2 * n, 1u32), (n + 1, 1)], |&n| n == 100);
/// let climbing = EnforcedHillClimbing;
/// let report = climbing.solve(&numbers, NoHeuristic, &Limits::default(), &mut ());
/// assert_eq!(report.plan.unwrap().cost, 8);
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct EnforcedHillClimbing;

impl<S: StateSpace> Algorithm<S> for EnforcedHillClimbing {
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = EnforcedHillClimbingSearch<P, H, S>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        heuristic: H,
    ) -> EnforcedHillClimbingSearch<P, H, S> {
        EnforcedHillClimbingSearch {
            table: HashedTable::new(&*space),
            space,
            heuristic,
            foot: None,
            least: S::Cost::INFINITY,
            at: 0,
            way: Vec::new(),
            has_climbed: false,
            actions: Vec::new(),
            core: SearchCore::default(),
        }
    }
}

/// A running [`EnforcedHillClimbing`] search.
pub struct EnforcedHillClimbingSearch<P, H, S: StateSpace> {
    space: P,
    heuristic: H,
    /// The states seen from the current one, breadth-first.
    table: HashedTable<S>,
    /// The current state and the cost of the path to it, until it is in the table.
    foot: Option<(S::State, S::Cost)>,
    /// The estimate of the current state.
    least: S::Cost,
    /// The number of the next state to expand.
    at: u32,
    /// The actions to the current state.
    way: Vec<S::Action>,
    has_climbed: bool,
    actions: Vec<S::Action>,
    core: SearchCore<S>,
}

impl<P, H, S> EnforcedHillClimbingSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
{
    /// Evaluates the initial state, from which the search starts.
    fn begin<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) {
        let space = &*self.space;
        let state = space.initial_state();
        let (g, h) = (S::Cost::ZERO, self.heuristic.estimate(space, &state));
        self.core.statistics.evaluated += 1;
        observer.observe(Event::Generated { state: &state, action: None, g, h });
        let guarantees = self.heuristic.guarantees();
        if guarantees.admissible && (h < S::Cost::INFINITY || guarantees.safe) {
            self.core.prove(h, observer);
        }
        self.least = h;
        if space.is_goal(&state) {
            self.core.accept(space, &self.heuristic, Vec::new(), observer);
        } else if h == S::Cost::INFINITY && guarantees.safe {
            self.core.statistics.dead_ends += 1;
        } else {
            self.foot = Some((state, g));
        }
    }

    /// The actions to a successor of the state that is expanded.
    fn way_to(&self, action: S::Action) -> Vec<S::Action> {
        let mut way = self.way.clone();
        copy_actions(&*self.space, &self.table, self.at, &mut way);
        way.push(action);
        way
    }

    /// Expands the next state until a goal or a better state is found. There must be room for its
    /// successors.
    fn expand<O: Observer<S> + ?Sized>(&mut self, state: &S::State, observer: &mut O) {
        let g = self.table.known(self.at).0;
        let h = self.heuristic.estimate(&self.space, state);
        let memo = self.heuristic.memo(&self.space, state, h);
        let parent = Parent { state, g, h, memo: &memo };
        self.table.close(self.at);
        self.core.statistics.expanded += 1;
        observer.observe(Event::Expanded { state, g });
        for at in 0..self.actions.len() {
            let (space, action) = (&*self.space, self.actions[at]);
            self.core.statistics.generated += 1;
            let Some((child, child_g)) = successor(space, state, g, action) else {
                self.core.overflows = true;
                continue;
            };
            let mut probe = self.table.probe(space, &child);
            if self.table.find(&mut probe).is_some() {
                self.core.duplicate(&child, observer);
                continue;
            }
            let heuristic = &self.heuristic;
            let (child_h, _) =
                self.core.evaluate(space, heuristic, &parent, action, &child, child_g);
            observer.observe(Event::Generated {
                state: &child,
                action: Some(action),
                g: child_g,
                h: child_h,
            });
            if child_h == S::Cost::INFINITY && heuristic.guarantees().safe {
                self.core.dead_end(&child, observer);
            } else if space.is_goal(&child) {
                let way = self.way_to(action);
                self.core.accept(&self.space, &self.heuristic, way, observer);
                return;
            } else if child_h < self.least {
                (self.way, self.has_climbed) = (self.way_to(action), true);
                (self.least, self.foot) = (child_h, Some((child, child_g)));
                return;
            } else {
                self.table.insert(probe, self.at, Some(action), child_g);
            }
        }
        self.at += 1;
    }
}

impl<P, H, S> Stepwise<S> for EnforcedHillClimbingSearch<P, H, S>
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
        if self.core.statistics.evaluated == 0 {
            self.begin(observer);
        }
        loop {
            if let Some((state, g)) = &self.foot {
                let limit = meter.memory_beside(&*self.space);
                if !self.table.reset(&self.space, limit) {
                    return Err(StopReason::MemoryLimit);
                }
                make_table_room(&mut self.table, 1, limit)?;
                let mut probe = self.table.probe(&self.space, state);
                let _ = self.table.find(&mut probe);
                self.at = self.table.insert(probe, 0, None, *g);
                self.foot = None;
            }
            if self.core.plan.is_some() || self.at as usize == self.table.len() {
                let has_plan = self.core.plan.is_some();
                let is_whole = !has_plan || self.space.uniform_cost().is_some();
                let proves = !self.has_climbed && is_whole && self.heuristic.guarantees().safe;
                return Ok(self.core.end(proves, observer));
            }
            meter.check(self.core.statistics.expanded, || self.bytes())?;
            let state = self.table.state(&self.space, self.at);
            let last = self.table.reached_by(self.at);
            list_actions(&*self.space, &state, last, &mut self.actions);
            if self.table.room() < self.actions.len() {
                let limit = meter.memory_beside(&*self.space);
                make_table_room(&mut self.table, self.actions.len(), limit)?;
            }
            self.expand(&state, observer);
        }
    }

    fn bytes(&self) -> usize {
        self.table.bytes()
            + self.way.capacity() * size_of::<S::Action>()
            + self.space.stored_bytes()
    }

    fn count(&self, statistics: &mut Statistics) {
        statistics.peak_stored = self.table.len();
        statistics.closed = u64::from(self.at);
        statistics.open = self.table.len() as u64 - u64::from(self.at);
    }
}

search_by_steps!(EnforcedHillClimbingSearch);
