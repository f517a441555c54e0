//! Random sudokus with one solution.

use super::{Clues, Shape, Solver, Step};
use crate::Random;

/// Makes sudokus with one solution from which no clue can be left out.
///
/// A full board is made from boxes filled at random, completed by [`Solver`], its rows and
/// columns shuffled; then clues are taken away in random order for as long as there is one
/// solution. Not every sudoku is equally likely. A 9×9 takes about a millisecond; the memory is
/// that of a solver.
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

    /// How often several boxes are drawn anew before one alone is.
    const ATTEMPTS: u32 = 100;

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

    /// A full board.
    fn full(&mut self, random: &mut Random) -> Vec<u8> {
        let (side, shape) = (self.shape.side(), self.shape);
        let (rows, columns) = (shape.box_rows(), shape.box_columns());
        // Boxes that share neither rows nor columns; not all ways to fill several go together.
        let diagonal = rows.min(columns);
        for attempt in 0.. {
            let mut cells = vec![0; shape.cells()];
            let boxes = if attempt < Self::ATTEMPTS { diagonal } else { 1 };
            for at in 0..boxes {
                let mut digits: Vec<u8> = (1..=side as u8).collect();
                random.shuffle(&mut digits);
                for (within, digit) in digits.into_iter().enumerate() {
                    let (row, column) = (within / columns, within % columns);
                    cells[(at * rows + row) * side + at * columns + column] = digit;
                }
            }
            self.solver.load(&Clues::unchecked(shape, cells));
            if self.solver.step(u64::MAX) == Step::Solution {
                break;
            }
        }
        let full = self.solver.solution();
        let from_rows = shuffled(side, rows, random);
        let from_columns = shuffled(side, columns, random);
        let cell = |at: usize| full[from_rows[at / side] * side + from_columns[at % side]];
        (0..shape.cells()).map(cell).collect()
    }
}

/// The numbers below `side`, those of each group of `size` in random order, and the groups.
fn shuffled(side: usize, size: usize, random: &mut Random) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..side / size).collect();
    random.shuffle(&mut groups);
    let mut order = Vec::with_capacity(side);
    for group in groups {
        let mut within: Vec<usize> = (group * size..(group + 1) * size).collect();
        random.shuffle(&mut within);
        order.extend(within);
    }
    order
}
