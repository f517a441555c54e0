//! Nilsson's evaluation of 8-puzzles.

use tremaux_core::{Guarantees, Heuristic};

use super::{Arrangement, Board, Manhattan, Size, SlidingPuzzle, Unsupported};

/// The squares round the centre, clockwise.
const AROUND: [usize; 8] = [0, 1, 2, 5, 8, 7, 6, 3];

/// P + 3 S for 8-puzzles whose goal is the ring `1 2 3 / 8 _ 4 / 7 6 5` (Nilsson 1971).
///
/// P is the Manhattan distance. S goes clockwise around the outer squares: two for each tile
/// that is not followed by its successor in the goal (1 follows 8), and one if there is a tile
/// in the centre. It has no guarantees: it often overestimates, which makes searches fast.
#[derive(Clone, Debug)]
pub struct GoodEvaluator {
    manhattan: Manhattan,
}

/// Whether this is the 3x3 board whose tiles surround the blank in order.
pub(super) fn is_ring(goal: &Arrangement) -> bool {
    Size::new(3, 3).is_some_and(|size| *goal == Arrangement::spiral(size))
}

impl GoodEvaluator {
    /// The estimate for `goal`.
    ///
    /// # Errors
    ///
    /// Fails unless `goal` is the ring.
    pub fn to_goal(goal: &Arrangement) -> Result<Self, Unsupported> {
        if is_ring(goal) {
            Ok(Self { manhattan: Manhattan::to_goal(goal) })
        } else {
            Err(Unsupported::new("good-evaluator", "the goal `ring` of 3x3"))
        }
    }

    fn sequence_score<B: Board>(board: &B) -> u32 {
        let follows = |at: usize| {
            let (tile, next) = (board.tile(AROUND[at]), board.tile(AROUND[(at + 1) % 8]));
            tile == 0 || next == tile % 8 + 1
        };
        let broken = (0..8).filter(|&at| !follows(at)).count() as u32;
        2 * broken + u32::from(board.tile(4) != 0)
    }
}

impl<B: Board> Heuristic<SlidingPuzzle<B>> for GoodEvaluator {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees { safe: true, ..Guarantees::NONE }
    }

    fn estimate(&self, _space: &SlidingPuzzle<B>, board: &B) -> u32 {
        self.manhattan.of_board(board) + 3 * Self::sequence_score(board)
    }
}
