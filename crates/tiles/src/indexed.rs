//! Numbers small boards, so that tables of states are plain arrays.

use tremaux_core::IndexedSpace;

use super::{Board, Board64, Move, SlidingPuzzle};

/// Numbers every board with the parity of the start, and no others.
///
/// The blank's cell is the most significant digit; then come the other tiles as digits of a
/// factorial number, except the last two, whose order follows from the parity (Korf and Schultze
/// 2005). There are half as many numbers as boards: 181,440 at 3x3, 239,500,800 at 3x4,
/// 10,461,394,944,000 at 4x4, so arrays of states are practical for up to twelve cells.
///
/// Takes time linear in the number of cells.
impl IndexedSpace for SlidingPuzzle<Board64> {
    #[inline]
    fn state_count(&self) -> usize {
        (3..=self.size().cells()).product()
    }

    #[inline]
    fn index(&self, board: &Board64) -> usize {
        let cells = self.size().cells();
        let (mut index, mut unused) = (board.blank(), !1_u32);
        let others = (0..cells).filter(|&cell| cell != board.blank());
        for (cell, left) in others.zip((3..cells).rev()) {
            let tile = board.tile(cell);
            let digit = (unused & ((1 << tile) - 1)).count_ones();
            unused &= !(1 << tile);
            index = index * left + digit as usize;
        }
        index
    }

    fn state(&self, index: usize) -> Board64 {
        let cells = self.size().cells();
        let mut digits = [0_u8; 16];
        let mut rest = index;
        for left in 3..cells {
            digits[cells - 1 - left] = (rest % left) as u8;
            rest /= left;
        }
        let blank = rest;
        let mut unused = (1_u32 << cells) - 2;
        let mut tiles = [0_u8; 16];
        let others = (0..cells).filter(|&cell| cell != blank);
        let mut sum = self.size().row(blank) * (self.size().width() - 1);
        let mut last = 0;
        for (cell, digit) in others.zip(digits) {
            let mut smaller = unused;
            for _ in 0..digit {
                smaller &= smaller - 1;
            }
            let tile = smaller.trailing_zeros();
            unused &= !(1 << tile);
            tiles[cell] = tile as u8;
            sum += usize::from(digit);
            last = cell;
        }
        if (sum % 2 == 1) != self.class {
            let before = if last - 1 == blank { last - 2 } else { last - 1 };
            tiles.swap(last, before);
        }
        Board64::from_tiles(&tiles[..cells])
    }

    #[inline]
    fn predecessor(&self, index: usize, mv: Move) -> usize {
        let mut board = self.state(index);
        let back = Move::new(self.origin(mv), mv.slide().opposite());
        board.slide(back.expect("a move leads from a cell of the board"));
        self.index(&board)
    }
}
