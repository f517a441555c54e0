//! Bidirectional searches on hard cases: several goals, zero-cost actions, unreachable goals,
//! parallel actions, and useless heuristics.

use tremaux_core::{Algorithm, BackwardSpace, Guarantees, Heuristic, Limits, SearchReport};
use tremaux_search::{BidirectionalBreadthFirst, NearOptimalBidirectional, plan_cost};
use tremaux_testkit::{
    Arc, Edge, Estimates, Graph, Quality, arcs, bellman_ford, distances_to_goals, random_graph,
};

fn solve<A: Algorithm<Graph>, H: Heuristic<Graph>>(
    algorithm: &A,
    graph: &Graph,
    h: H,
) -> SearchReport<u32, u32> {
    let report = algorithm.solve(graph, h, &Limits::default(), &mut ());
    if let Some(plan) = &report.plan {
        assert_eq!(plan_cost(graph, &plan.actions), Some(plan.cost));
    }
    report
}

#[test]
fn both_ends_meet_at_the_optimum() {
    let (mut several, mut without_cost, mut unreachable, mut longer) = (0, 0, 0, 0);
    for seed in 0..3000 {
        let graph = random_graph(seed, 40);
        let truth = distances_to_goals(&graph)[0];
        let length = distances_to_goals(&graph.with_costs(|_| 1_u32))[0];
        let mut goals = Vec::new();
        graph.goal_states(&mut goals);
        several += u32::from(goals.len() > 1);
        without_cost += u32::from(graph.edges().iter().any(|edge| edge.cost == 0));
        unreachable += u32::from(truth == u32::MAX);
        // The cost of reaching each node, exact and weakened, for backward heuristics.
        let reversed: Vec<Arc<u32>> =
            arcs(&graph).iter().map(|arc| Arc { from: arc.to, to: arc.from, ..*arc }).collect();
        let from_start = bellman_ford(graph.nodes(), &reversed, |node| node == 0);
        let exact = Estimates::new(from_start, Quality::Consistent.guarantees());
        let weak = exact.map(|cost| if cost == u32::MAX { 3 } else { cost / 3 });
        let weak = weak.promising(Quality::Inconsistent.guarantees());
        for quality in Quality::ALL {
            let h = Estimates::random(&graph, quality, seed);
            let name = format!("graph {seed}, {quality:?}");
            let reports = [
                solve(&NearOptimalBidirectional::new(), &graph, &h),
                solve(&NearOptimalBidirectional::with_backward(&exact), &graph, &h),
                solve(&NearOptimalBidirectional::with_backward(&weak), &graph, &h),
            ];
            for report in reports {
                let cost = report.plan.as_ref().map_or(u32::MAX, |plan| plan.cost);
                assert_eq!((cost, report.lower_bound), (truth, truth), "{name}");
            }
            let report = solve(&BidirectionalBreadthFirst, &graph, &h);
            let actions = report.plan.as_ref().map(|plan| plan.actions.len() as u32);
            assert_eq!(actions.unwrap_or(u32::MAX), length, "{name}");
            longer += u32::from(actions.is_some_and(|actions| actions > 3));
        }
    }
    println!("{several} {without_cost} {unreachable} {longer}");
    assert!(several > 300 && without_cost > 300 && unreachable > 300 && longer > 1000);
}

/// A state closed by an expensive path is reopened when a cheaper path is found later because
/// its estimates delayed it: here node 1 by way of node 2. Nodes from 6 on lead to the goal but
/// are unreachable; they delay the backward side before it reaches node 1.
#[test]
fn a_closed_state_is_taken_up_again_for_a_better_path() {
    for unreachable in 0..6 {
        let ways = [(0, 1, 5), (0, 2, 1), (2, 1, 1), (1, 3, 1), (3, 4, 8), (4, 5, 1)];
        let decoys = (6..6 + unreachable).map(|node| (node, 5, 5));
        let edges = ways.into_iter().chain(decoys);
        let edges = edges.map(|(from, to, cost)| Edge { from, to, cost }).collect();
        let graph: Graph = Graph::new(6 + unreachable as usize, edges, &[5]);
        let mut values = vec![0; graph.nodes()];
        values[2] = 11;
        let h = Estimates::new(values, Guarantees::ADMISSIBLE);
        let report = solve(&NearOptimalBidirectional::new(), &graph, &h);
        assert_eq!(report.plan.map(|plan| plan.cost), Some(12), "{unreachable} unreachable");
        assert_eq!(report.lower_bound, 12, "{unreachable} unreachable");
        assert!(report.statistics.reopened > 0, "{unreachable} unreachable");
    }
}

/// The estimates are exact for some nodes and zero for the others: highly inconsistent.
#[test]
fn both_ends_meet_at_the_optimum_by_patchy_estimates() {
    let mut reopened = 0;
    for seed in 0..4096_u32 {
        let graph = random_graph(u64::from(seed), 24);
        let distances = distances_to_goals(&graph);
        let is_told = |node: usize| seed >> (node % 12) & 1 == 1;
        let values = distances.iter().enumerate();
        let values = values.map(|(node, &cost)| if is_told(node) { cost } else { 0 });
        let h = Estimates::new(values.collect(), Guarantees::ADMISSIBLE);
        let report = solve(&NearOptimalBidirectional::new(), &graph, &h);
        let cost = report.plan.as_ref().map_or(u32::MAX, |plan| plan.cost);
        let truth = distances[0];
        assert_eq!((cost, report.lower_bound), (truth, truth), "graph {seed}");
        reopened += report.statistics.reopened;
    }
    println!("{reopened} states reopened");
    assert!(reopened > 0);
}
