//! Searches from both ends where that is hardest: several goals, actions without cost, no
//! way, parallel actions, and heuristics that are good for nothing.

use tremaux_core::{Algorithm, BackwardSpace, Heuristic, Limits, SearchReport};
use tremaux_search::{BidirectionalBreadthFirst, NearOptimalBidirectional, plan_cost};
use tremaux_testkit::{
    Arc, Estimates, Graph, Quality, arcs, bellman_ford, distances_to_goals, random_graph,
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
        // What it costs to get to each node, and less of it: for the way back.
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
