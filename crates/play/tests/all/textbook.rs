//! The search of textbooks: its settings agree with each other.

use tremaux_core::Limits;
use tremaux_play::{Quiescence, SearchParts, Textbook};
use tremaux_testkit::random_game::LayeredGame;

/// The root value is the same with and without pruning, and also with a table if the search
/// reaches the end. Table and pruning only save positions.
#[test]
fn settings_agree() {
    let mut saved = [0, 0];
    for seed in 0..600 {
        let game = LayeredGame { seed };
        let solve = |search: Textbook| {
            let parts = SearchParts::new().evaluator(game).horizon(Quiescence::default());
            let report = search.solve(&game, &(0, 0), parts, &Limits::default());
            (report.score, report.statistics.nodes)
        };
        for depth in [1, 2, 3, 4, 5, 9] {
            for quiescence in [false, true] {
                let search = Textbook::default().max_depth(depth).quiescence(quiescence);
                let (expected, states) = solve(search.prunes(false));
                for (prunes, table) in [(true, false), (false, true), (true, true)] {
                    let (score, found) = solve(search.prunes(prunes).table(table));
                    // Before the end of the game, a table may contain deeper results than the
                    // depth allows.
                    if !table || depth == 9 {
                        assert_eq!(score, expected, "seed {seed}, {depth}, {prunes}, {table}");
                    }
                    assert!(found <= states || table && prunes);
                    if prunes != table {
                        saved[usize::from(table)] += states - found;
                    }
                }
            }
        }
    }
    assert!(saved[0] > 0 && saved[1] > 0);
}

/// However it is sliced, it takes the same steps.
#[test]
fn it_can_be_paused_at_every_position() {
    use tremaux_core::GameSearch;
    for seed in 0..40 {
        let game = LayeredGame { seed };
        let search = Textbook::default().max_depth(6).table(seed % 2 == 0);
        let parts = || SearchParts::new().evaluator(game).horizon(Quiescence::default());
        let whole = search.solve(&game, &(0, 0), parts(), &Limits::default());
        let mut sliced = search.start(&game, &(0, 0), parts());
        let one = Limits::default().with_nodes(1);
        while !matches!(sliced.advance(&one, &mut ()), tremaux_core::Progress::Done(_)) {}
        let report = sliced.report();
        assert_eq!(report.score, whole.score);
        assert_eq!(report.statistics.nodes, whole.statistics.nodes);
        assert_eq!(report.principal_variation, whole.principal_variation);
        assert_eq!(report.root_moves.len(), whole.root_moves.len());
    }
}
