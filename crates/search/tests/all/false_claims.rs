//! Heuristics that claim to be consistent and are not: no search calls a wrong cost optimal.

use std::cell::Cell;

use tremaux_core::{Algorithm, Guarantees, Heuristic, Limits, Plan, Progress, Search, StateSpace};
use tremaux_search::{BestFirst, Fifo, NearOptimalBidirectional, Reopening};
use tremaux_testkit::{Edge, Estimates, Graph, Quality, distances_to_goals, random_graph};

use crate::algorithms::{Entry, Truth, best_first, check_sound, depth_first, family};

/// Node 2 is reached first by the arc of cost 3; through node 1, whose estimate is too high
/// beside that of node 2, it costs 2.
fn example() -> (Graph, Estimates<u32>) {
    let edge = |from, to, cost| Edge { from, to, cost };
    let edges = vec![edge(0, 1, 1), edge(0, 2, 3), edge(1, 2, 1), edge(2, 3, 3), edge(2, 4, 1)];
    let edges = edges.into_iter().chain([edge(4, 3, 3)]).collect();
    (Graph::new(5, edges, &[3]), Estimates::new(vec![0, 4, 0, 0, 0], Guarantees::CONSISTENT))
}

#[test]
fn a_star_takes_a_false_claim_back() {
    let (graph, estimates) = example();
    assert_eq!(distances_to_goals(&graph)[0], 5);
    for reopening in [Reopening::Never, Reopening::OnBetterG, Reopening::OnBetterScoreWhileOpen] {
        let algorithm = BestFirst::a_star().ties(Fifo).reopening(reopening);
        let report = algorithm.solve(&graph, &estimates, &Limits::default(), &mut ());
        assert_eq!(report.plan.as_ref().map(|plan| plan.cost), Some(5), "{reopening:?}");
        assert!(!report.is_proven_optimal(), "{reopening:?}");
        assert_eq!((report.lower_bound, report.statistics.reopened), (0, 2), "{reopening:?}");
        assert_eq!(report.statistics.inconsistencies, 1, "{reopening:?}");
    }
}

#[test]
fn no_search_calls_a_wrong_cost_optimal() {
    let entries: Vec<_> = best_first().into_iter().chain(family()).collect();
    let (mut proved, mut noticed) = (0, 0);
    for seed in 0..2000 {
        let graph = random_graph(seed, 20);
        let estimates = Estimates::random(&graph, Quality::Inconsistent, seed);
        let estimates = estimates.promising(Guarantees::CONSISTENT);
        let truth = Truth {
            cost: distances_to_goals(&graph)[0],
            length: distances_to_goals(&graph.with_costs(|_| 1_u32))[0],
            guarantees: Guarantees::ADMISSIBLE,
            is_uniform: graph.uniform_cost().is_some(),
        };
        for entry in &entries {
            let mut search = (entry.start)(&graph, &estimates);
            let _ = search.advance_any(&Limits::default(), &mut ());
            let report = search.report_any();
            check_sound(&format!("{}, graph {seed}", entry.name), &graph, &report, &truth);
            proved += u32::from(report.is_proven_optimal());
            noticed += u32::from(report.statistics.inconsistencies > 0);
        }
    }
    println!("{proved} proved, {noticed} noticed");
    assert!(proved > 20_000 && noticed > 20_000, "{proved} proved, {noticed} noticed");
}

#[test]
fn bidirectional_search_takes_a_false_claim_back_in_slices_too() {
    let mut noticed = 0;
    for seed in 0..500 {
        let graph = random_graph(seed, 20);
        let estimates = Estimates::random(&graph, Quality::Inconsistent, seed);
        let estimates = estimates.promising(Guarantees::CONSISTENT);
        let whole =
            NearOptimalBidirectional::new().solve(&graph, &estimates, &Limits::default(), &mut ());
        assert_eq!(whole.lower_bound, distances_to_goals(&graph)[0], "graph {seed}");
        let mut search = NearOptimalBidirectional::new().start(&graph, &estimates);
        let slice = Limits::default().with_nodes(1);
        while let Progress::Paused(_) = search.advance(&slice, &mut ()) {}
        let sliced = search.report();
        assert_eq!(sliced.plan, whole.plan, "graph {seed}");
        let elapsed = whole.statistics.elapsed;
        assert_eq!(
            {
                let mut statistics = sliced.statistics;
                statistics.elapsed = elapsed;
                statistics
            },
            whole.statistics,
            "graph {seed}"
        );
        noticed += u32::from(whole.statistics.inconsistencies > 0);
    }
    assert!(noticed > 20, "{noticed}");
}

/// The plan itself disproves a bound above its cost.
#[test]
fn no_bound_is_above_the_cost_of_the_plan() {
    let (mut found, mut noticed) = (0, 0);
    for guarantees in [Guarantees::ADMISSIBLE, Guarantees::CONSISTENT] {
        for seed in 0..1000 {
            let graph = random_graph(seed, 20);
            let estimates = Estimates::random(&graph, Quality::Inadmissible, seed);
            let estimates = estimates.promising(guarantees);
            for entry in best_first() {
                let mut search = (entry.start)(&graph, &estimates);
                let _ = search.advance_any(&Limits::default(), &mut ());
                let report = search.report_any();
                if let Some(plan) = &report.plan {
                    let (bound, name) = (report.lower_bound, &entry.name);
                    assert!(bound <= plan.cost, "{name}, graph {seed}: {bound} > {}", plan.cost);
                    found += 1;
                    noticed += u32::from(report.statistics.inconsistencies > 0);
                }
            }
        }
    }
    assert!(found > 20_000 && noticed > 10_000, "{found} found, {noticed} noticed");
}

/// A heuristic that counts the arcs along which a search has seen its estimates fall too much.
struct Witness {
    estimates: Estimates<u32>,
    broken: Cell<u32>,
}

impl Heuristic<Graph> for Witness {
    /// The state.
    type Memo = u32;

    fn guarantees(&self) -> Guarantees {
        Heuristic::<Graph>::guarantees(&self.estimates)
    }

    fn estimate(&self, graph: &Graph, state: &u32) -> u32 {
        self.estimates.estimate(graph, state)
    }

    fn root(&self, graph: &Graph, state: &u32) -> (u32, u32) {
        (self.estimate(graph, state), *state)
    }

    fn child(&self, graph: &Graph, h: u32, &from: &u32, action: u32, to: &u32) -> (u32, u32) {
        let child_h = self.estimate(graph, to);
        let falls = h > graph.cost(&from, action).saturating_add(child_h);
        self.broken.set(self.broken.get() + u32::from(falls));
        (child_h, *to)
    }
}

/// Whether the estimate of a state on the plan is above the cost of the rest.
fn is_above_the_rest(graph: &Graph, estimates: &Estimates<u32>, plan: &Plan<u32, u32>) -> bool {
    let (mut state, mut left) = (graph.initial_state(), plan.cost);
    let mut actions = plan.actions.iter();
    loop {
        if estimates.estimate(graph, &state) > left {
            return true;
        }
        let Some(&action) = actions.next() else { return false };
        left -= graph.cost(&state, action);
        graph.apply(&mut state, action);
    }
}

/// Searches that prove without estimates, or start again without them.
const DO_WITHOUT: [&str; 9] = [
    "dijkstra",
    "breadth",
    "Discovery",
    "Bidirectional",
    "KBest",
    "Frontier",
    "DepthFirst",
    "ExpansionOrder::G",
    "FewestMoves",
];

#[test]
fn nothing_is_proved_after_a_broken_promise() {
    let limits = Limits::default().with_nodes(2000);
    let mut entries: Vec<Entry<Graph, Witness>> = best_first();
    entries.extend(family());
    entries.extend(depth_first());
    let (mut by_arc, mut by_plan, mut kept) = (vec![0; entries.len()], 0, 0);
    let cases = [
        (Quality::Inconsistent, Guarantees::CONSISTENT),
        (Quality::Inadmissible, Guarantees::CONSISTENT),
        (Quality::Inadmissible, Guarantees::ADMISSIBLE),
    ];
    for (seed, (quality, promise)) in (0..300).flat_map(|seed| cases.map(|case| (seed, case))) {
        let graph = random_graph(seed, 12);
        let estimates = Estimates::random(&graph, quality, seed).promising(promise);
        let truth = distances_to_goals(&graph)[0];
        let heuristic = Witness { estimates, broken: Cell::new(0) };
        for (entry, by_arc) in entries.iter().zip(&mut by_arc) {
            let name = format!("{}, graph {seed}, {quality:?}, {promise:?}", entry.name);
            heuristic.broken.set(0);
            let mut search = (entry.start)(&graph, &heuristic);
            let _ = search.advance_any(&limits, &mut ());
            let report = search.report_any();
            let is_seen = promise.consistent && heuristic.broken.get() > 0;
            let is_above = |plan| is_above_the_rest(&graph, &heuristic.estimates, plan);
            let is_above = report.plan.as_ref().is_some_and(is_above);
            let does_without = DO_WITHOUT.iter().any(|word| entry.name.contains(word));
            if (is_seen || is_above) && !does_without {
                assert!(report.statistics.inconsistencies > 0, "{name}: not seen");
            }
            if report.statistics.inconsistencies > 0 {
                let bound = report.lower_bound;
                assert!(bound <= truth, "{name}: {bound} above the true cost {truth}");
                assert!(bound == 0 || bound == u32::MAX || does_without, "{name}: {bound}");
            }
            *by_arc += u32::from(is_seen);
            by_plan += u32::from(is_above && !is_seen);
            kept += u32::from(report.is_proven_optimal());
        }
    }
    println!("{by_arc:?} by arcs, {by_plan} by plans, {kept} proved");
    assert!(by_arc.iter().sum::<u32>() > 10_000 && by_plan > 1000 && kept > 1000);
}
