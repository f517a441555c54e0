//! What a game with chance, or for more than two players, tells the registry.

use tremaux_core::{Game, GameDepict, GameNotation, PayoffEvaluator};
use tremaux_play::Chances;

/// The positions of such a game.
pub(super) type StateOf<R> = <<R as PayoffRules>::Game as Game>::State;
/// Its moves.
pub(super) type MoveOf<R> = <<R as PayoffRules>::Game as Game>::Move;

/// A game whose players each get a payoff, with its options.
pub(super) trait PayoffRules: Sized + Send + Sync + 'static {
    /// The game.
    type Game: Game<State: Send + Sync, Move: Send> + GameNotation + GameDepict + Sync;
    /// Judges positions that are not over.
    type Evaluator: PayoffEvaluator<Self::Game>;
    /// How probable the moves of chance are.
    type Chances: Chances<Self::Game>;

    /// How many units of what is shown as a score make one of a payoff.
    const SCALE: f64;
    /// What payoffs are counted in.
    const UNIT: &'static str;

    /// The game.
    fn game(&self) -> &Self::Game;

    /// Judges positions that are not over.
    fn evaluator(&self) -> &Self::Evaluator;

    /// How probable the moves of chance are.
    fn chances(&self) -> &Self::Chances;

    /// What all payoffs add up to at most, if none is below zero.
    fn payoff_sum(&self) -> Option<f64> {
        None
    }

    /// The least and the greatest payoff, if there are two players whose payoffs cancel out.
    fn range(&self) -> Option<(f64, f64)> {
        None
    }

    /// `state` drawn in characters.
    fn picture(&self, state: &StateOf<Self>) -> String {
        self.game().depict_in_text(state)
    }
}
