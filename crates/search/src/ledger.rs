//! What a search under way keeps besides its own tables, and how it is advanced.

use tremaux_core::{
    Cost, Event, Limits, Meter, Observer, Plan, Progress, SearchReport, StateSpace, Statistics,
    StopReason, Termination,
};

use crate::node_table::NodeTable;
use crate::open_list::OpenList;

/// The best plan, the bound, the counts, and whether and why the search has ended.
pub(crate) struct Ledger<S: StateSpace> {
    pub(crate) plan: Option<Plan<S::Action, S::Cost>>,
    pub(crate) lower_bound: S::Cost,
    /// Whether a path was dropped for a cost too great for its type.
    pub(crate) overflows: bool,
    pub(crate) statistics: Statistics,
    done: Option<Termination>,
    stopped: StopReason,
}

impl<S: StateSpace> Default for Ledger<S> {
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

impl<S: StateSpace> Ledger<S> {
    /// What a plan must cost less than to be worth finding.
    #[inline]
    pub(crate) fn incumbent(&self) -> S::Cost {
        self.plan.as_ref().map_or(S::Cost::INFINITY, |plan| plan.cost)
    }

    /// Raises what is proved, and tells the observer.
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

    /// Keeps the plan of these actions if it is cheaper than the one there is.
    pub(crate) fn accept<O: Observer<S> + ?Sized>(
        &mut self,
        space: &S,
        actions: Vec<S::Action>,
        observer: &mut O,
    ) {
        // The cost is added up again: a state on the way may have got a better path since,
        // and not yet told those after.
        let cost = path_cost(space, &actions);
        if cost < self.incumbent() {
            observer.observe(Event::Solution(cost));
            self.plan = Some(Plan { actions, cost });
        }
    }

    /// Ends a search that has found the best it ever will: `proves` if it has looked at all
    /// that could be better.
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

/// What the actions cost from the initial state on.
pub(crate) fn path_cost<S: StateSpace>(space: &S, actions: &[S::Action]) -> S::Cost {
    let mut state = space.initial_state();
    actions.iter().fold(S::Cost::ZERO, |cost, &action| {
        let cost = cost.plus(space.cost(&state, action));
        space.apply(&mut state, action);
        cost
    })
}

/// Appends the actions by which `table` reaches the state `id`, the first one first, and
/// returns the number of the state where they start.
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

/// Makes room for the children of a state in a table and an open list that may together
/// take `limit` bytes.
#[cold]
#[inline(never)]
pub(crate) fn make_room<S: StateSpace, T: NodeTable<S>, K, Q: OpenList<K>>(
    table: &mut T,
    open: &mut Q,
    children: usize,
    limit: usize,
) -> Result<(), StopReason> {
    // More than is needed at once, so as not to be asked again soon.
    for count in [children.max(64), children] {
        if (open.room() >= count || open.make_room(count, limit.saturating_sub(table.bytes())))
            && (table.room() >= count || table.make_room(count, limit.saturating_sub(open.bytes())))
        {
            return Ok(());
        }
    }
    Err(StopReason::MemoryLimit)
}

/// Makes room in a table that may take `limit` bytes.
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

/// A search made of steps between which it can be paused.
pub(crate) trait Stepwise<S: StateSpace> {
    /// What it keeps besides its tables.
    fn ledger(&self) -> &Ledger<S>;
    /// The same, to be changed.
    fn ledger_mut(&mut self) -> &mut Ledger<S>;
    /// Goes on until the search is over or `meter` says it is to stop.
    fn run<O: Observer<S> + ?Sized>(
        &mut self,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Termination, StopReason>;
    /// Bytes in its tables.
    fn bytes(&self) -> usize;
    /// Fills in the counts that are looked up, not kept.
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
    if let Some(termination) = search.ledger().done {
        return Progress::Done(termination);
    }
    let mut meter = Meter::start(limits, search.ledger().statistics.expanded);
    let result = search.run(&mut meter, observer);
    let bytes = search.bytes();
    let ledger = search.ledger_mut();
    ledger.statistics.peak_bytes = ledger.statistics.peak_bytes.max(bytes);
    ledger.statistics.elapsed += meter.elapsed();
    match result {
        Ok(termination) => {
            ledger.done = Some(termination);
            Progress::Done(termination)
        }
        Err(reason) => {
            ledger.stopped = reason;
            Progress::Paused(reason)
        }
    }
}

/// [`Search::report`](tremaux_core::Search::report) for a search made of steps.
pub(crate) fn report<S: StateSpace, T: Stepwise<S>>(
    search: &T,
) -> SearchReport<S::Action, S::Cost> {
    let ledger = search.ledger();
    let mut statistics = ledger.statistics.clone();
    search.count(&mut statistics);
    SearchReport {
        plan: ledger.plan.clone(),
        lower_bound: ledger.lower_bound,
        termination: ledger.done.unwrap_or(Termination::Stopped(ledger.stopped)),
        statistics,
    }
}

/// Implements [`Search`](tremaux_core::Search) for a search made of steps.
macro_rules! search_by_steps {
    ($search:ident) => {
        search_by_steps!(@with $search, tremaux_core::StateSpace,);
    };
    ($search:ident, $capability:path) => {
        search_by_steps!(@with $search, $capability,);
    };
    ($search:ident, $capability:path, $other:ident) => {
        search_by_steps!(@with $search, $capability, $other);
    };
    (@with $search:ident, $capability:path, $($other:ident)?) => {
        impl<P, H, S, $($other)?> tremaux_core::Search<S> for $search<P, H, S, $($other)?>
        where
            P: std::ops::Deref<Target = S>,
            S: $capability,
            H: tremaux_core::Heuristic<S>,
            $($other: tremaux_core::Heuristic<S>,)?
        {
            search_by_steps!(@methods);
        }
    };
    (@methods) => {
        fn advance<O: tremaux_core::Observer<S> + ?Sized>(
            &mut self,
            limits: &tremaux_core::Limits,
            observer: &mut O,
        ) -> tremaux_core::Progress {
            crate::ledger::advance(self, limits, observer)
        }

        fn report(&self) -> tremaux_core::SearchReport<S::Action, S::Cost> {
            crate::ledger::report(self)
        }
    };
}

pub(crate) use search_by_steps;
