//! Graphs in `GraphML`, as `NetworkX`, yEd and Gephi write it.
//!
//! The cost of an edge is its data whose key is called `weight`, or the default of that key, and 1
//! without both. Nodes with data called `x` and `y` have coordinates, `h` is an estimate of the
//! cost from a node to the goal. Nested graphs, hyperedges and
//! ports are not supported.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::{Called, Draft, DraftLink, Format, Name, PassOn, graph_of};
use super::link_costs::{Attribute, CostKey};
use super::{ArcCost, Graph, finite};
use crate::xml::{self, Element};
use tremaux_core::ParseError;

const FORMAT: &Format = &Format {
    of_links: "id key label name description",
    of_nodes: "x y h",
    has_other_costs: false,
    called: Called::ById,
};

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
    all: BTreeSet<&'a str>,
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
    graph_of(read, text, CostKey::Default)
}

pub(crate) fn read(text: &str, _: CostKey<'_>, pass_on: &mut PassOn<'_>) -> Result<(), ParseError> {
    let root = xml::parse(text)?;
    let graph = root.only_graph(text, "graphml")?;
    let keys = Keys::of(text, &root)?;
    let is_directed = match graph.attribute("edgedefault") {
        Some("directed") => true,
        Some("undirected") => false,
        _ => return Err(graph.wrong(text, "`edgedefault`: `directed` or `undirected`")),
    };
    let mut draft = Draft::new(text, FORMAT);
    for node in graph.all("node") {
        draft.add_node(Name::of(text, node, "id")?, None)?;
        let data = keys.data(text, node, &keys.of_nodes)?;
        let (mut x, mut y, mut h) = (None, None, None);
        for Attribute { key, written, value } in &data {
            let coordinate = match &**key {
                "x" => &mut x,
                "y" => &mut y,
                "h" => &mut h,
                _ => continue,
            };
            let wrong = |expected: String| ParseError::about(text, written, expected);
            let number = finite(value).ok_or_else(|| wrong("a number".to_owned()))?;
            if coordinate.replace(number).is_some() {
                return Err(wrong(format!("only one `{key}` of a node")));
            }
        }
        draft.add_point(node.written, x, y)?;
        draft.add_estimate(node.written, h)?;
        draft.ignore(data.into_iter().map(|it| it.key));
    }
    for edge in &graph.children {
        match edge.name {
            "node" | "data" | "desc" => continue,
            "edge" => {}
            _ => return Err(edge.wrong(text, "`node` or `edge`")),
        }
        let ends = [Name::of(text, edge, "source")?, Name::of(text, edge, "target")?];
        let is_directed = match edge.attribute("directed") {
            None => is_directed,
            Some("true") => true,
            Some("false") => false,
            Some(_) => return Err(edge.wrong(text, "`directed`: `true` or `false`")),
        };
        let mut data = keys.data(text, edge, &keys.of_edges)?;
        let given: BTreeSet<_> = data.iter().map(|it| it.key.clone()).collect();
        let defaults = keys.of_edges.values().filter(|key| !given.contains(key.name));
        data.extend(defaults.filter_map(|key| {
            let (key, value) = (key.name.into(), key.default?);
            Some(Attribute { key, written: edge.written, value })
        }));
        let (written, attributes) = (edge.written, data.into());
        draft.push_once(DraftLink { written, ends, attributes, is_directed })?;
    }
    pass_on(&draft)
}

impl<'e> Keys<'e> {
    /// The declared keys.
    fn of(text: &str, root: &'e Element<'_>) -> Result<Self, ParseError> {
        let mut keys = Self::default();
        for element in root.all("key") {
            let id = element.needed(text, "id")?;
            let name = element.attribute("attr.name").unwrap_or(id);
            let default = element.all("default").next().and_then(text_of);
            let of = element.attribute("for").unwrap_or("all");
            for (kind, known) in [("node", &mut keys.of_nodes), ("edge", &mut keys.of_edges)] {
                let is_meant = [kind, "all"].contains(&of);
                if is_meant && known.insert(id, Key { name, default }).is_some() {
                    return Err(element.wrong(text, "an id not used by another key"));
                }
            }
            keys.all.insert(id);
        }
        Ok(keys)
    }

    /// The data in a node or edge, whose keys are `known`. A key that is not declared is called by
    /// its id.
    fn data(
        &self,
        text: &str,
        of: &'e Element<'_>,
        known: &BTreeMap<&str, Key<'e>>,
    ) -> Result<Vec<Attribute<'e>>, ParseError> {
        let mut data = Vec::new();
        for element in &of.children {
            if element.name != "data" && of.name == "node" {
                return Err(element.wrong(text, "a node without nested graphs and ports"));
            }
            if element.name != "data" {
                continue;
            }
            let id = element.needed(text, "key")?;
            let key = match known.get(id) {
                Some(key) => key.name,
                None if self.all.contains(id) => {
                    let expected = "a key that is declared `for` this kind of element";
                    return Err(element.wrong(text, expected));
                }
                None => id,
            };
            // What has elements is no number.
            let value = text_of(element).unwrap_or_default();
            data.push(Attribute { key: key.into(), written: element.written, value });
        }
        Ok(data)
    }
}

/// The text of an element; `None` if other elements stand in it.
fn text_of<'e>(element: &'e Element<'_>) -> Option<&'e str> {
    element.children.is_empty().then(|| element.text())
}
