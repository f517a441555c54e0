//! The state that every running search keeps besides its tables, and how a search advances.

use tremaux_core::clock::Instant;
use tremaux_core::{
    Cost, Event, Heuristic, Limits, Meter, Observer, Plan, Progress, Pruning, SearchReport,
    StateSpace, Statistics, StopReason, Termination,
};

use crate::node_table::NodeTable;
use crate::open_list::OpenList;

/// The best plan, the lower bound, the statistics, and whether and why the search has ended.
pub(crate) struct SearchCore<S: StateSpace> {
    pub(crate) plan: Option<Plan<S::Action, S::Cost>>,
    pub(crate) lower_bound: S::Cost,
    /// Whether a path was dropped because its cost overflowed.
    pub(crate) overflows: bool,
    pub(crate) statistics: Statistics,
    pub(crate) done: Option<Termination>,
    pub(crate) stopped: StopReason,
}

impl<S: StateSpace> Default for SearchCore<S> {
    fn default() -> Self {
        Self {
            plan: None,
            lower_bound: S::Cost::ZERO,
            overflows: false,
            statistics: Statistics::default(),
            done: None,
            stopped: StopReason::NodeLimit,
        }
    }
}

impl<S: StateSpace> SearchCore<S> {
    /// The ledger of a search that has evaluated the initial state.
    pub(crate) fn evaluated_root() -> Self {
        let mut core = Self::default();
        core.statistics.evaluated = 1;
        core
    }

    /// Pauses the search.
    pub(crate) fn pause(&mut self, reason: StopReason) -> Progress {
        self.stopped = reason;
        Progress::Paused(reason)
    }

    /// Ends a slice.
    pub(crate) fn close(&mut self, result: Result<Termination, StopReason>) -> Progress {
        match result {
            Ok(termination) => {
                self.done = Some(termination);
                Progress::Done(termination)
            }
            Err(reason) => self.pause(reason),
        }
    }

    /// Why the search is not running.
    pub(crate) fn termination(&self) -> Termination {
        self.done.unwrap_or(Termination::Stopped(self.stopped))
    }

    /// The lower bound that stands where states are left out by estimates: none does if the
    /// heuristic has broken a promise.
    pub(crate) fn proved(&self) -> S::Cost {
        let is_left = self.statistics.inconsistencies == 0;
        if is_left { self.lower_bound } else { S::Cost::ZERO }
    }

    /// The cost of this plan, which is reported; counts what on it contradicts the promises of the
    /// heuristic.
    pub(crate) fn price<H: Heuristic<S>, O: Observer<S> + ?Sized>(
        &mut self,
        space: &S,
        heuristic: &H,
        actions: Vec<S::Action>,
        observer: &mut O,
    ) -> Plan<S::Action, S::Cost> {
        let cost = path_cost(space, &actions);
        observer.observe(Event::Solution(cost));
        self.statistics.inconsistencies += broken_promises(space, heuristic, &actions, cost);
        Plan { actions, cost }
    }

    /// The cost of the best plan so far; only cheaper plans are worth finding.
    #[inline]
    pub(crate) fn incumbent(&self) -> S::Cost {
        self.plan.as_ref().map_or(S::Cost::INFINITY, |plan| plan.cost)
    }

    /// Raises the lower bound and reports it to the observer.
    #[inline]
    pub(crate) fn prove<O: Observer<S> + ?Sized>(&mut self, bound: S::Cost, observer: &mut O) {
        if bound > self.lower_bound {
            self.lower_bound = bound;
            self.statistics.expanded_before_last_layer = self.statistics.expanded;
            if bound < S::Cost::INFINITY {
                observer.observe(Event::LowerBound(bound));
            }
        }
    }

    /// Estimates `child`, the successor by `action` at cost `g`, and counts an estimate that shows
    /// that the heuristic is not consistent.
    #[inline]
    pub(crate) fn evaluate<H: Heuristic<S>>(
        &mut self,
        space: &S,
        heuristic: &H,
        parent: &Parent<'_, S, H>,
        action: S::Action,
        child: &S::State,
        g: S::Cost,
    ) -> (S::Cost, H::Memo) {
        self.statistics.evaluated += 1;
        let (h, memo) = parent.estimate(space, heuristic, action, child);
        let is_broken = heuristic.guarantees().consistent && falls(parent.g, parent.h, g, h);
        self.statistics.inconsistencies += u64::from(is_broken);
        (h, memo)
    }

    /// Counts and reports a successor that was reached before at no greater cost.
    #[inline]
    pub(crate) fn duplicate<O: Observer<S> + ?Sized>(
        &mut self,
        state: &S::State,
        observer: &mut O,
    ) {
        self.statistics.duplicates += 1;
        observer.observe(Event::Duplicate { state });
    }

    /// Counts and reports an expanded state that is reached by a better path.
    #[inline]
    pub(crate) fn reopen<O: Observer<S> + ?Sized>(&mut self, state: &S::State, observer: &mut O) {
        self.statistics.reopened += 1;
        observer.observe(Event::Reopened { state });
    }

    /// Counts and reports a dead end.
    #[inline]
    pub(crate) fn dead_end<O: Observer<S> + ?Sized>(&mut self, state: &S::State, observer: &mut O) {
        self.statistics.dead_ends += 1;
        observer.observe(Event::Pruned { state, reason: Pruning::DeadEnd });
    }

    /// Counts and reports a successor that cannot improve the best plan.
    #[inline]
    pub(crate) fn cut<O: Observer<S> + ?Sized>(&mut self, state: &S::State, observer: &mut O) {
        self.statistics.pruned += 1;
        observer.observe(Event::Pruned { state, reason: Pruning::Bound });
    }

    /// Keeps this plan if it is cheaper than the best one so far, and counts what on it contradicts
    /// the promises of the heuristic.
    pub(crate) fn accept<H: Heuristic<S>, O: Observer<S> + ?Sized>(
        &mut self,
        space: &S,
        heuristic: &H,
        actions: Vec<S::Action>,
        observer: &mut O,
    ) {
        // Compute the cost again: a better path to an earlier state is not propagated to its
        // descendants.
        let cost = path_cost(space, &actions);
        self.statistics.inconsistencies += broken_promises(space, heuristic, &actions, cost);
        if cost < self.incumbent() {
            observer.observe(Event::Solution(cost));
            self.plan = Some(Plan { actions, cost });
        }
    }

    /// Ends a search. `proves`: it has examined everything that could be better than its best
    /// plan.
    pub(crate) fn end<O: Observer<S> + ?Sized>(
        &mut self,
        proves: bool,
        observer: &mut O,
    ) -> Termination {
        let has_plan = self.plan.is_some();
        if !has_plan && self.overflows {
            return Termination::Stopped(StopReason::CostOverflow);
        }
        if proves {
            self.prove(self.incumbent(), observer);
        }
        if has_plan { Termination::Finished } else { Termination::Exhausted }
    }
}

/// Lists the actions of a state that was reached by `last` in `actions`.
#[inline]
pub(crate) fn list_actions<S: StateSpace>(
    space: &S,
    state: &S::State,
    last: Option<S::Action>,
    actions: &mut Vec<S::Action>,
) {
    actions.clear();
    match last {
        None => space.actions(state, actions),
        Some(last) => space.actions_after(state, last, actions),
    }
}

/// A state that is being expanded, with what its successors' estimates continue from.
pub(crate) struct Parent<'a, S: StateSpace, H: Heuristic<S>> {
    pub(crate) state: &'a S::State,
    pub(crate) g: S::Cost,
    pub(crate) h: S::Cost,
    pub(crate) memo: &'a H::Memo,
}

impl<S: StateSpace, H: Heuristic<S>> Parent<'_, S, H> {
    /// The estimate of `child`, the successor by `action`, and its memo.
    #[inline]
    pub(crate) fn estimate(
        &self,
        space: &S,
        heuristic: &H,
        action: S::Action,
        child: &S::State,
    ) -> (S::Cost, H::Memo) {
        heuristic
            .estimate_successor(space, self.state, self.h, self.memo, action)
            .unwrap_or_else(|| heuristic.child(space, self.h, self.memo, action, child))
    }
}

/// The successor by `action` of a state reached at cost `g`, and the cost of the path to it; `None`
/// if that cost does not fit into its type.
#[inline]
pub(crate) fn successor<S: StateSpace>(
    space: &S,
    state: &S::State,
    g: S::Cost,
    action: S::Action,
) -> Option<(S::State, S::Cost)> {
    let g = g.plus(space.cost(state, action));
    (g < S::Cost::INFINITY).then(|| {
        let mut child = state.clone();
        space.apply(&mut child, action);
        (child, g)
    })
}

/// The cost of the actions from the initial state on.
pub(crate) fn path_cost<S: StateSpace>(space: &S, actions: &[S::Action]) -> S::Cost {
    let mut state = space.initial_state();
    actions.iter().fold(S::Cost::ZERO, |cost, &action| {
        let cost = cost.plus(space.cost(&state, action));
        space.apply(&mut state, action);
        cost
    })
}

/// The number of states on a plan whose estimates contradict the promises of the heuristic: above
/// the cost of the rest of the plan, or infinite.
pub(crate) fn broken_promises<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    actions: &[S::Action],
    total: S::Cost,
) -> u64 {
    let guarantees = heuristic.guarantees();
    if !guarantees.admissible && !guarantees.safe {
        return 0;
    }
    let (mut state, mut g, mut broken) = (space.initial_state(), S::Cost::ZERO, 0);
    for at in 0..=actions.len() {
        let h = heuristic.estimate(space, &state);
        let is_dead = guarantees.safe && h == S::Cost::INFINITY;
        let is_above = guarantees.admissible && g.plus(h) > total && g.plus(h).exceeds(total);
        broken += u64::from(is_dead || is_above);
        if let Some(&action) = actions.get(at) {
            g = g.plus(space.cost(&state, action));
            space.apply(&mut state, action);
        }
    }
    broken
}

/// Whether the sum of cost and estimate falls along an action, beyond rounding: it never does if
/// the heuristic is consistent.
#[inline]
pub(crate) fn falls<C: Cost>(g: C, h: C, child_g: C, child_h: C) -> bool {
    let (before, after) = (g.plus(h), child_g.plus(child_h));
    before > after && before.exceeds(after)
}

/// What is left of a lower bound if the heuristic has broken a promise: all of it if no state was
/// left out as a dead end, and either estimates are no part of it (`is_informed`), or all states
/// were seen; otherwise nothing.
pub(crate) fn left_of<C: Cost>(bound: C, is_informed: bool, statistics: &Statistics) -> C {
    let is_whole = !is_informed || bound == C::INFINITY;
    let stands = statistics.inconsistencies == 0 || is_whole && statistics.dead_ends == 0;
    if stands { bound } else { C::ZERO }
}

/// Appends the actions by which `table` reaches the state `id`, in order, and returns the
/// number of the state where they start.
pub(crate) fn copy_actions<S: StateSpace, T: NodeTable<S>>(
    space: &S,
    table: &T,
    mut id: u32,
    actions: &mut Vec<S::Action>,
) -> u32 {
    let first = actions.len();
    while let Some(action) = table.reached_by(id) {
        actions.push(action);
        id = table.parent(space, id, action);
    }
    actions[first..].reverse();
    id
}

/// Makes room for the children of a state in a table and an open list that may together use
/// `limit` bytes.
#[cold]
#[inline(never)]
pub(crate) fn make_room<S: StateSpace, T: NodeTable<S>, K, Q: OpenList<K>>(
    table: &mut T,
    open: &mut Q,
    children: usize,
    limit: usize,
) -> Result<(), StopReason> {
    // Try for more than is needed now, so that the next calls need not grow again.
    for count in [children.max(64), children] {
        if (open.room() >= count || open.make_room(count, limit.saturating_sub(table.bytes())))
            && (table.room() >= count || table.make_room(count, limit.saturating_sub(open.bytes())))
        {
            return Ok(());
        }
    }
    Err(StopReason::MemoryLimit)
}

/// Makes room in a table that may use `limit` bytes.
#[inline]
pub(crate) fn make_table_room<S: StateSpace, T: NodeTable<S>>(
    table: &mut T,
    states: usize,
    limit: usize,
) -> Result<(), StopReason> {
    let has_room = table.room() >= states
        || table.make_room(states.max(64), limit)
        || table.make_room(states, limit);
    if has_room { Ok(()) } else { Err(StopReason::MemoryLimit) }
}

/// A search that has a ledger.
pub(crate) trait HasCore<S: StateSpace> {
    /// The search's ledger.
    fn core(&self) -> &SearchCore<S>;
    /// The search's ledger, mutably.
    fn core_mut(&mut self) -> &mut SearchCore<S>;
}

/// A search made of steps, between which it can be paused.
pub(crate) trait Stepwise<S: StateSpace>: HasCore<S> {
    /// Continues until the search is over or `meter` stops it.
    fn run<O: Observer<S> + ?Sized>(
        &mut self,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Termination, StopReason>;
    /// Bytes allocated by its tables.
    fn bytes(&self) -> usize;
    /// Whether its lower bound rests on the promises of the heuristic.
    fn trusts(&self) -> bool {
        true
    }
    /// The most actions of a path that it considers, if it has such a bound of its own.
    fn depth(&self) -> Option<u32> {
        None
    }
    /// [`Search::solutions`](tremaux_core::Search::solutions).
    fn solutions(&self) -> Vec<Plan<S::Action, S::Cost>> {
        self.core().plan.iter().cloned().collect()
    }
    /// Fills in the statistics that are computed on demand.
    fn count(&self, statistics: &mut Statistics) {
        let _ = statistics;
    }
}

/// [`Search::advance`](tremaux_core::Search::advance) for a search made of steps.
pub(crate) fn advance<S: StateSpace, T: Stepwise<S>, O: Observer<S> + ?Sized>(
    search: &mut T,
    limits: &Limits,
    observer: &mut O,
) -> Progress {
    if let Some(termination) = search.core().done {
        return Progress::Done(termination);
    }
    if limits.depth.is_some_and(|most| search.depth().is_none_or(|depth| depth > most)) {
        return search.core_mut().pause(StopReason::DepthUnsupported);
    }
    let first = search.core().statistics.expanded;
    let mut meter = Meter::start(limits, first);
    let result = match limits.cost {
        None => search.run(&mut meter, observer),
        Some(_) => run_to_cost(search, limits, observer),
    };
    let bytes = search.bytes();
    let core = search.core_mut();
    core.statistics.peak_bytes = core.statistics.peak_bytes.max(bytes);
    core.statistics.elapsed += meter.elapsed();
    core.close(result)
}

/// Continues a search with a cost limit, in slices after which its lower bound is looked at.
fn run_to_cost<S: StateSpace, T: Stepwise<S>, O: Observer<S> + ?Sized>(
    search: &mut T,
    limits: &Limits,
    observer: &mut O,
) -> Result<Termination, StopReason> {
    const SLICE: u64 = 64;
    let (started, first) = (Instant::now(), search.core().statistics.expanded);
    loop {
        if limits.excludes(lower_bound(search)) {
            return Err(StopReason::CostLimit);
        }
        let expanded = search.core().statistics.expanded;
        let left = limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(expanded - first));
        let mut slice = limits.clone().with_nodes(left.min(SLICE));
        slice.time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        match search.run(&mut Meter::start(&slice, expanded), observer) {
            Err(StopReason::NodeLimit) if left > SLICE => {}
            result => return result,
        }
    }
}

/// The lower bound that a search has proved.
fn lower_bound<S: StateSpace, T: Stepwise<S>>(search: &T) -> S::Cost {
    let core = search.core();
    match search.trusts() {
        true => left_of(core.lower_bound, true, &core.statistics),
        false => core.lower_bound,
    }
}

/// [`Search::report`](tremaux_core::Search::report) for a search made of steps.
pub(crate) fn report<S: StateSpace, T: Stepwise<S>>(
    search: &T,
) -> SearchReport<S::Action, S::Cost> {
    let core = search.core();
    let mut statistics = core.statistics.clone();
    search.count(&mut statistics);
    SearchReport::new(core.plan.clone(), lower_bound(search), core.termination(), statistics)
}

/// Implements [`Search`](tremaux_core::Search) for a search made of steps, with the place of its
/// ledger if that is not the field `core`.
macro_rules! search_by_steps {
    ($search:ident $(, $($core:ident).+)?) => {
        search_by_steps!(@with $search, tremaux_core::StateSpace, , $($($core).+)?);
    };
    (for $capability:path: $search:ident $(, $other:ident)?) => {
        search_by_steps!(@with $search, $capability, $($other)?,);
    };
    (@with $search:ident, $capability:path, $($other:ident)?,) => {
        search_by_steps!(@with $search, $capability, $($other)?, core);
    };
    (@with $search:ident, $capability:path, $($other:ident)?, $($core:ident).+) => {
        impl<P, H, S, $($other)?> crate::search_core::HasCore<S> for $search<P, H, S, $($other)?>
        where
            P: std::ops::Deref<Target = S>,
            S: $capability,
            H: tremaux_core::Heuristic<S>,
            $($other: tremaux_core::Heuristic<S>,)?
        {
            fn core(&self) -> &crate::search_core::SearchCore<S> {
                &self.$($core).+
            }

            fn core_mut(&mut self) -> &mut crate::search_core::SearchCore<S> {
                &mut self.$($core).+
            }
        }

        impl<P, H, S, $($other)?> tremaux_core::Search<S> for $search<P, H, S, $($other)?>
        where
            P: std::ops::Deref<Target = S>,
            S: $capability,
            H: tremaux_core::Heuristic<S>,
            $($other: tremaux_core::Heuristic<S>,)?
        {
            fn advance<O: tremaux_core::Observer<S> + ?Sized>(
                &mut self,
                limits: &tremaux_core::Limits,
                observer: &mut O,
            ) -> tremaux_core::Progress {
                crate::search_core::advance(self, limits, observer)
            }

            fn report(&self) -> tremaux_core::SearchReport<S::Action, S::Cost> {
                crate::search_core::report(self)
            }

            fn solutions(&self) -> Vec<tremaux_core::Plan<S::Action, S::Cost>> {
                crate::search_core::Stepwise::solutions(self)
            }
        }
    };
}

pub(crate) use search_by_steps;
