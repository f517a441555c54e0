//! A solver made for sudoku.

use super::bands::Bands;
use super::singles::Singles;
use super::{Clues, Shape};

/// What [`Solver::step`] came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Another solution: [`Solver::solution`].
    Solution,
    /// As many branches as it was allowed.
    Paused,
    /// There is no other solution.
    Exhausted,
}

/// Which form of the search fits the board.
#[derive(Clone, Debug)]
enum Engine {
    Bands(Box<Bands>),
    Singles(Box<Singles>),
}

/// Finds all solutions of a sudoku, one after the other: depth-first, filling in between all
/// that must be filled.
///
/// On boards of 9×9 it works on sets of cells: for each digit, a word for each band of three
/// rows. In a band a digit takes each of three rows and of three boxes once; what belongs to
/// no way to do so is removed by a table, for rows as for columns, so that naked and hidden
/// singles, pointing pairs and claiming rows are seen. On other boards it looks for naked and
/// hidden singles cell by cell. It branches on a cell with two candidates if there is one, or
/// else with the fewest.
///
/// Neither recurses nor allocates once it is made. Time is exponential in the worst case;
/// memory O(cells).
///
/// ```
/// use tremaux_puzzles::sudoku::{Clues, Solver, Step};
/// let clues = Clues::parse("1... ..3. .4.. ...2")?;
/// let mut solver = Solver::new(&clues);
/// assert_eq!(solver.step(u64::MAX), Step::Solution);
/// assert_eq!(solver.solution(), [1, 3, 2, 4, 4, 2, 3, 1, 2, 4, 1, 3, 3, 1, 4, 2]);
/// assert_eq!(solver.step(u64::MAX), Step::Exhausted);
/// # Ok::<(), tremaux_core::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    shape: Shape,
    engine: Engine,
}

impl Solver {
    /// A solver that has not yet taken a step.
    #[must_use]
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

    /// Begins anew with other clues; allocates nothing if they are of the same shape.
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

    /// Goes on to the next solution, for at most so many branches.
    ///
    /// However it is cut into steps, it finds the same solutions in the same order with the
    /// same branches.
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

    /// The solution found last, row by row. Means nothing before the first, or after another
    /// step.
    #[must_use]
    pub fn solution(&self) -> &[u8] {
        match &self.engine {
            Engine::Bands(bands) => bands.solution(),
            Engine::Singles(singles) => singles.cells(),
        }
    }

    /// How often it branched since it was loaded.
    #[must_use]
    pub fn branches(&self) -> u64 {
        match &self.engine {
            Engine::Bands(bands) => bands.branches,
            Engine::Singles(singles) => singles.branches,
        }
    }

    /// How many solutions are left, at most `most`: 2 tells whether the first is the only one.
    pub fn count(&mut self, most: u64) -> u64 {
        let mut count = 0;
        while count < most && self.step(u64::MAX) == Step::Solution {
            count += 1;
        }
        count
    }

    /// Puts the digits that are certain where the search is paused into `cells`, and 0 for the
    /// others.
    pub(super) fn known(&self, cells: &mut [u8]) {
        cells.fill(0);
        match &self.engine {
            Engine::Bands(bands) => bands.known().for_each(|(cell, digit)| cells[cell] = digit),
            Engine::Singles(singles) => cells.copy_from_slice(singles.cells()),
        }
    }
}
