//! Go for Monte Carlo tree search.

use tremaux_core::{Game, HashedGame, MoveKey, Turn, ZeroSumGame};
use tremaux_play::{Mcts, Playout, Sampler, reward_of, value_of};

use super::rules::{Go, Move, Position};

/// The share of a reward that the margin of a win has: enough to prefer a greater one, too little
/// to risk the game for it.
const MARGIN: f64 = 0.04;

/// Go as Monte Carlo tree search samples it: by [`Go::play_out`] and [`Go::priors`].
///
/// ```
/// use tremaux::games::go::{Go, Playouts};
/// use tremaux::{Game, Limits};
/// let game = Go::new(5).unwrap().komi(1);
/// let limits = Limits::default().with_nodes(2000);
/// let report = Playouts::options().solve(&game, &game.initial_state(), &Playouts, &limits);
/// // Black begins in the centre.
/// assert_eq!(game.place(report.line[0]), Some((2, 2)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Playouts;

impl Playouts {
    /// Settings that suit them.
    pub fn options() -> Mcts {
        Mcts::default().rave(1000.0).exploration(0.05).bias(0.05)
    }
}

impl Sampler<Go> for Playouts {
    fn sample(
        &self,
        game: &Go,
        position: &mut Position,
        playout: &mut Playout<'_, Move>,
        rewards: &mut [f64],
    ) {
        let score = game.play_out(&mut position.board, playout.random, playout.trail);
        rewards[0] = self.reward(value_of(score));
        rewards[1] = 1.0 - rewards[0];
    }

    fn known(&self, game: &Go, position: &Position) -> Option<(f64, bool)> {
        (game.turn(position) == Turn::Over)
            .then(|| (value_of(game.final_score(position, 0)), game.depends_on_history(position)))
    }

    fn reward(&self, value: f64) -> f64 {
        reward_of(value, MARGIN, 1000.0)
    }

    fn hash(&self, game: &Go, position: &Position) -> Option<u64> {
        Some(game.hash(position))
    }

    fn priors(&self, game: &Go, position: &Position, moves: &[Move], priors: &mut Vec<f32>) {
        game.priors(position, moves, priors);
    }

    fn key_count(&self, game: &Go) -> usize {
        game.key_count()
    }

    #[inline]
    fn key(&self, game: &Go, position: &Position, mv: Move) -> u32 {
        game.move_key(position, mv) as u32
    }
}
