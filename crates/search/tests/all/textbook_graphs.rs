//! The example graph of P. Klęsk's *Algorithms for searching graphs and game trees* under other
//! conventions than his. The figures that he prints are checked with the tables of published
//! figures.

use tremaux_core::{Algorithm, FloatCost, Limits, NoHeuristic};
use tremaux_search::BestFirst;
use tremaux_testkit::reference::{
    Conventions, IdaStarConventions, Outcome, graph_search, ida_star,
};
use tremaux_testkit::{Edge, Graph};

type Roads = Graph<FloatCost>;

fn roads(nodes: usize, edges: &[(u32, u32, f64)], goal: u32) -> Roads {
    let edge = |&(from, to, cost)| Edge { from, to, cost: FloatCost::new(cost) };
    Graph::new(nodes, edges.iter().map(edge).collect(), &[goal])
}

fn example() -> Roads {
    let edges = [
        (0, 1, 3.0),
        (0, 2, 1.0),
        (0, 5, 2.5),
        (1, 3, 2.0),
        (1, 4, 1.5),
        (2, 1, 1.0),
        (2, 4, 3.0),
        (3, 7, 1.0),
        (4, 7, 2.0),
        (5, 6, 4.0),
        (6, 7, 0.5),
    ];
    roads(8, &edges, 7)
}

/// The nodes of a plan, and its cost.
fn path(graph: &Roads, outcome: &Outcome<Roads>) -> (Vec<u32>, f64) {
    let plan = outcome.plan.as_ref().expect("solvable");
    let ends = plan.actions.iter().map(|&edge| graph.edges()[edge as usize].to);
    ([0].into_iter().chain(ends).collect(), plan.cost.get())
}

#[test]
fn example_graph_by_other_forms() {
    let graph = example();
    // A goal test on generation skips the last level.
    let early = graph_search(&graph, &NoHeuristic, &Conventions::nutshell_breadth_first());
    assert_eq!((early.visits, early.closed, early.open), (vec![0, 1, 2, 5, 3], 5, 3));
    // Two actions are not enough, three are. The last child of a node is tried first.
    let shallow = graph_search(&graph, &NoHeuristic, &Conventions::nutshell_depth_first(2));
    assert!(shallow.plan.is_none() && shallow.open == 0);
    let deep = graph_search(&graph, &NoHeuristic, &Conventions::nutshell_depth_first(3));
    assert_eq!(path(&graph, &deep), (vec![0, 5, 6, 7], 7.0));
    let deepened = ida_star(&graph, &NoHeuristic, &IdaStarConventions::default());
    assert_eq!(path(&graph, &deepened), (vec![0, 2, 1, 3, 7], 5.0));
    let engine = BestFirst::dijkstra().solve(&graph, NoHeuristic, &Limits::default(), &mut ());
    assert_eq!(engine.plan.expect("solvable").cost.get(), 5.0);
}
