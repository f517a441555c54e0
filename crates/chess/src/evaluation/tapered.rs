//! The default evaluation.

use cozy_chess::{BitBoard, Board, Color, Piece};
use tremaux_core::{Evaluator, Score};

use super::king_safety::{Assault, open_files, shelter, zone};
use super::pawns::pawns;
use super::piece_square::{Tapered, phase};
use super::squares::attacks;
use crate::position::Position;
use crate::rules::Chess;

/// Material and piece-square values between middlegame and endgame, mobility, pawn structure,
/// king safety, and rooks on open files.
///
/// The values of pieces on their squares are [kept up to date](Position::balance) as moves are
/// played. A knight, bishop, rook or queen gains a little for each square that it attacks, unless
/// its own side stands there or an enemy pawn guards it; the pair of bishops and the move count,
/// too. Isolated and doubled pawns cost, protected and passed ones gain (half as much if they are
/// blocked). Attacks on the squares around a king count more the more pieces take part.
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
/// For a rook on a file without pawns, and without pawns of its own side.
const OPEN_FILE: Tapered = Tapered { middle: 24, end: 10 };
const HALF_OPEN_FILE: Tapered = Tapered { middle: 12, end: 8 };
const TO_MOVE: i32 = 10;

impl PieceSquares {
    #[inline]
    fn side(board: &Board, color: Color) -> Tapered {
        let mut value = Tapered::default();
        let guarded = guarded_by_pawns(board, !color);
        let free = !(board.colors(color) | guarded);
        let occupied = board.occupied();
        let king = zone(board, !color);
        let mut assault = Assault::default();
        for (piece, average, each) in MOBILITY {
            for square in board.colored_pieces(color, piece) {
                let attacked = attacks(piece, color, square, occupied);
                assault.add(piece, (attacked & king).len());
                let count = (attacked & free).len() as i32 - average;
                value.middle += each.middle * count;
                value.end += each.end * count;
            }
        }
        if board.colored_pieces(color, Piece::Bishop).len() > 1 {
            value = value + BISHOP_PAIR;
        }
        let (open, half_open) = open_files(board, color);
        let rooks = board.colored_pieces(color, Piece::Rook).0;
        value = value
            + OPEN_FILE.times((rooks & open).count_ones())
            + HALF_OPEN_FILE.times((rooks & half_open & !open).count_ones());
        value + pawns(board, color) + shelter(board, color) + assault.value()
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
