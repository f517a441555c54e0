//! Graphs in `GraphML`, as `NetworkX`, yEd and Gephi write it.
//!
//! The cost of an edge is its data whose key is called `weight`, or the default of that key, and 1
//! without both. Nodes with data called `x` and `y` have coordinates. Nested graphs, hyperedges and
//! ports are not supported.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use roxmltree::{Document, Node};

use super::link_costs::{Attribute, CostKey, LinkCosts, ignored_keys};
use super::{ArcCost, Graph, GraphBuilder, Point, finite};
use tremaux_core::ParseError;

/// Keys of edges that only describe.
const DESCRIPTIONS: &[&str] = &["id", "key", "label", "name", "description"];

/// A key that data refers to.
struct Key<'a> {
    name: &'a str,
    default: Option<Cow<'a, str>>,
}

/// The declared keys of nodes and of edges by their ids: a key of both may stand for different
/// things.
#[derive(Default)]
struct Keys<'a> {
    of_nodes: BTreeMap<&'a str, Key<'a>>,
    of_edges: BTreeMap<&'a str, Key<'a>>,
    others: BTreeSet<&'a str>,
}

/// The text of an element, without comments; `None` if other elements stand in it.
fn text_of<'d>(node: Node<'d, '_>) -> Option<Cow<'d, str>> {
    let mut whole = Cow::Borrowed("");
    for child in node.children().filter(|it| !it.is_comment() && !it.is_pi()) {
        whole += child.text().filter(|_| child.is_text())?;
    }
    Some(match whole {
        Cow::Borrowed(text) => text.trim().into(),
        Cow::Owned(text) => text.trim().to_owned().into(),
    })
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

    /// The name of the key that data refers to. A key that is not declared is called by its id.
    fn key_of<'d>(
        self,
        data: Node<'d, 'a>,
        known: &BTreeMap<&str, Key<'d>>,
        keys: &Keys<'d>,
    ) -> Result<&'d str, ParseError> {
        let id = self.attribute(data, "key")?;
        match known.get(id) {
            Some(key) => Ok(key.name),
            None if keys.others.contains(id) => {
                Err(self.wrong(data, "a key that is declared `for` this kind of element"))
            }
            None => Ok(id),
        }
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
    let ignored = read_nodes(xml, graph, &keys, &mut builder)?;
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
        let data = data_of(xml, edge, &keys)?;
        let attributes: Vec<Attribute<'_>> = data.iter().map(EdgeData::attribute).collect();
        let cost = costs.read_only(text, xml.written(edge), &attributes)?;
        let [tail, head] = ends;
        builder.add_link(tail, head, cost, is_directed);
    }
    builder.finish(text, costs.notes().into_iter().chain(ignored_keys("nodes", &ignored)))
}

/// Adds the nodes; returns the names of their data that are ignored.
fn read_nodes<C: ArcCost>(
    xml: Xml<'_>,
    graph: Node<'_, '_>,
    keys: &Keys<'_>,
    builder: &mut GraphBuilder<C>,
) -> Result<BTreeSet<String>, ParseError> {
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
            let name = xml.key_of(child, &keys.of_nodes, keys)?;
            let coordinate = match name {
                "x" => &mut x,
                "y" => &mut y,
                name => {
                    ignored.insert(name.to_owned());
                    continue;
                }
            };
            let word = text_of(child).and_then(|word| finite(&word));
            if coordinate.is_some() {
                return Err(xml.wrong(child, format!("only one `{name}` of a node")));
            }
            *coordinate = Some(word.ok_or_else(|| xml.wrong(child, "a number"))?);
        }
        let point = x.zip(y);
        if *has_points.get_or_insert(point.is_some()) != point.is_some() {
            return Err(xml.wrong(node, "coordinates `x` and `y` for all nodes or for none"));
        }
        if let Some((x, y)) = point {
            builder.add_point(Point { x, y });
        }
    }
    Ok(ignored)
}

/// Data of an edge, of which an attribute borrows.
struct EdgeData<'d, 'a> {
    name: &'d str,
    written: &'a str,
    value: Cow<'d, str>,
}

impl EdgeData<'_, '_> {
    fn attribute(&self) -> Attribute<'_> {
        Attribute { key: self.name.into(), written: self.written, value: &self.value }
    }
}

/// The data of an edge, and the defaults of keys that it has no data of.
fn data_of<'d, 'a>(
    xml: Xml<'a>,
    edge: Node<'d, 'a>,
    keys: &'d Keys<'d>,
) -> Result<Vec<EdgeData<'d, 'a>>, ParseError> {
    let mut data = Vec::new();
    for element in edge.children().filter(|&it| is(it, "data")) {
        let name = xml.key_of(element, &keys.of_edges, keys)?;
        // What has elements is no number.
        let value = text_of(element).unwrap_or_default();
        data.push(EdgeData { name, written: xml.written(element), value });
    }
    for key in keys.of_edges.values() {
        if let Some(value) = &key.default
            && data.iter().all(|it| it.name != key.name)
        {
            data.push(EdgeData {
                name: key.name,
                written: xml.written(edge),
                value: value.clone(),
            });
        }
    }
    Ok(data)
}

/// The declared keys.
fn keys<'d, 'a>(xml: Xml<'a>, root: Node<'d, 'a>) -> Result<Keys<'d>, ParseError> {
    let mut keys = Keys::default();
    for element in root.children().filter(|&it| is(it, "key")) {
        let id = xml.attribute(element, "id")?;
        let name = element.attribute("attr.name").unwrap_or(id);
        let default = element.children().find(|&it| is(it, "default")).and_then(text_of);
        let of = element.attribute("for").unwrap_or("all");
        let (of_nodes, of_edges) = (["node", "all"].contains(&of), ["edge", "all"].contains(&of));
        for (is_meant, known) in [(of_nodes, &mut keys.of_nodes), (of_edges, &mut keys.of_edges)] {
            let key = Key { name, default: default.clone() };
            if is_meant && known.insert(id, key).is_some() {
                return Err(xml.wrong(element, "an id not used by another key"));
            }
        }
        keys.others.insert(id);
    }
    Ok(keys)
}
