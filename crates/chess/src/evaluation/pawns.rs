//! Pawn structure: isolated, doubled, passed and blocked pawns.

use cozy_chess::{Board, Color, Piece, Rank, Square};

use super::weights::{self, Features};

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// The squares with their neighbours on both sides.
#[inline]
pub(super) const fn beside(squares: u64) -> u64 {
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

/// The squares that a side's pawns could attack on their way forward.
#[inline]
pub(super) const fn attack_span(pawns: u64, color: Color) -> u64 {
    let ahead = match color {
        Color::White => fill_up(pawns) << 8,
        Color::Black => fill_down(pawns) >> 8,
    };
    beside(ahead)
}

/// The features of a side's pawns beyond their squares.
#[inline]
pub(super) fn pawns(board: &Board, color: Color, features: &mut impl Features) {
    let own = board.colored_pieces(color, Piece::Pawn).0;
    let enemy = board.colored_pieces(!color, Piece::Pawn).0;
    let isolated = own & !files(beside(own));
    let (ahead, protected) = match color {
        Color::White => (fill_up(own) << 8, own & beside(own << 8)),
        Color::Black => (fill_down(own) >> 8, own & beside(own >> 8)),
    };
    let doubled = own & ahead;
    features.add(weights::ISOLATED, isolated.count_ones() as i32);
    features.add(weights::DOUBLED, doubled.count_ones() as i32);
    features.add(weights::PROTECTED, protected.count_ones() as i32);
    let mut passed = own & !front(enemy, !color) & !enemy;
    let occupied = board.occupied();
    while passed != 0 {
        let square = passed.trailing_zeros() as usize;
        let rank = Rank::index(square / 8).relative_to(color) as usize;
        let stop = Square::index(match color {
            Color::White => square + 8,
            Color::Black => square - 8,
        });
        let is_blocked = occupied.has(stop);
        let kind = if is_blocked { weights::BLOCKED_PASSED } else { weights::PASSED };
        features.add(kind + rank - 1, 1);
        if rank > 2 {
            let beyond = rank as i32 - 2;
            features.add(weights::PASSED_OWN_KING, beyond * steps(board.king(color), stop));
            features.add(weights::PASSED_ENEMY_KING, beyond * steps(board.king(!color), stop));
        }
        passed &= passed - 1;
    }
}

/// The moves that a king needs from one square to another on an empty board.
#[inline]
fn steps(from: Square, to: Square) -> i32 {
    let files = (from.file() as i32 - to.file() as i32).abs();
    files.max((from.rank() as i32 - to.rank() as i32).abs())
}
