//! Graphs in GEXF, as of Gephi and `NetworkX`.
//!
//! A link is undirected unless its `type`, or the graph's `defaultedgetype`, says otherwise. Its
//! cost is its `weight`, or an attribute value whose title means a cost. Nested nodes and those
//! with a parent are read alike.

use std::collections::HashMap;

use super::draft::{Called, Draft, DraftLink, Format, Name, PassOn};
use super::link_costs::{Attribute, CostKey, is_in};
use crate::xml::{self, Element};
use tremaux_core::ParseError;

const FORMAT: &Format = &Format {
    of_links: "id source target type label kind",
    of_nodes: "id label",
    has_other_costs: true,
    called: Called::ByLabel,
};

/// Attributes and elements of the whole with a meaning, and those that only describe.
const OF_GRAPH: &str = "defaultedgetype mode idtype count attributes nodes edges meta";

/// Elements in nodes and edges with a meaning, and those that say how they are drawn.
const KNOWN_PARTS: &str = "attvalues nodes color position size shape thickness";

/// Reads a graph.
pub(crate) fn read(text: &str, _: CostKey<'_>, pass_on: &mut PassOn<'_>) -> Result<(), ParseError> {
    let root = xml::parse(text)?;
    let graph = root.only_graph(text, "gexf")?;
    let titles = titles(graph);
    let mut draft = Draft::new(text, FORMAT);
    let own = graph.attributes().map(|(key, _)| *key);
    let parts = own.chain(graph.children.iter().map(|it| it.name));
    parts.filter(|key| !is_in(key, OF_GRAPH)).for_each(|key| draft.ignore_of_graph(key));
    let mut open: Vec<&Element<'_>> = graph.all("nodes").collect();
    while let Some(element) = open.pop() {
        for node in element.all("node") {
            draft.add_node(Name::of(text, node, "id")?, node.attribute("label").map(Into::into))?;
            draft.ignore(values(node, &titles).map(|it| it.key));
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
        let ends = [Name::of(text, edge, "source")?, Name::of(text, edge, "target")?];
        let (written, attributes) = (edge.written, values(edge, &titles).collect());
        draft.push_once(DraftLink { written, ends, attributes, is_directed })?;
    }
    pass_on(&draft)
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
    let inner = of.children.iter().filter(|it| !is_in(it.name, KNOWN_PARTS));
    let inner = inner.map(|it| Attribute { key: it.name.into(), written: it.written, value: "" });
    own.chain(listed).chain(inner)
}
