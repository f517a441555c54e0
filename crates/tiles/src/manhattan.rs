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
    /// The distances from each cell, indexed by tile; those of the blank are 0.
    distances: Vec<[u8; Size::MOST_CELLS]>,
    changes: ChangeTable,
}

impl Manhattan {
    /// The distances to `goal`.
    pub fn to_goal(goal: &Arrangement) -> Self {
        let (size, goals) = (goal.size(), goal.cells_by_tile());
        let from = |cell| {
            let mut distances = [0; Size::MOST_CELLS];
            for tile in 1..size.cells() {
                distances[tile] = size.distance(cell, goals[tile].into()) as u8;
            }
            distances
        };
        Self {
            distances: (0..size.cells()).map(from).collect(),
            changes: ChangeTable::new(goal, |cell, goal| size.distance(cell, goal) as u8),
        }
    }

    /// The estimate for `board`, from scratch.
    #[inline]
    pub fn of_board<B: Board>(&self, board: &B) -> u32 {
        let mut sum = 0;
        for (cell, distances) in self.distances.iter().enumerate() {
            sum += u32::from(distances[board.tile(cell) % Size::MOST_CELLS]);
        }
        sum
    }

    /// The estimate after `tile` has made the move `mv`, where it was `h` before.
    #[inline]
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
