//! Graphs in `GraphML`, as `NetworkX`, yEd and Gephi write it.
//!
//! The cost of an edge is its data whose key is called `weight`, or the default of that key, and 1
//! without both. Nodes with data called `x` and `y` have coordinates. Nested graphs, hyperedges and
//! ports are not supported.

use std::collections::{BTreeSet, HashMap};

use roxmltree::{Document, Node};

use super::link_costs::{Attribute, CostKey, LinkCosts, ignored_keys};
use super::{ArcCost, Graph, GraphBuilder, Point, finite};
use tremaux_core::ParseError;

/// Keys of edges that only describe.
const DESCRIPTIONS: &[&str] = &["id", "key", "label", "name", "description"];

/// A key that data refers to.
struct Key<'a> {
    name: &'a str,
    is_of_edges: bool,
    default: Option<&'a str>,
}

/// The text and the functions that report places in it.
#[derive(Clone, Copy)]
struct Xml<'a> {
    text: &'a str,
}

impl<'a> Xml<'a> {
    /// The text of an element, up to the end of its first line.
    fn written(self, node: Node<'_, 'a>) -> &'a str {
        let element = &self.text[node.range()];
        element.lines().next().unwrap_or(element)
    }

    fn wrong(self, node: Node<'_, 'a>, expected: impl Into<String>) -> ParseError {
        ParseError::about(self.text, self.written(node), expected)
    }

    /// The value of an attribute, as it is written in the text if it has no entities.
    fn attribute<'d>(self, node: Node<'d, 'a>, name: &str) -> Result<&'d str, ParseError> {
        node.attribute(name).ok_or_else(|| {
            self.wrong(node, format!("`{}` with the attribute `{name}`", node.tag_name().name()))
        })
    }
}

fn is(node: Node<'_, '_>, name: &str) -> bool {
    node.is_element() && node.tag_name().name() == name
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
    let document = Document::parse(text).map_err(|error| {
        if let roxmltree::Error::UnclosedRootNode = error {
            return ParseError::at_end(text, "XML: an element is never closed");
        }
        let at = error.pos();
        let lines = text.split_inclusive('\n').take(at.row.saturating_sub(1) as usize);
        let start: usize = lines.map(str::len).sum();
        let rest = &text[start.min(text.len())..];
        let column = rest.char_indices().nth(at.col.saturating_sub(1) as usize);
        let offset = start + column.map_or(0, |(at, _)| at);
        ParseError::at(text, offset, 0, error.to_string(), "XML")
    })?;
    let xml = Xml { text };
    let root = document.root_element();
    if !is(root, "graphml") {
        return Err(xml.wrong(root, "the element `graphml`"));
    }
    let keys = keys(xml, root)?;
    let mut graphs = root.children().filter(|&it| is(it, "graph"));
    let graph = graphs.next().ok_or_else(|| xml.wrong(root, "an element `graph`"))?;
    if let Some(second) = graphs.next() {
        return Err(xml.wrong(second, "only one graph"));
    }
    let is_directed = match graph.attribute("edgedefault") {
        Some("directed") => true,
        Some("undirected") => false,
        _ => return Err(xml.wrong(graph, "`edgedefault`: `directed` or `undirected`")),
    };

    let mut builder = GraphBuilder::new(0);
    let mut has_points = None;
    let mut ignored = BTreeSet::new();
    for node in graph.children().filter(|&it| is(it, "node")) {
        let name = xml.attribute(node, "id")?;
        if builder.named(name).is_some() {
            return Err(xml.wrong(node, "an id not used by another node"));
        }
        builder.add_named_node(name);
        let (mut x, mut y) = (None, None);
        for child in node.children().filter(Node::is_element) {
            if !is(child, "data") {
                return Err(xml.wrong(child, "a node without nested graphs and ports"));
            }
            let Some(key) = keys.get(xml.attribute(child, "key")?) else { continue };
            let coordinate = match key.name {
                "x" => &mut x,
                "y" => &mut y,
                name => {
                    ignored.insert(name.to_owned());
                    continue;
                }
            };
            let word = child.text().unwrap_or_default().trim();
            *coordinate = Some(finite(word).ok_or_else(|| xml.wrong(child, "a number"))?);
        }
        let point = x.zip(y);
        if *has_points.get_or_insert(point.is_some()) != point.is_some() {
            return Err(xml.wrong(node, "coordinates `x` and `y` for all nodes or for none"));
        }
        if let Some((x, y)) = point {
            builder.add_point(Point { x, y });
        }
    }

    let mut costs = LinkCosts::new(cost_key, DESCRIPTIONS);
    for edge in graph.children().filter(Node::is_element) {
        if is(edge, "node") || is(edge, "data") || is(edge, "desc") {
            continue;
        }
        if !is(edge, "edge") {
            return Err(xml.wrong(edge, "`node` or `edge`"));
        }
        let mut ends = [0; 2];
        for (end, name) in ends.iter_mut().zip(["source", "target"]) {
            let id = xml.attribute(edge, name)?;
            let known = builder.named(id);
            *end = known.ok_or_else(|| xml.wrong(edge, format!("a node `{id}` for `{name}`")))?;
        }
        let is_directed = match edge.attribute("directed") {
            None => is_directed,
            Some("true") => true,
            Some("false") => false,
            Some(_) => return Err(xml.wrong(edge, "`directed`: `true` or `false`")),
        };
        let written = xml.written(edge);
        let mut attributes = Vec::new();
        let defaults = keys.values().filter(|key| key.is_of_edges);
        for key in defaults {
            if let Some(value) = key.default {
                attributes.push(Attribute { key: key.name.into(), written, value });
            }
        }
        for data in edge.children().filter(|&it| is(it, "data")) {
            let Some(key) = keys.get(xml.attribute(data, "key")?) else { continue };
            let value = data.text().unwrap_or_default().trim();
            // Errors point at the data, whose text may have been decoded.
            let is_in_text = text.as_bytes().as_ptr_range().contains(&value.as_ptr());
            let value = if is_in_text { value } else { xml.written(data) };
            let written = xml.written(data);
            attributes.push(Attribute { key: key.name.into(), written, value });
        }
        let cost = costs.read(text, written, &attributes)?;
        let [tail, head] = ends;
        builder.add_link(tail, head, cost, is_directed);
    }
    builder.finish(text, costs.notes().into_iter().chain(ignored_keys("nodes", &ignored)))
}

/// The declared keys by their ids.
fn keys<'d, 'a>(xml: Xml<'a>, root: Node<'d, 'a>) -> Result<HashMap<&'d str, Key<'d>>, ParseError> {
    let mut keys = HashMap::new();
    for key in root.children().filter(|&it| is(it, "key")) {
        let id = xml.attribute(key, "id")?;
        let name = key.attribute("attr.name").unwrap_or(id);
        let of = key.attribute("for").unwrap_or("all");
        let default = key.children().find(|&it| is(it, "default"));
        let default = default.and_then(|it| it.text()).map(str::trim);
        let is_of_edges = matches!(of, "edge" | "all");
        keys.insert(id, Key { name, is_of_edges, default });
    }
    Ok(keys)
}
