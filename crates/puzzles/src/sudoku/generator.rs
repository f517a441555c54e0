//! Random sudokus with one solution.

use super::{Clues, Shape, Solver, Step};
use crate::Random;

/// Makes sudokus with one solution from which no clue can be left out.
///
/// A full board is made by putting random digits into the cells with the fewest candidates, as
/// [`Solver`] says what can be completed; then clues are taken away in random order for as long
/// as there is one solution. Not every sudoku is equally likely. A 9×9 takes some milliseconds;
/// the memory is that of a solver.
///
/// Whether a larger board has one solution may take long to tell: a clue that needs more than
/// [`Generator::MOST_BRANCHES`] stays.
///
/// ```
/// use tremaux_puzzles::sudoku::{Generator, Shape, Solver};
/// use tremaux_puzzles::Random;
/// let clues = Generator::new(Shape::NINE).next(&mut Random::new(7));
/// assert_eq!(Solver::new(&clues).count(2), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    shape: Shape,
    solver: Solver,
}

impl Generator {
    /// The most branches that are spent on one clue.
    pub const MOST_BRANCHES: u64 = 10_000;

    /// For boards of this shape.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        Self { shape, solver: Solver::new(&Clues::empty(shape)) }
    }

    /// The next one; those of a seed never change.
    #[must_use]
    pub fn next(&mut self, random: &mut Random) -> Clues {
        let mut cells = self.full(random);
        let mut order: Vec<usize> = (0..cells.len()).collect();
        random.shuffle(&mut order);
        for cell in order {
            let digit = std::mem::take(&mut cells[cell]);
            self.solver.load(&Clues::unchecked(self.shape, cells.clone()));
            let is_only = self.solver.step(Self::MOST_BRANCHES) == Step::Solution
                && self.solver.step(Self::MOST_BRANCHES) == Step::Exhausted;
            if !is_only {
                cells[cell] = digit;
            }
        }
        Clues::unchecked(self.shape, cells)
    }

    /// A full board: digit by digit, each at random of those that can be completed.
    ///
    /// It asks the solver whether there is a solution, never which comes first, so that a
    /// faster solver makes the same boards.
    fn full(&mut self, random: &mut Random) -> Vec<u8> {
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
                if at == last || self.solver.step(u64::MAX) == Step::Solution {
                    break;
                }
            }
        }
        board.cells().to_vec()
    }
}
