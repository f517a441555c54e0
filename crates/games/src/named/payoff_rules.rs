//! The interface of a game with chance, or with more than two players, to the registry.

use tremaux_core::{Game, GameDepict, GameNotation, PayoffEvaluator, Player};
use tremaux_play::{Expectiminimax, PayoffSearch};

use super::board::{Labels, Paint, board};
use super::sampling_settings::Sampling;

/// The positions of such a game.
pub(super) type StateOf<R> = <<R as PayoffRules>::Game as Game>::State;
/// Its moves.
pub(super) type MoveOf<R> = <<R as PayoffRules>::Game as Game>::Move;
/// A search of it.
pub type SearchOf<'a, R> = PayoffSearch<
    &'a <R as PayoffRules>::Game,
    <R as PayoffRules>::Game,
    &'a <R as PayoffRules>::Evaluator,
>;

/// A game in which each player gets a payoff, with its options.
pub trait PayoffRules: Sized + Send + Sync + 'static {
    /// The game.
    type Game: Game<State: Send + Sync, Move: PartialEq + Send> + GameNotation + GameDepict + Sync;
    /// Evaluates positions that are not over.
    type Evaluator: PayoffEvaluator<Self::Game> + Sync;

    /// The factor from a payoff to the displayed score.
    const SCALE: f64;
    /// The unit of payoffs.
    const UNIT: &'static str;

    /// The game.
    fn game(&self) -> &Self::Game;

    /// Evaluates positions that are not over.
    fn evaluator(&self) -> &Self::Evaluator;

    /// The player to move; if the game is over, the player whose move it would be; if chance is to
    /// move, the player who moves after it.
    fn side_to_move(&self, state: &StateOf<Self>) -> Player;

    /// The maximum sum of all payoffs, if none is negative.
    fn payoff_sum(&self) -> Option<f64> {
        None
    }

    /// The smallest and the largest payoff, if this is a two-player zero-sum game.
    fn range(&self) -> Option<(f64, f64)> {
        None
    }

    /// The least and the greatest payoff of a player.
    fn payoff_range(&self) -> (f64, f64) {
        self.range().or(self.payoff_sum().map(|sum| (0.0, sum))).unwrap_or((-1.0, 1.0))
    }

    /// How the game is sampled, as far as the user does not say it.
    fn sampling(&self) -> Sampling {
        Sampling::default()
    }

    /// A search of a state, if this is a two-player zero-sum game.
    fn start(&self, _: Expectiminimax, _: &StateOf<Self>) -> Option<SearchOf<'_, Self>> {
        None
    }

    /// The squares that belong to a side, and which; `played` are the moves, with the position
    /// before each.
    fn owned(
        &self,
        _state: &StateOf<Self>,
        _played: &[(StateOf<Self>, MoveOf<Self>)],
    ) -> Vec<(u8, u8, Player)> {
        Vec::new()
    }

    /// What each side has that counts, such as discs; empty if nothing does.
    fn counts(&self, _state: &StateOf<Self>) -> Vec<u32> {
        Vec::new()
    }

    /// `state` drawn as text.
    fn picture(&self, state: &StateOf<Self>) -> String {
        self.game().depict_in_text(state)
    }

    /// The names of columns and rows, as the side to move counts them.
    fn labels(&self, _state: &StateOf<Self>) -> Labels {
        Labels::default()
    }

    /// `state` for a terminal, with coordinates, and what changed since `before` marked.
    fn board(&self, state: &StateOf<Self>, before: Option<&StateOf<Self>>, paint: Paint) -> String {
        let game = self.game();
        let before = before.map(|before| game.depict(before));
        board(&game.depict(state), before.as_ref(), &self.labels(state), paint)
    }
}
