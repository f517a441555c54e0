//! Graphs in `GraphML`, as `NetworkX`, yEd and Gephi write it.
//!
//! The cost of an edge is its data whose key is called `weight`, or the default of that key, and 1
//! without both. Nodes with data called `x` and `y` have coordinates. Nested graphs, hyperedges and
//! ports are not supported.

use std::collections::{BTreeMap, BTreeSet};

use super::link_costs::{Attribute, CostKey, LinkCosts, ignored_keys};
use super::xml::{self, Element};
use super::{ArcCost, Graph, GraphBuilder, Point, finite};
use tremaux_core::ParseError;

/// Keys of edges that only describe.
const DESCRIPTIONS: &[&str] = &["id", "key", "label", "name", "description"];

/// A key that data refers to.
struct Key<'a> {
    name: &'a str,
    default: Option<&'a str>,
}

/// The declared keys of nodes and of edges by their ids: a key of both may stand for different
/// things.
#[derive(Default)]
struct Keys<'a> {
    of_nodes: BTreeMap<&'a str, Key<'a>>,
    of_edges: BTreeMap<&'a str, Key<'a>>,
    others: BTreeSet<&'a str>,
}

/// The text of an element; `None` if other elements stand in it.
fn text_of<'e>(element: &'e Element<'_>) -> Option<&'e str> {
    element.children.is_empty().then(|| element.text())
}

/// The name of the key that data refers to. A key that is not declared is called by its id.
fn key_of<'e>(
    text: &str,
    data: &'e Element<'_>,
    known: &BTreeMap<&str, Key<'e>>,
    keys: &Keys<'_>,
) -> Result<&'e str, ParseError> {
    let id = data.needed(text, "key")?;
    match known.get(id) {
        Some(key) => Ok(key.name),
        None if keys.others.contains(id) => {
            Err(data.wrong(text, "a key that is declared `for` this kind of element"))
        }
        None => Ok(id),
    }
}

/// Reads a graph; the cost of an edge is its `weight`.
///
/// # Errors
///
/// Returns the place of broken XML, of an element without a needed attribute, of an unknown or
/// repeated node, of a wrong cost, and of what is not supported.
///
/// ```
/// use tremaux::maps::graph::graphml;
/// let text = r#"<graphml><key id="d" for="edge" attr.name="weight"/>
///     <graph edgedefault="undirected"><node id="a"/><node id="b"/>
///     <edge source="a" target="b"><data key="d">3</data></edge></graph></graphml>"#;
/// let graph = graphml::parse::<u32>(text)?;
/// assert_eq!((graph.node_count(), graph.arc_count()), (2, 2));
/// # Ok::<(), tremaux::ParseError>(())
/// ```
pub fn parse<C: ArcCost>(text: &str) -> Result<Graph<C>, ParseError> {
    parse_by(text, CostKey::Default)
}

/// Like [`parse`], for a graph whose edges have their costs under the key of this name.
///
/// # Errors
///
/// Also returns the place of an edge without data of a chosen key.
#[doc(hidden)]
pub fn parse_by<C: ArcCost>(text: &str, cost_key: CostKey<'_>) -> Result<Graph<C>, ParseError> {
    let root = xml::parse(text)?;
    let graph = root.only_graph(text, "graphml")?;
    let keys = keys(text, &root)?;
    let is_directed = match graph.attribute("edgedefault") {
        Some("directed") => true,
        Some("undirected") => false,
        _ => return Err(graph.wrong(text, "`edgedefault`: `directed` or `undirected`")),
    };

    let mut builder = GraphBuilder::new(0);
    let ignored = read_nodes(text, graph, &keys, &mut builder)?;
    let mut costs = LinkCosts::new(cost_key, DESCRIPTIONS);
    for edge in &graph.children {
        match edge.name {
            "node" | "data" | "desc" => continue,
            "edge" => {}
            _ => return Err(edge.wrong(text, "`node` or `edge`")),
        }
        let mut ends = [0; 2];
        for (end, name) in ends.iter_mut().zip(["source", "target"]) {
            let id = edge.needed(text, name)?;
            let known = builder.named(id);
            *end = known.ok_or_else(|| edge.wrong(text, format!("a node `{id}` for `{name}`")))?;
        }
        let is_directed = match edge.attribute("directed") {
            None => is_directed,
            Some("true") => true,
            Some("false") => false,
            Some(_) => return Err(edge.wrong(text, "`directed`: `true` or `false`")),
        };
        let cost = costs.read_only(text, edge.written, &data_of(text, edge, &keys)?)?;
        let [tail, head] = ends;
        builder.add_link(tail, head, cost, is_directed);
    }
    builder.finish(text, costs.notes().into_iter().chain(ignored_keys("nodes", &ignored)))
}

/// Adds the nodes; returns the names of their data that are ignored.
fn read_nodes<C: ArcCost>(
    text: &str,
    graph: &Element<'_>,
    keys: &Keys<'_>,
    builder: &mut GraphBuilder<C>,
) -> Result<BTreeSet<String>, ParseError> {
    let mut has_points = None;
    let mut ignored = BTreeSet::new();
    for node in graph.all("node") {
        let name = node.needed(text, "id")?;
        if builder.named(name).is_some() {
            return Err(node.wrong(text, "an id not used by another node"));
        }
        builder.add_named_node(name);
        let (mut x, mut y) = (None, None);
        for child in &node.children {
            if child.name != "data" {
                return Err(child.wrong(text, "a node without nested graphs and ports"));
            }
            let name = key_of(text, child, &keys.of_nodes, keys)?;
            let coordinate = match name {
                "x" => &mut x,
                "y" => &mut y,
                name => {
                    ignored.insert(name.to_owned());
                    continue;
                }
            };
            let word = text_of(child).and_then(finite);
            if coordinate.is_some() {
                return Err(child.wrong(text, format!("only one `{name}` of a node")));
            }
            *coordinate = Some(word.ok_or_else(|| child.wrong(text, "a number"))?);
        }
        let point = x.zip(y);
        if *has_points.get_or_insert(point.is_some()) != point.is_some() {
            return Err(node.wrong(text, "coordinates `x` and `y` for all nodes or for none"));
        }
        if let Some((x, y)) = point {
            builder.add_point(Point { x, y });
        }
    }
    Ok(ignored)
}

/// The data of an edge, and the defaults of keys that it has no data of.
fn data_of<'e>(
    text: &str,
    edge: &'e Element<'_>,
    keys: &'e Keys<'_>,
) -> Result<Vec<Attribute<'e>>, ParseError> {
    let mut data = Vec::new();
    for element in edge.all("data") {
        let key = key_of(text, element, &keys.of_edges, keys)?.into();
        // What has elements is no number.
        let value = text_of(element).unwrap_or_default();
        data.push(Attribute { key, written: element.written, value });
    }
    for key in keys.of_edges.values() {
        if let Some(value) = key.default
            && data.iter().all(|it| it.key != key.name)
        {
            data.push(Attribute { key: key.name.into(), written: edge.written, value });
        }
    }
    Ok(data)
}

/// The declared keys.
fn keys<'e>(text: &str, root: &'e Element<'_>) -> Result<Keys<'e>, ParseError> {
    let mut keys = Keys::default();
    for element in root.all("key") {
        let id = element.needed(text, "id")?;
        let name = element.attribute("attr.name").unwrap_or(id);
        let default = element.all("default").next().and_then(text_of);
        let of = element.attribute("for").unwrap_or("all");
        let (of_nodes, of_edges) = (["node", "all"].contains(&of), ["edge", "all"].contains(&of));
        for (is_meant, known) in [(of_nodes, &mut keys.of_nodes), (of_edges, &mut keys.of_edges)] {
            let key = Key { name, default };
            if is_meant && known.insert(id, key).is_some() {
                return Err(element.wrong(text, "an id not used by another key"));
            }
        }
        keys.others.insert(id);
    }
    Ok(keys)
}
