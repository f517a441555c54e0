//! The k best paths, and paths through islands, compared with brute force.

use std::collections::BTreeSet;

use tremaux_core::{Algorithm, AnySearch, Limits, Progress, Search, StateSpace, Termination};
use tremaux_search::{IslandDriven, KBest, plan_cost};
use tremaux_testkit::{
    Arc, Estimates, Graph, Quality, arcs, bellman_ford, distances_to_goals, random_graph,
};

/// The costs of all paths of at most `most_edges` edges to their first goal, in ascending
/// order. Only paths that cost at most `most` count, and optionally only those that visit no
/// node twice.
fn all_costs(graph: &Graph, is_loopless: bool, most_edges: usize, most: u32) -> Vec<u32> {
    let (mut costs, mut ways) = (Vec::new(), vec![(0_u32, vec![0_u32])]);
    while let Some((cost, nodes)) = ways.pop() {
        let at = *nodes.last().expect("a node");
        if graph.is_goal(&at) {
            costs.push(cost);
        } else if nodes.len() <= most_edges {
            for edge in graph.edges().iter().filter(|edge| edge.from == at) {
                let is_loop = is_loopless && nodes.contains(&edge.to);
                if !is_loop && cost + edge.cost <= most {
                    let mut nodes = nodes.clone();
                    nodes.push(edge.to);
                    ways.push((cost + edge.cost, nodes));
                }
            }
        }
    }
    costs.sort_unstable();
    costs
}

fn check_ways(graph: &Graph, plans: &[tremaux_core::Plan<u32, u32>], name: &str) {
    let different: BTreeSet<&[u32]> = plans.iter().map(|plan| &plan.actions[..]).collect();
    assert_eq!(different.len(), plans.len(), "{name}: a way twice");
    for plan in plans {
        assert_eq!(plan_cost(graph, &plan.actions), Some(plan.cost), "{name}");
    }
}

#[test]
fn the_k_best_ways_are_those_of_brute_force() {
    let (mut several, mut with_loops) = (0, 0);
    for seed in 0..400 {
        // Each edge has a positive cost, so no more edges need be tried than the cost.
        let graph = random_graph(seed, 6).with_costs(|edge| edge.cost % 5 + 1);
        let loopless = all_costs(&graph, true, 6, u32::MAX);
        let all = all_costs(&graph, false, 7, 7);
        for quality in Quality::ALL {
            let estimates = Estimates::random(&graph, quality, seed);
            for wanted in [1, 2, 9] {
                let name = format!("graph {seed}, {quality:?}, {wanted} wanted");
                let run = |search: &mut dyn AnySearch<Graph>| {
                    let progress = search.advance_unwatched(&Limits::default());
                    let plans = search.solutions_any();
                    check_ways(&graph, &plans, &name);
                    assert_eq!(search.report_any().plan.as_ref(), plans.first(), "{name}");
                    let is_over = matches!(
                        progress,
                        Progress::Done(Termination::Finished | Termination::Exhausted)
                    );
                    assert!(is_over, "{name}");
                    plans.iter().map(|plan| plan.cost).collect::<Vec<u32>>()
                };
                let expected: Vec<u32> = loopless.iter().copied().take(wanted).collect();
                let settings = KBest::new(wanted as u32);
                let mut search = settings.loopless().start(&graph, &estimates);
                assert_eq!(run(&mut search), expected, "{name}, loopless");
                let found = run(&mut settings.start(&graph, &estimates));
                let cheap: Vec<u32> = found.iter().copied().take_while(|&cost| cost <= 7).collect();
                assert_eq!(cheap, all[..cheap.len()], "{name}");
                let is_all = cheap.len() == all.len();
                assert!(is_all || cheap.len() == found.len(), "{name}: some are left out");
                several += u32::from(found.len() > 1);
                with_loops += u32::from(found.len() > expected.len());
            }
        }
    }
    println!("{several} with several ways, {with_loops} with loops");
    assert!(several > 1000 && with_loops > 300);
}

#[test]
fn ways_through_islands_are_the_cheapest_there_are() {
    let (mut reached, mut unreached) = (0, 0);
    for seed in 0..1000_u64 {
        let graph = random_graph(seed, 20);
        let nodes = graph.nodes() as u64;
        let islands: Vec<u32> =
            (0..seed % 4).map(|at| ((seed / 7 + 5 * at) % nodes) as u32).collect();
        let distance = |from: u32, to: u32| {
            let arcs: Vec<Arc<u32>> = arcs(&graph);
            bellman_ford(graph.nodes(), &arcs, |node| node == to as usize)[from as usize]
        };
        let (mut truth, mut at) = (0_u32, 0);
        for &island in &islands {
            truth = truth.saturating_add(distance(at, island));
            at = island;
        }
        truth = truth.saturating_add(distances_to_goals(&graph)[at as usize]);
        let cheapest = distances_to_goals(&graph)[0];
        for quality in [Quality::Exact, Quality::Consistent, Quality::Inconsistent] {
            let estimates = Estimates::random(&graph, quality, seed);
            let name = format!("graph {seed}, {quality:?}, through {islands:?}");
            let algorithm = IslandDriven::through(islands.clone());
            for nodes in [u64::MAX, 1, 3] {
                let limits = Limits::default().with_nodes(nodes);
                let mut search = algorithm.start(&graph, &estimates);
                while let Progress::Paused(_) = search.advance(&limits, &mut ()) {
                    assert!(search.report().lower_bound <= cheapest, "{name}");
                }
                let report = search.report();
                assert!(report.lower_bound <= cheapest, "{name}");
                let cost = report.plan.as_ref().map_or(u32::MAX, |plan| plan.cost);
                assert_eq!(cost, truth, "{name}");
                let Some(plan) = report.plan else {
                    unreached += 1;
                    continue;
                };
                assert_eq!(plan_cost(&graph, &plan.actions), Some(truth), "{name}");
                let mut left = islands.iter().copied().peekable();
                let mut node = 0;
                while left.next_if_eq(&node).is_some() {}
                for edge in plan.actions {
                    graph.apply(&mut node, edge);
                    while left.next_if_eq(&node).is_some() {}
                }
                assert_eq!(left.next(), None, "{name}: an island is left out");
                reached += 1;
            }
        }
    }
    println!("{reached} reached, {unreached} not");
    assert!(reached > 2000 && unreached > 1000);
}
