//! Graphs in GEXF, as of Gephi and `NetworkX`.
//!
//! A link is undirected unless its `type`, or the graph's `defaultedgetype`, says otherwise. Its
//! cost is its `weight`, or an attribute value whose title means a cost. Nested nodes and those
//! with a parent are read alike.

use std::collections::HashMap;

use super::draft::{Called, Draft, DraftLink, Name, each_once};
use super::link_costs::{Attribute, CostKey};
use super::xml::{self, Element};
use super::{ArcCost, Graph};
use tremaux_core::ParseError;

/// Attributes of links with a meaning, and those that only describe.
const KNOWN: &[&str] = &["id", "source", "target", "type", "label", "kind"];

/// Attributes of nodes with a meaning.
const OF_NODES: &[&str] = &["id", "label"];

/// Elements in nodes and edges with a meaning, and those that say how they are drawn.
const KNOWN_PARTS: &[&str] =
    &["attvalues", "nodes", "color", "position", "size", "shape", "thickness"];

/// Reads a graph.
pub(crate) fn parse_by<C: ArcCost>(text: &str, key: CostKey<'_>) -> Result<Graph<C>, ParseError> {
    let root = xml::parse(text)?;
    let graph = root.only_graph(text, "gexf")?;
    let titles = titles(graph);
    let mut draft = Draft::new(text);
    let mut open: Vec<&Element<'_>> = graph.all("nodes").collect();
    while let Some(element) = open.pop() {
        for node in element.all("node") {
            let id = name(text, node, "id")?;
            draft.add_node(&id, node.attribute("label").map(Into::into))?;
            let known = |key: &str| !OF_NODES.contains(&key);
            values(node, &titles).filter(|it| known(&it.key)).for_each(|it| draft.ignore(&it.key));
            open.extend(node.all("nodes"));
        }
    }
    let default = graph.attribute("defaultedgetype");
    for edge in graph.all("edges").flat_map(|edges| edges.all("edge")) {
        let is_directed = match edge.attribute("type").or(default) {
            Some("directed") => true,
            None | Some("undirected" | "mutual") => false,
            Some(_) => return Err(edge.wrong(text, "`directed`, `undirected` or `mutual`")),
        };
        let ends = [name(text, edge, "source")?, name(text, edge, "target")?];
        let attributes = each_once(text, values(edge, &titles))?;
        draft.links.push(DraftLink { ends, attributes, is_directed });
    }
    draft.finish(key, KNOWN, Called::ByLabel)
}

/// The identifier in an attribute of an element.
fn name<'e>(text: &str, of: &'e Element<'_>, key: &str) -> Result<Name<'e>, ParseError> {
    Ok(Name { text: of.needed(text, key)?.into(), written: of.written })
}

/// The titles of attributes, by the class of their elements and their ids.
type Titles<'e> = HashMap<(&'e str, &'e str), &'e str>;

fn titles<'e>(graph: &'e Element<'_>) -> Titles<'e> {
    let mut titles = HashMap::new();
    for attributes in graph.all("attributes") {
        let class = attributes.attribute("class").unwrap_or_default();
        for declared in attributes.all("attribute") {
            if let (Some(id), Some(title)) = (declared.attribute("id"), declared.attribute("title"))
            {
                titles.insert((class, id), title);
            }
        }
    }
    titles
}

/// The attributes of a node or an edge, its values of those that are declared, and the names of
/// elements in it.
fn values<'e>(of: &'e Element<'_>, titles: &'e Titles<'e>) -> impl Iterator<Item = Attribute<'e>> {
    let written = of.written;
    let own =
        of.attributes().map(move |(key, value)| Attribute { key: (*key).into(), written, value });
    let listed = of.all("attvalues").flat_map(|values| values.all("attvalue"));
    let listed = listed.filter_map(move |it| {
        let id = it.attribute("for").or(it.attribute("id"))?;
        let key = titles.get(&(of.name, id)).copied().unwrap_or(id).into();
        Some(Attribute { key, written: it.written, value: it.attribute("value")? })
    });
    let inner = of.children.iter().filter(|it| !KNOWN_PARTS.contains(&it.name));
    let inner = inner.map(|it| Attribute { key: it.name.into(), written: it.written, value: "" });
    own.chain(listed).chain(inner)
}
