//! Small graphs written by hand, one arc per line.
//!
//! `FROM TO COST` is an arc between two named nodes; without a cost it costs 1. The cost may also
//! be one of the attributes in braces that `NetworkX` writes: `FROM TO {'weight': 4}`. A text of a
//! single line may have several arcs, separated by `;`. What follows `#` is a comment, and so is
//! a line that begins with `%` and a blank. Other lines that begin with `%` apply to the whole
//! graph:
//!
//! * `%undirected`: every line is an arc in both directions;
//! * `%simple`: parallel arcs are an error;
//! * `%node NAME [X Y]`: a node and its coordinates. If there is one such line, arcs may only
//!   join nodes declared this way.

use std::collections::HashSet;

use super::link_costs::{Attribute, CostKey, LinkCosts};
use super::{ArcCost, Graph, GraphBuilder, Point, finite};
use tremaux_core::ParseError;

/// The arcs of a text, one a line; those of a single line are separated by `;`.
fn rows(text: &str) -> impl Iterator<Item = &str> {
    let is_line = !text.trim().contains(['\n', '{']);
    text.split(move |c| c == '\n' || is_line && c == ';')
}

/// A line without its comment. A `#` within attributes does not start one.
fn without_comment(line: &str) -> &str {
    match (line.find('#'), line.find('{')) {
        (Some(comment), attributes) if attributes.is_none_or(|it| comment < it) => &line[..comment],
        _ => line,
    }
}

/// The attributes in braces at the end of a line, which Python writes: `{'weight': 4}`.
fn attributes<'a>(text: &str, braces: &'a str) -> Result<Vec<Attribute<'a>>, ParseError> {
    let wrong = |at: &str, expected: &str| ParseError::about(text, at, expected);
    let end = &braces[braces.len()..];
    let inside = braces.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let mut rest = inside.ok_or_else(|| wrong(end, "`}` at the end of the attributes"))?.trim();
    let mut attributes = Vec::new();
    while !rest.is_empty() {
        let quote = rest.chars().next().filter(|c| matches!(c, '\'' | '"'));
        let quote = quote.ok_or_else(|| wrong(rest, "an attribute such as `'weight': 4`"))?;
        let length = rest[1..].find(quote);
        let length = length.ok_or_else(|| wrong(rest, "a quote at the end of the key"))?;
        let (written, after) = rest.split_at(length + 2);
        let value = after.trim_start().strip_prefix(':').map(str::trim_start);
        let value = value.ok_or_else(|| wrong(after, "`:` and the value of the attribute"))?;
        let (mut depth, mut quote) = (0_usize, None);
        let comma = value.find(|c| {
            match (quote, c) {
                (Some(open), _) if c == open => quote = None,
                (Some(_), _) => {}
                (None, '\'' | '"') => quote = Some(c),
                (None, '[' | '(' | '{') => depth += 1,
                (None, ']' | ')' | '}') => depth = depth.saturating_sub(1),
                _ => {}
            }
            c == ',' && depth == 0 && quote.is_none()
        });
        let (value, more) = value.split_at(comma.unwrap_or(value.len()));
        let key = written[1..=length].into();
        attributes.push(Attribute { key, written, value: value.trim_end() });
        rest = more.strip_prefix(',').unwrap_or(more).trim_start();
    }
    Ok(attributes)
}

/// Reads a graph. Nodes are numbered in the order in which they are first named.
///
/// # Errors
///
/// Returns the line and column of the first word that is wrong or missing.
///
/// ```
/// use tremaux::maps::graph::edge_list;
/// let graph = edge_list::parse::<u32>("%undirected\nhome shop 4\nshop work 3\n")?;
/// assert_eq!((graph.node_count(), graph.arc_count()), (3, 4));
/// let error = edge_list::parse::<u32>("home shop -4").unwrap_err();
/// assert_eq!((error.line, error.column), (1, 11));
/// # Ok::<(), tremaux::ParseError>(())
/// ```
pub fn parse<C: ArcCost>(text: &str) -> Result<Graph<C>, ParseError> {
    parse_by(text, CostKey::Default)
}

/// Like [`parse`], for a list whose arcs have their costs under this key of their attributes.
///
/// # Errors
///
/// Also returns the place of an arc without an attribute of a chosen key.
#[doc(hidden)]
pub fn parse_by<C: ArcCost>(text: &str, cost_key: CostKey<'_>) -> Result<Graph<C>, ParseError> {
    let mut costs = LinkCosts::new(cost_key, &[]);
    let mut builder = GraphBuilder::new(0);
    let mut seen = HashSet::new();
    let (mut is_undirected, mut is_simple, mut is_declared) = (false, false, false);
    let mut has_arcs = false;
    let mut places = 0;
    let one = C::parse("1").unwrap_or_default();
    for line in rows(text) {
        let line = without_comment(line);
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { continue };
        let end = &line.trim_end()[line.trim_end().len()..];
        let missing = |expected: &str| ParseError::about(text, end, expected);
        let is_early = |has_arcs: bool| {
            let error = || ParseError::about(text, first, "this line before the first arc");
            if has_arcs { Err(error()) } else { Ok(()) }
        };
        match first {
            "%undirected" => {
                is_early(has_arcs)?;
                is_undirected = true;
            }
            "%simple" => {
                is_early(has_arcs)?;
                is_simple = true;
            }
            "%node" => {
                if has_arcs && !is_declared {
                    is_early(true)?;
                }
                is_declared = true;
                let name = words.next().ok_or_else(|| missing("the name of a node"))?;
                if builder.named(name).is_some() {
                    return Err(ParseError::about(text, name, "a name not used by another node"));
                }
                builder.add_named_node(name);
                let mut point = [0.0; 2];
                let mut given = 0;
                for word in words.by_ref().take(2) {
                    point[given] = finite(word)
                        .ok_or_else(|| ParseError::about(text, word, "a coordinate"))?;
                    given += 1;
                }
                match given {
                    0 if places > 0 => {
                        return Err(missing("coordinates, as the other nodes have them"));
                    }
                    1 => return Err(missing("a second coordinate")),
                    2 if places + 1 < builder.node_count() => {
                        let expected = "no coordinates, as the other nodes have none";
                        return Err(ParseError::about(text, name, expected));
                    }
                    2 => {
                        places += 1;
                        builder.add_point(Point { x: point[0], y: point[1] });
                    }
                    _ => {}
                }
            }
            "%" => continue,
            _ if first.starts_with('%') => {
                let expected = "`%undirected`, `%simple` or `%node`";
                return Err(ParseError::about(text, first, expected));
            }
            _ => {
                has_arcs = true;
                let second = words.next().ok_or_else(|| missing("the node an arc leads to"))?;
                let mut ends = [0; 2];
                for (number, name) in ends.iter_mut().zip([first, second]) {
                    *number = match builder.named(name) {
                        Some(number) => number,
                        None if is_declared => {
                            let expected = "a node declared by an earlier `%node` line";
                            return Err(ParseError::about(text, name, expected));
                        }
                        None => builder.add_named_node(name),
                    };
                }
                let cost = match words.next() {
                    Some(word) if word.starts_with('{') => {
                        let from = word.as_ptr() as usize - line.as_ptr() as usize;
                        words = "".split_whitespace();
                        let attributes = attributes(text, line[from..].trim_end())?;
                        costs.read(text, line.trim(), &attributes)?
                    }
                    Some(word) => {
                        C::parse(word).ok_or_else(|| ParseError::about(text, word, C::EXPECTED))?
                    }
                    None => one,
                };
                let [tail, head] = ends;
                let is_new = seen.insert((tail, head));
                if is_simple
                    && (!is_new || is_undirected && tail != head && !seen.insert((head, tail)))
                {
                    let expected = "at most one arc between two nodes, as `%simple` requires";
                    return Err(ParseError::about(text, first, expected));
                }
                builder.add_link(tail, head, cost, !is_undirected);
            }
        }
        if let Some(word) = words.next() {
            return Err(ParseError::about(text, word, "the end of the line"));
        }
    }
    builder.finish(text, costs.notes())
}
