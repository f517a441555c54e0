//! Graphs in the JSON Graph Format: an object with `graph`, or with one in `graphs`.
//!
//! Links are directed unless `directed` is false. Their costs stand in `metadata` or beside it.

use super::draft::{Called, Draft, DraftLink, each_once};
use super::json::{Object, Part, attributes, unquoted};
use super::link_costs::CostKey;
use super::{ArcCost, Graph};
use tremaux_core::ParseError;

/// Keys of links with a meaning, and those that only describe.
const KNOWN: &[&str] =
    &["source", "target", "directed", "id", "key", "relation", "label", "name", "metadata"];

/// Keys of nodes with a meaning.
const OF_NODES: &[&str] = &["id", "label", "name"];

/// Whether a JSON object is such a graph.
pub(super) fn is_jgf(top: &Object<'_>) -> bool {
    let graph = top.get("graph").map(|graph| graph.get());
    let has_graph =
        graph.is_some_and(|graph| graph.contains("\"edges\"") || graph.contains("\"nodes\""));
    top.get("nodes").is_none() && (has_graph || top.get("graphs").is_some())
}

/// Reads the graph of a JSON object.
pub(super) fn read<'a, C: ArcCost>(
    whole: Part<'a>,
    top: &Object<'a>,
    key: CostKey<'_>,
) -> Result<Graph<C>, ParseError> {
    let graph = match (top.get("graph"), top.get("graphs")) {
        (Some(graph), _) => whole.of(graph),
        (None, graphs) => {
            let graphs = graphs.ok_or_else(|| whole.expected("an object with `graph`"))?;
            let graphs = whole.of(graphs);
            match graphs.list("a list of graphs")?.as_slice() {
                [only] => whole.of(only),
                _ => return Err(graphs.expected("a list of one graph")),
            }
        }
    };
    let object = graph.object("a graph: an object")?;
    let is_directed = match object.get("directed") {
        Some(value) => whole.of(value).read::<bool>("`true` or `false`")?,
        None => true,
    };
    let mut draft = Draft::new(whole.whole);
    if let Some(nodes) = object.get("nodes") {
        read_nodes(whole.of(nodes), &mut draft)?;
    }
    let edges = object.get("edges").map(|edges| whole.of(edges).list("a list of edges"));
    for edge in edges.transpose()?.unwrap_or_default() {
        let edge = whole.of(edge);
        let object = edge.object("an edge: an object with `source` and `target`")?;
        let is_directed = match object.get("directed") {
            Some(value) => whole.of(value).read::<bool>("`true` or `false`")?,
            None => is_directed,
        };
        let ends = [edge.end(&object, "source")?, edge.end(&object, "target")?];
        let mut all = attributes(&object);
        if let Some(metadata) = object.get("metadata") {
            all.extend(attributes(&whole.of(metadata).object("an object of attributes")?));
        }
        let attributes = each_once(whole.whole, all)?;
        draft.links.push(DraftLink { ends, attributes, is_directed });
    }
    draft.finish(key, KNOWN, Called::ById)
}

/// Reads the nodes: an object of them by their ids, or a list in which each has its `id`.
fn read_nodes<'a>(nodes: Part<'a>, draft: &mut Draft<'a>) -> Result<(), ParseError> {
    if nodes.value.starts_with('[') {
        for node in nodes.list("a list of nodes")? {
            let node = nodes.of(node);
            let object = node.object("a node: an object with an `id`")?;
            draft.add_node(&node.end(&object, "id")?, node.label(&object)?)?;
            ignore(&object, draft);
        }
        return Ok(());
    }
    for (id, node) in nodes.object("an object or a list of nodes")?.0 {
        let object = nodes.of(node).object("a node: an object")?;
        let name = nodes.of(id).name(unquoted(id));
        draft.add_node(&name, nodes.of(node).label(&object)?)?;
        ignore(&object, draft);
    }
    Ok(())
}

/// Remembers the keys of a node that are ignored.
fn ignore(object: &Object<'_>, draft: &mut Draft<'_>) {
    for (key, _) in object.0.iter().filter(|(key, _)| !OF_NODES.contains(&&*unquoted(key))) {
        draft.ignore(&unquoted(key));
    }
}
