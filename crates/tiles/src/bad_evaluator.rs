//! A misleading evaluation for 8-puzzles.

use tremaux_core::{Guarantees, Heuristic};

use super::good_evaluator::is_ring;
use super::{Arrangement, Board, SlidingPuzzle, Unsupported};

/// The pairs of squares around the centre that are compared: the first minus the second.
const OPPOSITE: [(usize, usize); 4] = [(3, 5), (6, 2), (7, 1), (8, 0)];

/// The difference between 16 and the sum of the differences of opposite squares, for 8-puzzles
/// whose goal is the ring `1 2 3 / 8 _ 4 / 7 6 5`.
///
/// Zero at the goal and at many other boards: it shows the effect of a poor estimate. It should
/// be used alone, without the path cost. It has no guarantees.
#[derive(Clone, Copy, Debug)]
pub struct BadEvaluator(());

impl BadEvaluator {
    /// The estimate for `goal`.
    ///
    /// # Errors
    ///
    /// Fails unless `goal` is the ring.
    pub fn to_goal(goal: &Arrangement) -> Result<Self, Unsupported> {
        if is_ring(goal) {
            Ok(Self(()))
        } else {
            Err(Unsupported::new("bad-evaluator", "the goal `ring` of 3x3"))
        }
    }
}

impl<B: Board> Heuristic<SlidingPuzzle<B>> for BadEvaluator {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees { safe: true, ..Guarantees::NONE }
    }

    fn estimate(&self, _space: &SlidingPuzzle<B>, board: &B) -> u32 {
        let tile = |cell| board.tile(cell) as i32;
        let sum: i32 = OPPOSITE.iter().map(|&(one, other)| tile(one) - tile(other)).sum();
        sum.abs_diff(16)
    }
}
