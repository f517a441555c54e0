//! Depth-first branch and bound: all plans, improving plans, tables shared by iterations, and
//! bounds that grow fast enough.

use tremaux_core::{
    Algorithm, Event, Limits, NoHeuristic, Observer, Search, StateSpace, Termination,
};
use tremaux_search::{
    BranchAndBound, ByEstimate, HashedStates, IdaStar, RecursiveBestFirst, plan_cost,
};
use tremaux_tables::{Always, DepthPreferred};
use tremaux_testkit::{Edge, Estimates, Graph, Pruning, Quality, distances_to_goals, random_graph};

/// Every path to a goal that passes no goal and visits no node twice.
fn simple_plans(
    graph: &Graph,
    path: &mut Vec<u32>,
    seen: &mut Vec<u32>,
    found: &mut Vec<Vec<u32>>,
) {
    let node = *seen.last().expect("a node");
    if graph.is_goal(&node) {
        found.push(path.clone());
        return;
    }
    let mut edges = Vec::new();
    graph.actions(&node, &mut edges);
    for edge in edges {
        let to = graph.edges()[edge as usize].to;
        if !seen.contains(&to) {
            path.push(edge);
            seen.push(to);
            simple_plans(graph, path, seen, found);
            seen.pop();
            path.pop();
        }
    }
}

#[test]
fn all_cheapest_plans_are_found() {
    let mut several = 0;
    for seed in 0..400 {
        let graph = random_graph(seed, 9).with_costs(|edge| edge.cost.clamp(1, 4));
        let graph = graph.pruned(Pruning::Nothing);
        let estimates = Estimates::random(&graph, Quality::Inconsistent, seed);
        let truth = distances_to_goals(&graph)[0];
        let (mut path, mut seen, mut expected) = (Vec::new(), vec![0], Vec::new());
        simple_plans(&graph, &mut path, &mut seen, &mut expected);
        expected.retain(|actions| plan_cost(&graph, actions) == Some(truth));
        expected.sort();
        for algorithm in
            [BranchAndBound::new(), BranchAndBound::ida_star(), BranchAndBound::budgeted()]
        {
            if truth == u32::MAX
                && algorithm
                    .clone()
                    .plan_count(2)
                    .solve(&graph, &estimates, &Limits::default().with_nodes(2000), &mut ())
                    .termination
                    != Termination::Exhausted
            {
                // Without a plan, bounds may grow forever.
                continue;
            }
            let mut search = algorithm.plan_count(u64::MAX).start(&graph, &estimates);
            let _ = search.advance(&Limits::default(), &mut ());
            let mut found: Vec<Vec<u32>> =
                search.solutions().into_iter().map(|plan| plan.actions).collect();
            found.sort();
            found.dedup();
            assert_eq!(found, expected, "graph {seed}");
            let report = search.report();
            assert!(report.is_proven_optimal() || report.is_proven_unsolvable(), "graph {seed}");
            several += u32::from(found.len() > 1);
        }
    }
    assert!(several > 60, "{several} with several plans");
}

/// The costs of plans and the bounds, in the order of their events.
#[derive(Default)]
struct Gap {
    plans: Vec<u32>,
    bounds: Vec<u32>,
}

impl Observer<Graph> for Gap {
    fn observe(&mut self, event: Event<'_, Graph>) {
        match event {
            Event::Solution(cost) => self.plans.push(cost),
            Event::LowerBound(bound) => self.bounds.push(bound),
            _ => {}
        }
    }
}

#[test]
fn plans_get_better_and_bounds_greater() {
    let mut improved = 0;
    for seed in 0..500 {
        let graph = random_graph(seed, 12);
        let estimates = Estimates::random(&graph, Quality::Consistent, seed);
        let mut gap = Gap::default();
        let limits = Limits::default().with_nodes(100_000);
        let report = BranchAndBound::new().solve(&graph, &estimates, &limits, &mut gap);
        assert!(gap.plans.windows(2).all(|pair| pair[1] < pair[0]), "graph {seed}");
        assert!(gap.bounds.windows(2).all(|pair| pair[1] > pair[0]), "graph {seed}");
        assert_eq!(report.plan.map(|plan| plan.cost), gap.plans.last().copied());
        improved += u32::from(gap.plans.len() > 1);
    }
    assert!(improved > 50, "{improved}");
}

/// A ladder with many equivalent paths: without a table, the number of paths doubles with each
/// rung.
fn ladder(rungs: u32) -> Graph {
    let edge = |from, to, cost| Edge { from, to, cost };
    let edges = (0..rungs).flat_map(|at| {
        let (from, to) = (3 * at, 3 * at + 3);
        [(from, from + 1, 1), (from, from + 2, 1), (from + 1, to, 1), (from + 2, to, 1)]
    });
    let edges = edges.map(|(from, to, cost)| edge(from, to, cost)).collect();
    Graph::new(3 * rungs as usize + 1, edges, &[])
}

#[test]
fn a_table_searches_a_state_once() {
    let graph = ladder(14);
    let limits = Limits::default();
    let plain = IdaStar::new().solve(&graph, NoHeuristic, &limits, &mut ());
    let hashed = IdaStar::new().with_table(1 << 16).solve(&graph, NoHeuristic, &limits, &mut ());
    let full =
        BranchAndBound::ida_star().full(1 << 16).solve(&graph, NoHeuristic, &limits, &mut ());
    assert!(plain.is_proven_unsolvable() && hashed.is_proven_unsolvable());
    assert!(full.is_proven_unsolvable());
    assert!(plain.statistics.expanded > 1 << 14);
    // Each of the 43 states is expanded at most once per iteration.
    for report in [&hashed, &full] {
        let counts = &report.statistics;
        assert!(counts.expanded <= 43 * counts.iterations, "{counts:?}");
        // Cut off by the stored bound, or as already searched in this iteration.
        assert!(counts.pruned + counts.duplicates > 0 && counts.peak_bytes > 1 << 15);
    }
    let once = BranchAndBound::new().full(1 << 16).solve(&graph, NoHeuristic, &limits, &mut ());
    assert_eq!((once.statistics.expanded, once.statistics.iterations), (43, 1));
}

#[test]
fn more_iterations_than_ages_confuse_no_table() {
    // A thousand iterations on a line, with the paths of a ladder beside it.
    let mut edges: Vec<Edge<u32>> =
        (0..1000).map(|from| Edge { from, to: from + 1, cost: 1 }).collect();
    edges.extend((0..998).step_by(2).map(|from| Edge { from, to: from + 2, cost: 3 }));
    let graph = Graph::new(1001, edges, &[1000]);
    let limits = Limits::default();
    for bytes in [64, 1 << 10, 1 << 15] {
        let always = HashedStates::<Always>::with_bytes(bytes);
        let deep = HashedStates::<DepthPreferred>::with_bytes(bytes);
        let first =
            BranchAndBound::ida_star().table(always).solve(&graph, NoHeuristic, &limits, &mut ());
        let second =
            BranchAndBound::ida_star().table(deep).solve(&graph, NoHeuristic, &limits, &mut ());
        for report in [first, second] {
            assert!(report.is_proven_optimal(), "{bytes} bytes");
            assert_eq!(report.lower_bound, 1000, "{bytes} bytes");
            assert!(report.statistics.iterations <= 1001);
        }
    }
}

#[test]
fn budgets_save_iterations_where_costs_are_fine() {
    // With a random cost for every edge, nearly every path has its own f.
    let mut edges = Vec::new();
    let mut random = 12345_u32;
    for from in 0..15 {
        for to in [from + 1, from + 2] {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            edges.push(Edge { from, to, cost: 100_000 + (random >> 12) % 1000 });
        }
    }
    let graph = Graph::new(17, edges, &[15]);
    let estimates = Estimates::new(vec![0; 17], Quality::Consistent.guarantees());
    let limits = Limits::default();
    let plain = BranchAndBound::ida_star().solve(&graph, &estimates, &limits, &mut ());
    let budgeted = BranchAndBound::budgeted().solve(&graph, &estimates, &limits, &mut ());
    let once = BranchAndBound::new().order(ByEstimate).solve(&graph, &estimates, &limits, &mut ());
    let recursive = RecursiveBestFirst::new().solve(&graph, &estimates, &limits, &mut ());
    for report in [&plain, &budgeted, &once, &recursive] {
        assert!(report.is_proven_optimal());
        assert_eq!(report.lower_bound, distances_to_goals(&graph)[0]);
    }
    let (plain, budgeted) = (&plain.statistics, &budgeted.statistics);
    assert!(budgeted.expanded * 5 < plain.expanded, "{budgeted:?}, {plain:?}");
    assert!(budgeted.iterations * 5 < plain.iterations, "{budgeted:?}, {plain:?}");
}
