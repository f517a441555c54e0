//! Misplaced tiles.

use tremaux_core::{Guarantees, Heuristic};

use super::change_table::ChangeTable;
use super::{Arrangement, Board, Move, SlidingPuzzle};

/// The number of tiles, the blank not counted, that are not in their goal cells.
///
/// Consistent. Takes time linear in the number of cells from scratch, and one table lookup per
/// move.
#[derive(Clone, Debug)]
pub struct Misplaced {
    goal: Arrangement,
    changes: ChangeTable,
}

/// The name of [`Misplaced`] in comparisons with [`GoodEvaluator`](super::GoodEvaluator).
pub type WeakEvaluator = Misplaced;

impl Misplaced {
    /// The heuristic for `goal`.
    pub fn to_goal(goal: &Arrangement) -> Self {
        let changes = ChangeTable::new(goal, |cell, goal| u8::from(cell != goal));
        Self { goal: goal.clone(), changes }
    }
}

impl<B: Board> Heuristic<SlidingPuzzle<B>> for Misplaced {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn estimate(&self, _space: &SlidingPuzzle<B>, board: &B) -> u32 {
        let cells = self.goal.tiles().iter().enumerate();
        let is_misplaced = |&(cell, &tile): &(usize, &u8)| {
            board.tile(cell) != 0 && board.tile(cell) != usize::from(tile)
        };
        cells.filter(is_misplaced).count() as u32
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
        Some((self.changes.after(h, board.moving(mv), mv), ()))
    }
}
