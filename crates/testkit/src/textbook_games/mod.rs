//! Game search as printed in textbooks: short and plain, following the conventions of the
//! texts.
//!
//! These forms are the specification of the engines of `play`. All are recursive to a given depth,
//! and take time b^d and memory b·d for b moves and d plies.

mod minimal_tree;
mod payoffs;

use tremaux_core::{Evaluator, Player, Score, Turn, ZeroSumGame};

pub use minimal_tree::{minimal_leaves, minimal_leaves_recurrence, minimal_nodes, uniform_nodes};
pub use payoffs::{expected_payoffs, max_n, paranoid};

/// The value of `state` by plain minimax to `depth` plies, for the player to move (or for
/// `mover` if the game is over). Adds the number of positions visited, including the root, to
/// `nodes`.
///
/// This is the specification of all other searches. Wins count less the later they come.
/// [`Evaluator::known`] is not used.
pub fn minimax<G: ZeroSumGame, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &mut G::State,
    mover: Player,
    depth: u32,
    nodes: &mut u64,
) -> Score {
    *nodes += 1;
    let player = match game.turn(state) {
        Turn::Over => return game.final_score(state, mover),
        Turn::Player(player) => player,
        Turn::Chance => panic!("minimax is for games without chance"),
    };
    let value = if depth == 0 {
        evaluator.evaluate(game, state)
    } else {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let mut best = Score::LOSS;
        for mv in moves {
            let undo = game.play(state, mv);
            best = best.max(minimax(game, evaluator, state, player, depth - 1, nodes).after(1));
            game.undo(state, mv, undo);
        }
        best
    };
    if player == mover { value } else { -value }
}
