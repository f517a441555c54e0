//! Linear conflict as computed by one library.

use tremaux_core::{Guarantees, Heuristic};

use super::{Arrangement, Board, Manhattan, Size, SlidingPuzzle, Unsupported};

/// Manhattan distance plus conflicts as a Java library of 2012 counts them, for square boards
/// with the goal `0 1 2 …`, to reproduce its results.
///
/// It is not the usual [`LinearConflict`](super::LinearConflict): it counts pairs rather than
/// the tiles that must step aside, so it has no guarantees, though it never overestimates on 3x3
/// boards. Its counters, one for each position of a line, carry over from one line to the next,
/// and the blank counts as a tile of the first row and column.
///
/// Takes time cubic in the width of the board.
#[derive(Clone, Debug)]
pub struct PrintedLinearConflict {
    manhattan: Manhattan,
    side: usize,
}

impl PrintedLinearConflict {
    /// The estimate for `goal`.
    ///
    /// # Errors
    ///
    /// Fails unless `goal` is square and has the blank first and the tiles in order.
    pub fn to_goal(goal: &Arrangement) -> Result<Self, Unsupported> {
        let size = goal.size();
        if size.is_square() && *goal == Arrangement::blank_first(size) {
            Ok(Self { manhattan: Manhattan::to_goal(goal), side: size.width() })
        } else {
            let needs = "a square board and the goal `blank-first`";
            Err(Unsupported::new("printed-linear-conflict", needs))
        }
    }

    /// The conflicts in one line of tiles; `belongs` tells which tiles are in their goal line.
    fn line(counters: &mut [i32], tiles: &[usize], belongs: impl Fn(usize) -> bool) -> u32 {
        let places = tiles.len() - 1;
        for at in 0..places {
            let tile = tiles[at];
            if tile != 0 && !belongs(tile) {
                counters[at] = 0;
                continue;
            }
            let smaller = |&&later: &&usize| later != 0 && belongs(later) && later < tile;
            counters[at] += tiles[at + 1..].iter().filter(smaller).count() as i32;
        }
        let mut conflicts = 0;
        loop {
            let greatest = counters[..places].iter().copied().max().unwrap_or(0);
            if greatest <= 0 {
                return conflicts;
            }
            let first = counters.iter().position(|&counter| counter == greatest);
            let at = first.expect("the greatest is one of them");
            counters[at] = 0;
            for later in at + 1..tiles.len() {
                if belongs(tiles[later]) && tiles[later] < tiles[at] {
                    conflicts += 2;
                    counters[later] -= 1;
                }
            }
        }
    }

    fn conflicts<B: Board>(&self, board: &B) -> u32 {
        let side = self.side;
        let mut counters = [0; Size::MOST_SIDE];
        let mut tiles = [0; Size::MOST_SIDE];
        let mut conflicts = 0;
        for row in 0..side {
            for (at, tile) in tiles[..side].iter_mut().enumerate() {
                *tile = board.tile(row * side + at);
            }
            conflicts += Self::line(&mut counters, &tiles[..side], |tile| tile / side == row);
        }
        for column in 0..side {
            for (at, tile) in tiles[..side].iter_mut().enumerate() {
                *tile = board.tile(at * side + column);
            }
            conflicts += Self::line(&mut counters, &tiles[..side], |tile| tile % side == column);
        }
        conflicts
    }
}

impl<B: Board> Heuristic<SlidingPuzzle<B>> for PrintedLinearConflict {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees { safe: true, ..Guarantees::NONE }
    }

    fn estimate(&self, _space: &SlidingPuzzle<B>, board: &B) -> u32 {
        self.manhattan.of_board(board) + self.conflicts(board)
    }
}
