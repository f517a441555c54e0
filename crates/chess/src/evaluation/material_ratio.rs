//! An evaluation by the ratio of material.

use cozy_chess::{Board, Color, Piece};
use tremaux_core::{Evaluator, Score};

use crate::position::Position;
use crate::rules::Chess;

/// (w − b) / (w + b), in ten-thousandths: the lead in material over all material, so that whoever
/// is ahead likes to exchange.
///
/// 9 for a queen, 5 for a rook, 3 for a bishop or knight, 1 for a pawn; 0 if there are only kings.
/// A pawn more of a full set counts 128, a queen against nothing 10,000.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaterialRatio;

fn material(board: &Board, color: Color) -> i32 {
    const VALUES: [i32; Piece::NUM] = [1, 3, 3, 5, 9, 0];
    let value = |piece| VALUES[piece as usize] * board.colored_pieces(color, piece).len() as i32;
    Piece::ALL.into_iter().map(value).sum()
}

impl Evaluator<Chess> for MaterialRatio {
    fn evaluate(&self, _: &Chess, position: &Position) -> Score {
        let (board, mover) = (position.board(), position.side_to_move());
        let (own, other) = (material(board, mover), material(board, !mover));
        Score::estimate(10_000 * (own - other) / (own + other).max(1))
    }
}
