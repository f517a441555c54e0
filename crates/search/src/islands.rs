//! Island-driven search: finds a path through given states.

use std::ops::Deref;

use tremaux_core::{
    Algorithm, Cost, Detail, Event, Guarantees, Heuristic, Limits, Meter, Observer, Plan, Progress,
    Search, SearchReport, StateSpace, Statistics, StopReason, Termination,
};

use crate::best_first::BestFirst;
use crate::best_first_search::{BestFirstSearch, SearchMemory};

/// Island-driven search (Chakrabarti, Ghose and DeSarkar 1986): A* from island to island. An
/// island is a state that the path must visit.
///
/// The islands are visited in the given order; the path may also pass other islands in between.
/// The estimate for an island is the difference between the heuristic's estimates if the
/// heuristic is consistent, and zero otherwise. After the last island, the heuristic is used
/// directly.
///
/// If the heuristic is admissible, the plan is a cheapest one among those that visit the
/// islands. Plans that do not visit them may be cheaper; the report's bound is the estimate for
/// the initial state, or A*'s bound if there are no islands. The legs are searched one after
/// the other in the same memory, so well-chosen islands reduce the number of states to a small
/// fraction of A*'s.
///
/// ```
/// use tremaux::{Algorithm, NoHeuristic, Limits, StateSpace};
/// use tremaux::search::IslandDriven;
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
/// let through_thirty = IslandDriven::<Numbers>::through(vec![30]);
/// let report = through_thirty.solve(&Numbers, NoHeuristic, &Limits::default(), &mut ());
/// assert_eq!(report.plan.unwrap().cost, 28);
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "S::Packed: serde::Serialize")))]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "S::Packed: serde::Deserialize<'de>")))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct IslandDriven<S: StateSpace> {
    islands: Vec<S::Packed>,
}

impl<S: StateSpace> IslandDriven<S> {
    /// Visits these states, packed, in this order.
    pub const fn through(islands: Vec<S::Packed>) -> Self {
        Self { islands }
    }
}

impl<S: StateSpace> Algorithm<S> for IslandDriven<S> {
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = IslandDrivenSearch<P, H, S>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        heuristic: H,
    ) -> IslandDrivenSearch<P, H, S> {
        let state = space.initial_state();
        let guarantees = heuristic.guarantees();
        let bound = match guarantees.admissible && !self.islands.is_empty() {
            true => heuristic.estimate(&space, &state),
            false => S::Cost::ZERO,
        };
        let mut islands = self.islands.clone();
        islands.reverse();
        let leg = Leg { space, from: state, to: islands.pop() };
        let search = leg.search(heuristic, SearchMemory::default());
        let is_whole = self.islands.is_empty();
        let (actions, cost) = (Vec::new(), S::Cost::ZERO);
        let before = Statistics::default();
        let (stopped, done) = (StopReason::NodeLimit, None);
        IslandDrivenSearch {
            search: Some(search),
            islands,
            is_whole,
            bound,
            actions,
            cost,
            before,
            stopped,
            done,
        }
    }
}

/// A leg of the path, as a space of its own.
struct Leg<P, S: StateSpace> {
    space: P,
    from: S::State,
    /// The state where the leg ends, or `None` for any goal.
    to: Option<S::Packed>,
}

type LegSearch<P, H, S> =
    BestFirstSearch<Box<Leg<P, S>>, LegHeuristic<H, <S as StateSpace>::Cost>, Leg<P, S>, BestFirst>;

impl<P: Deref<Target = S>, S: StateSpace> Leg<P, S> {
    fn search<H: Heuristic<S>>(
        self,
        heuristic: H,
        memory: SearchMemory<Self, BestFirst>,
    ) -> LegSearch<P, H, S> {
        let to_h =
            self.to.as_ref().map(|to| heuristic.estimate(&self.space, &self.space.unpack(to)));
        let towards = LegHeuristic { heuristic, to_h };
        BestFirstSearch::new(BestFirst::a_star(), Box::new(self), towards, memory)
    }
}

impl<P: Deref<Target = S>, S: StateSpace> StateSpace for Leg<P, S> {
    type State = S::State;
    type Packed = S::Packed;
    type Action = S::Action;
    type Cost = S::Cost;

    fn initial_state(&self) -> S::State {
        self.from.clone()
    }

    fn is_goal(&self, state: &S::State) -> bool {
        match &self.to {
            Some(to) => self.space.pack(state) == *to,
            None => self.space.is_goal(state),
        }
    }

    fn actions(&self, state: &S::State, actions: &mut Vec<S::Action>) {
        self.space.actions(state, actions);
    }

    fn actions_after(&self, state: &S::State, last: S::Action, actions: &mut Vec<S::Action>) {
        self.space.actions_after(state, last, actions);
    }

    #[inline]
    fn has_short_cycles(&self) -> bool {
        self.space.has_short_cycles()
    }

    fn packed_heap_bytes(&self) -> usize {
        self.space.packed_heap_bytes()
    }

    fn stored_bytes(&self) -> usize {
        self.space.stored_bytes()
    }

    fn cost(&self, state: &S::State, action: S::Action) -> S::Cost {
        self.space.cost(state, action)
    }

    fn apply(&self, state: &mut S::State, action: S::Action) {
        self.space.apply(state, action);
    }

    fn pack(&self, state: &S::State) -> S::Packed {
        self.space.pack(state)
    }

    fn unpack(&self, packed: &S::Packed) -> S::State {
        self.space.unpack(packed)
    }

    fn uniform_cost(&self) -> Option<S::Cost> {
        self.space.uniform_cost()
    }
}

/// A heuristic for the cost to the end of a [`Leg`].
struct LegHeuristic<H, C> {
    heuristic: H,
    /// The heuristic's estimate for the island where the leg ends.
    to_h: Option<C>,
}

impl<P, H, S> Heuristic<Leg<P, S>> for LegHeuristic<H, S::Cost>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
{
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        match self.to_h {
            None => self.heuristic.guarantees(),
            Some(_) => Guarantees::CONSISTENT,
        }
    }

    fn estimate(&self, leg: &Leg<P, S>, state: &S::State) -> S::Cost {
        match self.to_h {
            None => self.heuristic.estimate(&leg.space, state),
            // With a consistent heuristic, the difference of the estimates is a lower bound on
            // the cost to the island.
            Some(to_h) if self.heuristic.guarantees().consistent => {
                let h = self.heuristic.estimate(&leg.space, state);
                h.minus(to_h).unwrap_or(S::Cost::ZERO)
            }
            Some(_) => S::Cost::ZERO,
        }
    }
}

/// Reports the events of a leg as events of the whole search.
struct LegObserver<'a, O: ?Sized, C> {
    observer: &'a mut O,
    /// The cost of the previous legs.
    cost: C,
    /// Whether this is the only leg.
    is_whole: bool,
    is_last: bool,
}

impl<P, S, O> Observer<Leg<P, S>> for LegObserver<'_, O, S::Cost>
where
    P: Deref<Target = S>,
    S: StateSpace,
    O: Observer<S> + ?Sized,
{
    fn observe(&mut self, event: Event<'_, Leg<P, S>>) {
        let before = self.cost;
        self.observer.observe(match event {
            Event::Generated { state, action, g, h } => {
                Event::Generated { state, action, g: before.plus(g), h }
            }
            Event::Expanded { state, g } => Event::Expanded { state, g: before.plus(g) },
            Event::Duplicate { state } => Event::Duplicate { state },
            Event::Backtracked { state } => Event::Backtracked { state },
            Event::Reopened { state } => Event::Reopened { state },
            Event::Pruned { state, reason } => Event::Pruned { state, reason },
            Event::Solution(cost) if self.is_last => Event::Solution(before.plus(cost)),
            Event::LowerBound(bound) if self.is_whole => Event::LowerBound(bound),
            _ => return,
        });
    }

    fn detail(&self) -> Detail {
        self.observer.detail()
    }
}

/// A running [`IslandDriven`] search.
pub struct IslandDrivenSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
{
    /// The current leg, or the last one.
    search: Option<LegSearch<P, H, S>>,
    /// The islands after the current leg, the next one last.
    islands: Vec<S::Packed>,
    /// Whether there are no islands at all.
    is_whole: bool,
    bound: S::Cost,
    /// The actions of the completed legs.
    actions: Vec<S::Action>,
    cost: S::Cost,
    before: Statistics,
    stopped: StopReason,
    done: Option<Termination>,
}

impl<P, H, S> IslandDrivenSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
{
    /// The statistics of the completed legs and the current one.
    fn statistics(&self) -> Statistics {
        let Some(search) = &self.search else { return self.before.clone() };
        let (before, now) = (&self.before, search.report().statistics);
        let mut statistics = now.clone();
        statistics.expanded = before.expanded + now.expanded;
        statistics.generated = before.generated + now.generated;
        statistics.evaluated = before.evaluated + now.evaluated;
        statistics.reopened = before.reopened + now.reopened;
        statistics.duplicates = before.duplicates + now.duplicates;
        statistics.dead_ends = before.dead_ends + now.dead_ends;
        statistics.inconsistencies = before.inconsistencies + now.inconsistencies;
        statistics.closed = before.closed + now.closed;
        statistics.peak_open = before.peak_open.max(now.peak_open);
        statistics.peak_stored = before.peak_stored.max(now.peak_stored);
        statistics.peak_bytes = before.peak_bytes.max(now.peak_bytes);
        statistics.elapsed = before.elapsed + now.elapsed;
        statistics.iterations = before.iterations + 1;
        statistics
    }

    /// Appends the completed leg to the path and starts the next one. Returns whether there is
    /// one.
    fn go_on(&mut self, plan: Plan<S::Action, S::Cost>) -> bool {
        self.before = self.statistics();
        self.actions.extend(plan.actions);
        self.cost = self.cost.plus(plan.cost);
        let Some(search) = self.search.take() else { return false };
        let (leg, LegHeuristic { heuristic, .. }, memory) = search.into_parts();
        let Leg { space, to, .. } = *leg;
        let Some(from) = to else { return false };
        let leg = Leg { from: space.unpack(&from), to: self.islands.pop(), space };
        self.search = Some(leg.search(heuristic, memory));
        true
    }
}

impl<P, H, S> Search<S> for IslandDrivenSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
{
    fn advance<O: Observer<S> + ?Sized>(&mut self, limits: &Limits, observer: &mut O) -> Progress {
        let meter = Meter::start(limits, 0);
        let first = self.statistics().expanded;
        loop {
            if let Some(termination) = self.done {
                return Progress::Done(termination);
            }
            let used = self.statistics().expanded - first;
            let Some(search) = &mut self.search else {
                return Progress::Done(Termination::Finished);
            };
            let mut left = limits.clone();
            left.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(used));
            left.time = limits.time.map(|time| time.saturating_sub(meter.elapsed()));
            let is_last = search.space().to.is_none();
            let (is_whole, cost) = (self.is_whole, self.cost);
            let mut observer = LegObserver { observer: &mut *observer, cost, is_whole, is_last };
            let progress = search.advance(&left, &mut observer);
            let report = search.report();
            if self.is_whole {
                self.bound = report.lower_bound;
            }
            match (progress, report.plan) {
                (Progress::Paused(reason), _) => {
                    self.stopped = reason;
                    return Progress::Paused(reason);
                }
                (Progress::Done(_), Some(plan)) => {
                    if !self.go_on(plan) {
                        self.done = Some(Termination::Finished);
                    }
                }
                (Progress::Done(termination), None) => self.done = Some(termination),
            }
        }
    }

    fn report(&self) -> SearchReport<S::Action, S::Cost> {
        let is_there = self.done == Some(Termination::Finished);
        SearchReport::new(
            is_there.then(|| Plan { actions: self.actions.clone(), cost: self.cost }),
            self.bound,
            self.done.unwrap_or(Termination::Stopped(self.stopped)),
            self.statistics(),
        )
    }
}
