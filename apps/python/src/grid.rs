//! Grid maps.

use std::cell::RefCell;
use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use tremaux_core::{CancelToken, FloatCost, Limits};
use tremaux_maps::graph::{Euclidean, Graph as GraphMap, GraphBuilder, Point};
use tremaux_maps::grid::{
    AnyAngle, AnyAngleWorkspace, Cell, Grid as GridMap, PathError, PathMethod, Pathfinder, Route,
    StepCosts, Workspace,
};
use tremaux_maps::paths::{GRID_ALGORITHMS, GRID_RULES, GridRules, GridSearch, exact_method};
use tremaux_registry::{Options, RegistryError};

use crate::background::{answers, in_background, in_slices, without_lock};
use crate::by_name::named;
use crate::errors::{input_error, parse_error};
use crate::graph::{Tree, a_star, euclidean, packed, wrong};
use crate::space::short;

/// A cell, as (row, column).
type Place = (u16, u16);

/// A start and a goal.
type Ends = (Place, Place);

/// A path: its cells from start to goal, and its cost.
type Found = Option<(Vec<Place>, f64)>;

/// What the queries of a thread work with.
#[derive(Default)]
struct Work {
    steps: Workspace,
    any_angle: AnyAngleWorkspace,
    route: Route,
}

thread_local! {
    static WORK: RefCell<Work> = RefCell::default();
}

fn cell((row, column): Place) -> Cell {
    Cell { x: column, y: row }
}

fn place(cell: Cell) -> Place {
    (cell.y, cell.x)
}

/// The path of a route, if there is one.
fn found_on(route: &Route, cells: impl Iterator<Item = Cell>) -> Found {
    route.is_found().then(|| (cells.map(place).collect(), route.cost))
}

/// What is wrong with a query, with cells as Python has them.
fn told(error: PathError) -> String {
    match error {
        PathError::Blocked(at) => format!("the cell {:?} is blocked", place(at)),
        error => error.to_string(),
    }
}

/// The rules that options of the map give.
fn rules_of(given: &[(String, String)]) -> Result<GridRules, RegistryError> {
    let given = named(&GRID_RULES, given.to_vec())?;
    GridRules::of(&Options::check(&GRID_RULES, &given)?)
}

/// The search at any angle that has this name.
fn any_angle(name: &str) -> Option<AnyAngle> {
    let is_called = |known: &str, aliases: &[&str]| known == name || aliases.contains(&name);
    GRID_ALGORITHMS.iter().find_map(|it| match it.start {
        GridSearch::AnyAngle(how) => is_called(it.name, it.aliases).then_some(how),
        _ => None,
    })
}

/// A map whose weights are any numbers: a graph of its cells, row by row.
struct WeightedMap {
    grid: GridMap,
    graph: Arc<GraphMap<FloatCost>>,
    line: Euclidean<FloatCost>,
}

impl WeightedMap {
    /// `weights` are those of the cells, row by row; those that are zero are blocked in `grid`.
    fn new(grid: GridMap, weights: &[f64], costs: StepCosts) -> Result<Self, String> {
        let (width, height) = (grid.width(), grid.height());
        let [straight, diagonal] = [costs.of_steps(1, 0), costs.of_steps(0, 1)];
        let mut builder = GraphBuilder::new(weights.len());
        let mut points = Vec::with_capacity(weights.len());
        for here in (0..height).flat_map(|y| (0..width).map(move |x| Cell { x, y })) {
            points.push(Point { x: here.x.into(), y: here.y.into() });
            for &step in grid.steps(here) {
                let next = number(&grid, here.stepped(step, 1));
                let length = if step.is_diagonal() { diagonal } else { straight };
                let cost = FloatCost::new(length * weights[next as usize]);
                builder.add_arc(number(&grid, here), next, cost);
            }
        }
        let graph = builder.build().map_err(|error| error.to_string())?;
        let line = euclidean(&graph, points)?;
        Ok(Self { grid, graph: Arc::new(graph), line })
    }

    fn check(&self, start: Place) -> Result<(), String> {
        match self.grid.is_free(cell(start)) {
            true => Ok(()),
            false => Err(told(PathError::Blocked(cell(start)))),
        }
    }
}

/// The number of a cell on the map.
fn number(grid: &GridMap, cell: Cell) -> u32 {
    u32::from(cell.y) * u32::from(grid.width()) + u32::from(cell.x)
}

/// What answers queries; clones share the map.
#[derive(Clone)]
enum Finder {
    /// Shortest paths of steps.
    Steps(Pathfinder),
    /// Paths at any angle.
    AnyAngle(AnyAngle, Arc<GridMap>),
    /// Cheapest paths where weights are any numbers.
    Weighted(Arc<WeightedMap>),
}

impl Finder {
    fn find(&self, (start, goal): Ends, limits: &Limits, work: &mut Work) -> Result<Found, String> {
        let Work { steps, any_angle, route } = work;
        match self {
            Self::Steps(finder) => {
                let search = finder.start(cell(start), cell(goal), std::mem::take(steps));
                let mut search = search.map_err(told)?;
                let _ = search.advance(limits);
                *steps = search.finish(route);
                Ok(found_on(route, route.cells()))
            }
            Self::AnyAngle(how, grid) => {
                let found = how.find(grid, cell(start), cell(goal), limits, any_angle, route);
                let _ = found.map_err(told)?;
                Ok(found_on(route, route.turns.iter().copied()))
            }
            Self::Weighted(map) => {
                map.check(start)?;
                let ends = (number(&map.grid, cell(start)), number(&map.grid, cell(goal)));
                let (found, _) = a_star(&map.graph, ends, &map.line, limits)?;
                let columns = u32::from(map.grid.width());
                let place = |node: u32| ((node / columns) as u16, (node % columns) as u16);
                Ok(found.map(|(nodes, cost)| (nodes.into_iter().map(place).collect(), cost)))
            }
        }
    }

    /// The cost of each cell from the nearest of `starts`, row by row.
    fn distances(
        &self,
        starts: &[Place],
        cutoff: f64,
        limits: &Limits,
    ) -> Result<Vec<f64>, String> {
        let found = match (self, starts) {
            (Self::Steps(finder), &[start]) => finder.distances(cell(start)),
            (Self::Steps(finder), _) => {
                let cells: Vec<Cell> = starts.iter().copied().map(cell).collect();
                finder.distances_from(&cells)
            }
            (Self::AnyAngle(..), _) => {
                return Err(
                    "distances at any angle are not known: use another algorithm".to_owned()
                );
            }
            (Self::Weighted(map), _) => {
                starts.iter().try_for_each(|&start| map.check(start))?;
                let starts: Vec<u32> =
                    starts.iter().map(|&start| number(&map.grid, cell(start))).collect();
                return Ok(Tree::grow(&map.graph, &starts, cutoff, limits)?.costs);
            }
        };
        let found = found.map_err(told)?;
        let cut = |&cost: &f64| if cost <= cutoff { cost } else { f64::INFINITY };
        Ok(found.as_slice().iter().map(cut).collect())
    }
}

/// A grid of cells, prepared for queries. Cells are (row, column), as in NumPy.
#[pyclass(module = "tremaux", frozen)]
pub(crate) struct Grid {
    finder: Finder,
    shape: Place,
}

/// The weights of the cells: floats where a byte does not hold each.
#[derive(FromPyObject)]
enum Weights {
    Bytes(PyBackedBytes),
    Floats(Vec<f64>),
}

/// The numbers of rows and columns of a map.
fn shape_of((rows, columns): (usize, usize)) -> PyResult<Place> {
    let most = usize::from(GridMap::LARGEST_SIDE);
    let sides = 1..=most;
    if !sides.contains(&rows) || !sides.contains(&columns) {
        let message = format!("a map has 1 to {most} rows and columns, found {rows} and {columns}");
        return Err(PyValueError::new_err(message));
    }
    Ok((rows as u16, columns as u16))
}

impl Grid {
    fn prepared(
        py: Python<'_>,
        grid: GridMap,
        costs: StepCosts,
        algorithm: &str,
    ) -> PyResult<Self> {
        let shape = (grid.height(), grid.width());
        if let Some(how) = any_angle(algorithm) {
            if grid.is_weighted() || costs != StepCosts::Euclidean {
                let message =
                    format!("{algorithm} requires a map without weights, and costs=sqrt2");
                return Err(PyValueError::new_err(message));
            }
            return Ok(Self { finder: Finder::AnyAngle(how, Arc::new(grid)), shape });
        }
        let method = exact_method(algorithm).map_err(|error| input_error(py, &error))?;
        let work = move || Pathfinder::new(grid, costs, method);
        let finder = in_background(py, &CancelToken::default(), work)?;
        let finder = finder.map_err(wrong)?;
        Ok(Self { finder: Finder::Steps(finder), shape })
    }

    fn size(&self) -> usize {
        usize::from(self.shape.0) * usize::from(self.shape.1)
    }

    /// The cell on the map that Python means.
    fn place(&self, given: &Bound<'_, PyAny>) -> PyResult<Place> {
        let (rows, columns) = self.shape;
        match given.extract::<(i64, i64)>() {
            Ok((row, column))
                if (0..rows.into()).contains(&row) && (0..columns.into()).contains(&column) =>
            {
                Ok((row as u16, column as u16))
            }
            Err(error) if !error.is_instance_of::<PyOverflowError>(given.py()) => {
                let message = format!("a cell is {}; expected a tuple (row, column)", short(given));
                Err(PyTypeError::new_err(message))
            }
            _ => Err(PyIndexError::new_err(format!(
                "{} is off the map; expected (row, column) within {rows} rows and {columns} \
                 columns",
                short(given)
            ))),
        }
    }
}

#[pymethods]
impl Grid {
    /// `weights`: a number for each cell, row by row; 0 is blocked, others, which are finite,
    /// multiply what a step to the cell costs.
    #[new]
    fn new(
        py: Python<'_>,
        weights: Weights,
        shape: (usize, usize),
        rules: Vec<(String, String)>,
        algorithm: &str,
    ) -> PyResult<Self> {
        let (rows, columns) = shape_of(shape)?;
        let rules = rules_of(&rules).map_err(|error| input_error(py, &error))?;
        let movement = rules.movement("");
        let number = |at: Cell| usize::from(at.y) * usize::from(columns) + usize::from(at.x);
        let weights = match weights {
            Weights::Bytes(weights) => {
                let weight = |at| Some(weights[number(at)]);
                let grid = GridMap::with_weights(columns, rows, movement, weight);
                return Self::prepared(py, grid, rules.costs, algorithm);
            }
            Weights::Floats(weights) => weights,
        };
        let method = exact_method(algorithm).map_err(|error| input_error(py, &error))?;
        if method != PathMethod::Auto {
            let message = format!("{algorithm} requires whole weights of at most 255");
            return Err(PyValueError::new_err(message));
        }
        let grid = GridMap::new(columns, rows, movement, |at| weights[number(at)] > 0.0);
        let work = move || WeightedMap::new(grid, &weights, rules.costs);
        let map = in_background(py, &CancelToken::default(), work)?;
        let map = Arc::new(map.map_err(wrong)?);
        Ok(Self { finder: Finder::Weighted(map), shape: (rows, columns) })
    }

    /// The map in a text, read as the program reads a file.
    #[staticmethod]
    fn parse(
        py: Python<'_>,
        text: &str,
        rules: Vec<(String, String)>,
        algorithm: &str,
    ) -> PyResult<Self> {
        let rules = rules_of(&rules).map_err(|error| input_error(py, &error))?;
        let drawn = rules.parse(text).map_err(|error| parse_error(py, text, &error))?;
        Self::prepared(py, drawn.grid(rules.movement(text)), rules.costs, algorithm)
    }

    /// The weights of the cells, row by row; 0 for a blocked one. Of a map whose weights are any
    /// numbers, whether cells are free.
    fn weights(&self) -> Vec<u8> {
        let (rows, columns) = self.shape;
        let grid = match &self.finder {
            Finder::Steps(finder) => finder.grid(),
            Finder::AnyAngle(_, grid) => grid,
            Finder::Weighted(map) => &map.grid,
        };
        let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| Cell { x, y }));
        cells.map(|at| if grid.is_free(at) { grid.weight(at) } else { 0 }).collect()
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> Place {
        self.shape
    }

    /// A cheapest path, or None.
    fn path(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
    ) -> PyResult<Found> {
        let (start, goal) = (self.place(start)?, self.place(goal)?);
        if let Finder::Steps(finder) = &self.finder {
            let search = finder.start(cell(start), cell(goal), WORK.take().steps);
            let mut search = search.map_err(|error| wrong(told(error)))?;
            in_slices(py, |limits| search.advance(limits))?;
            return Ok(WORK.with_borrow_mut(|Work { steps, route, .. }| {
                *steps = search.finish(route);
                found_on(route, route.cells())
            }));
        }
        let (finder, mut work) = (self.finder.clone(), WORK.take());
        let find = move |limits: &Limits| (finder.find((start, goal), limits, &mut work), work);
        // Lines of sight are much longer than steps.
        let (found, work) = without_lock(py, 8 * self.size(), find)?;
        WORK.set(work);
        found.map_err(wrong)
    }

    /// A cheapest path for each pair of start and goal, on some threads.
    fn paths<'py>(
        &self,
        py: Python<'py>,
        pairs: Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>,
        threads: usize,
    ) -> PyResult<Vec<Found>> {
        let ends = pairs.iter().map(|(start, goal)| Ok((self.place(start)?, self.place(goal)?)));
        let pairs = ends.collect::<PyResult<Vec<Ends>>>()?;
        let finder = self.finder.clone();
        answers(py, pairs, threads, move || {
            let (finder, mut work) = (finder.clone(), Work::default());
            move |&ends: &Ends, limits: &Limits| finder.find(ends, limits, &mut work)
        })
    }

    /// The cost of a cheapest path to each cell from the nearest of `starts`, infinite where there
    /// is none that costs at most `cutoff`, row by row, as floats.
    fn distances<'py>(
        &self,
        py: Python<'py>,
        starts: Vec<Bound<'py, PyAny>>,
        cutoff: Option<f64>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let starts = starts.iter().map(|start| self.place(start)).collect::<PyResult<Vec<_>>>()?;
        let (finder, cutoff) = (self.finder.clone(), cutoff.unwrap_or(f64::INFINITY));
        let find = move |limits: &Limits| finder.distances(&starts, cutoff, limits);
        let found = without_lock(py, self.size(), find)?;
        Ok(packed(py, &found.map_err(wrong)?))
    }
}
