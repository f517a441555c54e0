//! The question that a search answers, and the position where it is.

use tremaux_core::{Game, GameStatistics, Player, Turn, ZeroSumGame};

use super::Numbers;
use crate::sampling::value_of;

/// Whether the prover can reach at least a value.
pub(super) struct Question {
    pub(super) prover: Player,
    pub(super) value: f64,
    /// The least value at which the prover succeeded, and the greatest at which it failed.
    pub(super) least_success: f64,
    pub(super) greatest_failure: f64,
    /// Whether an end was met whose margin may be greater than its score.
    pub(super) met_clamped: bool,
}

impl Question {
    pub(super) fn new(prover: Player, value: f64) -> Self {
        let (least_success, greatest_failure) = (f64::INFINITY, f64::NEG_INFINITY);
        Self { prover, value, least_success, greatest_failure, met_clamped: false }
    }

    #[inline]
    pub(super) fn is_prover<G: Game>(&self, game: &G, state: &G::State) -> bool {
        let turn = game.turn(state);
        assert!(turn != Turn::Chance, "proof-number search is for games without chance");
        turn == Turn::Player(self.prover)
    }

    /// The numbers of a finished game.
    #[inline]
    pub(super) fn ended<G: ZeroSumGame>(&mut self, game: &G, state: &G::State) -> Option<Numbers> {
        if game.turn(state) != Turn::Over {
            return None;
        }
        let score = game.final_score(state, self.prover);
        self.met_clamped |= score.is_clamped();
        let value = value_of(score);
        let is_proved = value >= self.value;
        if is_proved {
            self.least_success = self.least_success.min(value);
        } else {
            self.greatest_failure = self.greatest_failure.max(value);
        }
        Some(Numbers::ended(is_proved, game.depends_on_history(state)))
    }
}

/// The current position, and how it was reached.
pub(super) struct Position<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) state: &'a mut G::State,
    pub(super) line: &'a mut Vec<(G::Move, G::Undo)>,
    pub(super) statistics: &'a mut GameStatistics,
}

impl<G: Game> Position<'_, G> {
    #[inline]
    pub(super) fn play(&mut self, mv: G::Move) {
        let undo = self.game.play(self.state, mv);
        self.line.push((mv, undo));
    }

    #[inline]
    pub(super) fn undo(&mut self) {
        let (mv, undo) = self.line.pop().expect("a move was played");
        self.game.undo(self.state, mv, undo);
    }
}
