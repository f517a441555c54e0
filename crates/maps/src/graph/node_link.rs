//! Graphs in JSON: node-link, as `NetworkX` and D3 write it, the JSON Graph Format, and that of
//! Cytoscape.
//!
//! * Node-link: an object with `nodes`, each with an `id` and perhaps `x` and `y` (coordinates)
//!   and `h` (an estimate of the cost to the goal), and `links` (or
//!   `edges`), each with `source`, `target` and perhaps a cost, 1 if there is none. Unless
//!   `directed` is true, a link is an arc in each direction; if `multigraph` is false, two links
//!   between the same nodes are an error.
//! * JSON Graph Format: an object with `graph`, or with one in `graphs`. Links are directed unless
//!   `directed` is false. Their costs stand in `metadata` or beside it.
//! * Cytoscape: an object with `elements`, which has `nodes` and `edges` or is a list of both. The
//!   members of an element stand in its `data`. Links are undirected unless `data.directed` of the
//!   whole is true, as `NetworkX` writes it.
//!
//! Identifiers are texts, numbers or lists: `[0, 1]` is named `[0,1]`. Other attributes are
//! ignored, which is noted, unless one could be meant for the cost: a misspelled `weight` would
//! make every link cost 1.

use serde_json::value::RawValue;

use super::draft::{Called, Draft, DraftLink, Format, Name, PassOn, graph_of};
use super::json::{Object, Part, unquoted};
use super::link_costs::CostKey;
use super::{ArcCost, Graph};
use tremaux_core::ParseError;

const NODE_LINK: &Format = &Format {
    of_links: "source target key id name label",
    of_nodes: "id x y h name label",
    has_other_costs: false,
    called: Called::ById,
};

/// The keys of the whole in node-link.
const GRAPH_KEYS: &str = "directed multigraph nodes links edges graph name label";

const JGF: &Format = &Format {
    of_links: "source target directed id key relation label name metadata",
    of_nodes: "id label name",
    has_other_costs: true,
    called: Called::ById,
};

const CYTOSCAPE: &Format = &Format {
    // It adds numbers itself.
    of_links: "source target id key label name interaction shared_name shared_interaction SUID \
               selected",
    of_nodes: "id label name value shared_name SUID selected",
    has_other_costs: true,
    called: Called::ById,
};

/// Where the parts of a graph are in JSON.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    NodeLink,
    Jgf,
    Cytoscape,
}

/// The nodes and links of a graph as they are written, and whether links are arcs.
#[derive(Default)]
struct Parts<'a> {
    /// Those that are members of an object have their identifiers as keys.
    nodes: Vec<(Option<Name<'a>>, &'a RawValue)>,
    links: Vec<&'a RawValue>,
    is_directed: bool,
    is_simple: bool,
}

/// Reads a graph; the cost of a link is its `weight`, or 1 if it has none, which
/// [`Graph::notes`] tells.
///
/// # Errors
///
/// See [`parse_by`]; also returns the place of a key of a link without `weight` that could
/// be meant for the cost.
///
/// ```
/// use tremaux::maps::graph::node_link;
/// let text = r#"{"directed": true, "nodes": [{"id": "a"}, {"id": "b"}],
///     "links": [{"source": "a", "target": "c"}]}"#;
/// let error = node_link::parse::<u32>(text).unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 41: expected a node of the graph, found `\"c\"`");
/// ```
pub fn parse<C: ArcCost>(text: &str) -> Result<Graph<C>, ParseError> {
    parse_by(text, CostKey::Default)
}

/// Reads a graph whose links have their costs under this key.
///
/// # Errors
///
/// Returns the line and column of what is wrong: broken JSON, a node without an id or with
/// a duplicate one, coordinates for some nodes only, a link to an unknown node, a cost
/// that is not a number, negative or too large, a link without a cost, two links where one is
/// allowed, both `links` and `edges`.
#[doc(hidden)]
pub fn parse_by<C: ArcCost>(text: &str, cost_key: CostKey<'_>) -> Result<Graph<C>, ParseError> {
    graph_of(read, text, cost_key)
}

pub(crate) fn read(
    text: &str,
    cost_key: CostKey<'_>,
    pass_on: &mut PassOn<'_>,
) -> Result<(), ParseError> {
    let value = text.trim();
    if value.is_empty() {
        return Err(ParseError::at_end(text, "a JSON object"));
    }
    let whole = Part { whole: text, value };
    let top = whole.object("a JSON object")?;
    let contains = |part: &str| top.get("graph").is_some_and(|it| it.get().contains(part));
    let has_graph = contains("\"edges\"") || contains("\"nodes\"") || top.get("graphs").is_some();
    let (form, format, parts) = if top.get("nodes").is_none() && has_graph {
        (Form::Jgf, JGF, of_jgf(whole, &top)?)
    } else if top.get("elements").is_some() {
        (Form::Cytoscape, CYTOSCAPE, of_cytoscape(whole, &top)?)
    } else {
        if let CostKey::Default = cost_key {
            whole.check_keys(&top, GRAPH_KEYS)?;
        }
        (Form::NodeLink, NODE_LINK, of_node_link(whole, &top)?)
    };
    let mut draft = Draft::new(text, format);
    for (name, node) in parts.nodes {
        let (node, object) = (whole.of(node), form.members(whole, node)?);
        (form == Form::NodeLink).then(|| check_case(whole, &object)).transpose()?;
        let name = name.map_or_else(|| node.name(&object, "id"), Ok)?;
        if form == Form::NodeLink {
            draft.add_node(name, None)?;
            let coordinate =
                |key| object.get(key).map(|it| whole.of(it).read("a number")).transpose();
            draft.add_point(node.value, coordinate("x")?, coordinate("y")?)?;
            draft.add_estimate(node.value, coordinate("h")?)?;
        } else {
            draft.add_node(name, node.label(&object)?)?;
        }
        draft.ignore(object.keys());
    }
    for link in parts.links {
        let (link, object) = (whole.of(link), form.members(whole, link)?);
        let ends = [link.name(&object, "source")?, link.name(&object, "target")?];
        let mut attributes: Vec<_> = object.attributes(form == Form::NodeLink).collect();
        let mut is_directed = parts.is_directed;
        if form == Form::Jgf {
            is_directed = whole.flag(&object, "directed")?.unwrap_or(is_directed);
            if let Some(metadata) = object.get("metadata") {
                let metadata = whole.of(metadata).object("an object of attributes")?;
                attributes.extend(metadata.attributes(false));
            }
        }
        let (written, attributes) = (link.value, attributes.into());
        draft.push_once(DraftLink { written, ends, attributes, is_directed })?;
    }
    if parts.is_simple {
        draft.reject_parallel("at most one link between two nodes, as `multigraph` is false")?;
    }
    pass_on(&draft)
}

impl Form {
    /// The members of a node or link.
    fn members<'a>(self, whole: Part<'a>, of: &'a RawValue) -> Result<Object<'a>, ParseError> {
        let part = whole.of(of);
        let object = part.object("a node or a link: an object")?;
        if self != Self::Cytoscape {
            return Ok(object);
        }
        let data = object.get("data").ok_or_else(|| part.expected("an element with `data`"))?;
        whole.of(data).object("an object of attributes")
    }
}

fn of_node_link<'a>(whole: Part<'a>, top: &Object<'a>) -> Result<Parts<'a>, ParseError> {
    let nodes = top.get("nodes").ok_or_else(|| whole.expected("an object with `nodes`"))?;
    let links = match (top.get("links"), top.get("edges")) {
        (Some(_), Some(edges)) => {
            return Err(whole.of(edges).expected("only one of `links` and `edges`"));
        }
        (links, edges) => links.or(edges),
    };
    let links = links.ok_or_else(|| whole.expected("an object with `links` or `edges`"))?;
    let is_directed = whole.flag(top, "directed")?.unwrap_or(false);
    let is_simple = !whole.flag(top, "multigraph")?.unwrap_or(true);
    let nodes = whole.of(nodes).list("a list of nodes")?.into_iter().map(|node| (None, node));
    let links = whole.of(links).list("a list of links")?;
    Ok(Parts { nodes: nodes.collect(), links, is_directed, is_simple })
}

fn of_jgf<'a>(whole: Part<'a>, top: &Object<'a>) -> Result<Parts<'a>, ParseError> {
    let graph = match (top.get("graph"), top.get("graphs")) {
        (None, Some(graphs)) => match whole.of(graphs).list("a list of graphs")?.as_slice() {
            [only] => only,
            _ => return Err(whole.of(graphs).expected("a list of one graph")),
        },
        (graph, _) => graph.ok_or_else(|| whole.expected("an object with `graph`"))?,
    };
    let graph = whole.of(graph).object("a graph: an object")?;
    let mut parts =
        Parts { is_directed: whole.flag(&graph, "directed")?.unwrap_or(true), ..Parts::default() };
    match graph.get("nodes").map(|nodes| whole.of(nodes)) {
        None => {}
        Some(nodes) if nodes.value.starts_with('[') => {
            parts.nodes.extend(nodes.list("a list of nodes")?.into_iter().map(|node| (None, node)));
        }
        Some(nodes) => {
            for (id, node) in nodes.object("an object or a list of nodes")?.0 {
                let name = Name { text: unquoted(id), written: id.get() };
                parts.nodes.push((Some(name), node));
            }
        }
    }
    if let Some(edges) = graph.get("edges") {
        parts.links = whole.of(edges).list("a list of edges")?;
    }
    Ok(parts)
}

fn of_cytoscape<'a>(whole: Part<'a>, top: &Object<'a>) -> Result<Parts<'a>, ParseError> {
    let mut parts = Parts::default();
    let elements = top.get("elements").ok_or_else(|| whole.expected("`elements`"))?;
    let elements = whole.of(elements);
    if elements.value.starts_with('[') {
        for element in elements.list("a list of elements")? {
            let data = Form::Cytoscape.members(whole, element)?;
            match data.get("source").or_else(|| data.get("target")) {
                Some(_) => parts.links.push(element),
                None => parts.nodes.push((None, element)),
            }
        }
    } else {
        let object = elements.object("an object with `nodes` and `edges`, or a list")?;
        let list = |key: &str| {
            let list = object.get(key).map(|list| whole.of(list).list("a list of elements"));
            list.transpose().map(Option::unwrap_or_default)
        };
        parts.nodes = list("nodes")?.into_iter().map(|node| (None, node)).collect();
        parts.links = list("edges")?;
    }
    let mut is_directed = whole.flag(top, "directed")?;
    if let (None, Some(data)) =
        (is_directed, top.get("data").filter(|it| it.get().starts_with('{')))
    {
        is_directed = whole.flag(&whole.of(data).object("an object")?, "directed")?;
    }
    parts.is_directed = is_directed.unwrap_or(false);
    Ok(parts)
}

/// Fails at a key of a node in node-link that is a known one but for its case.
fn check_case<'a>(whole: Part<'a>, object: &Object<'a>) -> Result<(), ParseError> {
    for (written, _) in &object.0 {
        let key = unquoted(written);
        let mut known = NODE_LINK.of_nodes.split(' ');
        if let Some(known) = known.find(|it| key.eq_ignore_ascii_case(it) && key != *it) {
            let expected = format!("a key of a node (did you mean `{known}`?)");
            return Err(whole.of(written).expected(expected));
        }
    }
    Ok(())
}
