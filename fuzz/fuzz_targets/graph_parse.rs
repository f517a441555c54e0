//! No text makes the parsers of graphs panic or take memory far beyond the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_core::FloatCost;
use tremaux_maps::graph::{Graph, dimacs, edge_list, node_link};

/// Every arc leads to a node, and labels lead back to their nodes.
fn check(graph: &Graph<u32>) {
    let count = graph.node_count() as u32;
    for node in 0..count.min(1000) {
        assert!(graph.outgoing(node).iter().all(|link| link.node < count));
        assert_eq!(graph.node(&graph.label(node)), Some(node));
    }
}

fuzz_target!(|data: (&str, &str)| {
    let (text, coordinates) = data;
    if let Ok(graph) = dimacs::parse::<u32>(text) {
        check(&graph);
        let _ = dimacs::parse_coordinates(coordinates, graph.node_count());
    }
    let _ = dimacs::parse_coordinates(text, 5);
    if let Ok(graph) = edge_list::parse::<u32>(text) {
        check(&graph);
    }
    if let Ok(graph) = node_link::parse::<u32>(text) {
        check(&graph);
    }
    let _ = edge_list::parse::<FloatCost>(text);
    let _ = node_link::parse::<FloatCost>(text);
});
