//! Long lines and zero-cost cycles: no search overflows the stack or loops forever.

use tremaux_core::{Algorithm, AnySearch, Guarantees, Limits, NoHeuristic, Termination};
use tremaux_search::{AnyOrder, BestFirst, Buckets, IdaStar, Indexed, plan_cost};
use tremaux_testkit::{Edge, Estimates, Graph, Pruning, distances_to_goals, random_line};

/// The exact estimates for a line whose edges to node n all start at n - 1 or go backward.
fn exact(line: &Graph) -> Estimates<u32> {
    let mut values = vec![0; line.nodes()];
    let mut forward: Vec<&Edge<u32>> =
        line.edges().iter().filter(|edge| edge.to > edge.from).collect();
    forward.sort_by_key(|edge| std::cmp::Reverse(edge.from));
    for edge in forward {
        values[edge.from as usize] = values[edge.to as usize] + edge.cost;
    }
    Estimates::new(values, Guarantees::CONSISTENT)
}

#[test]
fn lines_of_a_million_steps_are_walked() {
    const LENGTH: u32 = 1_000_000;
    // Costs are at least one: long zero-cost stretches have a test of their own.
    for line in [random_line(1, LENGTH, 3).with_costs(|edge| edge.cost + 1), Graph::line(LENGTH, 1)]
    {
        let estimates = exact(&line);
        let searches: [Box<dyn AnySearch<Graph>>; 7] = [
            Box::new(BestFirst::a_star().start(&line, &estimates)),
            Box::new(BestFirst::a_star().table(Indexed).start(&line, &estimates)),
            Box::new(
                BestFirst::dijkstra().open_list(Buckets).ties(AnyOrder).start(&line, NoHeuristic),
            ),
            Box::new(BestFirst::breadth_first().start(&line, NoHeuristic)),
            Box::new(IdaStar::new().start(&line, &estimates)),
            Box::new(IdaStar::in_place().start(&line, &estimates)),
            Box::new(IdaStar::compact().start(&line, &estimates)),
        ];
        for (number, mut search) in searches.into_iter().enumerate() {
            let _ = search.advance_any(&Limits::default(), &mut ());
            let report = search.report_any();
            let plan = report.plan.expect("solvable");
            assert_eq!(plan.actions.len(), LENGTH as usize, "search {number}");
            assert_eq!(plan.cost, estimates.values()[0], "search {number}");
            assert_eq!(plan_cost(&line, &plan.actions), Some(plan.cost), "search {number}");
        }
    }
}

#[test]
fn long_ways_at_no_cost_are_walked() {
    let line = random_line(1, 20_000, 1);
    assert!(line.edges().iter().all(|edge| edge.cost == 0));
    let estimates = exact(&line);
    let searches: [Box<dyn AnySearch<Graph>>; 3] = [
        Box::new(BestFirst::a_star().start(&line, &estimates)),
        Box::new(IdaStar::new().start(&line, &estimates)),
        Box::new(IdaStar::compact().start(&line, &estimates)),
    ];
    for mut search in searches {
        let _ = search.advance_any(&Limits::default(), &mut ());
        let report = search.report_any();
        assert!(report.is_proven_optimal());
        assert_eq!(report.plan.expect("solvable").actions.len(), 20_000);
    }
}

/// Two zero-cost cycles that share a node, with an expensive exit or none.
#[test]
fn circles_at_no_cost_are_left() {
    for is_solvable in [false, true] {
        for pruning in [Pruning::Nothing, Pruning::Back, Pruning::Detours] {
            let free = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2), (1, 1), (3, 2)];
            let mut edges: Vec<Edge<u32>> =
                free.map(|(from, to)| Edge { from, to, cost: 0 }).to_vec();
            if is_solvable {
                edges.push(Edge { from: 4, to: 5, cost: 7 });
            }
            let graph = Graph::new(6, edges, &[5]).pruned(pruning);
            let truth = distances_to_goals(&graph)[0];
            let searches: [Box<dyn AnySearch<Graph>>; 4] = [
                Box::new(BestFirst::a_star().start(&graph, NoHeuristic)),
                Box::new(IdaStar::new().start(&graph, NoHeuristic)),
                Box::new(IdaStar::in_place().start(&graph, NoHeuristic)),
                Box::new(IdaStar::compact().start(&graph, NoHeuristic)),
            ];
            for (number, mut search) in searches.into_iter().enumerate() {
                let _ = search.advance_any(&Limits::default().with_nodes(1000), &mut ());
                let report = search.report_any();
                let is_stopped = matches!(report.termination, Termination::Stopped(_));
                assert!(!is_stopped, "search {number} goes round, {pruning:?}");
                assert_eq!(report.plan.as_ref().map_or(u32::MAX, |plan| plan.cost), truth);
                assert!(report.is_proven_optimal() || report.is_proven_unsolvable());
            }
        }
    }
}
