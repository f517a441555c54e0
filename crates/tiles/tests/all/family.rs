//! The search family on sliding-tile puzzles: costs and memory.

use tremaux_core::{Algorithm, AnySearch, Limits, NoHeuristic, Search, SearchReport, StateSpace};
use tremaux_search::{
    AnytimeAStar, Beam, BestFirst, BidirectionalBreadthFirst, FrontierBreadthFirst,
    IterativeBroadening, KBest, MemoryBounded, NearOptimalBidirectional, plan_cost,
};
use tremaux_tiles::{Board64, Instance, LinearConflict, Manhattan, SlidingPuzzle, korf};

type Puzzle = SlidingPuzzle<Board64>;
type Report = SearchReport<<Puzzle as StateSpace>::Action, u32>;

fn solve<A: Algorithm<Puzzle>>(algorithm: &A, puzzle: &Puzzle, h: &Manhattan) -> Report {
    let report = algorithm.solve(puzzle, h, &Limits::default(), &mut ());
    let plan = report.plan.as_ref().expect("solvable");
    assert_eq!(plan_cost(puzzle, &plan.actions), Some(plan.cost));
    report
}

/// One of the two boards farthest from the goal, 31 moves away.
fn farthest() -> (Puzzle, Manhattan) {
    let instance = Instance::parse("8 0 6 5 4 7 2 3 1", "0 1 2 3 4 5 6 7 8", None).expect("boards");
    let puzzle = SlidingPuzzle::new(&instance).expect("a small board");
    let manhattan = Manhattan::to_goal(instance.goal());
    (puzzle, manhattan)
}

#[test]
fn all_of_them_solve_the_hardest_eight_puzzle() {
    let (puzzle, h) = farthest();
    fn check<A: Algorithm<Puzzle>>(algorithm: A, puzzle: &Puzzle, h: &Manhattan) -> (u64, usize) {
        let report = solve(&algorithm, puzzle, h);
        assert!(report.is_proven_optimal(), "{}", std::any::type_name::<A>());
        assert_eq!(report.lower_bound, 31, "{}", std::any::type_name::<A>());
        (report.statistics.expanded, report.statistics.peak_bytes)
    }
    check(AnytimeAStar::new(), &puzzle, &h);
    check(NearOptimalBidirectional::new(), &puzzle, &h);
    check(MemoryBounded, &puzzle, &h);
    check(KBest::new(1), &puzzle, &h);
    let (_, a_star_bytes) = check(BestFirst::a_star(), &puzzle, &h);
    let (whole, whole_bytes) = check(BestFirst::breadth_first(), &puzzle, &h);
    let (half, _) = check(BidirectionalBreadthFirst, &puzzle, &h);
    let (frontier, frontier_bytes) = check(FrontierBreadthFirst, &puzzle, &h);
    println!("A* took {a_star_bytes} bytes");
    println!("{whole} {half} {frontier} expanded; {whole_bytes} {frontier_bytes} bytes");
    assert!(half * 4 < whole, "{half} against {whole}");
    assert!(frontier < 2 * whole, "{frontier} against {whole}");
    assert!(frontier_bytes * 10 < whole_bytes * 7, "{frontier_bytes} against {whole_bytes}");
    // Searches without a guarantee of optimality.
    assert!(solve(&Beam::new(50), &puzzle, &h).lower_bound <= 31);
    assert!(solve(&IterativeBroadening::new(200), &puzzle, &h).lower_bound <= 31);
}

#[test]
fn a_memory_bound_is_kept_on_the_way_to_the_optimum() {
    let (puzzle, h) = farthest();
    let mut expanded = Vec::new();
    for bytes in [4_000, 10_000, 100_000, 500_000, 4_000_000] {
        let limits = Limits::default().with_memory(bytes);
        let report = MemoryBounded.solve(&puzzle, &h, &limits, &mut ());
        assert!(report.is_proven_optimal(), "{bytes} bytes: {:?}", report.termination);
        assert_eq!(report.lower_bound, 31, "{bytes} bytes");
        assert!(report.statistics.peak_bytes <= bytes, "{bytes}: {}", report.statistics.peak_bytes);
        expanded.push(report.statistics.expanded);
    }
    println!("{expanded:?} expanded");
    assert!(expanded[0] > expanded[4], "more memory does not help: {expanded:?}");
}

#[test]
fn anytime_search_has_a_plan_long_before_the_proof() {
    let instance = korf::fifteen_puzzle(79).expect("a puzzle of the list");
    let puzzle: Puzzle = SlidingPuzzle::new(&instance).expect("a small board");
    let h = LinearConflict::to_goal(instance.goal());
    let mut search = AnytimeAStar::new().start(&puzzle, &h);
    let limits = Limits::default().with_nodes(1000);
    let mut gaps = Vec::new();
    loop {
        let progress = search.advance_any(&limits, &mut ());
        let report = search.report();
        let cost = report.plan.as_ref().map_or(u32::MAX, |plan| plan.cost);
        gaps.push(cost - report.lower_bound);
        if matches!(progress, tremaux_core::Progress::Done(_)) {
            assert_eq!((cost, report.lower_bound), (42, 42));
            break;
        }
    }
    assert!(gaps.is_sorted_by(|before, after| before >= after), "the gap grows: {gaps:?}");
    let first = gaps.iter().position(|&gap| gap < 100).expect("a plan");
    println!("a plan after {first} of {} slices", gaps.len());
    assert!(first * 2 < gaps.len(), "{first} of {}", gaps.len());
}

#[test]
fn the_heuristic_makes_up_for_one_end() {
    // Blind bidirectional search visits far fewer states than unidirectional search.
    let (puzzle, _) = farthest();
    let limits = Limits::default();
    let both = NearOptimalBidirectional::new().solve(&puzzle, NoHeuristic, &limits, &mut ());
    let one = BestFirst::dijkstra().solve(&puzzle, NoHeuristic, &limits, &mut ());
    assert_eq!((both.lower_bound, one.lower_bound), (31, 31));
    assert!(both.statistics.expanded * 4 < one.statistics.expanded);
}
