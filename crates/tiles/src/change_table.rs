//! The change of a sum over all tiles by a move.

use super::{Arrangement, Move, Size, Slide};

/// By move, then by tile: the change of the tile's contribution to an estimate. The move is
/// known before the tile, so only the tile's index remains to be looked up.
///
/// It is large enough for every board, so no index needs a check, and stored inside the
/// heuristic, so no pointer is followed. A search uses only the entries of its boards.
#[derive(Clone, Debug)]
pub(super) struct ChangeTable([[i8; Size::MOST_CELLS]; Move::CODES]);

impl ChangeTable {
    /// Builds the table from `share(cell, goal cell)` of every tile; the blank has no
    /// contribution.
    pub(super) fn new(goal: &Arrangement, share: impl Fn(usize, usize) -> u8) -> Self {
        let size = goal.size();
        let goals = goal.cells_by_tile();
        let mut table = [[0; Size::MOST_CELLS]; Move::CODES];
        for tile in 1..size.cells() {
            let share = |cell| share(cell, goals[tile].into()) as i8;
            for from in 0..size.cells() {
                for slide in Slide::ALL {
                    // The tile moves to where the blank came from.
                    if let (Some(mv), Some(to)) =
                        (Move::new(from, slide), size.beside(from, slide.opposite()))
                    {
                        table[usize::from(mv.code())][tile] = share(to) - share(from);
                    }
                }
            }
        }
        Self(table)
    }

    /// The estimate `h` after `tile` has made the move `mv`.
    #[inline]
    pub(super) const fn after(&self, h: u32, tile: usize, mv: Move) -> u32 {
        h.wrapping_add_signed(self.0[mv.code() as usize][tile & 63] as i32)
    }
}
