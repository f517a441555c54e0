/// No text makes the reader of a format of graphs panic or take memory far beyond the text.
fn check(kind: tremaux_maps::paths::MapKind, text: &str) {
    let _ = tremaux_maps::paths::MapKind::of("", text);
    let Ok(graph) = tremaux_maps::paths::GraphMap::parse(kind, text) else { return };
    for node in 0..graph.node_count().min(1000) as u32 {
        assert_eq!(graph.parse_node(&graph.label(node)).ok(), Some(node));
    }
}
