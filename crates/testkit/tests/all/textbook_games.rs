//! The textbook forms compared with each other and with closed forms.

use tremaux_core::Game;
use tremaux_testkit::random_game::LayeredGame;
use tremaux_testkit::textbook_games::*;

#[test]
fn closed_forms() {
    assert_eq!(uniform_nodes(10, 6, true) - 1, 187_300);
    assert_eq!(uniform_nodes(30, 5, false), 25_137_931);
    assert_eq!(minimal_leaves_recurrence(3, 3), 11);
    for branching in 1..8 {
        for depth in 0..8 {
            let leaves = minimal_leaves(branching, depth);
            let printed = minimal_leaves_recurrence(branching, depth);
            assert!(if depth <= 3 { printed == leaves } else { printed >= leaves });
            // The worst case is all leaves; with b = 1 the tree is a line.
            assert!(leaves <= branching.pow(depth) && minimal_nodes(branching, depth) >= leaves);
        }
    }
}

/// The root value is the same with and without pruning, and also with a table if the search
/// reaches the end. Table and pruning only save positions.
#[test]
fn half_moves_agree() {
    let mut saved = [0, 0];
    for seed in 0..600 {
        let game = LayeredGame { seed };
        for half in [1, 2, 3, 4, 5, 9] {
            let depth = f64::from(half) / 2.0;
            for quiescence in [false, true] {
                let plain = HalfMoves { depth, prunes: false, quiescence, table: false };
                let expected = plain.solve(&game, &game, &(0, 0));
                for (prunes, table) in [(true, false), (false, true), (true, true)] {
                    let setting = HalfMoves { prunes, table, ..plain };
                    let result = setting.solve(&game, &game, &(0, 0));
                    // Before the end of the game, a table may contain deeper results than the
                    // depth allows.
                    if !table || half == 9 {
                        assert_eq!(result.score, expected.score, "seed {seed}, {setting:?}");
                    }
                    assert!(result.states <= expected.states || table && prunes);
                    if prunes != table {
                        saved[usize::from(table)] += expected.states - result.states;
                    }
                }
            }
        }
    }
    assert!(saved[0] > 0 && saved[1] > 0);
    // Half a move is one ply.
    let game = LayeredGame { seed: 2 };
    let mut moves = Vec::new();
    game.moves(&(0, 0), &mut moves);
    let one = HalfMoves { depth: 0.5, prunes: false, quiescence: false, table: false };
    assert_eq!(one.solve(&game, &game, &(0, 0)).states, 1 + moves.len() as u64);
}
