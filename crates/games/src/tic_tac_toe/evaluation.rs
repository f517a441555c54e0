//! Judging positions of tic-tac-toe.

use tremaux_core::{Evaluator, Score};

use super::rules::{LINES, Position, TicTacToe};

/// The lines still open to the player to move less those open to the other (Nilsson 1971).
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

impl Evaluator<TicTacToe> for OpenLines {
    fn evaluate(&self, _: &TicTacToe, position: &Position) -> Score {
        let open = |others: u16| LINES.iter().filter(|&line| others & line == 0).count() as i32;
        Score::estimate(open(position.theirs) - open(position.mine))
    }
}
