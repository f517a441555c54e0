//! Heuristics for Sudoku.

use tremaux_core::{Cost, Guarantees, Heuristic};

use super::{Board, Sudoku};

/// The number of empty cells, which is the exact cost if there is a solution.
///
/// Infinite if an empty cell has no candidate, which is a dead end. Consistent; exact on every
/// path to a solution. Each estimate takes O(cells) time.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmptyCells;

impl<const N: usize> Heuristic<Sudoku<N>> for EmptyCells {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn estimate(&self, sudoku: &Sudoku<N>, board: &Board<N>) -> u32 {
        sudoku.possibilities(board).map_or(u32::INFINITY, |_| board.empty_cells())
    }
}

/// The total number of candidates of all empty cells (P. Klęsk, SaC).
///
/// Infinite if an empty cell has no candidate, which is a dead end. Not admissible, as a cell
/// with several candidates is filled once. Each estimate takes O(cells) time.
#[derive(Clone, Copy, Debug, Default)]
pub struct RemainingPossibilities;

impl<const N: usize> Heuristic<Sudoku<N>> for RemainingPossibilities {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees { safe: true, ..Guarantees::NONE }
    }

    fn estimate(&self, sudoku: &Sudoku<N>, board: &Board<N>) -> u32 {
        sudoku.possibilities(board).unwrap_or(u32::INFINITY)
    }
}
