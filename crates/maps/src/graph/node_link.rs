//! Graphs in node-link JSON, as `NetworkX` and D3 write it.
//!
//! An object with `nodes`, each with an `id` and perhaps `x` and `y`, and `links` (or
//! `edges`), each with `source`, `target` and perhaps a cost, 1 if there is none. Unless
//! `directed` is true, a link is an arc each way; if `multigraph` is false, two links
//! between the same nodes are an error.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde_json::value::RawValue;

use super::{ArcCost, Graph, GraphBuilder, Point};
use tremaux_core::ParseError;

type Object<'a> = HashMap<Cow<'a, str>, &'a RawValue>;

/// A value that points into the whole text, so that errors can say where it stands.
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

    /// An error in the JSON itself, of which its reader tells line and column.
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

    fn list(self, expected: &str) -> Result<Vec<&'a RawValue>, ParseError> {
        if !self.value.starts_with('[') {
            return Err(self.expected(expected));
        }
        self.read(expected)
    }

    fn of(self, value: &'a RawValue) -> Self {
        Self { value: value.get(), ..self }
    }

    /// What a node is known by: its text, or the number as it is written.
    fn id(self) -> Result<Cow<'a, str>, ParseError> {
        match self.value.as_bytes().first() {
            Some(b'"') => Ok(Cow::Owned(self.read("a text")?)),
            Some(b'-' | b'0'..=b'9') => Ok(Cow::Borrowed(self.value)),
            _ => Err(self.expected("a text or a number")),
        }
    }
}

/// Reads a graph; the cost of a link is its `weight`.
///
/// # Errors
///
/// See [`parse_with_cost`].
///
/// ```
/// use tremaux_maps::graph::node_link;
/// let text = r#"{"directed": true, "nodes": [{"id": "a"}, {"id": "b"}],
///     "links": [{"source": "a", "target": "c"}]}"#;
/// let error = node_link::parse::<u32>(text).unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 41: expected a node of the graph, found `\"c\"`");
/// ```
pub fn parse<C: ArcCost>(text: &str) -> Result<Graph<C>, ParseError> {
    parse_with_cost(text, "weight")
}

/// Reads a graph whose links have their costs under the key `cost_key`.
///
/// # Errors
///
/// Returns the line and column of what is wrong: broken JSON, a node without an id or with
/// one that another has, coordinates for some nodes only, a link to an unknown node, a cost
/// that is no number, negative or too great, two links where one is allowed.
pub fn parse_with_cost<C: ArcCost>(text: &str, cost_key: &str) -> Result<Graph<C>, ParseError> {
    let value = text.trim();
    if value.is_empty() {
        return Err(ParseError::at_end(text, "a JSON object"));
    }
    let whole = Part { whole: text, value };
    let top = whole.object("a JSON object")?;
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
        let id = object.get("id").ok_or_else(|| node.expected("a node with an `id`"))?;
        let name = whole.of(id).id()?;
        let number = builder.add_named_node(&*name);
        if numbers.insert(name, number).is_some() {
            return Err(whole.of(id).expected("an id that no other node has"));
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
                "a node without coordinates, as those before it"
            } else {
                "a node with coordinates `x` and `y`, as those before it"
            }));
        }
        if let (Some(x), Some(y)) = (x, y) {
            builder.add_point(Point { x, y });
        }
    }

    let mut seen = HashSet::new();
    let one = C::parse("1").unwrap_or_default();
    for link in whole.of(links).list("a list of links")? {
        let link = whole.of(link);
        let object = link.object("a link: an object with `source` and `target`")?;
        let mut ends = [0; 2];
        for (number, key) in ends.iter_mut().zip(["source", "target"]) {
            let id =
                object.get(key).ok_or_else(|| link.expected(format!("a link with a `{key}`")))?;
            let id = whole.of(id);
            *number = *numbers.get(&id.id()?).ok_or_else(|| id.expected("a node of the graph"))?;
        }
        let cost = match object.get(cost_key) {
            Some(cost) => {
                let cost = whole.of(cost);
                C::parse(cost.value).ok_or_else(|| cost.expected(C::EXPECTED))?
            }
            None => one,
        };
        let [tail, head] = ends;
        let key = if is_directed { (tail, head) } else { (tail.min(head), tail.max(head)) };
        if !is_multigraph && !seen.insert(key) {
            let expected = "one link between two nodes, as `multigraph` is false";
            return Err(link.expected(expected));
        }
        builder.add_arc(tail, head, cost);
        if !is_directed && tail != head {
            builder.add_arc(head, tail, cost);
        }
    }
    builder.build().map_err(|error| ParseError::at(text, 0, 0, error.to_string(), "a graph"))
}
