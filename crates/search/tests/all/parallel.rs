//! IDA* on several threads proves the same as on one thread.

use crate::algorithms::{Truth, check_sound};
use tremaux_core::{Algorithm, Limits, Progress, Search, StateSpace, StopReason, Termination};
use tremaux_search::IdaStar;
use tremaux_testkit::{Estimates, Graph, Quality, distances_to_goals, random_graph};

/// Compares a search in slices of `nodes` nodes with an uninterrupted one on a single thread.
macro_rules! check {
    (
        $name:expr, $algorithm:expr, $threads:expr, $nodes:expr, $graph:expr, $estimates:expr,
        $truth:expr
    ) => {{
        let single =
            $algorithm.solve($graph, $estimates, &Limits::default().with_nodes(20_000), &mut ());
        if !matches!(single.termination, Termination::Stopped(_)) {
            let mut search = $algorithm.parallel($threads).start($graph, $estimates);
            assert_eq!(search.threads(), $threads);
            let limits = Limits::default().with_nodes($nodes);
            let (mut pauses, mut expanded) = (0_u64, 0);
            while let Progress::Paused(reason) = search.advance(&limits, &mut ()) {
                let report = search.report();
                assert_eq!(reason, StopReason::NodeLimit, "{}", $name);
                assert_eq!(report.statistics.expanded, expanded + $nodes, "{}", $name);
                expanded = report.statistics.expanded;
                check_sound(&$name, $graph, &report, $truth);
                pauses += 1;
                assert!(pauses < 1_000_000, "{}: does not end", $name);
            }
            let report = search.report();
            check_sound(&$name, $graph, &report, $truth);
            assert_eq!(report.termination, single.termination, "{}", $name);
            let counts = |report: &tremaux_core::SearchReport<u32, u32>| {
                let counts = &report.statistics;
                (report.lower_bound, counts.iterations, counts.expanded_before_last_layer)
            };
            assert_eq!(counts(&report), counts(&single), "{}", $name);
            if $truth.guarantees.admissible {
                let cost = report.plan.as_ref().map_or(u32::MAX, |plan| plan.cost);
                assert_eq!(cost, $truth.cost, "{}", $name);
            }
            if report.plan.is_none() {
                // Everything was searched, so the counts do not depend on how the work was
                // split.
                let (ours, theirs) = (&report.statistics, &single.statistics);
                assert_eq!(ours.expanded, theirs.expanded, "{}", $name);
                assert_eq!(ours.generated, theirs.generated, "{}", $name);
                assert_eq!(ours.pruned, theirs.pruned, "{}", $name);
            }
        }
    }};
}

#[test]
fn threads_prove_the_same_on_random_graphs() {
    for seed in 0..150 {
        let graph = random_graph(seed, 12);
        let quality = Quality::ALL[seed as usize % 4];
        let estimates = Estimates::random(&graph, quality, seed);
        let truth = Truth {
            cost: distances_to_goals(&graph)[0],
            length: 0,
            guarantees: quality.guarantees(),
            is_uniform: graph.uniform_cost().is_some(),
        };
        for (threads, nodes) in [(1, 20_000), (3, 20_000), (2, 3), (4, 41)] {
            let name = format!("graph {seed}, {threads} threads, {nodes} nodes");
            check!(name, IdaStar::new(), threads, nodes, &graph, &estimates, &truth);
            check!(name, IdaStar::compact(), threads, nodes, &graph, &estimates, &truth);
            check!(name, IdaStar::in_place(), threads, nodes, &graph, &estimates, &truth);
        }
    }
}

/// A tree large enough for threads to take work from each other.
#[test]
fn work_that_is_handed_on_is_counted_once() {
    // Every node but the last has three edges to each of the next two, which makes many paths.
    let mut edges = Vec::new();
    for from in 0..14_u32 {
        for cost in 0..6 {
            edges.push(tremaux_testkit::Edge { from, to: from + 1 + cost % 2, cost: cost / 2 });
        }
    }
    let graph = Graph::new(16, edges, &[]);
    let estimates = Estimates::new(vec![0; 16], Quality::Consistent.guarantees());
    let limits = Limits::default().with_nodes(3_000_000);
    let single = IdaStar::compact().solve(&graph, &estimates, &limits, &mut ());
    let mut search = IdaStar::compact().parallel(3).start(&graph, &estimates);
    while let Progress::Paused(_) = search.advance(&Limits::default().with_nodes(100_000), &mut ())
    {
        if search.report().statistics.expanded >= 3_000_000 {
            break;
        }
    }
    let report = search.report();
    assert_eq!(report.statistics.expanded, single.statistics.expanded);
    if report.termination == Termination::Exhausted {
        assert_eq!(report.statistics.generated, single.statistics.generated);
    }
    assert_eq!(report.lower_bound, single.lower_bound);
    assert!(search.report().statistics.expanded > 1_000_000);
}

#[test]
fn threads_heed_time_and_cancellation() {
    let line = Graph::line(3000, 1_u32);
    let estimates = Estimates::new(vec![0; 3001], Quality::Consistent.guarantees());
    let mut search = IdaStar::compact().parallel(3).start(&line, &estimates);
    let limits = Limits::default().with_time(std::time::Duration::ZERO);
    let mut slices = 0;
    while let Progress::Paused(reason) = search.advance(&limits, &mut ()) {
        assert_eq!(reason, StopReason::TimeLimit);
        slices += 1;
        if slices == 20 {
            break;
        }
    }
    assert_eq!(slices, 20);
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    assert_eq!(search.advance(&cancelled, &mut ()), Progress::Paused(StopReason::Cancelled));
    assert!(matches!(search.advance(&Limits::default(), &mut ()), Progress::Done(_)));
    assert_eq!(search.report().plan.expect("solvable").cost, 3000);
    assert_eq!(line.initial_state(), 0);
}
