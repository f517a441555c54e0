//! Paths on grid maps: one interface for all algorithms.

use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use tremaux_domain::{BuiltTable, Need, RegistryError, TableSource};

use crate::PreparedFileError;
use crate::grid::{
    AnyAngle, AnyAngleRoute, AnyAngleWorkspace, Cell, Direction, GoalBounds, Grid, GridHierarchy,
    HierarchyWorkspace, Method, Movement, PathError, Pathfinder, Route, SmallMemory, StepCosts,
    StepScale, Workspace,
};
use crate::watch::MapSteps;
use tremaux_core::{Detail, Limits, Observer, Progress, StopReason, Termination};
use tremaux_trace::MapRows;

use super::persist::{Persist, WritePolicy, load_or_build};
use super::{GRID_ALGORITHMS, GridSearch, Named, PathAlgorithm, PathOutcome, costs_name};

enum Engine {
    Exact(Workspace),
    /// How bounds are raised, and the bytes of the table.
    SmallMemory(SmallMemory, usize),
    Hierarchical(Box<GridHierarchy>, HierarchyWorkspace),
    AnyAngle(AnyAngle, AnyAngleWorkspace, AnyAngleRoute),
}

/// A grid map and an algorithm that answers queries about it.
///
/// ```
/// use tremaux::Limits;
/// use tremaux::maps::grid::{Cell, Grid, Movement, StepCosts};
/// use tremaux::maps::paths::GridPaths;
///
/// let grid = Grid::new(9, 9, Movement::NoCornerCutting, |cell| cell.x != 4 || cell.y == 8);
/// let mut paths = GridPaths::new(grid, StepCosts::Euclidean, Some("jps"))?;
/// let (from, to) = (Cell::new(0, 8), Cell::new(8, 8));
/// let outcome = paths.find(from, to, &Limits::default());
/// assert_eq!(outcome.cost, Some(8.0));
/// assert_eq!(paths.replay(from, to)?.steps, 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GridPaths {
    finder: Pathfinder,
    engine: Engine,
    route: Route,
    /// The cells that an observed search passed through on its path.
    stations: Vec<Cell>,
    /// The map's rows for traces, built once.
    pub(super) rows: OnceLock<MapRows>,
    named: Named<GridSearch>,
    preparation: Duration,
    table: Option<BuiltTable>,
}

/// A path that was replayed by the rules of the map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReplayedPath {
    /// Its cost.
    pub cost: f64,
    /// The number of steps; for any-angle paths, of straight lines.
    pub steps: usize,
}

impl Persist for GoalBounds {
    fn entries(&self) -> u64 {
        self.jump_points() as u64
    }

    fn save(&self, path: &Path) -> Result<(), PreparedFileError> {
        Self::save(self, path)
    }
}

/// The goal bounds of `grid`, from their file if it exists.
fn bounds(
    grid: &Grid,
    costs: StepCosts,
    named: &Named<GridSearch>,
    (limits, tables): (&Limits, &TableSource),
    policy: WritePolicy,
) -> Result<(GoalBounds, BuiltTable), RegistryError> {
    if grid.is_weighted() {
        return Err(named.not_offered(Need::Unweighted.reason()));
    }
    if !costs.is_valid() {
        return Err(unusable(named, PathError::Costs(costs)));
    }
    let scale = StepScale::fast(costs, grid.movement());
    let open = |path: &Path| GoalBounds::open(path, grid, scale);
    let make = || {
        GoalBounds::new(grid, scale, tables.threads(), limits)
            .map_err(|reason| unusable(named, PathError::Stopped(reason)))
    };
    load_or_build(tables, &GoalBounds::file_name(grid, scale), policy, open, make)
}

fn unusable(named: &Named<GridSearch>, error: PathError) -> RegistryError {
    match error {
        PathError::Stopped(reason) => named.stopped(reason),
        error => named.not_offered(error.to_string()),
    }
}

impl GridPaths {
    /// Prepares an algorithm, by its name with its options, to answer queries about `grid`. The
    /// default is `auto`, which stands for A* or jump point search, see [`Method::Auto`].
    ///
    /// # Errors
    ///
    /// Fails if the name is not known, or the algorithm does not fit the map or the costs.
    pub fn new(
        grid: Grid,
        costs: StepCosts,
        algorithm: Option<&str>,
    ) -> Result<Self, RegistryError> {
        Self::prepared(grid, costs, algorithm, &Limits::default(), &TableSource::default())
    }

    /// Like [`GridPaths::new`], but preprocesses on as many threads as `tables` has, and within
    /// these limits of time and memory. Goal bounds that were built in advance are loaded from
    /// the folder of `tables`; otherwise they are built and not stored.
    ///
    /// # Errors
    ///
    /// Like [`GridPaths::new`], and with [`RegistryError::Unprepared`] at a limit.
    pub fn prepared(
        grid: Grid,
        costs: StepCosts,
        algorithm: Option<&str>,
        limits: &Limits,
        tables: &TableSource,
    ) -> Result<Self, RegistryError> {
        let mut table = None;
        let of = |method| PathAlgorithm::of(GRID_ALGORITHMS, GridSearch::Exact(method)).name;
        let mut named =
            Named::parse(GRID_ALGORITHMS, algorithm.unwrap_or_else(|| of(Method::Auto)))?;
        let started = Instant::now();
        let is_weighted = grid.is_weighted();
        named.component.check_needs(|need| need == Need::Unweighted && !is_weighted)?;
        let method = match named.how {
            GridSearch::Exact(method) => method,
            _ => Method::AStar,
        };
        let error = |error| unusable(&named, error);
        let (finder, engine) = if let GridSearch::AnyAngle(any_angle) = named.how {
            if costs != StepCosts::Euclidean {
                let reason = "any-angle paths have no steps: their cost is their length";
                return Err(RegistryError::NotApplicable {
                    option: "--costs",
                    reason: reason.to_owned(),
                });
            }
            // It provides the connected components.
            let finder = Pathfinder::new(grid, costs, method).map_err(error)?;
            (finder, Engine::AnyAngle(any_angle, Default::default(), Default::default()))
        } else if named.how == GridSearch::Hierarchy {
            let levels = named.integer("levels")? as usize;
            let hierarchy = GridHierarchy::prepared(grid, costs, levels, limits).map_err(error)?;
            let finder = hierarchy.pathfinder().clone();
            (finder, Engine::Hierarchical(Box::new(hierarchy), HierarchyWorkspace::default()))
        } else if let GridSearch::SmallMemory(rule) = named.how {
            let table_bytes = (named.integer("table")? as usize) << 10;
            let finder = Pathfinder::new(grid, costs, method).map_err(error)?;
            (finder, Engine::SmallMemory(rule, table_bytes))
        } else if method == Method::BoundedJumpPoints {
            let finder =
                match bounds(&grid, costs, &named, (limits, tables), WritePolicy::OnlyReplaced) {
                    Ok((bounds, told)) => {
                        table = Some(told);
                        let mut rest = limits.clone();
                        rest.time = rest.time.map(|time| time.saturating_sub(started.elapsed()));
                        let used = bounds.bytes();
                        rest.memory = rest.memory.map(|memory| memory.saturating_sub(used));
                        Pathfinder::with_bounds_within(grid, costs, bounds, &rest)
                    }
                    // Paths this long need 64-bit costs, for which there are no bounds.
                    Err(RegistryError::Unprepared { reason: StopReason::CostOverflow, .. }) => {
                        let method = Method::TabledJumpPoints;
                        Pathfinder::prepared(grid, costs, method, tables.threads(), limits)
                    }
                    Err(error) => return Err(error),
                };
            (finder.map_err(error)?, Engine::Exact(Workspace::default()))
        } else {
            let finder = Pathfinder::prepared(grid, costs, method, tables.threads(), limits);
            (finder.map_err(error)?, Engine::Exact(Workspace::default()))
        };
        if method == Method::Auto {
            named = Named::parse(GRID_ALGORITHMS, of(finder.method()))?;
        }
        let preparation = started.elapsed();
        let (route, stations, rows) = (Route::default(), Vec::new(), OnceLock::new());
        Ok(Self { finder, engine, route, stations, rows, named, preparation, table })
    }

    /// Builds in advance what an algorithm needs, by its name, as [`GridPaths::prepared`] does,
    /// and stores it in the folder of `tables`, unless a valid file exists.
    ///
    /// # Errors
    ///
    /// Like [`GridPaths::prepared`]; also fails if the algorithm has nothing to store. At a
    /// limit no file is left behind.
    pub fn build(
        grid: &Grid,
        costs: StepCosts,
        algorithm: &str,
        limits: &Limits,
        tables: &TableSource,
    ) -> Result<BuiltTable, RegistryError> {
        let named = Named::parse(GRID_ALGORITHMS, algorithm)?;
        if named.how != GridSearch::Exact(Method::BoundedJumpPoints) {
            return Err(named.not_offered("it has no preprocessing to store in a file"));
        }
        bounds(grid, costs, &named, (limits, tables), WritePolicy::All).map(|(_, table)| table)
    }

    /// The preprocessed data that can be stored in a file, and where it came from.
    pub fn table(&self) -> Option<&BuiltTable> {
        self.table.as_ref()
    }

    /// The map.
    pub fn grid(&self) -> &Grid {
        self.finder.grid()
    }

    /// The algorithm with its options; the one that was chosen, if it was `auto`.
    pub fn algorithm(&self) -> String {
        self.named.canonical()
    }

    /// The step costs as text.
    pub fn costs(&self) -> String {
        costs_name(self.finder.costs())
    }

    /// The preprocessing time.
    pub fn preparation(&self) -> Duration {
        self.preparation
    }

    /// Whether every path it finds is optimal.
    pub fn is_exact(&self) -> bool {
        matches!(self.engine, Engine::Exact(_) | Engine::SmallMemory(..))
    }

    /// Whether limits end a query.
    pub fn is_limited(&self) -> bool {
        !matches!(self.engine, Engine::Hierarchical(..))
    }

    /// Whether paths run at any angle.
    pub fn is_any_angle(&self) -> bool {
        matches!(self.engine, Engine::AnyAngle(..))
    }

    /// Start, turning points and goal of the path last found; empty if there was none.
    pub fn turns(&self) -> &[Cell] {
        match &self.engine {
            Engine::AnyAngle(_, _, route) => &route.turns,
            _ => &self.route.turns,
        }
    }

    /// Searches for a path. If `from` is blocked or a cell is off the map, there is none.
    pub fn find(&mut self, from: Cell, to: Cell, limits: &Limits) -> PathOutcome<f64> {
        self.find_watched(from, to, limits, &mut ())
    }

    /// Like [`GridPaths::find`], and reports every step to `observer`. If there is no path, this
    /// is known without a search, and nothing is reported.
    pub fn find_watched<O: Observer<MapSteps<Cell>> + ?Sized>(
        &mut self,
        from: Cell,
        to: Cell,
        limits: &Limits,
        observer: &mut O,
    ) -> PathOutcome<f64> {
        self.route.clear();
        self.stations.clear();
        if let Engine::AnyAngle(_, _, route) = &mut self.engine {
            route.turns.clear();
            (route.length, route.expanded) = (f64::INFINITY, 0);
        }
        let started = Instant::now();
        let is_reachable = self.finder.is_reachable(from, to);
        let stopped = if is_reachable { self.search((from, to), limits, observer) } else { None };
        let elapsed = started.elapsed();
        let (cost, expanded) = match &self.engine {
            Engine::AnyAngle(_, _, route) => (route.length, route.expanded),
            _ => (self.route.cost, self.route.expanded),
        };
        let cost = (!self.turns().is_empty()).then_some(cost);
        PathOutcome { cost, expanded, elapsed, stopped }
    }

    /// Searches if there is a path; returns the limit that was reached, if any.
    fn search<O: Observer<MapSteps<Cell>> + ?Sized>(
        &mut self,
        ends: (Cell, Cell),
        limits: &Limits,
        observer: &mut O,
    ) -> Option<StopReason> {
        let Self { finder, engine, route, stations, .. } = self;
        let (from, to) = ends;
        // Reachable cells are on the map, so there is no error.
        let progress = match engine {
            Engine::Exact(workspace) => {
                let mut search = finder.start(from, to, std::mem::take(workspace)).ok()?;
                let progress = search.advance_watched(limits, observer);
                if observer.detail() != Detail::Nothing {
                    *stations = search.stations();
                }
                *workspace = search.finish(route);
                Some(progress)
            }
            Engine::SmallMemory(rule, table_bytes) => {
                let memory = (*table_bytes, *rule);
                finder.find_in_watched(memory, ends, limits, route, observer).ok()
            }
            Engine::Hierarchical(hierarchy, workspace) => {
                hierarchy.find_watched(ends, workspace, route, observer).ok()?;
                None
            }
            Engine::AnyAngle(any_angle, workspace, route) => {
                let grid = finder.grid();
                any_angle.find_watched(grid, ends, limits, workspace, route, observer).ok()
            }
        };
        match progress? {
            Progress::Paused(reason) | Progress::Done(Termination::Stopped(reason)) => Some(reason),
            Progress::Done(_) => None,
        }
    }

    /// Whether the search keeps only one path rather than all cells.
    pub(super) fn keeps_one_path(&self) -> bool {
        matches!(self.engine, Engine::SmallMemory(..))
    }

    /// The cells that the last observed search passed through on its path.
    pub(super) fn stations(&self) -> Vec<Cell> {
        match &self.engine {
            Engine::Exact(_) => self.stations.clone(),
            Engine::SmallMemory(..) => self.route.cells().collect(),
            Engine::Hierarchical(..) | Engine::AnyAngle(..) => self.turns().to_vec(),
        }
    }

    /// A lower bound on the cost of a path between two cells: the octile distance, the Manhattan
    /// distance, or the straight-line distance, depending on the movement rule.
    pub fn bound(&self, from: Cell, to: Cell) -> f64 {
        if self.is_any_angle() {
            return from.euclidean(to);
        }
        let (long, short) = from.spans(to);
        let (long, short) = (u64::from(long), u64::from(short));
        match self.grid().movement() {
            Movement::FourNeighbours => self.finder.costs().of_steps(long + short, 0),
            _ => self.finder.costs().of_steps(long - short, short),
        }
    }

    /// The reachable cell nearest to `to` by distance on an empty map.
    pub fn nearest_reachable(&self, from: Cell, to: Cell) -> Option<Cell> {
        self.finder.nearest_reachable(from, to)
    }

    /// Replays the path last found by the rules of the map.
    ///
    /// # Errors
    ///
    /// Fails if it does not lead from one cell to the other by allowed steps.
    pub fn replay(&self, from: Cell, to: Cell) -> Result<ReplayedPath, RegistryError> {
        let turns = self.turns();
        if turns.first() != Some(&from) || turns.last() != Some(&to) {
            return Err(self.wrong_plan());
        }
        let replayed = if self.is_any_angle() { self.sighted() } else { self.walked() };
        replayed.ok_or_else(|| self.wrong_plan())
    }

    /// The name of the algorithm, without its options.
    pub(super) fn name(&self) -> &'static str {
        self.named.component.name
    }

    /// The error for a path that fails verification.
    pub fn wrong_plan(&self) -> RegistryError {
        RegistryError::WrongPlan { algorithm: self.named.component.name }
    }

    /// The cost of the path last found, if it consists of lines of sight.
    fn sighted(&self) -> Option<ReplayedPath> {
        let mut cost = 0.0;
        for leg in self.turns().windows(2) {
            if !self.grid().sees(leg[0], leg[1]) {
                return None;
            }
            cost += leg[0].euclidean(leg[1]);
        }
        Some(ReplayedPath { cost, steps: self.turns().len() - 1 })
    }

    /// The cost of the path last found, if it consists of allowed steps.
    fn walked(&self) -> Option<ReplayedPath> {
        let (grid, turns) = (self.grid(), self.turns());
        // By how much straight and diagonal steps weigh.
        let (mut straight, mut diagonal, mut steps) = (0, 0, 0);
        for leg in turns.windows(2) {
            let direction = Direction::between(leg[0], leg[1])?;
            let mut here = leg[0];
            while here != leg[1] {
                if !grid.allows(here, direction) {
                    return None;
                }
                here = here.stepped(direction, 1);
                let sum = if direction.is_diagonal() { &mut diagonal } else { &mut straight };
                *sum += u64::from(grid.weight(here));
                steps += 1;
            }
        }
        Some(ReplayedPath { cost: self.finder.costs().of_steps(straight, diagonal), steps })
    }

    /// The steps of the path last found as compass directions, or its cells if it is an
    /// any-angle path.
    pub fn moves(&self) -> Vec<String> {
        let turns = self.turns();
        if self.is_any_angle() {
            return turns.iter().skip(1).map(Cell::to_string).collect();
        }
        let mut moves = Vec::new();
        for leg in turns.windows(2) {
            if let Some(direction) = Direction::between(leg[0], leg[1]) {
                let steps = leg[0].spans(leg[1]).0 as usize;
                let name = direction.name().to_ascii_uppercase();
                moves.extend(std::iter::repeat_n(name, steps));
            }
        }
        moves
    }
}

/// Whether two costs are equal up to rounding.
pub fn is_same_cost(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(1.0)
}
