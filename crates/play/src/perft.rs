//! Counting positions, to test move generators.

use tremaux_core::{Game, Turn};

/// The number of legal sequences of `depth` moves from `state`, which is left unchanged.
pub fn perft<G: Game>(game: &G, state: &mut G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.turn(state) == Turn::Over {
        return 0;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut total = 0;
    for mv in moves {
        let undo = game.play(state, mv);
        total += perft(game, state, depth - 1);
        game.undo(state, mv, undo);
    }
    total
}
