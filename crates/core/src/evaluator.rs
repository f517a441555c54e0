//! Evaluation of unfinished positions.

use crate::game::Game;
use crate::score::Score;

/// Evaluates unfinished positions.
pub trait Evaluator<G: Game + ?Sized> {
    /// The estimated value of `state` for the player to move.
    fn evaluate(&self, game: &G, state: &G::State) -> Score;

    /// The true value of `state` for the player to move, if it is known without a search: from
    /// an endgame table, or by a proven rule. Searches call it at every node before its moves
    /// are generated. Wins and losses count from `state`, with the quickest play.
    #[inline]
    fn known(&self, game: &G, state: &G::State) -> Option<Score> {
        let _ = (game, state);
        None
    }
}

/// Evaluates every position as a draw.
impl<G: Game + ?Sized> Evaluator<G> for () {
    #[inline]
    fn evaluate(&self, _game: &G, _state: &G::State) -> Score {
        Score::DRAW
    }
}

impl<G: Game + ?Sized, E: Evaluator<G> + ?Sized> Evaluator<G> for &E {
    #[inline]
    fn evaluate(&self, game: &G, state: &G::State) -> Score {
        (**self).evaluate(game, state)
    }

    #[inline]
    fn known(&self, game: &G, state: &G::State) -> Option<Score> {
        (**self).known(game, state)
    }
}

/// Evaluates unfinished positions of games for any number of players, with or without chance.
pub trait PayoffEvaluator<G: Game + ?Sized> {
    /// Writes what each player can expect from `state` to `payoffs`, one for each player, in
    /// the unit of [`Game::payoff`].
    fn estimate(&self, game: &G, state: &G::State, payoffs: &mut [f64]);
}

/// Expects nothing for anybody.
impl<G: Game + ?Sized> PayoffEvaluator<G> for () {
    #[inline]
    fn estimate(&self, _game: &G, _state: &G::State, payoffs: &mut [f64]) {
        payoffs.fill(0.0);
    }
}

impl<G: Game + ?Sized, E: PayoffEvaluator<G> + ?Sized> PayoffEvaluator<G> for &E {
    #[inline]
    fn estimate(&self, game: &G, state: &G::State, payoffs: &mut [f64]) {
        (**self).estimate(game, state, payoffs);
    }
}
