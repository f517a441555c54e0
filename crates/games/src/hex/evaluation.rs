//! Evaluation of Hex by the stones that are missing.

use tremaux_core::{Evaluator, Score};

use super::rules::{Hex, Position};

/// Ten times the number of stones by which the player to move needs fewer than the other one to
/// connect its sides ([`Hex::distance`]), and five for the move.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectionLead;

impl Evaluator<Hex> for ConnectionLead {
    fn evaluate(&self, game: &Hex, position: &Position) -> Score {
        let mover = position.player_to_move();
        // Nobody is cut off before the other one has connected.
        let missing = |player| game.distance(position, player).map_or(0, |it| it as i32);
        Score::estimate(10 * (missing(1 - mover) - missing(mover)) + 5)
    }
}
