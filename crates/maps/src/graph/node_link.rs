//! Graphs in node-link JSON, as `NetworkX` and D3 write it.
//!
//! An object with `nodes`, each with an `id` and perhaps `x` and `y`, and `links` (or
//! `edges`), each with `source`, `target` and perhaps a cost, 1 if there is none. Unless
//! `directed` is true, a link is an arc in each direction; if `multigraph` is false, two links
//! between the same nodes are an error. So is any key besides these and a few that only
//! describe, such as `label`: a misspelled `weight` would make every link cost 1.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{ArcCost, Graph, GraphBuilder, Point};
use tremaux_core::ParseError;
use tremaux_domain::{in_words, nearest_names};

/// The members of an object in their order, keys with their quotes.
struct Object<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'a> Object<'a> {
    /// The value of a key; the last one, as JSON readers usually take it.
    fn get(&self, key: &str) -> Option<&'a RawValue> {
        self.0.iter().rev().find(|(written, _)| unquoted(written) == key).map(|(_, value)| *value)
    }
}

/// The text of a key.
fn unquoted(key: &RawValue) -> Cow<'_, str> {
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

/// How the key of the cost was chosen.
#[derive(Clone, Copy)]
enum CostKey<'k> {
    /// It is `weight`; keys that are not known are errors.
    Default,
    /// By the caller; keys that are not known are ignored, but one link must have this one.
    Chosen(&'k str),
}

impl<'k> CostKey<'k> {
    const fn name(self) -> &'k str {
        match self {
            Self::Default => "weight",
            Self::Chosen(name) => name,
        }
    }
}

/// A value that points into the whole text, so that errors can report its place.
#[derive(Clone, Copy)]
struct Part<'a> {
    whole: &'a str,
    value: &'a str,
}

impl<'a> Part<'a> {
    fn expected(self, expected: impl Into<String>) -> ParseError {
        ParseError::about(self.whole, self.value, expected)
    }

    fn read<T: serde::Deserialize<'a>>(self, expected: &str) -> Result<T, ParseError> {
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

    fn object(self, expected: &str) -> Result<Object<'a>, ParseError> {
        if !self.value.starts_with('{') {
            return Err(self.expected(expected));
        }
        self.read(expected)
    }

    /// Fails at the first key of `object`, which is `what`, that is none of `known`.
    fn check_keys(
        self,
        object: &Object<'a>,
        what: &str,
        known: &[&str],
        cost_key: CostKey<'_>,
    ) -> Result<(), ParseError> {
        if matches!(cost_key, CostKey::Chosen(_)) {
            return Ok(());
        }
        let is_known = |key: &str| known.contains(&key);
        let Some((written, _)) = object.0.iter().find(|(key, _)| !is_known(&unquoted(key))) else {
            return Ok(());
        };
        let nearest = nearest_keys(&unquoted(written), known.iter().copied());
        let expected = if nearest.is_empty() {
            format!("a key of a {what}: {}", in_words(known))
        } else {
            format!("a key of a {what} (did you mean {}?)", in_words(&nearest))
        };
        Err(self.of(written).expected(expected))
    }

    fn list(self, expected: &str) -> Result<Vec<&'a RawValue>, ParseError> {
        if !self.value.starts_with('[') {
            return Err(self.expected(expected));
        }
        self.read(expected)
    }

    fn of(self, value: &'a RawValue) -> Self {
        Self { value: value.get(), ..self }
    }

    /// The identifier of a node: its string, or the number as written.
    fn id(self) -> Result<Cow<'a, str>, ParseError> {
        match self.value.as_bytes().first() {
            Some(b'"') => Ok(Cow::Owned(self.read("a text")?)),
            Some(b'-' | b'0'..=b'9') => Ok(Cow::Borrowed(self.value)),
            _ => Err(self.expected("a text or a number")),
        }
    }
}

/// The keys most similar to `key`, and those that it abbreviates.
fn nearest_keys<'k>(key: &str, known: impl Iterator<Item = &'k str> + Clone) -> Vec<&'k str> {
    let near = nearest_names(key, known.clone());
    if !near.is_empty() || key.is_empty() {
        return near;
    }
    let key = key.to_ascii_lowercase();
    known.filter(|known| known.starts_with(&key)).collect()
}

/// Reads a graph; the cost of a link is its `weight`, and keys that are not known are errors.
///
/// # Errors
///
/// See [`parse_with_cost`]; also returns the place of a key that is not known.
///
/// ```
/// use tremaux::maps::graph::node_link;
/// let text = r#"{"directed": true, "nodes": [{"id": "a"}, {"id": "b"}],
///     "links": [{"source": "a", "target": "c"}]}"#;
/// let error = node_link::parse::<u32>(text).unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 41: expected a node of the graph, found `\"c\"`");
/// ```
pub fn parse<C: ArcCost>(text: &str) -> Result<Graph<C>, ParseError> {
    parse_as(text, CostKey::Default)
}

/// Reads a graph whose links have their costs under the key `cost_key`. Keys that are not known
/// are ignored.
///
/// # Errors
///
/// Returns the line and column of what is wrong: broken JSON, a node without an id or with
/// a duplicate one, coordinates for some nodes only, a link to an unknown node, a cost
/// that is not a number, negative or too large, no link with a cost, two links where one is
/// allowed.
pub fn parse_with_cost<C: ArcCost>(text: &str, cost_key: &str) -> Result<Graph<C>, ParseError> {
    parse_as(text, CostKey::Chosen(cost_key))
}

fn parse_as<C: ArcCost>(text: &str, cost_key: CostKey<'_>) -> Result<Graph<C>, ParseError> {
    let value = text.trim();
    if value.is_empty() {
        return Err(ParseError::at_end(text, "a JSON object"));
    }
    let whole = Part { whole: text, value };
    let top = whole.object("a JSON object")?;
    whole.check_keys(&top, "graph", GRAPH_KEYS, cost_key)?;
    let flag = |key: &str, default: bool| match top.get(key) {
        Some(value) => whole.of(value).read::<bool>("`true` or `false`"),
        None => Ok(default),
    };
    let is_directed = flag("directed", false)?;
    let is_multigraph = flag("multigraph", true)?;
    let nodes = top.get("nodes").ok_or_else(|| whole.expected("an object with `nodes`"))?;
    let links = top.get("links").or_else(|| top.get("edges"));
    let links = links.ok_or_else(|| whole.expected("an object with `links` or `edges`"))?;

    let mut builder = GraphBuilder::new(0);
    let mut numbers: HashMap<Cow<'_, str>, u32> = HashMap::new();
    let mut has_points = None;
    for node in whole.of(nodes).list("a list of nodes")? {
        let node = whole.of(node);
        let object = node.object("a node: an object with an `id`")?;
        node.check_keys(&object, "node", NODE_KEYS, cost_key)?;
        let id = object.get("id").ok_or_else(|| node.expected("a node with an `id`"))?;
        let name = whole.of(id).id()?;
        let number = builder.add_named_node(&*name);
        if numbers.insert(name, number).is_some() {
            return Err(whole.of(id).expected("an id not used by another node"));
        }
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
    let one = C::parse("1").unwrap_or_default();
    let links = whole.of(links).list("a list of links")?;
    let link_keys: Vec<&str> = [cost_key.name()].iter().chain(LINK_KEYS).copied().collect();
    let mut has_costs = false;
    for &link in &links {
        let link = whole.of(link);
        let object = link.object("a link: an object with `source` and `target`")?;
        link.check_keys(&object, "link", &link_keys, cost_key)?;
        let mut ends = [0; 2];
        for (number, key) in ends.iter_mut().zip(["source", "target"]) {
            let id =
                object.get(key).ok_or_else(|| link.expected(format!("a link with a `{key}`")))?;
            let id = whole.of(id);
            *number = *numbers.get(&id.id()?).ok_or_else(|| id.expected("a node of the graph"))?;
        }
        let cost = match object.get(cost_key.name()) {
            Some(cost) => {
                let cost = whole.of(cost);
                has_costs = true;
                C::parse(cost.value).ok_or_else(|| cost.expected(C::EXPECTED))?
            }
            None => one,
        };
        let [tail, head] = ends;
        let key = if is_directed { (tail, head) } else { (tail.min(head), tail.max(head)) };
        if !is_multigraph && !seen.insert(key) {
            let expected = "at most one link between two nodes, as `multigraph` is false";
            return Err(link.expected(expected));
        }
        builder.add_arc(tail, head, cost);
        if !is_directed && tail != head {
            builder.add_arc(head, tail, cost);
        }
    }
    if let (CostKey::Chosen(key), Some(&first), false) = (cost_key, links.first(), has_costs) {
        return Err(no_link_has(key, whole.of(first)));
    }
    builder.build().map_err(|error| ParseError::at(text, 0, 0, error.to_string(), "a graph"))
}

/// The error for a key of costs that no link has; `first` is the first of them.
fn no_link_has(key: &str, first: Part<'_>) -> ParseError {
    let object = first.object("a link").unwrap_or(Object(Vec::new()));
    let keys: Vec<Cow<'_, str>> = object.0.iter().map(|(key, _)| unquoted(key)).collect();
    let nearest = nearest_keys(key, keys.iter().map(|key| &**key));
    let nearest = match nearest.is_empty() {
        true => String::new(),
        false => format!(" (did you mean {}?)", in_words(&nearest)),
    };
    first.expected(format!("a link with the cost `{key}`: no link has this key{nearest}"))
}
