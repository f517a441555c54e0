//! Graphs in the JSON of Cytoscape and Cytoscape.js: an object with `elements`, which has `nodes`
//! and `edges` or is a list of both.
//!
//! The members of an element stand in its `data`. Links are undirected unless `data.directed` of
//! the whole is true, as `NetworkX` writes it.

use serde_json::value::RawValue;

use super::draft::{Called, Draft, DraftLink, each_once};
use super::json::{Object, Part, attributes, unquoted};
use super::link_costs::CostKey;
use super::{ArcCost, Graph};
use tremaux_core::ParseError;

/// Keys of links with a meaning, and those that only describe. Cytoscape itself adds numbers.
const KNOWN: &[&str] = &[
    "source",
    "target",
    "id",
    "key",
    "label",
    "name",
    "interaction",
    "shared_name",
    "shared_interaction",
    "SUID",
    "selected",
];

/// Keys of nodes with a meaning.
const OF_NODES: &[&str] = &["id", "label", "name", "value", "shared_name", "SUID", "selected"];

/// Whether a JSON object is such a graph.
pub(super) fn is_cytoscape(top: &Object<'_>) -> bool {
    top.get("elements").is_some()
}

/// Reads the graph of a JSON object.
pub(super) fn read<'a, C: ArcCost>(
    whole: Part<'a>,
    top: &Object<'a>,
    key: CostKey<'_>,
) -> Result<Graph<C>, ParseError> {
    let elements = top.get("elements").ok_or_else(|| whole.expected("`elements`"))?;
    let elements = whole.of(elements);
    let (mut nodes, mut edges) = (Vec::new(), Vec::new());
    if elements.value.starts_with('[') {
        for element in elements.list("a list of elements")? {
            let data = data(elements, element)?;
            let is_edge = data.get("source").is_some() || data.get("target").is_some();
            if is_edge { edges.push(element) } else { nodes.push(element) }
        }
    } else {
        let object = elements.object("an object with `nodes` and `edges`, or a list")?;
        let list = |key: &str| {
            let list = object.get(key).map(|list| whole.of(list).list("a list of elements"));
            list.transpose().map(Option::unwrap_or_default)
        };
        (nodes, edges) = (list("nodes")?, list("edges")?);
    }
    let mut draft = Draft::new(whole.whole);
    for node in nodes {
        let data = data(whole, node)?;
        let node = whole.of(node);
        draft.add_node(&node.end(&data, "id")?, node.label(&data)?)?;
        for (key, _) in data.0.iter().filter(|(key, _)| !OF_NODES.contains(&&*unquoted(key))) {
            draft.ignore(&unquoted(key));
        }
    }
    let is_directed = is_directed(whole, top)?;
    for edge in edges {
        let data = data(whole, edge)?;
        let edge = whole.of(edge);
        let ends = [edge.end(&data, "source")?, edge.end(&data, "target")?];
        let attributes = each_once(whole.whole, attributes(&data))?;
        draft.links.push(DraftLink { ends, attributes, is_directed });
    }
    draft.finish(key, KNOWN, Called::ById)
}

/// The object `data` of an element.
fn data<'a>(whole: Part<'a>, element: &'a RawValue) -> Result<Object<'a>, ParseError> {
    let element = whole.of(element);
    let object = element.object("an element: an object with `data`")?;
    let data = object.get("data").ok_or_else(|| element.expected("an element with `data`"))?;
    whole.of(data).object("an object of attributes")
}

/// Whether links are directed: `directed` of the whole, or in its `data`.
fn is_directed<'a>(whole: Part<'a>, top: &Object<'a>) -> Result<bool, ParseError> {
    let mut value = top.get("directed");
    if let Some(data) = top.get("data").filter(|data| data.get().starts_with('{')) {
        value = value.or(whole.of(data).object("an object")?.get("directed"));
    }
    value.map_or(Ok(false), |value| whole.of(value).read("`true` or `false`"))
}
