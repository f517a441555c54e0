//! Minimax with limits compared with the textbook form.

use tremaux_core::*;
use tremaux_play::{Minimax, SearchParts};
use tremaux_testkit::random_game::LayeredGame;
use tremaux_testkit::textbook_games::minimax;
use tremaux_testkit::uniform_tree::{TreeOrder, UniformTree};

/// The value, the positions visited and the values of the moves equal those of the recursive
/// form, and the line leads to the value.
#[test]
fn same_values_and_counts_as_the_textbook() {
    let mut exact = 0;
    for seed in 0..400 {
        let game = LayeredGame { seed };
        let start = game.initial_state();
        let Turn::Player(player) = game.turn(&start) else { panic!("just begun") };
        for depth in 1..7 {
            let mut nodes = 0;
            let expected = minimax(&game, &game, &mut start.clone(), player, depth, &mut nodes);
            let search = Minimax::default().max_depth(depth).deepens(false);
            let report =
                search.solve(&game, &start, SearchParts::new().evaluator(game), &Limits::default());
            let what = format!("seed {seed}, depth {depth}");
            assert_eq!((report.score, report.statistics.nodes), (expected, nodes), "{what}");
            assert_eq!(report.depth, depth);
            let mut moves = Vec::new();
            game.moves(&start, &mut moves);
            assert_eq!(report.root_moves.len(), moves.len());
            for (mv, line) in report.root_moves.iter().zip(&report.lines) {
                let mut state = start;
                let _ = game.play(&mut state, mv.mv);
                let value = minimax(&game, &game, &mut state, player, depth - 1, &mut 0).after(1);
                assert_eq!((mv.score, line.score, line.moves[0]), (value, value, mv.mv), "{what}");
                // The line must lead to the value.
                let mut state = start;
                for &mv in &line.moves {
                    let _ = game.play(&mut state, mv);
                }
                let plies = line.moves.len() as u32;
                let left = depth - plies;
                assert!(left == 0 || game.turn(&state) == Turn::Over, "{what}");
                let end = minimax(&game, &game, &mut state, player, 0, &mut 0).after(plies);
                assert_eq!(end, value, "{what}");
            }
            assert_eq!(report.principal_variation, report.lines[0].moves);
            // A known win of a point beside what is only estimated is no more than an estimate.
            assert_eq!(report.is_exact, report.lines[0].is_exact, "{what}");
            // A score called exact is the value of the whole game.
            let whole = minimax(&game, &game, &mut start.clone(), player, 100, &mut 0);
            if report.is_exact {
                exact += 1;
                assert_eq!(report.score, whole, "{what}");
            }
            let search = Minimax::default().max_depth(depth).deepens(true);
            let deepened =
                search.solve(&game, &start, SearchParts::new().evaluator(game), &Limits::default());
            if !deepened.is_exact {
                assert_eq!((deepened.score, deepened.depth), (expected, depth), "{what}");
                assert_eq!(deepened.statistics.iteration_nodes, nodes, "{what}");
            }
        }
    }
    assert!(exact > 100, "only {exact}");
}

#[test]
fn limits_leave_the_last_whole_depth_and_a_legal_move() {
    let game = UniformTree { seed: 3, branching: 4, order: TreeOrder::Random };
    let state = game.initial_state();
    let search = Minimax::default().max_depth(4000).deepens(true);
    let limits = Limits::default().with_nodes(100);
    let report = search.solve(&game, &state, SearchParts::new().evaluator(game), &limits);
    // The iterations visit 5, 21 and 85 positions, so the third one is not completed.
    assert_eq!((report.depth, report.statistics.nodes), (2, 100));
    assert_eq!(report.termination, Termination::Stopped(StopReason::NodeLimit));
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    for deepens in [true, false] {
        let search = search.deepens(deepens);
        let report = search.solve(&game, &state, SearchParts::new().evaluator(game), &cancelled);
        assert_eq!((report.depth, report.principal_variation.len()), (0, 1));
        assert_eq!(report.termination, Termination::Stopped(StopReason::Cancelled));
        let time = Limits::default().with_time(std::time::Duration::from_millis(1));
        let report = search.solve(&game, &state, SearchParts::new().evaluator(game), &time);
        assert_eq!(report.termination, Termination::Stopped(StopReason::TimeLimit));
    }
}
