//! Graphs in node-link JSON, as `NetworkX` and D3 write it.
//!
//! An object with `nodes`, each with an `id` and perhaps `x` and `y`, and `links` (or
//! `edges`), each with `source`, `target` and perhaps a cost, 1 if there is none. Unless
//! `directed` is true, a link is an arc in each direction; if `multigraph` is false, two links
//! between the same nodes are an error. Identifiers are texts, numbers or lists: `[0, 1]` is named
//! `[0,1]`. Other attributes are ignored, which is noted, unless one could be meant for the cost:
//! a misspelled `weight` would make every link cost 1.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::link_costs::{Attribute, CostKey, LinkCosts, ignored_keys, nearest_keys};
use super::{ArcCost, Graph, GraphBuilder, Point};
use super::{cytoscape, jgf};
use tremaux_core::ParseError;
use tremaux_reading::in_words;

/// The members of an object in their order, keys with their quotes.
pub(super) struct Object<'a>(pub(super) Vec<(&'a RawValue, &'a RawValue)>);

impl<'a> Object<'a> {
    /// The value of a key; the last one, as JSON readers usually take it.
    pub(super) fn get(&self, key: &str) -> Option<&'a RawValue> {
        self.0.iter().rev().find(|(written, _)| unquoted(written) == key).map(|(_, value)| *value)
    }
}

/// The text of a key.
pub(super) fn unquoted(key: &RawValue) -> Cow<'_, str> {
    let inside = key.get().strip_prefix('"').and_then(|key| key.strip_suffix('"'));
    match inside {
        Some(plain) if !plain.contains('\\') => Cow::Borrowed(plain),
        _ => Cow::Owned(serde_json::from_str(key.get()).unwrap_or_default()),
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Object<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = Vec<(&'de RawValue, &'de RawValue)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(members)
            }
        }

        deserializer.deserialize_map(Members).map(Self)
    }
}

/// The keys of the whole, of a node and of a link, besides that of the cost. The last ones of
/// each only describe.
const GRAPH_KEYS: &[&str] =
    &["directed", "multigraph", "nodes", "links", "edges", "graph", "name", "label"];
const NODE_KEYS: &[&str] = &["id", "x", "y", "name", "label"];
const LINK_KEYS: &[&str] = &["source", "target", "key", "id", "name", "label"];

/// A value that points into the whole text, so that errors can report its place.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) whole: &'a str,
    pub(super) value: &'a str,
}

impl<'a> Part<'a> {
    pub(super) fn expected(self, expected: impl Into<String>) -> ParseError {
        ParseError::about(self.whole, self.value, expected)
    }

    pub(super) fn read<T: serde::Deserialize<'a>>(self, expected: &str) -> Result<T, ParseError> {
        serde_json::from_str(self.value).map_err(|error| {
            if error.is_data() { self.expected(expected) } else { self.broken(&error) }
        })
    }

    /// An error in the JSON itself; the JSON parser reports line and column.
    fn broken(self, error: &serde_json::Error) -> ParseError {
        if error.is_eof() {
            return ParseError::at_end(self.whole, "the rest of the JSON");
        }
        let before = self.value.split_inclusive('\n').take(error.line().saturating_sub(1));
        let inside = before.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        let start = self.value.as_ptr() as usize - self.whole.as_ptr() as usize;
        let rest = self.whole.get(start + inside..).and_then(|rest| rest.chars().next());
        let found = rest.map_or("the end of the text".into(), |found| format!("`{found}`"));
        let length = rest.map_or(0, char::len_utf8);
        ParseError::at(self.whole, start + inside, length, found, "JSON")
    }

    pub(super) fn object(self, expected: &str) -> Result<Object<'a>, ParseError> {
        if !self.value.starts_with('{') {
            return Err(self.expected(expected));
        }
        self.read(expected)
    }

    /// Fails at the first key of `object`, the whole graph, that is none of `known`.
    fn check_keys(self, object: &Object<'a>, known: &[&str]) -> Result<(), ParseError> {
        let is_known = |key: &str| known.contains(&key);
        let Some((written, _)) = object.0.iter().find(|(key, _)| !is_known(&unquoted(key))) else {
            return Ok(());
        };
        let nearest = nearest_keys(&unquoted(written), known.iter().copied());
        let expected = if nearest.is_empty() {
            format!("a key of a graph: {}", in_words(known))
        } else {
            format!("a key of a graph (did you mean {}?)", in_words(&nearest))
        };
        Err(self.of(written).expected(expected))
    }

    pub(super) fn list(self, expected: &str) -> Result<Vec<&'a RawValue>, ParseError> {
        if !self.value.starts_with('[') {
            return Err(self.expected(expected));
        }
        self.read(expected)
    }

    pub(super) fn of(self, value: &'a RawValue) -> Self {
        Self { value: value.get(), ..self }
    }

    /// The identifier of a node: its string, the number as written, or the list without blanks.
    pub(super) fn id(self) -> Result<Cow<'a, str>, ParseError> {
        match self.value.as_bytes().first() {
            Some(b'"') => Ok(Cow::Owned(self.read("a text")?)),
            Some(b'-' | b'0'..=b'9') => Ok(Cow::Borrowed(self.value)),
            Some(b'[') => {
                let list: Vec<serde_json::Value> = self.read("a list")?;
                Ok(Cow::Owned(serde_json::Value::from(list).to_string()))
            }
            _ => Err(self.expected("a text, a number or a list")),
        }
    }
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
    let value = text.trim();
    if value.is_empty() {
        return Err(ParseError::at_end(text, "a JSON object"));
    }
    let whole = Part { whole: text, value };
    let top = whole.object("a JSON object")?;
    if jgf::is_jgf(&top) {
        return jgf::read(whole, &top, cost_key);
    }
    if cytoscape::is_cytoscape(&top) {
        return cytoscape::read(whole, &top, cost_key);
    }
    if let CostKey::Default = cost_key {
        whole.check_keys(&top, GRAPH_KEYS)?;
    }
    let flag = |key: &str, default: bool| match top.get(key) {
        Some(value) => whole.of(value).read::<bool>("`true` or `false`"),
        None => Ok(default),
    };
    let is_directed = flag("directed", false)?;
    let is_multigraph = flag("multigraph", true)?;
    let nodes = top.get("nodes").ok_or_else(|| whole.expected("an object with `nodes`"))?;
    let links = match (top.get("links"), top.get("edges")) {
        (Some(_), Some(edges)) => {
            return Err(whole.of(edges).expected("only one of `links` and `edges`"));
        }
        (links, edges) => links.or(edges),
    };
    let links = links.ok_or_else(|| whole.expected("an object with `links` or `edges`"))?;

    let mut builder = GraphBuilder::new(0);
    let mut has_points = None;
    let mut ignored = BTreeSet::new();
    for node in whole.of(nodes).list("a list of nodes")? {
        let node = whole.of(node);
        let object = node.object("a node: an object with an `id`")?;
        for (written, _) in &object.0 {
            let key = unquoted(written);
            if NODE_KEYS.contains(&&*key) {
                continue;
            }
            if let Some(known) = NODE_KEYS.iter().find(|known| key.eq_ignore_ascii_case(known)) {
                let expected = format!("a key of a node (did you mean `{known}`?)");
                return Err(whole.of(written).expected(expected));
            }
            ignored.insert(key.into_owned());
        }
        let id = object.get("id").ok_or_else(|| node.expected("a node with an `id`"))?;
        let name = whole.of(id).id()?;
        if builder.named(&name).is_some() {
            return Err(whole.of(id).expected("an id not used by another node"));
        }
        builder.add_named_node(name);
        let coordinate = |key: &str| -> Result<Option<f64>, ParseError> {
            object.get(key).map(|value| whole.of(value).read("a number")).transpose()
        };
        let (x, y) = (coordinate("x")?, coordinate("y")?);
        if x.is_some() != y.is_some() {
            return Err(node.expected("both `x` and `y`, or neither"));
        }
        if *has_points.get_or_insert(x.is_some()) != x.is_some() {
            return Err(node.expected(if x.is_some() {
                "a node without coordinates, like the nodes before it"
            } else {
                "a node with coordinates `x` and `y`, like the nodes before it"
            }));
        }
        if let (Some(x), Some(y)) = (x, y) {
            builder.add_point(Point { x, y });
        }
    }

    let mut seen = HashSet::new();
    let mut costs = LinkCosts::new(cost_key, LINK_KEYS);
    let links = whole.of(links).list("a list of links")?;
    for &link in &links {
        let link = whole.of(link);
        let object = link.object("a link: an object with `source` and `target`")?;
        let mut ends = [0; 2];
        for (number, key) in ends.iter_mut().zip(["source", "target"]) {
            let id =
                object.get(key).ok_or_else(|| link.expected(format!("a link with a `{key}`")))?;
            let id = whole.of(id);
            *number = builder.named(&id.id()?).ok_or_else(|| id.expected("a node of the graph"))?;
        }
        let attributes = object.0.iter().map(|&(key, value)| Attribute {
            key: unquoted(key),
            written: key.get(),
            value: value.get(),
        });
        let attributes: Vec<Attribute<'_>> = attributes.collect();
        let cost = costs.read_only(text, link.value, &attributes)?;
        let [tail, head] = ends;
        let key = if is_directed { (tail, head) } else { (tail.min(head), tail.max(head)) };
        if !is_multigraph && !seen.insert(key) {
            let expected = "at most one link between two nodes, as `multigraph` is false";
            return Err(link.expected(expected));
        }
        builder.add_link(tail, head, cost, is_directed);
    }
    builder.finish(text, costs.notes().into_iter().chain(ignored_keys("nodes", &ignored)))
}
