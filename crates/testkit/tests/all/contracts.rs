//! The random problems satisfy every contract, and the checks detect violations.

use tremaux_core::{Guarantees, Heuristic, IndexedSpace, StateSpace};
use tremaux_testkit::{
    Edge, Estimates, Graph, Lines, Pruning, Quality, Remembering, arcs, check_backward,
    check_commuting, check_compact_actions, check_heuristic, check_indexed, check_pruning,
    check_space, check_undo, distances_to_goals, random_graph, random_line,
};

#[test]
fn random_graphs_keep_the_contracts() {
    let mut pruned = 0;
    for seed in 0..2000 {
        let graph = random_graph(seed, 30);
        check_space(&graph, seed, 30);
        check_undo(&graph, seed, 30);
        check_compact_actions(&graph, seed, 30);
        check_indexed(&graph, seed, 30);
        check_backward(&graph, seed, 30);
        for edge in 0..graph.edges().len() as u32 {
            let (mut all, mut kept) = (Vec::new(), Vec::new());
            let node = graph.edges()[edge as usize].to;
            graph.actions(&node, &mut all);
            graph.actions_after(&node, edge, &mut kept);
            pruned += all.len() - kept.len();
        }
    }
    assert!(pruned > 10_000, "{pruned} actions left out");
}

#[test]
fn lines_keep_the_contracts() {
    for seed in 0..500 {
        let lines = Lines::random(seed, 6);
        check_space(&lines, seed, 30);
        check_undo(&lines, seed, 30);
        check_compact_actions(&lines, seed, 30);
        check_indexed(&lines, seed, 30);
        check_backward(&lines, seed, 30);
        check_commuting(&lines, seed, 30);
    }
}

/// Checks that estimates satisfy their guarantees on every arc, not only along a walk.
fn check_promises<S: IndexedSpace<Cost = u32>>(space: &S, estimates: &Estimates<u32>) {
    let distances = distances_to_goals(space);
    let values = estimates.values();
    let guarantees = Heuristic::<S>::guarantees(estimates);
    for (value, distance) in values.iter().zip(&distances) {
        assert!(!guarantees.admissible || value <= distance);
        assert!(!guarantees.safe || *value < u32::MAX || *distance == u32::MAX);
    }
    for arc in arcs(space) {
        assert!(
            !guarantees.consistent || values[arc.from] <= arc.cost.saturating_add(values[arc.to])
        );
    }
}

#[test]
fn estimates_keep_what_they_promise_and_no_more() {
    let (mut inconsistent, mut inadmissible, mut unknown_dead_ends) = (0, 0, 0);
    for seed in 0..2000 {
        let graph = random_graph(seed, 30);
        let distances = distances_to_goals(&graph);
        for quality in Quality::ALL {
            let estimates = Estimates::random(&graph, quality, seed);
            check_promises(&graph, &estimates);
            check_heuristic(&graph, &estimates, seed, 10);
            for looks_ahead in [false, true] {
                let remembering = Remembering { estimates: &estimates, looks_ahead };
                check_heuristic(&graph, &remembering, seed, 10);
            }
            let values = estimates.values();
            inconsistent += u32::from(
                quality == Quality::Inconsistent
                    && arcs(&graph)
                        .iter()
                        .any(|arc| values[arc.from] > arc.cost.saturating_add(values[arc.to])),
            );
            inadmissible += u32::from(values.iter().zip(&distances).any(|(h, d)| h > d));
            unknown_dead_ends += u32::from(
                quality != Quality::Inadmissible
                    && values.iter().zip(&distances).any(|(h, d)| *h < u32::MAX && *d == u32::MAX),
            );
        }
        check_promises(&Lines::random(seed, 5), &{
            let lines = Lines::random(seed, 5);
            Estimates::random(&lines, Quality::Consistent, seed)
        });
    }
    let counts = (inconsistent, inadmissible, unknown_dead_ends);
    assert!(inconsistent > 500 && inadmissible > 1000 && unknown_dead_ends > 500, "{counts:?}");
}

#[test]
fn random_graphs_are_of_every_kind() {
    let (mut solvable, mut uniform, mut solved, mut loops, mut free, mut several) =
        (0, 0, 0, 0, 0, 0);
    for seed in 0..2000 {
        let graph = random_graph(seed, 30);
        let distances = distances_to_goals(&graph);
        solvable += u32::from(distances[0] < u32::MAX);
        uniform += u32::from(graph.uniform_cost().is_some());
        solved += u32::from(graph.is_goal(&0));
        loops += u32::from(graph.edges().iter().any(|edge| edge.from == edge.to));
        free += u32::from(graph.edges().iter().any(|edge| edge.cost == 0));
        several += u32::from((0..graph.nodes() as u32).filter(|n| graph.is_goal(n)).count() > 1);
    }
    let counts = [solvable, uniform, solved, loops, free, several];
    assert!(counts.iter().all(|count| (50..1900).contains(count)), "{counts:?}");
    assert!(solvable > 800, "{counts:?}");
}

#[test]
fn a_line_is_as_long_as_it_says() {
    let line = random_line(1, 1000, 5);
    let sum: u32 = line.edges().iter().map(|edge| edge.cost).sum();
    assert_eq!(2 * distances_to_goals(&line)[0], sum);
    assert_eq!(distances_to_goals(&Graph::line(100, 3_u8))[0], u8::MAX, "more than a byte holds");
}

/// A graph that leaves out an edge it must not leave out.
#[test]
#[should_panic(expected = "may not be left out")]
fn the_only_way_on_may_not_be_left_out() {
    /// Leaves out everything.
    struct Stuck(Graph<u32>);
    impl StateSpace for Stuck {
        type State = u32;
        type Packed = u32;
        type Action = u32;
        type Cost = u32;
        fn initial_state(&self) -> u32 {
            0
        }
        fn is_goal(&self, node: &u32) -> bool {
            self.0.is_goal(node)
        }
        fn actions(&self, node: &u32, actions: &mut Vec<u32>) {
            self.0.actions(node, actions);
        }
        fn actions_after(&self, _: &u32, _: u32, _: &mut Vec<u32>) {}
        fn cost(&self, node: &u32, edge: u32) -> u32 {
            self.0.cost(node, edge)
        }
        fn apply(&self, node: &mut u32, edge: u32) {
            self.0.apply(node, edge);
        }
        fn pack(&self, &node: &u32) -> u32 {
            node
        }
        fn unpack(&self, &node: &u32) -> u32 {
            node
        }
    }
    check_pruning(&Stuck(random_line(1, 10, 3)), 1, 50);
}

#[test]
#[should_panic(expected = "not consistent")]
fn a_false_promise_is_found() {
    let edges = vec![Edge { from: 0, to: 1, cost: 1_u32 }, Edge { from: 1, to: 2, cost: 1 }];
    let graph = Graph::new(3, edges, &[2]).pruned(Pruning::Back);
    let estimates = Estimates::new(vec![2_u32, 0, 0], Guarantees::CONSISTENT);
    check_heuristic(&graph, &estimates, 1, 2);
}
