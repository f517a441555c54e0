//! The evaluation of Shannon.

use cozy_chess::{Board, Color, Piece, Rank, Square, get_pawn_attacks, get_pawn_quiets};
use tremaux_core::{Evaluator, Score};

use super::squares::attacks;
use crate::position::Position;
use crate::rules::Chess;

/// The evaluation that Shannon proposed in 1949, in hundredths of a pawn.
///
/// 9 for a queen, 5 for a rook, 3 for a bishop or knight, 1 for a pawn; less 0.5 for a doubled, a
/// blocked and an isolated pawn each; 0.1 for each move. The values of the side to move minus
/// those of the other. His 200 for a king never differ in a legal position.
///
/// A pawn is doubled if another of its side stands before it on its file, blocked if any piece
/// stands on the next square, isolated if its side has no pawn on the files beside it. Moves are
/// counted for both sides as if they were to move, checks, castling and en passant left aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shannon;

impl Shannon {
    fn side(board: &Board, color: Color) -> i32 {
        let count = |piece| board.colored_pieces(color, piece).len() as i32;
        let material = 900 * count(Piece::Queen)
            + 500 * count(Piece::Rook)
            + 300 * (count(Piece::Bishop) + count(Piece::Knight))
            + 100 * count(Piece::Pawn);
        material - 50 * weak_pawns(board, color) + 10 * mobility(board, color)
    }
}

/// The doubled, the blocked and the isolated pawns of a side.
fn weak_pawns(board: &Board, color: Color) -> i32 {
    let pawns = board.colored_pieces(color, Piece::Pawn);
    let mut weak = 0;
    for pawn in pawns {
        let file = pawn.file();
        let is_ahead = |other: Square| match color {
            Color::White => other.rank() > pawn.rank(),
            Color::Black => other.rank() < pawn.rank(),
        };
        let is_doubled = (pawns & file.bitboard()).into_iter().any(is_ahead);
        let is_blocked = get_pawn_quiets(pawn, color, board.occupied()).is_empty();
        let is_isolated = (pawns & file.adjacent()).is_empty();
        weak += i32::from(is_doubled) + i32::from(is_blocked) + i32::from(is_isolated);
    }
    weak
}

/// The moves that the pieces of a side could make, whatever happens to its king.
fn mobility(board: &Board, color: Color) -> i32 {
    let (occupied, enemies) = (board.occupied(), board.colors(!color));
    let last_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
    let mut count = 0;
    for piece in Piece::ALL {
        for square in board.colored_pieces(color, piece) {
            let to = if piece == Piece::Pawn {
                let to = get_pawn_quiets(square, color, occupied)
                    | get_pawn_attacks(square, color) & enemies;
                count += 3 * (to & last_ranks).len();
                to
            } else {
                attacks(piece, color, square, occupied) & !board.colors(color)
            };
            count += to.len();
        }
    }
    count as i32
}

impl Evaluator<Chess> for Shannon {
    fn evaluate(&self, _: &Chess, position: &Position) -> Score {
        let board = position.board();
        let mover = position.side_to_move();
        Score::estimate(Self::side(board, mover) - Self::side(board, !mover))
    }
}
