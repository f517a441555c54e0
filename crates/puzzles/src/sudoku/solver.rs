//! A specialized Sudoku solver.

use super::bands::Bands;
use super::singles::Singles;
use super::{Clues, Shape};

/// The result of [`Solver::step`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Another solution: [`Solver::solution`].
    Solution,
    /// The branch limit was reached.
    Paused,
    /// There is no other solution.
    Exhausted,
}

/// The search implementation that fits the board.
#[derive(Clone, Debug)]
enum Engine {
    Bands(Box<Bands>),
    Singles(Box<Singles>),
}

/// Finds all solutions of a sudoku, one after the other, by depth-first search that fills all
/// forced cells between branches.
///
/// On boards of 9×9 it works on sets of cells: for each digit, a word for each band of three
/// rows. In a band, a digit occurs once in each of three rows and three boxes; a table removes
/// cells that belong to no such arrangement, for rows as for columns. This covers naked and
/// hidden singles, pointing pairs and claiming rows. On other boards it searches for naked and
/// hidden singles cell by cell. It branches on a cell with two candidates if there is one, or
/// else on one with the fewest.
///
/// After creation it neither recurses nor allocates. Time is exponential in the worst case;
/// memory is O(cells).
///
/// ```
/// use tremaux::puzzles::sudoku::{Clues, Solver, Step};
/// let clues = Clues::parse("1... ..3. .4.. ...2")?;
/// let mut solver = Solver::new(&clues);
/// assert_eq!(solver.step(u64::MAX), Step::Solution);
/// assert_eq!(solver.solution(), [1, 3, 2, 4, 4, 2, 3, 1, 2, 4, 1, 3, 3, 1, 4, 2]);
/// assert_eq!(solver.step(u64::MAX), Step::Exhausted);
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    shape: Shape,
    engine: Engine,
}

impl Solver {
    /// Creates a solver for these clues.
    pub fn new(clues: &Clues) -> Self {
        let shape = clues.shape();
        let engine = match shape {
            Shape::NINE => Engine::Bands(Box::new(Bands::new())),
            _ => Engine::Singles(Box::new(Singles::new(shape))),
        };
        let mut solver = Self { shape, engine };
        solver.load(clues);
        solver
    }

    /// Restarts with other clues; allocates nothing if they have the same shape.
    pub fn load(&mut self, clues: &Clues) {
        if clues.shape() != self.shape {
            *self = Self::new(clues);
            return;
        }
        match &mut self.engine {
            Engine::Bands(bands) => {
                if let Some(cells) = clues.cells().first_chunk() {
                    bands.load(cells);
                }
            }
            Engine::Singles(singles) => singles.load(clues),
        }
    }

    /// Continues to the next solution, with at most this many branches.
    ///
    /// However it is divided into steps, it finds the same solutions in the same order with the
    /// same branches.
    #[inline]
    pub fn step(&mut self, branches: u64) -> Step {
        let found = match &mut self.engine {
            Engine::Bands(bands) => bands.advance(branches),
            Engine::Singles(singles) => singles.advance(branches),
        };
        match found {
            Some(true) => Step::Solution,
            Some(false) => Step::Paused,
            None => Step::Exhausted,
        }
    }

    /// The solution found last, row by row. Undefined before the first solution, or after
    /// another step.
    pub fn solution(&self) -> Vec<u8> {
        let mut cells = vec![0; self.shape.cells()];
        self.write_solution(&mut cells);
        cells
    }

    /// Writes [`Solver::solution`] into `cells`, which are as many as the board has.
    pub fn write_solution(&self, cells: &mut [u8]) {
        match &self.engine {
            Engine::Bands(bands) => bands.write_solution(cells),
            Engine::Singles(singles) => cells.copy_from_slice(singles.cells()),
        }
    }

    /// The number of branches since loading.
    #[inline]
    pub fn branches(&self) -> u64 {
        match &self.engine {
            Engine::Bands(bands) => bands.branches,
            Engine::Singles(singles) => singles.branches,
        }
    }

    /// Counts the remaining solutions, up to `most`: 2 tells whether the solution is unique.
    pub fn count(&mut self, most: u64) -> u64 {
        let mut count = 0;
        while count < most && self.step(u64::MAX) == Step::Solution {
            count += 1;
        }
        count
    }

    /// Writes the digits that are certain at the current state of the search into `cells`, and 0
    /// for the others.
    #[inline]
    pub(super) fn known(&self, cells: &mut [u8]) {
        cells.fill(0);
        match &self.engine {
            Engine::Bands(bands) => bands.write_known(cells),
            Engine::Singles(singles) => cells.copy_from_slice(singles.cells()),
        }
    }
}
