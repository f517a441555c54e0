//! A game by closures with a table.

use tremaux::play::TranspositionTable;
use tremaux::play::{AlphaBeta, Minimax, SearchParts};
use tremaux::{Game, Limits, Score};

#[test]
fn a_game_by_closures_is_searched_alike_with_and_without_a_table() {
    for heap in 1..30_u32 {
        let nim = tremaux::game(
            heap,
            |&left| 1..=left.min(3),
            |&left, take| left - take,
            |&left| (left == 0).then_some(Score::LOSS),
        );
        let (start, limits) = (nim.initial_state(), Limits::default());
        let table = TranspositionTable::with_bytes(1 << 14);
        let parts = SearchParts::new().table(table);
        let report = AlphaBeta::default().solve(&nim, &start, parts, &limits);
        assert!(report.is_exact);
        assert_eq!(report.score.get() > 0, heap % 4 != 0, "{heap}");
        if heap < 10 {
            let minimax = Minimax::default().max_depth(10).deepens(true);
            let plain = minimax.solve(&nim, &start, SearchParts::new(), &limits);
            assert_eq!((plain.score, plain.is_exact), (report.score, true), "{heap}");
        }
    }
}
