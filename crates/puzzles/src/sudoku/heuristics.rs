//! How far a board is from being full.

use tremaux_core::{Cost, Guarantees, Heuristic};

use super::{Board, Sudoku};

/// How many cells are empty: what is left to go, where there is a way at all.
///
/// Infinite where an empty cell has no candidate, which is a dead end. Consistent; exact on
/// every path to a solution. O(cells) for each estimate.
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

/// How many candidates the empty cells have together (P. Klęsk, SaC): what is left undecided.
///
/// Infinite where an empty cell has no candidate, which is a dead end. Not admissible, as a cell
/// with several candidates is filled once. O(cells) for each estimate.
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
