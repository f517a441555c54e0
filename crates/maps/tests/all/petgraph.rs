//! Graphs converted from `petgraph`.
#![cfg(feature = "petgraph")]

use petgraph::Directed;
use petgraph::graph::{DiGraph, UnGraph};
use petgraph::stable_graph::StableGraph;
use tremaux_maps::graph::from_petgraph;
use tremaux_maps::road::Dijkstra;

#[test]
fn distances_are_theirs() {
    let arcs = [(0, 1, 4), (0, 2, 1), (2, 1, 2), (1, 3, 0), (3, 3, 5), (0, 1, 9_u32)];
    let directed = DiGraph::<(), u32>::from_edges(arcs);
    let undirected = UnGraph::<(), u32>::from_edges(arcs);
    let ours = [
        from_petgraph(&directed, |edge| *edge.weight()).expect("a small graph"),
        from_petgraph(&undirected, |edge| *edge.weight()).expect("a small graph"),
    ];
    assert_eq!(ours.each_ref().map(|graph| graph.arc_count()), [6, 11]);
    for from in 0..4 {
        let node = petgraph::graph::NodeIndex::new(from);
        let theirs = [
            petgraph::algo::dijkstra(&directed, node, None, |edge| *edge.weight()),
            petgraph::algo::dijkstra(&undirected, node, None, |edge| *edge.weight()),
        ];
        for (theirs, ours) in theirs.iter().zip(&ours) {
            let distances =
                Dijkstra::<u32>::new(ours).expect("short paths").distances_from(from as u32);
            for (to, distance) in distances.iter().enumerate() {
                assert_eq!(theirs.get(&petgraph::graph::NodeIndex::new(to)), distance.as_ref());
            }
        }
    }
}

#[test]
fn gaps_are_nodes_without_arcs() {
    let mut stable = StableGraph::<(), u32, Directed>::new();
    let nodes = [(); 3].map(|()| stable.add_node(()));
    stable.add_edge(nodes[0], nodes[2], 7);
    stable.remove_node(nodes[1]);
    let ours = from_petgraph(&stable, |edge| *edge.weight()).expect("a small graph");
    assert_eq!((ours.node_count(), ours.path_cost(&[0, 2])), (3, Some(7)));
    assert!(ours.outgoing(1).is_empty() && ours.incoming(1).is_empty());
}
