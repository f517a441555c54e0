//! Fringe search compared with Dijkstra's algorithm, cut off anywhere, and its order.

use tremaux_core::{
    Algorithm, Event, FloatCost, Guarantees, Limits, NoHeuristic, Observer, Optimality, Progress,
    Search, SearchReport, StateSpace, StopReason, Termination,
};
use tremaux_search::{BestFirst, Fringe, plan_cost};
use tremaux_testkit::{Edge, Estimates, Graph, Quality, distances_to_goals, random_graph};

/// Expansions, limits and solutions.
#[derive(Debug, Default, PartialEq)]
struct Log(Vec<(char, u32)>);

impl Observer<Graph> for Log {
    fn observe(&mut self, event: Event<'_, Graph>) {
        match event {
            Event::Expanded { state, .. } => self.0.push(('x', *state)),
            Event::Reopened { state } => self.0.push(('r', *state)),
            Event::Iteration(limit) => self.0.push(('i', limit)),
            Event::LowerBound(bound) => self.0.push(('b', bound)),
            Event::Solution(cost) => self.0.push(('s', cost)),
            _ => {}
        }
    }
}

fn check(
    graph: &Graph,
    report: &SearchReport<u32, u32>,
    truth: u32,
    guarantees: Guarantees,
    name: &str,
) {
    assert!(report.lower_bound <= truth, "{name}: {} > {truth}", report.lower_bound);
    if let Some(plan) = &report.plan {
        assert_eq!(plan_cost(graph, &plan.actions), Some(plan.cost), "{name}: no such plan");
    }
    if let Termination::Stopped(_) = report.termination {
        return;
    }
    let cost = report.plan.as_ref().map(|plan| plan.cost);
    if guarantees.admissible {
        assert_eq!(cost.unwrap_or(u32::MAX), truth, "{name}");
        assert!(report.is_proven_optimal() || report.is_proven_unsolvable(), "{name}");
    } else {
        assert_eq!(cost.is_some(), truth < u32::MAX, "{name}: a plan was missed, or found");
        assert!(cost.is_none() || report.lower_bound == 0, "{name}: proved by a wrong estimate");
    }
}

#[test]
fn it_agrees_with_dijkstras_algorithm() {
    let (mut solved, mut unsolvable, mut reopened, mut worse) = (0, 0, 0, 0);
    for seed in 0..3000 {
        let graph = random_graph(seed, if seed % 10 == 0 { 200 } else { 30 });
        let dijkstra =
            BestFirst::dijkstra().solve(&graph, NoHeuristic, &Limits::default(), &mut ());
        let truth = dijkstra.plan.map_or(u32::MAX, |plan| plan.cost);
        for quality in Quality::ALL {
            let estimates = Estimates::random(&graph, quality, seed);
            let report = Fringe.solve(&graph, &estimates, &Limits::default(), &mut ());
            let name = format!("{quality:?}, graph {seed}");
            check(&graph, &report, truth, quality.guarantees(), &name);
            let it = &report.statistics;
            assert_eq!(it.open + it.closed + it.dead_ends, it.peak_stored as u64, "{name}");
            assert!(it.open <= it.peak_open as u64, "{name}");
            match report.plan {
                Some(plan) => {
                    solved += 1;
                    worse += u32::from(plan.cost > truth);
                }
                None => unsolvable += 1,
            }
            reopened += it.reopened;
        }
    }
    println!("{solved} solved, {unsolvable} not, {reopened} reopened, {worse} not optimal");
    assert!(solved > 4000 && unsolvable > 2000 && reopened > 1000 && worse > 100);
}

#[test]
fn bounds_hold_wherever_it_is_cut_off_and_slices_change_nothing() {
    let mut cuts = 0;
    for seed in 0..300 {
        let graph = random_graph(seed, 20);
        let truth = distances_to_goals(&graph)[0];
        for quality in Quality::ALL {
            let estimates = Estimates::random(&graph, quality, seed);
            let name = format!("{quality:?}, graph {seed}");
            let mut whole_log = Log::default();
            let whole = Fringe.solve(&graph, &estimates, &Limits::default(), &mut whole_log);
            for nodes in [1, 2, 5] {
                let (mut log, mut bound) = (Log::default(), 0);
                let mut search = Fringe.start(&graph, &estimates);
                loop {
                    let progress = search.advance(&Limits::default().with_nodes(nodes), &mut log);
                    let report = search.report();
                    check(&graph, &report, truth, quality.guarantees(), &name);
                    assert!(report.lower_bound >= bound, "{name}: the bound falls");
                    bound = report.lower_bound;
                    match progress {
                        Progress::Paused(reason) => assert_eq!(reason, StopReason::NodeLimit),
                        Progress::Done(_) => break,
                    }
                    cuts += 1;
                }
                let sliced = search.report();
                assert_eq!(log, whole_log, "{name}: other steps in slices of {nodes}");
                assert_eq!(
                    (sliced.plan, sliced.lower_bound),
                    (whole.plan.clone(), whole.lower_bound)
                );
                let (elapsed, peak_bytes) = (whole.statistics.elapsed, whole.statistics.peak_bytes);
                let counts = {
                    let mut statistics = sliced.statistics;
                    statistics.elapsed = elapsed;
                    statistics.peak_bytes = peak_bytes;
                    statistics
                };
                assert_eq!(counts, whole.statistics, "{name}");
            }
            for bytes in [0, 100, 1000, 5000] {
                let mut search = Fringe.start(&graph, &estimates);
                let progress = search.advance(&Limits::default().with_memory(bytes), &mut ());
                let report = search.report();
                check(&graph, &report, truth, quality.guarantees(), &name);
                // An empty search takes 96 bytes.
                assert!(report.statistics.peak_bytes <= bytes.max(96), "{name}, {bytes} bytes");
                let is_full = progress == Progress::Paused(StopReason::MemoryLimit);
                assert!(is_full || bytes > 1000, "{name}: {bytes} bytes were enough");
                let _ = search.advance(&Limits::default(), &mut ());
                assert_eq!(search.report().plan, whole.plan, "{name}: it went on otherwise");
            }
        }
    }
    assert!(cuts > 2000, "{cuts} cuts");
}

/// Multiples of 1/8, which floats add exactly; and bytes, whose sums overflow.
#[test]
fn costs_of_other_types_are_searched_like_integers() {
    let (mut overflowed, mut proved) = (0, 0);
    for seed in 0..1000 {
        let drawn = random_graph(seed, 20);
        let truth = distances_to_goals(&drawn)[0];
        let eighths = |cost: u32| match cost {
            u32::MAX => f64::INFINITY,
            _ => f64::from(cost) / 8.0,
        };
        let floats = drawn.with_costs(|edge| FloatCost::new(eighths(edge.cost)));
        let factor = 1 + seed as u32 % 90;
        let bytes: Graph<u8> = drawn.with_costs(|edge| (edge.cost * factor).min(254) as u8);
        let wide: Graph<u32> = bytes.with_costs(|edge| u32::from(edge.cost));
        let wide_truth = distances_to_goals(&wide)[0];
        for quality in [Quality::Exact, Quality::Consistent, Quality::Inconsistent] {
            let estimates = Estimates::random(&drawn, quality, seed);
            let estimates = estimates.map(|value| FloatCost::new(eighths(value)));
            let report = Fringe.solve(&floats, &estimates, &Limits::default(), &mut ());
            let name = format!("{quality:?}, graph {seed}");
            assert!(report.lower_bound.get() <= eighths(truth), "{name}");
            let cost = report.plan.as_ref().map_or(f64::INFINITY, |plan| plan.cost.get());
            assert_eq!(cost, eighths(truth), "{name}");
            let is_optimal = report.optimality() > Optimality::Open;
            assert!(is_optimal || report.is_proven_unsolvable(), "{name}");

            let estimates = Estimates::random(&wide, quality, seed).map(|value| match value {
                u32::MAX => u8::MAX,
                _ => value.min(254) as u8,
            });
            let report = Fringe.solve(&bytes, &estimates, &Limits::default(), &mut ());
            let stopped = Termination::Stopped(StopReason::CostOverflow);
            overflowed += u32::from(report.termination == stopped);
            if report.lower_bound == u8::MAX {
                assert_eq!(wide_truth, u32::MAX, "{name}: there is a plan");
            } else {
                assert!(u32::from(report.lower_bound) <= wide_truth, "{name}: bound too high");
            }
            if report.is_proven_optimal() {
                proved += 1;
                assert_eq!(
                    report.plan.map(|plan| u32::from(plan.cost)),
                    Some(wide_truth),
                    "{name}"
                );
            }
        }
    }
    assert!(overflowed > 100 && proved > 500, "{overflowed} overflowed, {proved} proved");
}

fn edge(from: u32, to: u32, cost: u32) -> Edge<u32> {
    Edge { from, to, cost }
}

/// Successors of a state within the limit come next, the first of them first; those beyond it wait
/// for the next iteration.
#[test]
fn states_are_expanded_depth_first_within_a_limit() {
    let edges = vec![
        edge(0, 1, 1),
        edge(0, 2, 1),
        edge(0, 3, 2),
        edge(1, 4, 0),
        edge(1, 5, 1),
        edge(2, 6, 2),
        edge(3, 7, 0),
    ];
    let graph = Graph::new(8, edges, &[7]);
    let mut log = Log::default();
    let report = Fringe.solve(&graph, NoHeuristic, &Limits::default(), &mut log);
    let expected = [
        ('i', 0),
        ('x', 0),
        ('i', 1),
        ('b', 1),
        ('x', 1),
        ('x', 4),
        ('x', 2),
        ('i', 2),
        ('b', 2),
        ('x', 5),
        ('x', 3),
        ('s', 2),
    ];
    // 6 has f = 3.
    assert_eq!(log.0, expected);
    assert_eq!((report.lower_bound, report.statistics.iterations), (2, 3));
}

/// Node 2 is found at the cost 3 and expanded before it is found at the cost 2: both are within
/// the limit, which is the estimate for the start.
#[test]
fn expanded_states_are_opened_again_for_a_cheaper_path() {
    let edges = vec![edge(0, 2, 3), edge(0, 1, 1), edge(1, 2, 1), edge(2, 3, 3)];
    let graph = Graph::new(4, edges, &[3]);
    let estimates = Estimates::new(vec![5, 4, 2, 0], Guarantees::ADMISSIBLE);
    let mut log = Log::default();
    let report = Fringe.solve(&graph, &estimates, &Limits::default(), &mut log);
    assert!(report.is_proven_optimal() && report.lower_bound == 5);
    assert_eq!(report.statistics.reopened, 1);
    let expected = [('i', 5), ('b', 5), ('x', 0), ('x', 2), ('x', 1), ('r', 2), ('x', 2), ('s', 5)];
    assert_eq!(log.0, expected);
}

/// A goal at less than the limit disproves a false claim, as the arc from the start does, and
/// nothing is proved.
#[test]
fn a_false_claim_is_noticed() {
    let graph = Graph::new(3, vec![edge(0, 1, 1), edge(1, 2, 1)], &[2]);
    let estimates = Estimates::new(vec![9, 0, 0], Guarantees::CONSISTENT);
    let report = Fringe.solve(&graph, &estimates, &Limits::default(), &mut ());
    assert_eq!(report.plan.map(|plan| plan.cost), Some(2));
    assert_eq!((report.lower_bound, report.statistics.inconsistencies), (0, 2));
    assert_eq!(graph.initial_state(), 0);
}
