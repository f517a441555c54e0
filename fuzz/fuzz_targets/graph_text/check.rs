//! What holds for every format of graphs.

use tremaux_maps::paths::{GraphMap, MapKind};

/// No text makes the reader panic or take memory far beyond the text, and labels lead back to
/// their nodes.
pub fn check(kind: MapKind, text: &str) {
    let _ = MapKind::of("", text);
    let Ok(graph) = GraphMap::parse(kind, text) else { return };
    for node in 0..graph.node_count().min(1000) as u32 {
        assert_eq!(graph.parse_node(&graph.label(node)).ok(), Some(node));
    }
}
