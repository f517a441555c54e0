//! The textbook forms: short and plain, by the conventions of the texts.

use tremaux_core::{Evaluator, Player, Score, Turn, ZeroSumGame};

/// The value of `state` by plain minimax to `depth` plies, for the player to move (if the
/// game is over, for `mover`); every position visited, the root too, is added to `nodes`.
///
/// The specification of all other searches: wins count less the later they come, and
/// [`Evaluator::known`] is not asked.
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

/// Alpha-beta (Knuth and Moore 1975) that never leaves its window: fail-hard, moves as they
/// are generated, wins all alike, the root counted in `nodes`.
///
/// For games where two players alternate; the value is for `player`, whose turn it is (or
/// would be).
pub fn alpha_beta_fail_hard<G: ZeroSumGame, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    (state, player): (&mut G::State, Player),
    depth: u32,
    (mut alpha, beta): (Score, Score),
    nodes: &mut u64,
) -> Score {
    *nodes += 1;
    if game.turn(state) == Turn::Over {
        return game.final_score(state, player);
    }
    if depth == 0 {
        return evaluator.evaluate(game, state);
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    for mv in moves {
        let undo = game.play(state, mv);
        let (child, window) = ((&mut *state, 1 - player), (-beta, -alpha));
        let score = -alpha_beta_fail_hard(game, evaluator, child, depth - 1, window, nodes);
        game.undo(state, mv, undo);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    alpha
}
