//! Heuristics that claim to be consistent and are not: no search calls a wrong cost optimal.

use tremaux_core::{Algorithm, Guarantees, Limits, Progress, Search, StateSpace};
use tremaux_search::{BestFirst, Fifo, NearOptimalBidirectional, Reopening};
use tremaux_testkit::{Edge, Estimates, Graph, Quality, distances_to_goals, random_graph};

use crate::algorithms::{Truth, best_first, check_sound, family};

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
        assert!(report.is_proven_optimal(), "{reopening:?}");
        assert_eq!((report.lower_bound, report.statistics.reopened), (5, 2), "{reopening:?}");
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
