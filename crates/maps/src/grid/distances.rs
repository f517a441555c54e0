//! Distances from one cell to all others, and paths to many goals.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tremaux_core::{
    Algorithm, Event, IndexedSpace, Limits, NoHeuristic, Observer, Search, StateSpace, Termination,
};
use tremaux_search::{AnyOrder, BestFirst, ChainedBuckets, Heap, Indexed, Reopening};

use super::cell::{Cell, Direction};
use super::path_method::PathError;
use super::pathfinder::Pathfinder;
use super::prepared::Prepared;
use super::route::Route;
use super::space::{StepQuery, WeightedQuery};

/// The distances from cells to all others, or from all others to them.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct DistanceMap {
    width: u16,
    #[cfg_attr(feature = "serde", serde(with = "unbounded"))]
    distances: Vec<f64>,
    /// Whether weights count as on the way from a cell.
    is_back: bool,
}

/// Distances, where formats such as JSON have no infinity.
#[cfg(feature = "serde")]
mod unbounded {
    use serde::{Deserialize, Deserializer, Serializer};
    use tremaux_core::FloatCost;

    pub(super) fn serialize<S: Serializer>(all: &[f64], out: S) -> Result<S::Ok, S::Error> {
        out.collect_seq(all.iter().map(|&distance| FloatCost::new(distance)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Vec<f64>, D::Error> {
        Ok(Vec::<FloatCost>::deserialize(input)?.into_iter().map(FloatCost::get).collect())
    }
}

impl DistanceMap {
    /// The cost of a shortest path to a cell: infinite if there is none, or the cell is off
    /// the map.
    #[inline]
    pub fn get(&self, cell: Cell) -> f64 {
        let index = usize::from(cell.y) * usize::from(self.width) + usize::from(cell.x);
        let known = self.distances.get(index).filter(|_| cell.x < self.width);
        known.copied().unwrap_or(f64::INFINITY)
    }

    /// The first step of a shortest path from `cell` to the nearest of the cells of
    /// [`Pathfinder::distances_to`] with the same `finder`; `None` there, and if there is none.
    /// Distances from cells say this only of maps without weights.
    pub fn next_step(&self, finder: &Pathfinder, cell: Cell) -> Option<Direction> {
        let Prepared { grid, costs, exact, .. } = &**finder.shared();
        let left = |&step: &Direction| {
            let next = cell.stepped(step, 1);
            let cost = exact.length(*costs, exact.step(step) * u64::from(grid.weight(next)));
            self.get(next) + cost
        };
        let steps = grid.steps(cell).iter().copied();
        let steps = steps.filter(|_| self.is_back || !grid.is_weighted());
        let closer = steps.filter(|&step| self.get(cell.stepped(step, 1)) < self.get(cell));
        closer.min_by(|a, b| left(a).total_cmp(&left(b)))
    }

    /// A shortest path from `cell`, by [`DistanceMap::next_step`].
    ///
    /// ```
    /// use tremaux::maps::grid::{Cell, Grid, PathMethod, Movement, Pathfinder, StepCosts};
    /// let grid = Grid::from_rows(&["....", ".##.", "...."], Movement::FourNeighbours)?;
    /// let finder = Pathfinder::new(grid, StepCosts::Euclidean, PathMethod::AStar)?;
    /// let exits = finder.distances_to(&[Cell::new(0, 0), Cell::new(3, 2)])?;
    /// let route = exits.path_from(&finder, Cell::new(1, 2)).expect("a way out");
    /// assert_eq!((route.end(), route.cost), (Some(Cell::new(3, 2)), 2.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path_from(&self, finder: &Pathfinder, cell: Cell) -> Option<Route> {
        let mut here = cell;
        let steps = std::iter::from_fn(|| {
            let step = self.next_step(finder, here)?;
            here = here.stepped(step, 1);
            Some((step, 1))
        });
        let mut route = Route { cost: self.get(cell), ..Route::default() };
        let _ = route.set_legs(cell, steps);
        route.cost.is_finite().then_some(route)
    }

    /// All distances, one row after the other.
    #[inline]
    pub fn as_slice(&self) -> &[f64] {
        &self.distances
    }
}

/// Records the cost of each cell when it is expanded.
struct Recorder<'a, S: StateSpace> {
    space: &'a S,
    costs: Vec<Option<S::Cost>>,
}

impl<S: IndexedSpace> Observer<S> for Recorder<'_, S> {
    #[inline]
    fn observe(&mut self, event: Event<'_, S>) {
        if let Event::Expanded { state, g } = event {
            self.costs[self.space.index(state)] = Some(g);
        }
    }
}

/// A cell outside every map: a goal that is never reached.
const NOWHERE: Cell = Cell { x: u16::MAX, y: u16::MAX };

/// The costs of all cells that a search without a goal expands, and whether it finished.
fn flood<A, S>(algorithm: &A, space: &S) -> (Vec<Option<S::Cost>>, bool)
where
    A: Algorithm<S>,
    S: IndexedSpace<State = Cell>,
{
    let mut observer = Recorder { space, costs: vec![None; space.state_count()] };
    let mut search = algorithm.start(space, NoHeuristic);
    let _ = search.advance(&Limits::default(), &mut observer);
    let is_complete = search.report().termination == Termination::Exhausted;
    (observer.costs, is_complete)
}

impl Pathfinder {
    /// The distances from `start` to all cells, by Dijkstra's algorithm (1959) with canonical
    /// orders: O(n) time for n reachable cells without weights, O(n log n) with, and eight to
    /// thirty-two bytes for each cell of the map.
    ///
    /// ```
    /// use tremaux::maps::grid::{Cell, Grid, PathMethod, Movement, Pathfinder, StepCosts};
    /// let grid = Grid::new(5, 5, Movement::NoCornerCutting, |cell| cell != Cell::new(1, 1));
    /// let finder = Pathfinder::new(grid, StepCosts::Euclidean, PathMethod::JumpPoints)?;
    /// let distances = finder.distances(Cell::new(0, 0))?;
    /// assert_eq!(distances.get(Cell::new(2, 2)), 4.0);
    /// assert_eq!(distances.get(Cell::new(1, 1)), f64::INFINITY);
    /// # Ok::<(), tremaux::maps::grid::PathError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if `start` is off the map or blocked.
    pub fn distances(&self, start: Cell) -> Result<DistanceMap, PathError> {
        self.check(start, start)?;
        let (grid, Prepared { costs, fast, exact, .. }) = (self.grid(), &**self.shared());
        let (scale, goal) = (*fast, NOWHERE);
        let dijkstra = BestFirst::dijkstra().ties(AnyOrder).open_list(Heap).table(Indexed);
        let dijkstra = dijkstra.reopening(Reopening::Never);
        if !grid.is_weighted() {
            let query = StepQuery { grid, scale, start, goal };
            let (found, is_complete) = flood(&dijkstra.open_list(ChainedBuckets), &query);
            let greatest = found.iter().flatten().max().copied().unwrap_or(0);
            if is_complete && scale.is_certain(*costs, greatest) {
                let distance = |index: usize| found[index].map(|g| scale.length(*costs, g));
                return Ok(self.distance_map(false, distance));
            }
        }
        let query = WeightedQuery { grid, scale: *exact, start, goal };
        let (found, _) = flood(&dijkstra, &query);
        Ok(self.distance_map(false, |index| found[index].map(|g| exact.length(*costs, g))))
    }

    /// The distances from all cells to the nearest of some others.
    ///
    /// # Errors
    ///
    /// Fails if one of them is off the map or blocked.
    pub fn distances_to(&self, goals: &[Cell]) -> Result<DistanceMap, PathError> {
        self.distances_of(goals, true)
    }

    /// The distances to all cells from the nearest of some others.
    ///
    /// # Errors
    ///
    /// As [`Pathfinder::distances_to`].
    pub fn distances_from(&self, starts: &[Cell]) -> Result<DistanceMap, PathError> {
        self.distances_of(starts, false)
    }

    fn distances_of(&self, cells: &[Cell], is_back: bool) -> Result<DistanceMap, PathError> {
        cells.iter().try_for_each(|&cell| self.check(cell, cell))?;
        let Prepared { grid, costs, exact, .. } = &**self.shared();
        let mut found = vec![u64::MAX; grid.index_count()];
        cells.iter().for_each(|&cell| found[grid.index(cell)] = 0);
        let mut open: BinaryHeap<_> = cells.iter().map(|&cell| Reverse((0, cell))).collect();
        while let Some(Reverse((g, cell))) = open.pop() {
            let is_current = g == found[grid.index(cell)];
            for &step in grid.steps(cell).iter().filter(|_| is_current) {
                let next = cell.stepped(step, 1);
                let entered = if is_back { cell } else { next };
                let g = g + exact.step(step) * u64::from(grid.weight(entered));
                let known = &mut found[grid.index(next)];
                if g < *known {
                    *known = g;
                    open.push(Reverse((g, next)));
                }
            }
        }
        let distance = |g: u64| (g < u64::MAX).then(|| exact.length(*costs, g));
        Ok(self.distance_map(is_back, |index| distance(found[index])))
    }

    fn distance_map(&self, is_back: bool, distance: impl Fn(usize) -> Option<f64>) -> DistanceMap {
        let grid = self.grid();
        let cells = (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| Cell { x, y }));
        let distances = cells.map(|cell| distance(grid.index(cell)).unwrap_or(f64::INFINITY));
        DistanceMap { width: grid.width(), distances: distances.collect(), is_back }
    }

    /// Finds shortest paths to the `count` nearest of many goals, the nearest first, with one
    /// search. Goals that are unreachable, blocked or off the map are ignored.
    ///
    /// ```
    /// use tremaux::maps::grid::{Cell, Grid, PathMethod, Movement, Pathfinder, StepCosts};
    /// let grid = Grid::new(9, 9, Movement::FourNeighbours, |_| true);
    /// let finder = Pathfinder::new(grid, StepCosts::Euclidean, PathMethod::JumpPoints)?;
    /// let exits = [Cell::new(8, 8), Cell::new(0, 3), Cell::new(50, 0)];
    /// let routes = finder.routes_to(Cell::new(1, 1), &exits, 2)?;
    /// assert_eq!(routes.len(), 2);
    /// assert_eq!(routes[0].end(), Some(Cell::new(0, 3)));
    /// # Ok::<(), tremaux::maps::grid::PathError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if `start` is off the map or blocked.
    pub fn routes_to(
        &self,
        start: Cell,
        goals: &[Cell],
        count: usize,
    ) -> Result<Vec<Route>, PathError> {
        self.check(start, start)?;
        let reachable = goals.iter().copied().filter(|&goal| self.is_reachable(start, goal));
        let mut goals: Vec<Cell> = reachable.collect();
        goals.sort_unstable();
        goals.dedup();
        let count = count.min(goals.len());
        if count == 0 {
            return Ok(Vec::new());
        }
        let (grid, Prepared { costs, exact, .. }) = (self.grid(), &**self.shared());
        let query = WeightedQuery { grid, scale: *exact, start, goal: &goals[..] };
        let dijkstra = BestFirst::dijkstra().ties(AnyOrder).open_list(Heap).table(Indexed);
        let dijkstra = dijkstra.reopening(Reopening::Never).plan_count(count as u64);
        let mut search = dijkstra.start(&query, NoHeuristic);
        let _ = search.advance(&Limits::default(), &mut ());
        let expanded = search.report().statistics.expanded;
        let routes = search.solutions().into_iter().map(|plan| {
            let mut route = Route { expanded, ..Route::default() };
            let _ = route.set_legs(start, plan.actions.iter().map(|&step| (step, 1)));
            route.cost = exact.length(*costs, plan.cost);
            route
        });
        Ok(routes.collect())
    }
}
