//! Random sudokus with one solution.

use super::{Clues, Hints, Shape, Solver, Step, Technique};
use crate::Random;

/// Generates minimal sudokus: each has one solution, and no clue can be removed.
///
/// A full board is built by putting random digits into the cells with the fewest candidates,
/// with [`Solver`] checking that the board can be completed. Then clues are removed in random
/// order as long as the solution is unique. Not every sudoku is equally likely. A 9×9 takes a
/// few milliseconds; the memory is that of a solver.
///
/// Checking uniqueness on a larger board may take long: a clue whose check needs more than
/// [`Generator::MOST_BRANCHES`] branches is kept.
///
/// ```
/// use tremaux::puzzles::sudoku::{Generator, Shape, Solver};
/// use tremaux::Random;
/// let clues = Generator::new(Shape::NINE).next(&mut Random::new(7));
/// assert_eq!(Solver::new(&clues).count(2), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    shape: Shape,
    solver: Solver,
}

impl Generator {
    /// The maximum number of branches spent on one clue.
    pub const MOST_BRANCHES: u64 = 10_000;

    /// For boards of this shape.
    pub fn new(shape: Shape) -> Self {
        Self { shape, solver: Solver::new(&Clues::empty(shape)) }
    }

    /// Generates the next sudoku; the same seed always gives the same sudokus.
    pub fn next(&mut self, random: &mut Random) -> Clues {
        self.next_while(random, &mut || true).expect("nothing stops it")
    }

    /// The next one, for as long as `goes_on` returns true, which is asked every few
    /// milliseconds.
    pub fn next_while(
        &mut self,
        random: &mut Random,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Clues> {
        let mut cells = self.full(random, goes_on)?;
        let mut order: Vec<usize> = (0..cells.len()).collect();
        random.shuffle(&mut order);
        for cell in order {
            if !goes_on() {
                return None;
            }
            let digit = std::mem::take(&mut cells[cell]);
            self.solver.load(&Clues::unchecked(self.shape, cells.clone()));
            let is_only = self.solver.step(Self::MOST_BRANCHES) == Step::Solution
                && self.solver.step(Self::MOST_BRANCHES) == Step::Exhausted;
            if !is_only {
                cells[cell] = digit;
            }
        }
        Some(Clues::unchecked(self.shape, cells))
    }

    /// The next one that needs this technique and none that is harder, as [`Hints::rating`] rates
    /// it; `None` if the boards are not of 9×9. It generates sudokus until one is right: tens for
    /// the common techniques, thousands for the rarest.
    pub fn next_rated(
        &mut self,
        technique: Technique,
        random: &mut Random,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Clues> {
        if self.shape != Shape::NINE {
            return None;
        }
        loop {
            let clues = self.next_while(random, goes_on)?;
            if Hints::rating_up_to(&clues, technique) == Some(technique) {
                return Some(clues);
            }
        }
    }

    /// Generates a full board digit by digit, each chosen at random among those that can be
    /// completed.
    ///
    /// It asks the solver whether there is a solution, never which comes first, so that a
    /// faster solver makes the same boards.
    fn full(&mut self, random: &mut Random, goes_on: &mut dyn FnMut() -> bool) -> Option<Vec<u8>> {
        let mut board = Clues::empty(self.shape);
        while let Some((cell, mut left)) = board.narrowest() {
            let mut digits = Vec::with_capacity(self.shape.side());
            while left != 0 {
                digits.push(left.trailing_zeros() as u8 + 1);
                left &= left - 1;
            }
            random.shuffle(&mut digits);
            let last = digits.len() - 1;
            for (at, digit) in digits.into_iter().enumerate() {
                board.put(cell, digit);
                self.solver.load(&board);
                // One of them can be completed: the last if no other.
                if at == last || self.is_solvable(goes_on)? {
                    break;
                }
            }
        }
        Some(board.cells().to_vec())
    }

    /// Whether the board that was loaded has a solution; `None` if it must stop before it knows.
    fn is_solvable(&mut self, goes_on: &mut dyn FnMut() -> bool) -> Option<bool> {
        while goes_on() {
            match self.solver.step(Self::MOST_BRANCHES) {
                Step::Solution => return Some(true),
                Step::Exhausted => return Some(false),
                _ => {}
            }
        }
        None
    }
}
