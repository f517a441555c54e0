//! Distances from one cell to all others, and paths to many goals.

use tremaux_core::{
    Algorithm, Event, IndexedSpace, Limits, NoHeuristic, Observer, Search, StateSpace, Termination,
};
use tremaux_search::{AnyOrder, BestFirst, ChainedBuckets, Heap, Indexed, Reopening};

use super::cell::Cell;
use super::path_method::PathError;
use super::pathfinder::Pathfinder;
use super::prepared::Prepared;
use super::route::Route;
use super::space::{StepQuery, WeightedQuery};

/// The distances from one cell to all others.
#[derive(Clone, Debug)]
pub struct DistanceMap {
    width: u16,
    distances: Vec<f64>,
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
                return Ok(self.distance_map(|index| found[index].map(|g| scale.length(*costs, g))));
            }
        }
        let query = WeightedQuery { grid, scale: *exact, start, goal };
        let (found, _) = flood(&dijkstra, &query);
        Ok(self.distance_map(|index| found[index].map(|g| exact.length(*costs, g))))
    }

    fn distance_map(&self, distance: impl Fn(usize) -> Option<f64>) -> DistanceMap {
        let grid = self.grid();
        let cells = (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| Cell { x, y }));
        let distances = cells.map(|cell| distance(grid.index(cell)).unwrap_or(f64::INFINITY));
        DistanceMap { width: grid.width(), distances: distances.collect() }
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
