//! The erased form of a space keeps its contracts, and searches of it take the same steps.

use std::sync::Arc;
use std::time::Duration;

use tremaux_core::codes::{Key, ToKey};
use tremaux_core::{
    Algorithm, AnyHeuristic, AnyResult, AnySearch, Limits, SearchReport, Session, Statistics,
};
use tremaux_domain::erased::{
    Erased, ErasedAction, ErasedHeuristic, ErasedSearch, Relay, Typed, TypedSearch,
};
use tremaux_search::{
    AnytimeAStar, Beam, BestFirst, BidirectionalBreadthFirst, BranchAndBound, DepthFirst,
    FrontierBreadthFirst, IdaStar, KBest, MemoryBounded, NearOptimalBidirectional,
};
use tremaux_testkit::{
    Estimates, Graph, Quality, check_backward, check_heuristic, check_space, random_graph,
};

fn counts(statistics: &Statistics) -> Statistics {
    {
        let mut statistics = statistics.clone();
        statistics.elapsed = Duration::ZERO;
        statistics.peak_bytes = 0;
        statistics
    }
}

/// An erased plan, converted to typed actions.
fn typed(report: SearchReport<ErasedAction, u32>) -> (Option<(Vec<u32>, u32)>, u32, Statistics) {
    let actions = |plan: tremaux_core::Plan<ErasedAction, u32>| {
        (plan.actions.into_iter().map(|action| action.get()).collect(), plan.cost)
    };
    (report.plan.map(actions), report.lower_bound, counts(&report.statistics))
}

macro_rules! check {
    ($name:literal, $algorithm:expr, $graph:expr, $estimates:expr, $erased:expr) => {{
        let limits = Limits::default().with_nodes(3_000);
        let algorithm = $algorithm;
        let mut plain = algorithm.start(Arc::clone($graph), Arc::clone($estimates));
        let _ = AnySearch::advance_unwatched(&mut plain, &limits);
        let report = plain.report_any();
        let plan = report.plan.map(|plan| (plan.actions, plan.cost));
        let expected = (plan, report.lower_bound, counts(&report.statistics));

        let inner: Arc<dyn AnyHeuristic<Graph>> = $estimates.clone();
        let inner = Arc::new(ErasedHeuristic::new(Arc::clone($graph), inner));
        let heuristic = || Session::new(inner.clone());
        let mut search = algorithm.start(Arc::clone($erased), heuristic());
        let _ = AnySearch::advance_unwatched(&mut search, &limits);
        assert_eq!(typed(search.report_any()), expected, "{}", $name);

        // Compiled for the graph itself, but used through its erased form.
        let inner = algorithm.start(Arc::clone($graph), Arc::clone($estimates));
        let search = TypedSearch::unwatched(inner);
        let mut unwatched: Box<dyn AnySearch<Erased<u64, u32>>> =
            Box::new(ErasedSearch::new(Arc::clone($graph), search));
        let _ = unwatched.advance_unwatched(&limits.clone().with_nodes(20));

        // It is watched from the middle on.
        let watched = algorithm.start(Arc::clone($erased), heuristic());
        let mut search = Relay::new(unwatched, Box::new(watched));
        let _ = search.advance_any(&limits.clone().with_nodes(2_980), &mut ());
        // The longest path is known where a search pauses.
        let mut report = search.report_any();
        report.statistics.peak_stored = expected.2.peak_stored;
        assert_eq!(typed(report), expected, "{} compiled", $name);
    }};
}

#[test]
fn erased_searches_take_the_same_steps() {
    for seed in 0..60 {
        let graph = Arc::new(random_graph(seed, 4 + (seed % 30) as usize));
        let quality = [Quality::Consistent, Quality::Inconsistent, Quality::Inadmissible];
        let quality = quality[seed as usize % 3];
        let estimates = Arc::new(Estimates::random(&*graph, quality, seed));
        let form: Typed<Graph> = Typed::new(Arc::clone(&graph)).with_predecessors();
        let erased: Arc<Erased<u64, u32>> = Arc::new(Erased::new(form));
        let (graph, estimates, erased) = (&graph, &estimates, &erased);
        check!("A*", BestFirst::a_star(), graph, estimates, erased);
        check!("Dijkstra", BestFirst::dijkstra(), graph, estimates, erased);
        check!("greedy", BestFirst::greedy(), graph, estimates, erased);
        check!("breadth-first", BestFirst::breadth_first(), graph, estimates, erased);
        check!("weighted A*", BestFirst::weighted_a_star(1.5), graph, estimates, erased);
        check!("IDA*", IdaStar::new(), graph, estimates, erased);
        check!("depth-first", DepthFirst::bounded(9), graph, estimates, erased);
        check!("branch and bound", BranchAndBound::budgeted(), graph, estimates, erased);
        check!("anytime", AnytimeAStar::from_weight(3000), graph, estimates, erased);
        check!("memory-bounded", MemoryBounded, graph, estimates, erased);
        check!("frontier", FrontierBreadthFirst, graph, estimates, erased);
        check!("beam", Beam::new(3), graph, estimates, erased);
        check!("k best", KBest::new(3), graph, estimates, erased);
        check!("both ends", BidirectionalBreadthFirst, graph, estimates, erased);
        check!("NBS", NearOptimalBidirectional::new(), graph, estimates, erased);
    }
}

#[test]
fn the_erased_form_keeps_the_contracts() {
    for seed in 0..20 {
        let graph = Arc::new(random_graph(seed, 20));
        let estimates = Estimates::random(&*graph, Quality::Consistent, seed);
        let small: Erased<u64, u32> =
            Erased::new(Typed::new(Arc::clone(&graph)).with_predecessors());
        let large: Erased<Key, u32> =
            Erased::new(Typed::new(Arc::clone(&graph)).with_predecessors());
        check_space(&small, seed, 60);
        check_space(&large, seed, 60);
        check_backward(&small, seed, 60);
        check_backward(&large, seed, 60);
        let heuristic = Arc::new(ErasedHeuristic::new(graph, Arc::new(estimates)));
        check_heuristic(&small, &Session::new(heuristic.clone()), seed, 60);
        check_heuristic(&large, &Session::new(heuristic), seed, 60);
    }
}

#[test]
#[should_panic(expected = "cannot be searched from its goals")]
fn what_has_no_predecessors_claims_no_goals() {
    let erased: Erased<u64, u32> = Erased::new(Typed::new(Arc::new(random_graph(1, 5))));
    assert!(!erased.offers_predecessors());
    tremaux_core::BackwardSpace::goal_states(&erased, &mut Vec::new());
}

#[test]
fn keys_of_any_length_come_back() {
    for length in [0, 1, Key::INLINE, Key::INLINE + 1, 500] {
        let bytes: Vec<u8> = (0..length).map(|at| at as u8).collect();
        let key = Key::new(&bytes);
        assert_eq!(key.bytes(), bytes);
        assert_eq!(key, Key::with_len(length, |to| to.copy_from_slice(&bytes)));
    }
    assert_ne!(Key::new(&[0]), Key::new(&[0, 0]));
    let cells: Box<[u16]> = [3, 0, 65_535].into();
    let key: Key = cells.to_key();
    assert_eq!(Box::from_key(&key), cells);
    assert_eq!(size_of::<Key>(), 32);
}

#[test]
fn actions_come_back() {
    assert_eq!(ErasedAction::new(255_u8).get::<u8>(), 255);
    assert!(ErasedAction::new(true).get::<bool>());
    assert_eq!(size_of::<Option<ErasedAction>>(), 8);
}
