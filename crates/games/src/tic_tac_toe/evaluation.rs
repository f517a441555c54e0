//! Evaluation of tic-tac-toe positions.

use tremaux_core::{Evaluator, Score};

use super::rules::{LINES, Position, TicTacToe};

/// The number of lines open to the player to move minus those open to the opponent (Nilsson
/// 1971).
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

impl Evaluator<TicTacToe> for OpenLines {
    #[inline]
    fn evaluate(&self, _: &TicTacToe, position: &Position) -> Score {
        let open = |others: u16| LINES.iter().filter(|&line| others & line == 0).count() as i32;
        Score::estimate(open(position.theirs) - open(position.mine))
    }
}
