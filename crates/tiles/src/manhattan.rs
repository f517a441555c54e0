//! Manhattan distance.

use tremaux_core::{Guarantees, Heuristic};

use super::change_table::ChangeTable;
use super::{Arrangement, Board, Move, Size, SlidingPuzzle};

/// The sum of the tiles' distances, in rows and columns, to their goal cells.
///
/// Consistent. Takes time linear in the number of cells from scratch, and one table lookup per
/// move.
///
/// ```
/// use tremaux::{Heuristic, StateSpace};
/// use tremaux::puzzles::tiles::{Board64, Instance, Manhattan, SlidingPuzzle};
/// let instance = Instance::parse("3 1 2 / 0 4 5", "blank-first", None)?;
/// let puzzle = SlidingPuzzle::<Board64>::new(&instance).expect("six cells");
/// let manhattan = Manhattan::to_goal(puzzle.goal());
/// assert_eq!(manhattan.estimate(&puzzle, &puzzle.initial_state()), 1);
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Manhattan {
    size: Size,
    /// Indexed by tile.
    goals: [u8; Size::MOST_CELLS],
    changes: ChangeTable,
}

impl Manhattan {
    /// The distances to `goal`.
    #[must_use]
    pub fn to_goal(goal: &Arrangement) -> Self {
        let size = goal.size();
        Self {
            size,
            goals: goal.cells_by_tile(),
            changes: ChangeTable::new(goal, |cell, goal| size.distance(cell, goal) as u8),
        }
    }

    /// The estimate for `board`, from scratch.
    #[must_use]
    pub fn of_board<B: Board>(&self, board: &B) -> u32 {
        let distance = |cell: usize| match board.tile(cell) {
            0 => 0,
            tile => self.size.distance(cell, self.goals[tile].into()) as u32,
        };
        (0..self.size.cells()).map(distance).sum()
    }

    /// The estimate after `tile` has made the move `mv`, where it was `h` before.
    #[inline]
    #[must_use]
    pub const fn after(&self, h: u32, tile: usize, mv: Move) -> u32 {
        self.changes.after(h, tile, mv)
    }
}

impl<B: Board> Heuristic<SlidingPuzzle<B>> for Manhattan {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn estimate(&self, _space: &SlidingPuzzle<B>, board: &B) -> u32 {
        self.of_board(board)
    }

    #[inline]
    fn child(&self, space: &SlidingPuzzle<B>, h: u32, (): &(), mv: Move, child: &B) -> (u32, ()) {
        (self.after(h, child.tile(space.origin(mv)), mv), ())
    }

    #[inline]
    fn estimate_successor(
        &self,
        _space: &SlidingPuzzle<B>,
        board: &B,
        h: u32,
        (): &(),
        mv: Move,
    ) -> Option<(u32, ())> {
        Some((self.after(h, board.moving(mv), mv), ()))
    }
}
