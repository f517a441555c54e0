//! Several threads on one table.

use tremaux_core::*;
use tremaux_play::*;
use tremaux_tables::*;
use tremaux_testkit::random_game::{LayeredGame, mix};
use tremaux_testkit::textbook_games::minimax;
use tremaux_testkit::uniform_tree::{TreeOrder, UniformTree};

fn legal<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

/// Ten thousand searches by eight threads at a time, all of the same game on a table of two to
/// five cache lines: no illegal move and no wrong value.
#[test]
fn eight_threads_share_a_table() {
    for seed in 0..50 {
        let game = LayeredGame { seed };
        let Turn::Player(mover) = game.turn(&(0, 0)) else { panic!("just begun") };
        let values: Vec<Score> =
            (0..=9).map(|depth| minimax(&game, &game, &mut (0, 0), mover, depth, &mut 0)).collect();
        let table = TranspositionTable::<TwoLevel>::with_scheme(128 + 64 * (seed as usize % 4));
        std::thread::scope(|scope| {
            for thread in 0..8u64 {
                let (table, values, game) = (&table, &values, &game);
                scope.spawn(move || {
                    let windows = [Window::Scout, Window::Mtd, Window::Full, Window::SssStar];
                    for round in 0..25 {
                        let random = mix(seed, thread, round);
                        let options = AlphaBeta::default()
                            .window(windows[random as usize % 4])
                            .max_depth(1 + (random >> 8) as u32 % 9)
                            .table_depth(1)
                            .table_use(TableUse::SameDepth);
                        let parts = SearchParts::new().evaluator(game).table(table);
                        let report = options.solve(game, &(0, 0), parts, &Limits::default());
                        let expected = values[report.depth as usize];
                        assert_eq!(report.score, expected, "seed {seed}, {options:?}");
                        assert!(!report.is_exact || report.score == values[9], "seed {seed}");
                        let mut place = (0, 0);
                        for mv in report.principal_variation {
                            assert!(legal(game, &place).contains(&mv), "seed {seed}");
                            let _ = game.play(&mut place, mv);
                        }
                    }
                });
            }
        });
    }
}

#[test]
fn helpers_change_no_score() {
    for seed in 0..200 {
        let game = LayeredGame { seed };
        let Turn::Player(mover) = game.turn(&(0, 0)) else { panic!("just begun") };
        let truth = minimax(&game, &game, &mut (0, 0), mover, 9, &mut 0);
        let table = TranspositionTable::with_bytes(4096);
        let parts = |_| SearchParts::new().evaluator(&game).table(&table);
        let limits = Limits::default();
        let report =
            AlphaBeta::default().solve_in_parallel(4, &game, &(0, 0), parts, &limits, &mut ());
        assert!(report.is_exact && report.score == truth, "seed {seed}: {report:?}");
        assert!(legal(&game, &(0, 0)).contains(&report.principal_variation[0]));
    }
}

#[test]
fn limits_hold_for_all_threads() {
    let game = UniformTree { seed: 1, branching: 8, order: TreeOrder::Random };
    let table = TranspositionTable::with_bytes(1 << 20);
    let start = game.initial_state();
    let parts = |_| SearchParts::new().evaluator(game).ordering(Killers::default()).table(&table);
    let limits = Limits::default().with_nodes(100_000);
    let options = AlphaBeta::default();
    // On a busy machine a helper may start too late to help, but not every time.
    let is_helped = (0..50).any(|_| {
        let report = options.solve_in_parallel(2, &game, &start, parts, &limits, &mut ());
        assert_eq!(report.termination, Termination::Stopped(StopReason::NodeLimit));
        assert!(report.statistics.nodes <= 100_000 && report.depth > 0);
        report.statistics.helper_nodes > 0
    });
    assert!(is_helped);
    limits.cancel.cancel();
    let report = options.solve_in_parallel(3, &game, &start, parts, &limits, &mut ());
    assert!(legal(&game, &start).contains(&report.principal_variation[0]));
}
