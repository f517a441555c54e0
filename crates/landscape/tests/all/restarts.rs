//! Methods that start anew until a limit is reached.

use tremaux_core::{Limits, Progress, StopReason};
use tremaux_landscape::{
    AnnealedBestFirst, Annealing, LateAcceptance, LocalSearch, LocalSearchMethod, Optimization,
    Restarts, Tabu,
};

use crate::script::{Script, Slope};

const DOWN: Slope = Slope(-1.0);

/// The evaluated solutions at which each start was made.
fn starts<M: LocalSearchMethod<Slope>>(method: M) -> Vec<u64> {
    let mut search = LocalSearch::new(&DOWN, Restarts(method), 0);
    let mut starts = vec![1];
    while search.tally().evaluated < 20_000 {
        assert!(search.step());
        if search.tally().starts as usize > starts.len() {
            starts.push(search.tally().evaluated);
        }
    }
    starts
}

#[test]
fn each_start_takes_twice_as_long_as_the_one_before() {
    // The first takes a 64th.
    let steps = 64_000;
    let expected = [1, 1002, 3003, 7004, 15_005];
    assert_eq!(starts(Annealing::default().steps(steps)), expected);
    assert_eq!(starts(LateAcceptance::default().steps(steps).history(10)), expected);
    assert_eq!(starts(Tabu::default().steps(steps)), expected);
    assert_eq!(starts(AnnealedBestFirst::default().steps(steps)), expected);
}

#[test]
fn they_end_only_at_a_limit_unless_there_is_no_move() {
    let method = Restarts(Annealing::default().steps(500));
    let mut search = LocalSearch::new(&DOWN, method, 0);
    let limits = Limits::default().with_nodes(5000);
    assert_eq!(search.advance(&limits, &mut |_| {}), Progress::Paused(StopReason::NodeLimit));
    let alone = Script::new(vec![1.0]);
    let mut search = LocalSearch::new(&alone, method, 0);
    assert!(matches!(search.advance(&limits, &mut |_| {}), Progress::Done(_)));
}
