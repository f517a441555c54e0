//! Counts games and positions, to test move generators.

use std::collections::HashSet;

use tremaux_core::{Game, HashedGame, Turn};

/// Counts the legal sequences of `depth` moves from `state`, which is left unchanged.
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

/// Calls `visit` with `state` and every position that follows it, once for every line of play
/// that reaches it. `state` is left unchanged.
///
/// Time is linear in the number of lines and memory linear in their length. Only for small
/// games.
pub fn every_line<G: Game>(game: &G, state: &mut G::State, visit: &mut impl FnMut(&G::State)) {
    visit(state);
    if game.turn(state) == Turn::Over {
        return;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    for mv in moves {
        let undo = game.play(state, mv);
        every_line(game, state, visit);
        game.undo(state, mv, undo);
    }
}

/// Counts the games from `state` to their ends, where moves that lead to equal hashes count
/// once. If the hash folds symmetries, these are the games up to symmetry.
pub fn folded_games<G: HashedGame>(game: &G, state: &mut G::State) -> u64 {
    if game.turn(state) == Turn::Over {
        return 1;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let (mut seen, mut count) = (HashSet::new(), 0);
    for mv in moves {
        let undo = game.play(state, mv);
        if seen.insert(game.hash(state)) {
            count += folded_games(game, state);
        }
        game.undo(state, mv, undo);
    }
    count
}
