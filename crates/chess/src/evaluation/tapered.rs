//! The default evaluation.

use cozy_chess::{BitBoard, Board, Color, Piece};
use tremaux_core::{Evaluator, Score};

use super::piece_square::{Tapered, phase};
use super::squares::attacks;
use crate::position::Position;
use crate::rules::Chess;

/// Material and piece-square values between middlegame and endgame, and mobility.
///
/// The values of pieces on their squares are [kept up to date](Position::balance) as moves are
/// played. A knight, bishop, rook or queen gains a little for each square that it attacks, unless
/// its own side stands there or an enemy pawn guards it; the pair of bishops and the move count,
/// too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceSquares;

/// For each square that a piece attacks, beyond an average number of them.
const MOBILITY: [(Piece, i32, Tapered); 4] = [
    (Piece::Knight, 4, Tapered { middle: 4, end: 4 }),
    (Piece::Bishop, 6, Tapered { middle: 4, end: 4 }),
    (Piece::Rook, 6, Tapered { middle: 2, end: 4 }),
    (Piece::Queen, 12, Tapered { middle: 1, end: 3 }),
];

const BISHOP_PAIR: Tapered = Tapered { middle: 25, end: 45 };
const TO_MOVE: i32 = 10;

impl PieceSquares {
    #[inline]
    fn side(board: &Board, color: Color) -> Tapered {
        let mut value = Tapered::default();
        let guarded = guarded_by_pawns(board, !color);
        let free = !(board.colors(color) | guarded);
        let occupied = board.occupied();
        for (piece, average, each) in MOBILITY {
            for square in board.colored_pieces(color, piece) {
                let count = (attacks(piece, color, square, occupied) & free).len() as i32 - average;
                value.middle += each.middle * count;
                value.end += each.end * count;
            }
        }
        if board.colored_pieces(color, Piece::Bishop).len() > 1 {
            value = value + BISHOP_PAIR;
        }
        value
    }
}

/// The squares that a side's pawns attack.
#[inline]
fn guarded_by_pawns(board: &Board, color: Color) -> BitBoard {
    let pawns = board.colored_pieces(color, Piece::Pawn).0;
    let (not_a, not_h) = (!0x0101_0101_0101_0101_u64, !0x8080_8080_8080_8080_u64);
    BitBoard(match color {
        Color::White => (pawns & not_a) << 7 | (pawns & not_h) << 9,
        Color::Black => (pawns & not_a) >> 9 | (pawns & not_h) >> 7,
    })
}

impl Evaluator<Chess> for PieceSquares {
    #[inline]
    fn evaluate(&self, _: &Chess, position: &Position) -> Score {
        let board = position.board();
        let pieces = Self::side(board, Color::White) - Self::side(board, Color::Black);
        let white = (position.balance() + pieces).at(phase(board));
        let is_white = position.side_to_move() == Color::White;
        Score::estimate(if is_white { white } else { -white } + TO_MOVE)
    }
}
