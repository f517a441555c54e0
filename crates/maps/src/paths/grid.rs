//! Paths on grid maps: one interface for all algorithms.

use std::path::Path;
use std::sync::Arc;
use tremaux_core::clock::Instant;

use tremaux_core::{Detail, Limits, Observer, Progress, StopReason, Termination};
use tremaux_domain::{BuiltTable, Need, Number, RegistryError, TableSource};
use tremaux_trace::{SearchRecorder, TraceShape};

use super::algorithm::{Named, row_of};
use super::cells::{cell_of, number_of};
use super::engine::{EngineFacts, FoundPath, PathEngine, Recording};
use super::persist::{Persist, WritePolicy, load_or_build};
use super::traced::record;
use super::{GRID_ALGORITHMS, GridSearch};
use crate::PreparedFileError;
use crate::grid::{
    AnyAngle, AnyAngleWorkspace, Cell, Direction, GoalBounds, Grid, GridHierarchy,
    HierarchyWorkspace, Movement, PathError, PathMethod, Pathfinder, Route, SmallMemory, StepCosts,
    StepScale, Workspace,
};
use crate::watch::MapSteps;

enum Engine {
    Exact(Workspace),
    /// How bounds are raised, and the bytes of the table.
    SmallMemory(SmallMemory, usize),
    Hierarchical(Box<GridHierarchy>, HierarchyWorkspace),
    AnyAngle(AnyAngle, AnyAngleWorkspace),
}

/// A grid map and an algorithm that answers queries about it.
pub(super) struct GridPaths {
    finder: Pathfinder,
    engine: Engine,
    route: Route,
    /// The cells that an observed search passed through on its path.
    stations: Vec<Cell>,
    /// What a straight step costs, by which lengths of paths at any angle are multiplied.
    unit: f64,
    facts: EngineFacts,
}

/// A path that was replayed by the rules of the map.
struct ReplayedPath {
    cost: f64,
    /// The number of steps; for any-angle paths, of straight lines.
    steps: usize,
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
    tables: &TableSource,
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
        GoalBounds::new(grid, scale, tables.threads(), &tables.limits())
            .map_err(|reason| unusable(named, PathError::Stopped(reason)))
    };
    load_or_build(tables, &GoalBounds::file_name(grid, scale), policy, open, make)
}

/// A pathfinder with the goal bounds of `grid`.
fn bounded(
    grid: Arc<Grid>,
    costs: StepCosts,
    named: &Named<GridSearch>,
    tables: &TableSource,
) -> Result<(Pathfinder, Option<BuiltTable>), RegistryError> {
    let found = bounds(&grid, costs, named, tables, WritePolicy::OnlyReplaced);
    // What is left of the time.
    let mut limits = tables.limits();
    let (finder, table) = match found {
        Ok((bounds, table)) => {
            let used = bounds.bytes();
            limits.memory = limits.memory.map(|memory| memory.saturating_sub(used));
            (Pathfinder::with_bounds(grid, costs, bounds, &limits), Some(table))
        }
        // Paths this long need 64-bit costs, for which there are no bounds.
        Err(RegistryError::Unprepared { reason: StopReason::CostOverflow, .. }) => {
            let method = PathMethod::TabledJumpPoints;
            (Pathfinder::prepared(grid, costs, method, tables.threads(), &limits), None)
        }
        Err(error) => return Err(error),
    };
    Ok((finder.map_err(|error| unusable(named, error))?, table))
}

fn unusable(named: &Named<GridSearch>, error: PathError) -> RegistryError {
    match error {
        PathError::Stopped(reason) => named.stopped(reason),
        error => named.not_offered(error.to_string()),
    }
}

impl GridPaths {
    /// Prepares an algorithm to answer queries about `grid`, on as many threads as `tables` has,
    /// and within its limits of time and memory. Goal bounds that were built in advance are
    /// loaded from the folder of `tables`; otherwise they are built and not stored.
    ///
    /// # Errors
    ///
    /// Fails if the algorithm does not fit the map or the costs, and with
    /// [`RegistryError::Unprepared`] at a limit.
    pub(super) fn prepared(
        grid: &Arc<Grid>,
        costs: StepCosts,
        mut named: Named<GridSearch>,
        tables: &TableSource,
    ) -> Result<Self, RegistryError> {
        let (grid, limits, started) = (Arc::clone(grid), tables.limits(), Instant::now());
        let (mut table, mut unit) = (None, 1.0);
        let error = |error| unusable(&named, error);
        let (finder, engine) = match named.how {
            GridSearch::AnyAngle(any_angle) => {
                if let StepCosts::Integers { straight, .. } = costs {
                    unit = straight.into();
                }
                // It provides the connected components.
                let finder = Pathfinder::new(grid, StepCosts::Euclidean, PathMethod::AStar);
                (finder.map_err(error)?, Engine::AnyAngle(any_angle, AnyAngleWorkspace::default()))
            }
            GridSearch::Hierarchy => {
                let levels = named.integer("levels")? as usize;
                let hierarchy = GridHierarchy::prepared(grid, costs, levels, &limits);
                let hierarchy = Box::new(hierarchy.map_err(error)?);
                let finder = hierarchy.pathfinder().clone();
                (finder, Engine::Hierarchical(hierarchy, HierarchyWorkspace::default()))
            }
            GridSearch::SmallMemory(rule) => {
                let table_bytes = (named.integer("table")? as usize) << 10;
                let finder = Pathfinder::new(grid, costs, PathMethod::AStar).map_err(error)?;
                (finder, Engine::SmallMemory(rule, table_bytes))
            }
            GridSearch::Exact(PathMethod::BoundedJumpPoints) => {
                let (finder, built) = bounded(grid, costs, &named, tables)?;
                table = built;
                (finder, Engine::Exact(Workspace::default()))
            }
            GridSearch::Exact(method) => {
                let finder = Pathfinder::prepared(grid, costs, method, tables.threads(), &limits);
                (finder.map_err(error)?, Engine::Exact(Workspace::default()))
            }
        };
        if named.how == GridSearch::Exact(PathMethod::Auto) {
            let chosen = row_of(GRID_ALGORITHMS, GridSearch::Exact(finder.method()));
            named = Named::parse(GRID_ALGORITHMS, chosen.name)?;
        }
        let facts = EngineFacts {
            info: named.info,
            algorithm: named.canonical(),
            estimate: match (named.how, finder.grid().movement()) {
                (GridSearch::Exact(PathMethod::Dijkstra), _) => None,
                _ if named.info.is_any_angle => Some("straight-line distance"),
                (_, Movement::FourNeighbours) => Some("Manhattan distance"),
                _ => Some("octile distance"),
            },
            shape: match engine {
                Engine::SmallMemory(..) => TraceShape::Tree,
                _ => TraceShape::Graph,
            },
            preparation: started.elapsed(),
            table,
        };
        let (route, stations) = (Route::default(), Vec::new());
        Ok(Self { finder, engine, route, stations, unit, facts })
    }

    /// Builds in advance what an algorithm needs, by its name, as [`GridPaths::prepared`] does,
    /// and stores it in the folder of `tables`, unless a valid file exists.
    ///
    /// # Errors
    ///
    /// Like [`GridPaths::prepared`]; also fails if the algorithm has nothing to store. At a
    /// limit no file is left behind.
    pub(super) fn build(
        grid: &Grid,
        costs: StepCosts,
        algorithm: &str,
        tables: &TableSource,
    ) -> Result<BuiltTable, RegistryError> {
        let named = Named::parse(GRID_ALGORITHMS, algorithm)?;
        if named.how != GridSearch::Exact(PathMethod::BoundedJumpPoints) {
            return Err(named.not_offered("it has no preprocessing to store in a file"));
        }
        bounds(grid, costs, &named, tables, WritePolicy::All).map(|(_, table)| table)
    }

    fn grid(&self) -> &Grid {
        self.finder.grid()
    }

    /// Whether every path it finds is optimal.
    fn is_exact(&self) -> bool {
        matches!(self.engine, Engine::Exact(_) | Engine::SmallMemory(..))
    }

    /// Searches for a path and reports every step to `observer`. If there is no path, this is known
    /// without a search, and nothing is reported.
    fn watched<O: Observer<MapSteps<Cell>> + ?Sized>(
        &mut self,
        (from, to): (Cell, Cell),
        limits: &Limits,
        observer: &mut O,
    ) -> (Option<f64>, FoundPath) {
        self.route.clear();
        self.stations.clear();
        let started = Instant::now();
        let is_reachable = self.finder.is_reachable(from, to);
        let stopped = if is_reachable { self.search((from, to), limits, observer) } else { None };
        let elapsed = started.elapsed();
        let cost = self.route.is_found().then_some(self.route.cost);
        let expanded = self.route.expanded;
        (cost, FoundPath { expanded, elapsed, stopped, ..FoundPath::default() })
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
            Engine::AnyAngle(any_angle, workspace) => {
                let grid = finder.grid();
                any_angle.find_watched(grid, ends, limits, workspace, route, observer).ok()
            }
        };
        match progress? {
            Progress::Paused(reason) | Progress::Done(Termination::Stopped(reason)) => Some(reason),
            Progress::Done(_) => None,
        }
    }

    /// The cells that the last observed search passed through on its path.
    fn stations(&self) -> Vec<Cell> {
        match &self.engine {
            Engine::Exact(_) => self.stations.clone(),
            Engine::SmallMemory(..) => self.route.cells().collect(),
            Engine::Hierarchical(..) | Engine::AnyAngle(..) => self.route.turns.clone(),
        }
    }

    /// A lower bound on the cost of a path between two cells: the octile distance, the Manhattan
    /// distance, or the straight-line distance, depending on the movement rule.
    fn bound(&self, from: Cell, to: Cell) -> f64 {
        if self.facts.info.is_any_angle {
            return from.euclidean(to) * self.unit;
        }
        let (long, short) = from.spans(to);
        let (long, short) = (u64::from(long), u64::from(short));
        match self.grid().movement() {
            Movement::FourNeighbours => self.finder.costs().of_steps(long + short, 0),
            _ => self.finder.costs().of_steps(long - short, short),
        }
    }

    /// Replays the path last found by the rules of the map.
    fn replay(&self, from: Cell, to: Cell) -> Option<ReplayedPath> {
        let turns = &self.route.turns;
        if turns.first() != Some(&from) || turns.last() != Some(&to) {
            return None;
        }
        if self.facts.info.is_any_angle { self.sighted() } else { self.walked() }
    }

    /// The cost of the path last found, if it consists of lines of sight.
    fn sighted(&self) -> Option<ReplayedPath> {
        let mut cost = 0.0;
        for leg in self.route.turns.windows(2) {
            if !self.grid().sees(leg[0], leg[1]) {
                return None;
            }
            cost += leg[0].euclidean(leg[1]);
        }
        Some(ReplayedPath { cost, steps: self.route.turns.len() - 1 })
    }

    /// The cost of the path last found, if it consists of allowed steps.
    fn walked(&self) -> Option<ReplayedPath> {
        let (grid, turns) = (self.grid(), &self.route.turns);
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
}

impl PathEngine for GridPaths {
    fn facts(&self) -> &EngineFacts {
        &self.facts
    }

    fn find(
        &mut self,
        ends: (u32, u32),
        limits: &Limits,
        recording: Option<Recording<'_>>,
    ) -> Result<FoundPath, RegistryError> {
        let (from, to) = (cell_of(self.grid(), ends.0), cell_of(self.grid(), ends.1));
        let (cost, mut found) = match recording {
            None => self.watched((from, to), limits, &mut ()),
            Some(Recording { selection, sink }) => {
                let unit = self.unit.recip();
                let recorder = SearchRecorder::new(self.facts.shape, selection).in_unit(unit);
                let map = MapSteps { start: from };
                let ((cost, found), counts) = record(map, recorder, sink, |observer| {
                    let (cost, found) = self.watched((from, to), limits, observer);
                    let stopped = found.stopped;
                    ((cost, found), self.stations(), stopped)
                });
                (cost, FoundPath { counts: Some(counts), ..found })
            }
        };
        let bound = self.bound(from, to);
        if let Some(cost) = cost {
            let replayed = self.replay(from, to);
            let replayed = replayed.filter(|replayed| is_same_cost(replayed.cost, cost));
            let algorithm = self.facts.info.component.name;
            let replayed = replayed.ok_or(RegistryError::WrongPlan { algorithm })?;
            found.steps = replayed.steps;
            found.places =
                self.route.turns.iter().map(|&cell| number_of(self.grid(), cell)).collect();
            let cost = cost * self.unit;
            found.cost = Some(Number::Real(cost));
            found.bound = Some(Number::Real(if self.is_exact() { cost } else { bound }));
        } else if found.stopped.is_some() {
            found.bound = Some(Number::Real(bound));
        }
        Ok(found)
    }

    fn nearest(&self, ends: (u32, u32)) -> Option<u32> {
        let (from, to) = (cell_of(self.grid(), ends.0), cell_of(self.grid(), ends.1));
        let nearest = self.finder.nearest_reachable(from, to)?;
        Some(number_of(self.grid(), nearest))
    }
}

/// Whether two costs are equal up to rounding.
pub(super) fn is_same_cost(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(1.0)
}
