//! Pawn structure: isolated, doubled, passed and blocked pawns.

use cozy_chess::{Board, Color, Piece, Rank};

use super::piece_square::Tapered;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

const ISOLATED: Tapered = Tapered { middle: -12, end: -10 };
const DOUBLED: Tapered = Tapered { middle: -6, end: -18 };
/// For a pawn that a pawn protects.
const PROTECTED: Tapered = Tapered { middle: 8, end: 6 };
/// For a passed pawn, by the number of ranks it has advanced.
const PASSED: [Tapered; 8] = [
    Tapered { middle: 0, end: 0 },
    Tapered { middle: 0, end: 10 },
    Tapered { middle: 0, end: 15 },
    Tapered { middle: 8, end: 32 },
    Tapered { middle: 25, end: 60 },
    Tapered { middle: 55, end: 105 },
    Tapered { middle: 90, end: 165 },
    Tapered { middle: 0, end: 0 },
];

/// The squares with their neighbours on both sides.
#[inline]
const fn beside(squares: u64) -> u64 {
    (squares & !FILE_A) >> 1 | (squares & !FILE_H) << 1
}

/// The squares with all squares in front of them, from White's view.
#[inline]
const fn fill_up(squares: u64) -> u64 {
    let squares = squares | squares << 8;
    let squares = squares | squares << 16;
    squares | squares << 32
}

#[inline]
const fn fill_down(squares: u64) -> u64 {
    let squares = squares | squares >> 8;
    let squares = squares | squares >> 16;
    squares | squares >> 32
}

/// The files of the squares.
#[inline]
pub(super) const fn files(squares: u64) -> u64 {
    fill_up(fill_down(squares))
}

/// The squares in front of the squares and on the files beside, from the view of `color`.
#[inline]
const fn front(squares: u64, color: Color) -> u64 {
    let ahead = match color {
        Color::White => fill_up(squares) << 8,
        Color::Black => fill_down(squares) >> 8,
    };
    ahead | beside(ahead)
}

/// The value of a side's pawns beyond their squares.
#[inline]
pub(super) fn pawns(board: &Board, color: Color) -> Tapered {
    let own = board.colored_pieces(color, Piece::Pawn).0;
    let enemy = board.colored_pieces(!color, Piece::Pawn).0;
    let isolated = own & !files(beside(own));
    let (ahead, protected) = match color {
        Color::White => (fill_up(own) << 8, own & beside(own << 8)),
        Color::Black => (fill_down(own) >> 8, own & beside(own >> 8)),
    };
    let doubled = own & ahead;
    let mut value = ISOLATED.times(isolated.count_ones())
        + DOUBLED.times(doubled.count_ones())
        + PROTECTED.times(protected.count_ones());
    let mut passed = own & !front(enemy, !color) & !enemy;
    let occupied = board.occupied().0;
    while passed != 0 {
        let square = passed.trailing_zeros();
        let rank = Rank::index(square as usize / 8).relative_to(color) as usize;
        let stop = match color {
            Color::White => 1_u64 << square << 8,
            Color::Black => 1_u64 << square >> 8,
        };
        let Tapered { middle, end } = PASSED[rank];
        let share = if stop & occupied == 0 { 4 } else { 2 };
        value = value + Tapered { middle: middle * share / 4, end: end * share / 4 };
        passed &= passed - 1;
    }
    value
}
