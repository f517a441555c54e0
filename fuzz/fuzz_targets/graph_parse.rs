//! No text makes the parsers of graphs panic or take memory far beyond the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_core::FloatCost;
use tremaux_maps::graph::{Graph, dimacs, edge_list, graphml, node_link, table};
use tremaux_maps::paths::MapKind;

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
    let _ = MapKind::of("", text);
    for parse in [edge_list::parse, node_link::parse, graphml::parse, table::parse] {
        if let Ok(graph) = parse(text) {
            check(&graph);
        }
    }
    let _ = edge_list::parse::<FloatCost>(text);
    let _ = node_link::parse::<FloatCost>(text);
});
