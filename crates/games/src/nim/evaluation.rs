//! Evaluation of Nim positions and moves by the theory.

use tremaux_core::{Evaluator, MoveOrdering, Score};

use super::rules::{Heaps, Nim, Take};

/// The theory as an estimate, which is right about the winner but not about the number of plies;
/// and as an ordering, which tries winning moves first.
#[derive(Clone, Copy, Debug, Default)]
pub struct NimSum;

impl NimSum {
    /// The estimate of a won position.
    pub const WON: i32 = 1000;
}

impl Evaluator<Nim> for NimSum {
    #[inline]
    fn evaluate(&self, nim: &Nim, heaps: &Heaps) -> Score {
        Score::estimate(if nim.is_won(heaps) { Self::WON } else { -Self::WON })
    }
}

impl MoveOrdering<Nim> for NimSum {
    #[inline]
    fn rate(&self, nim: &Nim, heaps: &Heaps, _: u32, moves: &[Take], ratings: &mut Vec<i32>) {
        let winning = nim.winning_moves(heaps);
        ratings.extend(moves.iter().map(|take| i32::from(winning.contains(take))));
    }
}
