//! Shortest paths for games: built once per map, queried from many threads.

use std::sync::{Arc, OnceLock};

use tremaux_core::{Limits, Observer, StopReason};

use super::cell::Cell;
use super::components::Components;
use super::goal_bounds::GoalBounds;
use super::grid::Grid;
use super::jump::JumpQuery;
use super::jump_table::JumpTable;
use super::movement::{StepCosts, StepScale};
use super::path_method::{PathError, PathMethod};
use super::path_search::{PathSearch, Workspace};
use super::prepared::Prepared;
use super::route::Route;
use crate::preparation::Preparation;
use crate::watch::MapSteps;

/// Answers shortest-path queries on one map.
///
/// It is built once and can be queried from many threads at the same time: no query locks or
/// changes it. Each thread keeps a [`Workspace`]; once that has grown to the size of the map,
/// queries allocate nothing. A query can run in slices, see [`Pathfinder::start`].
///
/// Paths are exactly shortest: the search uses 32-bit costs where they prove it, and 64-bit
/// costs otherwise (see [`StepScale`]). Connected components detect unreachable goals at once.
/// With n cells around the path, a query takes at most O(n log n) time, and a workspace 8 to 16
/// bytes for each cell of the map, or only for the rows that queries reach if those are few.
///
/// ```
/// use tremaux::maps::grid::{Cell, Grid, Movement, PathMethod, Pathfinder};
/// use tremaux::maps::grid::{Route, StepCosts, Workspace};
///
/// // A wall with a gap at the bottom.
/// let grid = Grid::new(9, 9, Movement::NoCornerCutting, |cell| cell.x != 4 || cell.y == 8);
/// let finder = Pathfinder::new(grid, StepCosts::Euclidean, PathMethod::JumpPoints)?;
///
/// let (mut workspace, mut route) = (Workspace::default(), Route::default());
/// finder.find(Cell::new(0, 8), Cell::new(8, 7), &mut workspace, &mut route)?;
/// assert_eq!((route.end(), route.cells().count()), (Some(Cell::new(8, 7)), 9));
/// assert!((route.cost - 8.414).abs() < 0.001);
/// # Ok::<(), tremaux::maps::grid::PathError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pathfinder {
    shared: Arc<Prepared>,
}

impl Pathfinder {
    /// Prepares a map for queries.
    ///
    /// # Errors
    ///
    /// Fails if the map has weights and the method cannot deal with them, or if costs are
    /// unusable, see [`StepCosts::is_valid`].
    pub fn new(
        grid: impl Into<Arc<Grid>>,
        costs: StepCosts,
        method: PathMethod,
    ) -> Result<Self, PathError> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self::prepared(grid, costs, method, threads, &Limits::default())
    }

    /// Like [`Pathfinder::new`], on this many threads and within limits of time and memory. Set
    /// limits for [`PathMethod::BoundedJumpPoints`] on large maps. The memory of the map itself
    /// does not count.
    ///
    /// # Errors
    ///
    /// Like [`Pathfinder::new`], and with [`PathError::Stopped`] at a limit.
    pub fn prepared(
        grid: impl Into<Arc<Grid>>,
        costs: StepCosts,
        method: PathMethod,
        threads: usize,
        limits: &Limits,
    ) -> Result<Self, PathError> {
        let mut preparation = Preparation::start(limits);
        Self::made(grid.into(), costs, method, &mut preparation, |grid, scale, preparation| {
            if method != PathMethod::BoundedJumpPoints {
                return Ok(None);
            }
            match GoalBounds::new(grid, scale, threads, &preparation.rest(limits)) {
                Ok(bounds) => Ok(Some(bounds)),
                // Paths this long need 64-bit costs, for which there are no bounds.
                Err(StopReason::CostOverflow) => Ok(None),
                Err(reason) => Err(PathError::Stopped(reason)),
            }
        })
    }

    /// Like [`Pathfinder::prepared`] with [`PathMethod::BoundedJumpPoints`] and bounds that exist
    /// already, for example from [`GoalBounds::open`]. Bounds of another map or other costs are
    /// ignored: answers are as exact but take longer.
    ///
    /// # Errors
    ///
    /// Like [`Pathfinder::prepared`].
    pub fn with_bounds(
        grid: impl Into<Arc<Grid>>,
        costs: StepCosts,
        bounds: GoalBounds,
        limits: &Limits,
    ) -> Result<Self, PathError> {
        let mut preparation = Preparation::start(limits);
        let method = PathMethod::BoundedJumpPoints;
        Self::made(grid.into(), costs, method, &mut preparation, |grid, scale, _| {
            Ok(Some(bounds).filter(|bounds| bounds.belongs_to(grid, scale)))
        })
    }

    fn made(
        grid: Arc<Grid>,
        costs: StepCosts,
        method: PathMethod,
        preparation: &mut Preparation,
        bounds: impl FnOnce(
            &Grid,
            StepScale<u32>,
            &Preparation,
        ) -> Result<Option<GoalBounds>, PathError>,
    ) -> Result<Self, PathError> {
        let is_automatic = method == PathMethod::Auto;
        let method = if is_automatic { PathMethod::choose(&grid) } else { method };
        let is_uniform_only = !matches!(method, PathMethod::Dijkstra | PathMethod::AStar);
        if grid.is_weighted() && is_uniform_only {
            return Err(PathError::Weighted(method));
        }
        if !costs.is_valid() {
            return Err(PathError::Costs(costs));
        }
        let bound = grid.free_cells() as u64 * grid.greatest_weight();
        let exact =
            StepScale::exact_for(costs, grid.movement(), bound).ok_or(PathError::TooLarge)?;
        let is_tabled =
            matches!(method, PathMethod::TabledJumpPoints | PathMethod::BoundedJumpPoints);
        let table = is_tabled.then(|| JumpTable::within(&grid, preparation)).transpose();
        let table = table.map_err(PathError::Stopped)?;
        let components = OnceLock::from(Components::new(&grid));
        let fast = StepScale::fast(costs, grid.movement());
        let bounds = bounds(&grid, fast, preparation)?;
        let prepared =
            Prepared { grid, costs, method, is_automatic, fast, exact, table, bounds, components };
        Ok(Self { shared: Arc::new(prepared) })
    }

    /// The boxes of [`PathMethod::BoundedJumpPoints`], while they are valid.
    #[inline]
    pub fn bounds(&self) -> Option<&GoalBounds> {
        self.shared.bounds.as_ref()
    }

    /// The map.
    #[inline]
    pub fn grid(&self) -> &Grid {
        &self.shared.grid
    }

    /// The step costs.
    #[inline]
    pub fn costs(&self) -> StepCosts {
        self.shared.costs
    }

    /// The search method; never [`PathMethod::Auto`], but the method that it chose.
    #[inline]
    pub fn method(&self) -> PathMethod {
        self.shared.method
    }

    /// The connected components of the map.
    #[inline]
    pub fn components(&self) -> &Components {
        self.shared.components.get_or_init(|| Components::new(&self.shared.grid))
    }

    /// Like [`Pathfinder::find`] for cells that are known to be valid. `is_reachable` must tell
    /// whether there is a path. Reports every step to `observer`, offset by the given path cost
    /// if this is a part of a larger search.
    pub(super) fn find_checked<O: Observer<MapSteps<Cell>> + ?Sized>(
        &self,
        (start, goal): (Cell, Cell),
        is_reachable: bool,
        before: Option<f64>,
        workspace: &mut Workspace,
        route: &mut Route,
        observer: &mut O,
    ) {
        let taken = std::mem::take(workspace);
        let mut search = PathSearch::new(&self.shared, start, goal, is_reachable, taken);
        search.end_after(before, observer);
        *workspace = search.finish(route);
    }

    #[inline]
    pub(super) fn shared(&self) -> &Arc<Prepared> {
        &self.shared
    }

    /// A query by jump points as a space.
    #[doc(hidden)]
    pub fn jumps(&self, start: Cell, goal: Cell) -> JumpQuery {
        JumpQuery::new(&self.shared, start, goal)
    }

    /// Changes the map, and recomputes what depends on it.
    ///
    /// Searches in progress keep the old map, which is copied if there are any. Components are
    /// rebuilt in time proportional to the words of the map, the table of
    /// [`PathMethod::TabledJumpPoints`] in time proportional to its cells, and also all data of
    /// [`PathMethod::BoundedJumpPoints`]. [`PathMethod::Auto`] chooses again.
    ///
    /// # Errors
    ///
    /// Fails, and changes nothing, if the map would have weights the method cannot deal with.
    pub fn edit(&mut self, change: impl FnOnce(&mut Grid)) -> Result<(), PathError> {
        let mut grid = Grid::clone(&self.shared.grid);
        change(&mut grid);
        let Prepared { costs, method, is_automatic, .. } = *self.shared;
        *self = Self::new(grid, costs, if is_automatic { PathMethod::Auto } else { method })?;
        Ok(())
    }

    /// Frees or blocks cells.
    ///
    /// Like [`Pathfinder::edit`], but the map is copied only if searches are in progress. Cells
    /// off the map are ignored. [`PathMethod::BoundedJumpPoints`] loses its bounds and continues,
    /// as exact but slower, until [`Pathfinder::edit`] rebuilds it. What [`PathMethod::Auto`] chose
    /// is kept.
    pub fn set_free(&mut self, cells: &[(Cell, bool)]) {
        if self.set_free_lazily(cells) {
            let _ = self.components();
        }
    }

    /// Like [`Pathfinder::set_free`], but recomputes components only when they are next
    /// requested. Returns whether anything changed.
    pub(super) fn set_free_lazily(&mut self, cells: &[(Cell, bool)]) -> bool {
        let prepared = Arc::make_mut(&mut self.shared);
        let mut is_changed = false;
        for &(cell, is_free) in cells {
            is_changed |= Arc::make_mut(&mut prepared.grid).set_free(cell, is_free);
        }
        if is_changed {
            prepared.components = OnceLock::new();
            prepared.bounds = None;
            if prepared.table.is_some() {
                prepared.table = Some(JumpTable::new(&prepared.grid));
            }
            let bound = prepared.grid.free_cells() as u64 * prepared.grid.greatest_weight();
            let (costs, movement) = (prepared.costs, prepared.grid.movement());
            // If the scale was exact for more cells than there are now, it still is.
            if let Some(exact) = StepScale::exact_for(costs, movement, bound) {
                prepared.exact = exact;
            }
        }
        is_changed
    }

    /// Whether there is a path from one cell to the other. Needs no search.
    #[inline]
    pub fn is_reachable(&self, start: Cell, goal: Cell) -> bool {
        let component = self.components().of(start);
        component.is_some() && component == self.components().of(goal)
    }

    /// The reachable cell nearest to `goal` by distance on an empty map: `goal` itself if it is
    /// reachable from `start`; `None` if `start` is blocked.
    ///
    /// Takes time proportional to the free runs in the rows between `goal` and that cell.
    pub fn nearest_reachable(&self, start: Cell, goal: Cell) -> Option<Cell> {
        let components = self.components();
        let component = components.of(start)?;
        if components.of(goal) == Some(component) {
            return Some(goal);
        }
        components.nearest(component, goal, self.shared.fast)
    }

    /// Finds a shortest path and writes it into `route`, whose memory is reused.
    ///
    /// If there is none, `route` is empty, and nothing is searched.
    ///
    /// # Errors
    ///
    /// Fails if a cell is off the map or the start is blocked.
    pub fn find(
        &self,
        start: Cell,
        goal: Cell,
        workspace: &mut Workspace,
        route: &mut Route,
    ) -> Result<(), PathError> {
        self.check(start, goal)?;
        let is_reachable = self.is_reachable(start, goal);
        self.find_checked((start, goal), is_reachable, None, workspace, route, &mut ());
        Ok(())
    }

    /// Like [`Pathfinder::find`], but finds a path to [`Pathfinder::nearest_reachable`] if
    /// `goal` is unreachable; [`Route::end`] returns that cell.
    ///
    /// # Errors
    ///
    /// Like [`Pathfinder::find`].
    pub fn find_nearest(
        &self,
        start: Cell,
        goal: Cell,
        workspace: &mut Workspace,
        route: &mut Route,
    ) -> Result<(), PathError> {
        self.check(start, goal)?;
        let nearest = self.nearest_reachable(start, goal).unwrap_or(start);
        self.find(start, nearest, workspace, route)
    }

    /// Starts a search that runs in slices, for example within a frame's time budget.
    ///
    /// The search keeps the current map and borrows nothing. It takes the workspace and returns
    /// it at the end.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tremaux::{Limits, Progress};
    /// # use tremaux::maps::grid::{Cell, Grid, Movement, PathMethod, Pathfinder};
    /// # use tremaux::maps::grid::{Route, StepCosts, Workspace};
    /// # let grid = Grid::new(40, 40, Movement::CornersAlways, |cell| cell.x != 20 || cell.y == 8);
    /// let finder = Pathfinder::new(grid, StepCosts::TEN_FOURTEEN, PathMethod::AStar)?;
    /// let mut search = finder.start(Cell::new(0, 8), Cell::new(39, 9), Workspace::default())?;
    /// let frame = Limits::default().with_nodes(50);
    /// let mut frames = 0;
    /// while let Progress::Paused(_) = search.advance(&frame) {
    ///     frames += 1;
    /// }
    /// let mut route = Route::default();
    /// let workspace = search.finish(&mut route);
    /// assert_eq!(route.cost, 38.0 * 10.0 + 14.0);
    /// # let _ = workspace;
    /// # Ok::<(), tremaux::maps::grid::PathError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Like [`Pathfinder::find`]; on an error the workspace is dropped.
    pub fn start(
        &self,
        start: Cell,
        goal: Cell,
        workspace: Workspace,
    ) -> Result<PathSearch, PathError> {
        self.check(start, goal)?;
        Ok(PathSearch::new(&self.shared, start, goal, self.is_reachable(start, goal), workspace))
    }

    pub(super) fn check(&self, start: Cell, goal: Cell) -> Result<(), PathError> {
        PathError::check(&self.shared.grid, start, goal)
    }

    /// A shortest path between two cells; `None` if there is none. For occasional queries, as it
    /// creates a workspace.
    ///
    /// ```
    /// use tremaux::maps::grid::{Cell, Grid, PathMethod, Movement, Pathfinder, StepCosts};
    ///
    /// let grid = Grid::from_rows(&[".#.", "...", ".#."], Movement::NoCornerCutting)?;
    /// let finder = Pathfinder::new(grid, StepCosts::Euclidean, PathMethod::Auto)?;
    /// let route = finder.path((0, 0), (2, 2))?.expect("through the gap");
    /// assert_eq!((route.cost, route.cells().nth(2)), (4.0, Some(Cell::new(1, 1))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Like [`Pathfinder::find`].
    pub fn path(
        &self,
        start: impl Into<Cell>,
        goal: impl Into<Cell>,
    ) -> Result<Option<Route>, PathError> {
        let mut route = Route::default();
        self.find(start.into(), goal.into(), &mut Workspace::default(), &mut route)?;
        Ok(route.is_found().then_some(route))
    }

    /// The cost of [`Pathfinder::path`].
    ///
    /// # Errors
    ///
    /// Like [`Pathfinder::find`].
    pub fn cost(
        &self,
        start: impl Into<Cell>,
        goal: impl Into<Cell>,
    ) -> Result<Option<f64>, PathError> {
        Ok(self.path(start, goal)?.map(|route| route.cost))
    }
}
