//! Evaluation of unfinished positions.

use crate::game::{Game, Player};
use crate::score::Score;

/// Evaluates unfinished positions. [`from_fn`] makes an evaluator of a closure.
///
/// ```
/// use tremaux::play::Evaluator;
/// use tremaux::{Game, Score};
/// /// The number of legal moves.
/// struct Mobility;
///
/// impl<G: Game> Evaluator<G> for Mobility {
///     fn evaluate(&self, game: &G, state: &G::State) -> Score {
///         let mut moves = Vec::new();
///         game.moves(state, &mut moves);
///         Score::estimate(moves.len() as i32)
///     }
/// }
/// ```
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

/// An evaluator that calls a closure; see [`from_fn`].
#[derive(Clone, Copy, Debug)]
pub struct FromFn<F>(F);

/// An evaluator from a closure whose argument has a type: `|position: &Position| …`.
///
/// For alpha-beta and minimax the closure returns the [`Score`] for the player to move
/// ([`Evaluator`]). For games with chance or with more players it takes a position and a player,
/// and returns what that player can expect ([`PayoffEvaluator`]).
///
/// ```
/// use tremaux::play::{Evaluator, PayoffEvaluator, Player};
/// use tremaux::{Game, Score, play};
///
/// /// The positions are pairs of points.
/// fn is_usable<G: Game<State = (i32, i32)>>() {
///     let lead = |&(mine, theirs): &(i32, i32)| Score::estimate(mine - theirs);
///     let _: &dyn Evaluator<G> = &play::evaluator(lead);
///     let points = |points: &(i32, i32), player: Player| {
///         f64::from(if player == 0 { points.0 } else { points.1 })
///     };
///     let _: &dyn PayoffEvaluator<G> = &play::evaluator(points);
/// }
/// ```
pub fn from_fn<F>(evaluate: F) -> FromFn<F> {
    FromFn(evaluate)
}

impl<G: Game + ?Sized, F: Fn(&G::State) -> Score> Evaluator<G> for FromFn<F> {
    #[inline]
    fn evaluate(&self, _game: &G, state: &G::State) -> Score {
        (self.0)(state)
    }
}

impl<G: Game + ?Sized, F: Fn(&G::State, Player) -> f64> PayoffEvaluator<G> for FromFn<F> {
    #[inline]
    fn estimate(&self, _game: &G, state: &G::State, payoffs: &mut [f64]) {
        for (player, payoff) in payoffs.iter_mut().enumerate() {
            *payoff = (self.0)(state, player as Player);
        }
    }
}
