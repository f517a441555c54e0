//! IDA* with Manhattan distance takes exactly the same steps as a plain program.

use tremaux::puzzles::tiles::{Board64, Manhattan, SlidingPuzzle, korf};
use tremaux::search::IdaStar;
use tremaux::{Algorithm, Limits, Progress, Search, Statistics};

#[test]
fn the_easiest_twenty_take_exactly_the_known_nodes() {
    for korf::Effort { number, length, generated, expanded } in korf::EASIEST_20 {
        let instance = korf::fifteen_puzzle(number).expect("one of the hundred");
        let puzzle = SlidingPuzzle::<Board64>::new(&instance).expect("sixteen cells");
        let manhattan = Manhattan::to_goal(puzzle.goal());
        let limits = Limits::default();
        let report = IdaStar::compact().solve(&puzzle, &manhattan, &limits, &mut ());
        assert!(report.is_proven_optimal(), "number {number}");
        assert_eq!(report.lower_bound, length, "number {number}");
        // The engine does not count the root as generated.
        assert_eq!(report.statistics.generated + 1, generated, "number {number}");
        assert_eq!(report.statistics.expanded, expanded, "number {number}");
    }
}

#[test]
fn threads_prove_the_same_lengths() {
    for korf::Effort { number, length, .. } in korf::EASIEST_20.into_iter().take(8) {
        let instance = korf::fifteen_puzzle(number).expect("one of the hundred");
        let puzzle = SlidingPuzzle::<Board64>::new(&instance).expect("sixteen cells");
        let manhattan = Manhattan::to_goal(puzzle.goal());
        let limits = Limits::default();
        let single = IdaStar::compact().solve(&puzzle, &manhattan, &limits, &mut ());
        let mut search = IdaStar::compact().parallel(3).start(&puzzle, &manhattan);
        assert!(matches!(search.advance(&limits, &mut ()), Progress::Done(_)));
        let report = search.report();
        assert!(report.is_proven_optimal(), "number {number}");
        assert_eq!(report.lower_bound, length, "number {number}");
        let before = |counts: &Statistics| (counts.iterations, counts.expanded_before_last_layer);
        assert_eq!(before(&report.statistics), before(&single.statistics), "number {number}");
    }
}
