//! Several goals, and unreachable goals.

use std::collections::BTreeMap;

use tremaux_core::{Algorithm, Limits, NoHeuristic, Search, StateSpace};
use tremaux_search::{AnyOrder, BestFirst, Buckets, Indexed, plan_cost};
use tremaux_testkit::{Arc, Estimates, Graph, Quality, arcs, bellman_ford, random_graph};

/// The cost of a cheapest path from node 0 to each node.
fn distances_from_start(graph: &Graph) -> Vec<u32> {
    let back: Vec<Arc<u32>> =
        arcs(graph).iter().map(|arc| Arc { from: arc.to, to: arc.from, ..*arc }).collect();
    bellman_ford(graph.nodes(), &back, |node| node == 0)
}

fn end(graph: &Graph, actions: &[u32]) -> u32 {
    let mut node = graph.initial_state();
    actions.iter().for_each(|&edge| graph.apply(&mut node, edge));
    node
}

#[test]
fn all_goals_are_found_each_by_a_cheapest_path() {
    let mut several = 0;
    for seed in 0..2000 {
        let graph = random_graph(seed, 30);
        let distances = distances_from_start(&graph);
        let reachable = |&node: &u32| graph.is_goal(&node) && distances[node as usize] < u32::MAX;
        let goals: Vec<u32> = (0..graph.nodes() as u32).filter(reachable).collect();
        several += u32::from(goals.len() > 1);
        macro_rules! check {
            ($algorithm:expr, $wanted:expr) => {{
                let wanted: u64 = $wanted;
                let algorithm = $algorithm.plan_count(wanted);
                let mut search = algorithm.start(&graph, NoHeuristic);
                let _ = search.advance(&Limits::default(), &mut ());
                let plans = search.solutions();
                let found: BTreeMap<u32, u32> =
                    plans.iter().map(|plan| (end(&graph, &plan.actions), plan.cost)).collect();
                assert_eq!(found.len(), plans.len(), "graph {seed}: a goal twice");
                assert_eq!(plans.len(), goals.len().min(wanted as usize), "graph {seed}");
                let costs: Vec<u32> = plans.iter().map(|plan| plan.cost).collect();
                assert!(costs.is_sorted(), "graph {seed}: a more expensive goal first");
                for plan in &plans {
                    let goal = end(&graph, &plan.actions);
                    assert_eq!(plan_cost(&graph, &plan.actions), Some(plan.cost));
                    assert_eq!(plan.cost, distances[goal as usize], "graph {seed}, goal {goal}");
                }
                assert_eq!(search.report().plan.as_ref(), plans.first(), "graph {seed}");
            }};
        }
        for wanted in [1, 2, u64::MAX >> 1] {
            check!(BestFirst::dijkstra(), wanted);
            check!(BestFirst::dijkstra().table(Indexed), wanted);
            check!(BestFirst::a_star().open_list(Buckets).ties(AnyOrder), wanted);
        }
    }
    assert!(several > 100, "{several} graphs with several goals");
}

#[test]
fn the_nearest_by_estimate_is_told() {
    let mut unsolvable = 0;
    for seed in 0..2000 {
        let graph = random_graph(seed, 30);
        let distances = distances_from_start(&graph);
        let estimates = Estimates::random(&graph, Quality::Inconsistent, seed);
        let mut search = BestFirst::a_star().start(&graph, &estimates);
        let _ = search.advance(&Limits::default(), &mut ());
        let nearest = search.nearest().expect("a state is seen");
        let node = end(&graph, &nearest.plan.actions);
        assert_eq!(nearest.estimate, estimates.values()[node as usize], "graph {seed}");
        let report = search.report();
        if report.plan.is_none() {
            unsolvable += 1;
            let reachable = (0..graph.nodes()).filter(|&node| distances[node] < u32::MAX);
            let live = reachable.filter(|&node| {
                // Nothing is expanded beyond a dead end.
                estimates.values()[node] < u32::MAX
            });
            let least = live.map(|node| estimates.values()[node]).min();
            assert!(least.is_none_or(|least| nearest.estimate >= least), "graph {seed}");
        } else {
            assert_eq!(nearest.estimate, 0, "graph {seed}: a goal is nearest");
        }
        let cost: u32 =
            nearest.plan.actions.iter().map(|&edge| graph.edges()[edge as usize].cost).sum();
        assert_eq!(cost, nearest.plan.cost, "graph {seed}");
    }
    assert!(unsolvable > 300, "{unsolvable} unsolvable");
}
