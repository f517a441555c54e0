//! Grid maps.

use std::cell::RefCell;

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tremaux_core::CancelToken;
use tremaux_maps::grid::{Cell, Grid as GridMap, Pathfinder, Route, StepCosts, Workspace};
use tremaux_maps::paths::{GRID_RULES, GridRules, exact_method};
use tremaux_registry::{Options, RegistryError};

use crate::background::in_background;
use crate::by_name::named;
use crate::errors::{input_error, parse_error};
use crate::graph::packed;

/// A start and a goal, as (row, column).
type Ends = ((u16, u16), (u16, u16));

/// A path: its cells from start to goal, as (row, column), and its cost.
type Found = Option<(Vec<(u16, u16)>, f64)>;

thread_local! {
    /// What queries of a thread work with.
    static WORK: RefCell<(Workspace, Route)> = RefCell::default();
}

/// A grid of cells, prepared for queries. Cells are (row, column), as in NumPy.
#[pyclass(module = "tremaux", frozen)]
pub(crate) struct Grid {
    finder: Pathfinder,
    shape: (u16, u16),
}

fn cell((row, column): (u16, u16)) -> Cell {
    Cell { x: column, y: row }
}

/// The rules that options of the map give.
fn rules_of(given: &[(String, String)]) -> Result<GridRules, RegistryError> {
    let given = named(&GRID_RULES, given.to_vec())?;
    GridRules::of(&Options::check(&GRID_RULES, &given)?)
}

impl Grid {
    /// Without the interpreter's lock.
    fn find(finder: &Pathfinder, start: (u16, u16), goal: (u16, u16)) -> Result<Found, String> {
        WORK.with_borrow_mut(|(workspace, route)| {
            let done = finder.find(cell(start), cell(goal), workspace, route);
            done.map_err(|error| error.to_string())?;
            let cells = || route.cells().map(|cell| (cell.y, cell.x)).collect();
            Ok(route.is_found().then(|| (cells(), route.cost)))
        })
    }

    fn prepared(
        py: Python<'_>,
        grid: GridMap,
        costs: StepCosts,
        algorithm: &str,
    ) -> PyResult<Self> {
        let method = exact_method(algorithm).map_err(|error| input_error(py, &error))?;
        let shape = (grid.height(), grid.width());
        let work = move || Pathfinder::new(grid, costs, method);
        let finder = in_background(py, &CancelToken::default(), work)?;
        let finder = finder.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self { finder, shape })
    }

    fn check(&self, places: &[(u16, u16)]) -> PyResult<()> {
        let (rows, columns) = self.shape;
        match places.iter().find(|(row, column)| *row >= rows || *column >= columns) {
            Some(at) => Err(PyIndexError::new_err(format!(
                "{at:?} is off the map; expected (row, column) within {rows} rows and {columns} \
                 columns"
            ))),
            None => Ok(()),
        }
    }
}

#[pymethods]
impl Grid {
    /// `weights`: a byte for each cell, row by row; 0 is blocked, others multiply what a step to
    /// the cell costs.
    #[new]
    fn new(
        py: Python<'_>,
        weights: &[u8],
        shape: (usize, usize),
        rules: Vec<(String, String)>,
        algorithm: &str,
    ) -> PyResult<Self> {
        let (rows, columns) = shape;
        let most = usize::from(GridMap::LARGEST_SIDE);
        if rows == 0
            || columns == 0
            || rows > most
            || columns > most
            || weights.len() != rows * columns
        {
            let message =
                format!("a map has 1 to {most} rows and columns, found {rows} and {columns}");
            return Err(PyValueError::new_err(message));
        }
        let rules = rules_of(&rules).map_err(|error| input_error(py, &error))?;
        let weight = |at: Cell| Some(weights[usize::from(at.y) * columns + usize::from(at.x)]);
        let movement = rules.movement("");
        let grid = GridMap::with_weights(columns as u16, rows as u16, movement, weight);
        Self::prepared(py, grid, rules.costs, algorithm)
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

    /// The weights of the cells, row by row; 0 for a blocked one.
    fn weights(&self) -> Vec<u8> {
        let (rows, columns) = self.shape;
        let grid = self.finder.grid();
        let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| Cell { x, y }));
        cells.map(|at| if grid.is_free(at) { grid.weight(at) } else { 0 }).collect()
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (u16, u16) {
        self.shape
    }

    /// A cheapest path, or None.
    fn path(&self, py: Python<'_>, start: (u16, u16), goal: (u16, u16)) -> PyResult<Found> {
        self.check(&[start, goal])?;
        let found = py.detach(|| Self::find(&self.finder, start, goal));
        found.map_err(PyValueError::new_err)
    }

    /// A cheapest path for each pair of start and goal, on some threads.
    fn paths(&self, py: Python<'_>, pairs: Vec<Ends>, threads: usize) -> PyResult<Vec<Found>> {
        for &(start, goal) in &pairs {
            self.check(&[start, goal])?;
        }
        let share = pairs.len().div_ceil(threads.max(1)).max(1);
        let (finder, cancel) = (self.finder.clone(), CancelToken::default());
        let token = cancel.clone();
        let work = move || -> Result<Vec<Vec<Found>>, String> {
            let find = |part: &[Ends]| -> Result<Vec<Found>, String> {
                let pairs = part.iter().take_while(|_| !token.is_cancelled());
                pairs.map(|&(start, goal)| Self::find(&finder, start, goal)).collect()
            };
            std::thread::scope(|scope| {
                let parts: Vec<_> =
                    pairs.chunks(share).map(|part| scope.spawn(|| find(part))).collect();
                parts.into_iter().map(|part| part.join().expect("a search ends")).collect()
            })
        };
        let found = in_background(py, &cancel, work)?;
        Ok(found.map_err(PyValueError::new_err)?.into_iter().flatten().collect())
    }

    /// The cost of a cheapest path from a cell to each other, row by row, as floats.
    fn distances<'py>(&self, py: Python<'py>, start: (u16, u16)) -> PyResult<Bound<'py, PyBytes>> {
        self.check(&[start])?;
        let finder = self.finder.clone();
        let found =
            in_background(py, &CancelToken::default(), move || finder.distances(cell(start)))?;
        let found = found.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(packed(py, found.as_slice()))
    }
}
