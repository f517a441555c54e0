//! Evaluation of positions and moves of Dots and Boxes.

use tremaux_core::{Evaluator, Game, MoveOrdering, PayoffEvaluator, Player, Score};

use super::rules::{DotsAndBoxes, Edge, Position};

/// As an evaluation, the boxes scored so far, as the mover's lead over the others; as an
/// ordering, edges that close boxes first, and edges that give a box with three edges to the
/// opponents last.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoxLead;

impl<const PLAYERS: usize> Evaluator<DotsAndBoxes<PLAYERS>> for BoxLead {
    #[inline]
    fn evaluate(&self, game: &DotsAndBoxes<PLAYERS>, position: &Position) -> Score {
        Score::estimate(game.lead(position, position.player_to_move()))
    }
}

impl<const PLAYERS: usize> PayoffEvaluator<DotsAndBoxes<PLAYERS>> for BoxLead {
    /// The payoffs if no more boxes were scored.
    #[inline]
    fn estimate(&self, game: &DotsAndBoxes<PLAYERS>, position: &Position, payoffs: &mut [f64]) {
        for (player, payoff) in payoffs.iter_mut().enumerate() {
            *payoff = game.payoff(position, player as Player);
        }
    }
}

impl<const PLAYERS: usize> MoveOrdering<DotsAndBoxes<PLAYERS>> for BoxLead {
    fn rate(
        &self,
        game: &DotsAndBoxes<PLAYERS>,
        position: &Position,
        _: u32,
        moves: &[Edge],
        ratings: &mut Vec<i32>,
    ) {
        for edge in moves {
            let edge = usize::from(edge.0);
            let edges = position.edges() | 1 << edge;
            let closed = i32::from(game.closed_by(edges, edge));
            ratings.push(closed * 64 - i32::from(game.opened_by(edges, edge)) * 16);
        }
    }
}
