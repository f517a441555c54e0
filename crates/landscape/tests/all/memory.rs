//! Neighbourhoods that are larger than the memory limit.

use tremaux_core::{Limits, Progress, StopReason};
use tremaux_landscape::{
    AnnealedBestFirst, Choice, HillClimbing, LocalSearch, LocalSearchMethod, Optimization,
    Restarts, Tabu,
};

use crate::script::Script;

#[test]
fn a_neighbourhood_is_not_listed_beyond_the_memory_limit() {
    check(Tabu::default());
    check(HillClimbing::default().choice(Choice::First));
    check(HillClimbing::steepest());
    check(AnnealedBestFirst::default().children(0));
    check(Restarts(HillClimbing::steepest()));
}

#[test]
fn more_neighbours_than_any_memory_holds_are_not_listed() {
    let script = Script::new(vec![1.0, 0.0]);
    let limits = Limits::default().with_memory(500_000);
    let stopped = Progress::Paused(StopReason::MemoryLimit);
    let mut search = LocalSearch::new(&script, Tabu::default().sample(usize::MAX), 1);
    assert_eq!(search.advance(&limits, &mut |_| ()), stopped);
    let method = AnnealedBestFirst::default().children(usize::MAX);
    let mut search = LocalSearch::new(&script, method, 1);
    assert_eq!(search.advance(&limits, &mut |_| ()), stopped);
}

fn check<M: LocalSearchMethod<Script>>(method: M) {
    let script = Script::new((0..10_000).map(f64::from).rev().collect());
    let mut search = LocalSearch::new(&script, method, 1);
    for (limit, is_enough) in [(50_000, false), (500_000, true)] {
        let limits = Limits::default().with_memory(limit).with_nodes(100);
        let stopped = if is_enough { StopReason::NodeLimit } else { StopReason::MemoryLimit };
        assert_eq!(search.advance(&limits, &mut |_| ()), Progress::Paused(stopped));
        let report = search.report();
        assert!(report.peak_bytes <= limit, "{}", report.peak_bytes);
        assert!(report.best.is_some());
    }
}
