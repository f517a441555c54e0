//! Observing the searches on maps: one form of events for all of them.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use tremaux_core::{
    Cost, Detail, Event, FloatCost, Observer, Pruning, SkippedCounts, StateSpace, Vocabulary,
};
#[cfg(feature = "catalog")]
use tremaux_trace::Recordable;

/// A search on a map as its observers see it: states are cells or nodes, an action is the place
/// that it leads to, and costs are those of the map, whatever units the search uses internally.
///
/// It only defines the types of the events and offers no actions: the search decides which
/// places come next, and its steps may be jumps, lines of sight, or paths through a region. A
/// search that visits a place twice, as bidirectional searches do, has two numbers for it (see
/// [`Observer::observe_numbered`]).
///
/// ```
/// use tremaux::{Event, Limits, Observer};
/// use tremaux::maps::grid::{Cell, Grid, PathMethod, Movement, Pathfinder, StepCosts, Workspace};
/// use tremaux::maps::watch::MapSteps;
///
/// /// Counts the cells that are expanded.
/// struct Count(u64);
///
/// impl Observer<MapSteps<Cell>> for Count {
///     fn observe(&mut self, event: Event<'_, MapSteps<Cell>>) {
///         self.0 += u64::from(matches!(event, Event::Expanded { .. }));
///     }
/// }
///
/// let grid = Grid::new(40, 40, Movement::CornersAlways, |cell| cell.x != 20 || cell.y == 8);
/// let finder = Pathfinder::new(grid, StepCosts::Euclidean, PathMethod::BidirectionalAStar)?;
/// let mut search = finder.start(Cell::new(0, 8), Cell::new(39, 9), Workspace::default())?;
/// let mut count = Count(0);
/// let _ = search.advance_watched(&Limits::default(), &mut count);
/// assert_eq!(count.0, search.expanded());
/// # Ok::<(), tremaux::maps::grid::PathError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MapSteps<P> {
    /// Where the search starts.
    pub start: P,
}

impl<P: Copy> Vocabulary for MapSteps<P> {
    type State = P;
    type Action = P;
    type Cost = FloatCost;
}

#[cfg(feature = "catalog")]
impl<P: Copy + Eq + Hash> Recordable for MapSteps<P> {
    type Key = P;

    fn key(&self, place: &P) -> P {
        *place
    }

    fn root(&self) -> P {
        self.start
    }

    fn step(&self, place: &mut P, next: P) {
        *place = next;
    }
}

/// A place, and its number in a search.
pub(crate) type NumberedPlace<P> = (P, u32);

/// Reports the events of a search on a map to an observer of a [`MapSteps`]. It observes searches
/// of the general engines; other searches call its methods.
///
/// With the observer `()` it compiles to nothing.
pub struct Watched<'a, P, O: ?Sized> {
    observer: &'a mut O,
    /// The search's cost for a cost of 1, if costs are converted.
    unit: f64,
    /// The same, if they are not.
    factor: f64,
    /// The cost of the path to the start of the search, if that was reported before.
    before: Option<f64>,
    /// The proved lower bound, in the units of the search.
    bound: f64,
    places: PhantomData<fn(P)>,
}

impl<'a, P, O> Watched<'a, P, O>
where
    P: Copy + Eq + Hash + Debug,
    O: Observer<MapSteps<P>> + ?Sized,
{
    /// Reports to `observer` a search whose cost unit is `unit`.
    pub fn new(observer: &'a mut O, unit: f64) -> Self {
        let takes_any = observer.accept_cost_unit(unit);
        let (unit, factor) = if takes_any { (1.0, unit) } else { (unit, 1.0) };
        Self { observer, unit, factor, before: None, bound: 0.0, places: PhantomData }
    }

    /// Continues the report of an earlier search, from this cost on the map.
    pub(crate) fn after(self, before: f64) -> Self {
        Self { before: Some(before * self.factor), ..self }
    }

    /// Whether there is an observer.
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.observer.detail() != Detail::Nothing
    }

    #[inline]
    fn estimate(&self, h: f64) -> FloatCost {
        FloatCost::new(if self.unit == 1.0 { h } else { h / self.unit })
    }

    #[inline]
    fn cost(&self, g: f64) -> FloatCost {
        let cost = self.estimate(g);
        self.before.map_or(cost, |before| FloatCost::new(before).plus(cost))
    }

    /// Reports the start of the search.
    #[inline]
    pub(crate) fn begins(&mut self, (place, number): NumberedPlace<P>, h: f64) {
        if self.is_on() {
            let (g, h) = (FloatCost::ZERO, self.estimate(h));
            let event = Event::Generated { state: &place, action: None, g, h };
            self.observer.observe_numbered(event, number, None);
        }
    }

    /// Reports that a place is expanded.
    #[inline]
    pub(crate) fn expanded(&mut self, (place, number): NumberedPlace<P>, g: f64) {
        if self.is_on() {
            let event = Event::Expanded { state: &place, g: self.cost(g) };
            self.observer.observe_numbered(event, number, None);
        }
    }

    /// Reports that a place is generated from `parent`, or else from the one expanded last, for the
    /// first time or by a better path.
    #[inline]
    pub(crate) fn generated(
        &mut self,
        (place, number): NumberedPlace<P>,
        g: f64,
        h: f64,
        parent: Option<NumberedPlace<P>>,
    ) {
        if self.is_on() {
            let (g, h) = (self.cost(g), self.estimate(h));
            let event = Event::Generated { state: &place, action: Some(place), g, h };
            let parent = parent.as_ref().map(|(parent, number)| (parent, *number));
            self.observer.observe_numbered(event, number, parent);
        }
    }

    /// Reports a duplicate: a known place is generated by a path that is no better.
    #[inline]
    pub(crate) fn duplicate(&mut self, (place, number): NumberedPlace<P>) {
        if self.is_on() {
            self.observer.observe_numbered(Event::Duplicate { state: &place }, number, None);
        }
    }

    /// Reports that an expanded place is reopened: it has a better path, by which it is
    /// generated next.
    #[inline]
    pub(crate) fn reopened(&mut self, (place, number): NumberedPlace<P>) {
        if self.is_on() {
            self.observer.observe_numbered(Event::Reopened { state: &place }, number, None);
        }
    }

    /// Reports that a place is pruned.
    #[inline]
    pub(crate) fn pruned(&mut self, (place, number): NumberedPlace<P>, reason: Pruning) {
        if self.is_on() {
            self.observer.observe_numbered(Event::Pruned { state: &place, reason }, number, None);
        }
    }

    /// Reports a lower bound, if it is new.
    #[inline]
    pub(crate) fn proved(&mut self, bound: f64) {
        if self.is_on() && bound > self.bound {
            self.bound = bound;
            self.observer.observe(Event::LowerBound(self.cost(bound)));
        }
    }

    /// Reports that a path of this cost was found.
    #[inline]
    pub(crate) fn solved(&mut self, g: f64) {
        if self.is_on() {
            self.observer.observe(Event::Solution(self.cost(g)));
        }
    }

    /// Forwards an event of a search of the general engines; skips the events about the search
    /// itself if it continues an earlier one.
    #[inline(always)]
    fn told<'e, S>(&self, event: Event<'e, S>) -> Option<Event<'e, MapSteps<P>>>
    where
        S: StateSpace<State = P>,
    {
        let is_part = self.before.is_some();
        Some(match event {
            Event::Generated { state, action, g, h } => {
                if is_part && action.is_none() {
                    return None;
                }
                let (g, h) = (self.cost(g.to_f64()), self.estimate(h.to_f64()));
                Event::Generated { state, action: action.map(|_| *state), g, h }
            }
            Event::Expanded { state, g } => Event::Expanded { state, g: self.cost(g.to_f64()) },
            Event::Duplicate { state } => Event::Duplicate { state },
            Event::Reopened { state } => Event::Reopened { state },
            Event::Pruned { state, reason } => Event::Pruned { state, reason },
            Event::Backtracked { state } => Event::Backtracked { state },
            _ if is_part => return None,
            Event::Iteration(limit) => Event::Iteration(self.cost(limit.to_f64())),
            Event::LowerBound(bound) => Event::LowerBound(self.cost(bound.to_f64())),
            Event::Solution(cost) => Event::Solution(self.cost(cost.to_f64())),
            _ => return None,
        })
    }
}

impl<S, P, O> Observer<S> for Watched<'_, P, O>
where
    S: StateSpace<State = P>,
    P: Copy + Eq + Hash + Debug,
    O: Observer<MapSteps<P>> + ?Sized,
{
    #[inline]
    fn observe(&mut self, event: Event<'_, S>) {
        if self.is_on()
            && let Some(event) = self.told(event)
        {
            self.observer.observe(event);
        }
    }

    #[inline(always)]
    fn observe_numbered(&mut self, event: Event<'_, S>, number: u32, parent: Option<(&P, u32)>) {
        if self.is_on()
            && let Some(event) = self.told(event)
        {
            self.observer.observe_numbered(event, number, parent);
        }
    }

    #[inline]
    fn detail(&self) -> Detail {
        self.observer.detail()
    }

    #[inline]
    fn take_skipped(&mut self, skipped: &SkippedCounts) {
        self.observer.take_skipped(skipped);
    }
}
