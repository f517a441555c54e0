//! A search cut into slices takes the same steps as an uninterrupted one.

use std::time::Duration;

use crate::algorithms::{Entry, best_first, depth_first, family};
use tremaux_core::{
    AnySearch, Event, Limits, Observer, Progress, StateSpace, Statistics, StopReason, Termination,
};
use tremaux_testkit::{Estimates, Graph, Quality, random_graph};

/// The events of a search: their kind, and the numbers in them.
#[derive(Debug, Default, PartialEq)]
struct Log(Vec<(u8, u32, Option<u32>, [u32; 2])>);

impl Observer<Graph> for Log {
    fn observe(&mut self, event: Event<'_, Graph>) {
        self.0.push(match event {
            Event::Generated { state, action, g, h } => (0, *state, action, [g, h]),
            Event::Expanded { state, g } => (1, *state, None, [g, 0]),
            Event::Duplicate { state } => (2, *state, None, [0, 0]),
            Event::Backtracked { state } => (3, *state, None, [0, 0]),
            Event::LowerBound(bound) => (4, 0, None, [bound, 0]),
            Event::Solution(cost) => (5, 0, None, [cost, 0]),
            _ => (6, 0, None, [0, 0]),
        });
    }
}

/// The statistics, without those that are computed only at the end of a slice.
fn counts(statistics: &Statistics) -> Statistics {
    {
        let mut statistics = statistics.clone();
        statistics.elapsed = Duration::ZERO;
        statistics.peak_bytes = 0;
        statistics.peak_stored = 0;
        statistics
    }
}

/// More nodes than any search here needs that ends at all.
const MOST_NODES: u64 = 600;

/// Checks one algorithm and slice size. Returns how often the search was paused.
fn check(
    graph: &Graph,
    estimates: &Estimates<u32>,
    entry: &Entry<Graph, Estimates<u32>>,
    nodes: u64,
) -> u64 {
    let name = &entry.name;
    let mut whole_log = Log::default();
    let mut whole = (entry.start)(graph, estimates);
    let end = whole.advance_any(&Limits::default().with_nodes(MOST_NODES), &mut whole_log);
    if matches!(end, Progress::Paused(_)) {
        return 0;
    }
    let whole = whole.report_any();

    let mut log = Log::default();
    let mut search = (entry.start)(graph, estimates);
    let limits = Limits::default().with_nodes(nodes);
    let (mut pauses, mut bound) = (0, 0);
    let end = loop {
        let progress = search.advance_any(&limits, &mut log);
        let report = search.report_any();
        assert!(report.lower_bound >= bound, "{name}: the bound falls");
        bound = report.lower_bound;
        match progress {
            Progress::Paused(reason) => {
                pauses += 1;
                assert_eq!(reason, StopReason::NodeLimit, "{name}");
                assert_eq!(report.termination, Termination::Stopped(reason), "{name}");
                assert_eq!(report.statistics.expanded, pauses * nodes, "{name}");
            }
            Progress::Done(termination) => break termination,
        }
    };
    let events = log.0.len();
    assert_eq!(search.advance_any(&limits, &mut log), Progress::Done(end), "{name}: not done");
    assert_eq!(log.0.len(), events, "{name}: steps after the end");
    let sliced = search.report_any();
    assert_eq!(sliced.termination, whole.termination, "{name}");
    assert_eq!(sliced.plan, whole.plan, "{name}");
    assert_eq!(sliced.lower_bound, whole.lower_bound, "{name}");
    assert_eq!(counts(&sliced.statistics), counts(&whole.statistics), "{name}");
    assert_eq!(log, whole_log, "{name}: other events, or in another order");
    pauses
}

#[test]
fn slices_change_nothing() {
    let entries = best_first().into_iter().chain(family()).chain(depth_first());
    let entries: Vec<_> = entries.collect();
    let mut pauses = vec![0; entries.len()];
    for seed in 0..400 {
        let graph = random_graph(seed, 20);
        let quality = Quality::ALL[seed as usize / 3 % 4];
        let estimates = Estimates::random(&graph, quality, seed);
        for (entry, pauses) in entries.iter().zip(&mut pauses) {
            *pauses += check(&graph, &estimates, entry, 1);
            *pauses += check(&graph, &estimates, entry, 3);
        }
    }
    for (entry, &pauses) in entries.iter().zip(&pauses) {
        assert!(pauses > 200, "{}: {pauses} pauses", entry.name);
    }
}

#[test]
fn time_slices_get_on_however_short() {
    let line = Graph::line(1500, 1_u32);
    let estimates = Estimates::random(&line, Quality::Consistent, 1);
    let limits = Limits::default().with_time(Duration::ZERO);
    let is_bounded = |entry: &Entry<_, _>| {
        ["bounded", "Broadening::new(4)"].into_iter().any(|part| entry.name.contains(part))
    };
    let entries = best_first().into_iter().chain(family()).chain(depth_first());
    for entry in entries.filter(|entry| !is_bounded(entry)) {
        let mut search: Box<dyn AnySearch<Graph>> = (entry.start)(&line, &estimates);
        let mut slices = 0;
        while let Progress::Paused(reason) = search.advance_any(&limits, &mut ()) {
            assert_eq!(reason, StopReason::TimeLimit, "{}", entry.name);
            slices += 1;
            assert!(slices < 1_000_000, "{}: does not get on", entry.name);
        }
        assert!(slices > 0, "{}", entry.name);
        let plan = search.report_any().plan.expect("solvable");
        assert_eq!((plan.cost, line.initial_state()), (1500, 0), "{}", entry.name);
    }
}

#[test]
fn a_cancelled_search_stops_and_can_go_on() {
    let line = Graph::line(5000, 1_u32);
    let zero = Estimates::new(vec![0; 5001], Quality::Consistent.guarantees());
    for entry in best_first().into_iter().chain(family()) {
        let limits = Limits::default();
        limits.cancel.cancel();
        let mut search = (entry.start)(&line, &zero);
        let progress = search.advance_any(&limits, &mut ());
        assert_eq!(progress, Progress::Paused(StopReason::Cancelled), "{}", entry.name);
        assert!(matches!(search.advance_any(&Limits::default(), &mut ()), Progress::Done(_)));
        assert_eq!(search.report_any().plan.map(|plan| plan.cost), Some(5000), "{}", entry.name);
    }
}
