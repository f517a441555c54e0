//! Watching the searches made for maps: one form of events for all of them.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use tremaux_core::{Cost, Event, FloatCost, Observer, Pruning, StateSpace, Untold};

/// A search on a map as whoever watches it sees it: states are cells or nodes, an action is
/// the place that it leads to, and costs are those of the map, whatever numbers the search
/// has for them.
///
/// It says what the events of searches are about, and offers no actions: which places are
/// next is the affair of the search, whose steps may be jumps, lines of sight, or ways through
/// a region. A search that knows a place twice, as those from both ends do, has two numbers
/// for it (see [`Observer::observe_numbered`]).
///
/// ```
/// use tremaux_core::{Event, Limits, Observer};
/// use tremaux_maps::grid::{Cell, Grid, Method, Movement, Pathfinder, StepCosts, Workspace};
/// use tremaux_maps::watch::Walk;
///
/// /// Counts the cells that are expanded.
/// struct Count(u64);
///
/// impl Observer<Walk<Cell>> for Count {
///     fn observe(&mut self, event: Event<'_, Walk<Cell>>) {
///         self.0 += u64::from(matches!(event, Event::Expanded { .. }));
///     }
/// }
///
/// let grid = Grid::new(40, 40, Movement::CornersAlways, |cell| cell.x != 20 || cell.y == 8);
/// let finder = Pathfinder::new(grid, StepCosts::Euclidean, Method::Bidirectional)?;
/// let mut search = finder.start(Cell::new(0, 8), Cell::new(39, 9), Workspace::default())?;
/// let mut count = Count(0);
/// let _ = search.advance_watched(&Limits::default(), &mut count);
/// assert_eq!(count.0, search.expanded());
/// # Ok::<(), tremaux_maps::grid::PathError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Walk<P> {
    /// Where it starts.
    pub start: P,
    /// Where it leads.
    pub goal: P,
}

impl<P: Copy + Eq + Hash + Debug> StateSpace for Walk<P> {
    type State = P;
    type Packed = P;
    type Action = P;
    type Cost = FloatCost;

    fn initial_state(&self) -> P {
        self.start
    }

    fn is_goal(&self, place: &P) -> bool {
        *place == self.goal
    }

    fn actions(&self, _place: &P, _actions: &mut Vec<P>) {}

    fn cost(&self, _place: &P, _next: P) -> FloatCost {
        FloatCost::INFINITY
    }

    fn apply(&self, place: &mut P, next: P) {
        *place = next;
    }

    fn pack(&self, place: &P) -> P {
        *place
    }

    fn unpack(&self, place: &P) -> P {
        *place
    }
}

/// A place, and the number under which a search knows it.
pub(crate) type Known<P> = (P, u32);

/// Tells an observer of a [`Walk`] what a search on a map does: of a search of the general
/// engines as its observer, of others by the methods.
///
/// With the observer `()` nothing is left of it.
pub struct Watched<'a, P, O: ?Sized> {
    observer: &'a mut O,
    /// What the search has for a cost of 1, if costs are converted.
    unit: f64,
    /// The same, if they are not.
    factor: f64,
    /// What led to where the search starts, if that was told before.
    before: Option<f64>,
    /// What was proved, in the units of the search.
    bound: f64,
    places: PhantomData<fn(P)>,
}

impl<'a, P, O> Watched<'a, P, O>
where
    P: Copy + Eq + Hash + Debug,
    O: Observer<Walk<P>> + ?Sized,
{
    /// Tells `observer` of a search that has `unit` for a cost of 1.
    pub fn new(observer: &'a mut O, unit: f64) -> Self {
        let takes_any = observer.is_listening() && observer.take_unit(unit);
        let (unit, factor) = if takes_any { (1.0, unit) } else { (unit, 1.0) };
        Self { observer, unit, factor, before: None, bound: 0.0, places: PhantomData }
    }

    /// Tells of a search that goes on where another has been, at this cost on the map.
    pub(crate) fn after(self, before: f64) -> Self {
        Self { before: Some(before * self.factor), ..self }
    }

    /// Whether anybody listens.
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.observer.is_listening()
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

    /// The search begins here.
    #[inline]
    pub(crate) fn begins(&mut self, (place, number): Known<P>, h: f64) {
        if self.is_on() {
            let (g, h) = (FloatCost::ZERO, self.estimate(h));
            let event = Event::Generated { state: &place, action: None, g, h };
            self.observer.observe_numbered(event, number);
        }
    }

    /// A place is expanded.
    #[inline]
    pub(crate) fn expanded(&mut self, (place, number): Known<P>, g: f64) {
        if self.is_on() {
            let event = Event::Expanded { state: &place, g: self.cost(g) };
            self.observer.observe_numbered(event, number);
        }
    }

    /// A place is reached from that expanded last, for the first time or by a better path.
    #[inline]
    pub(crate) fn generated(&mut self, (place, number): Known<P>, g: f64, h: f64) {
        if self.is_on() {
            let (g, h) = (self.cost(g), self.estimate(h));
            let event = Event::Generated { state: &place, action: Some(place), g, h };
            self.observer.observe_numbered(event, number);
        }
    }

    /// A place is reached from `parent`.
    #[inline]
    pub(crate) fn generated_from(
        &mut self,
        (place, number): Known<P>,
        g: f64,
        h: f64,
        parent: Known<P>,
    ) {
        if self.is_on() {
            let (g, h) = (self.cost(g), self.estimate(h));
            let event = Event::Generated { state: &place, action: Some(place), g, h };
            self.observer.observe_from(event, number, (&parent.0, parent.1));
        }
    }

    /// A place is reached that is known, and no better.
    #[inline]
    pub(crate) fn duplicate(&mut self, (place, number): Known<P>) {
        if self.is_on() {
            self.observer.observe_numbered(Event::Duplicate { state: &place }, number);
        }
    }

    /// An expanded place has a better path, by which it is generated next.
    #[inline]
    pub(crate) fn reopened(&mut self, (place, number): Known<P>) {
        if self.is_on() {
            self.observer.observe_numbered(Event::Reopened { state: &place }, number);
        }
    }

    /// The search goes no farther from a place.
    #[inline]
    pub(crate) fn pruned(&mut self, (place, number): Known<P>, reason: Pruning) {
        if self.is_on() {
            self.observer.observe_numbered(Event::Pruned { state: &place, reason }, number);
        }
    }

    /// No path is cheaper than this, if that was not known.
    #[inline]
    pub(crate) fn proved(&mut self, bound: f64) {
        if self.is_on() && bound > self.bound {
            self.bound = bound;
            self.observer.observe(Event::LowerBound(self.cost(bound)));
        }
    }

    /// A path of this cost was found.
    #[inline]
    pub(crate) fn solved(&mut self, g: f64) {
        if self.is_on() {
            self.observer.observe(Event::Solution(self.cost(g)));
        }
    }

    /// An event of a search of the general engines; nothing, if a search that goes on where
    /// another has been tells of itself alone.
    #[inline(always)]
    fn told<'e, S>(&self, event: Event<'e, S>) -> Option<Event<'e, Walk<P>>>
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
    O: Observer<Walk<P>> + ?Sized,
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
    fn observe_numbered(&mut self, event: Event<'_, S>, number: u32) {
        if self.is_on()
            && let Some(event) = self.told(event)
        {
            self.observer.observe_numbered(event, number);
        }
    }

    #[inline]
    fn observe_on_path(&mut self, event: Event<'_, S>) {
        if self.is_on()
            && let Some(event) = self.told(event)
        {
            self.observer.observe_on_path(event);
        }
    }

    #[inline]
    fn prune_on_path(&mut self, state: &P, reason: Pruning) {
        if self.is_on() {
            self.observer.prune_on_path(state, reason);
        }
    }

    #[inline]
    fn is_listening(&self) -> bool {
        self.is_on()
    }

    #[inline]
    fn follows_steps(&self) -> bool {
        self.observer.follows_steps()
    }

    #[inline]
    fn take_untold(&mut self, untold: &Untold) {
        self.observer.take_untold(untold);
    }
}
