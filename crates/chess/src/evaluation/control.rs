//! An evaluation by controlled squares.

use cozy_chess::{BitBoard, Board, Color, Piece};
use tremaux_core::{Evaluator, Score};

use super::squares::attacks;
use crate::position::Position;
use crate::rules::Chess;

/// Material, controlled squares, the centre, and attacked pieces: the parts that M. Watson's
/// program for a textbook on artificial intelligence in Java has, in hundredths of a pawn.
///
/// Each piece counts 4 for each square that it controls, 6 more if the square is one of the four
/// in the centre, and a fiftieth of the value of an enemy that it attacks there. The weights are
/// our own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquareControl;

/// d4, e4, d5 and e5.
const CENTRE: BitBoard = BitBoard(0x0000_0018_1800_0000);

/// By piece. The king's is for attacks on it.
const VALUES: [i32; Piece::NUM] = [100, 300, 300, 500, 900, 1000];

impl SquareControl {
    fn side(board: &Board, color: Color) -> i32 {
        let (occupied, enemies) = (board.occupied(), board.colors(!color));
        let mut value = 0;
        for piece in Piece::ALL {
            for square in board.colored_pieces(color, piece) {
                let controlled = attacks(piece, color, square, occupied);
                value += if piece == Piece::King { 0 } else { VALUES[piece as usize] };
                value += 4 * controlled.len() as i32 + 6 * (controlled & CENTRE).len() as i32;
                for victim in Piece::ALL {
                    let attacked = (controlled & enemies & board.pieces(victim)).len() as i32;
                    value += attacked * VALUES[victim as usize] / 50;
                }
            }
        }
        value
    }
}

impl Evaluator<Chess> for SquareControl {
    fn evaluate(&self, _: &Chess, position: &Position) -> Score {
        let board = position.board();
        let mover = position.side_to_move();
        Score::estimate(Self::side(board, mover) - Self::side(board, !mover))
    }
}
