//! Road networks in the format of the ninth DIMACS challenge (2006).
//!
//! A graph file (`.gr`) has comments `c …`, one header `p sp NODES ARCS`, and one arc
//! `a TAIL HEAD COST` per line; nodes are numbered from 1. A coordinate file (`.co`) has the
//! header `p aux sp co NODES` and one position `v NODE X Y` per line.

use super::{ArcCost, Graph, GraphBuilder, Point, finite};
use tremaux_core::ParseError;

/// What a count in a header is.
pub(super) const MOST: &str = "a number below 4294967295";

/// The words of one line, and the place to report when one is missing.
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    pub(super) line: &'a str,
    pub(super) words: std::str::SplitAsciiWhitespace<'a>,
}

impl<'a> Line<'a> {
    pub(super) fn next(&mut self, expected: &str) -> Result<&'a str, ParseError> {
        self.words.next().ok_or_else(|| {
            let end = self.line.trim_end();
            ParseError::about(self.text, &end[end.len()..], expected)
        })
    }

    pub(super) fn number<T: std::str::FromStr>(&mut self, expected: &str) -> Result<T, ParseError> {
        let word = self.next(expected)?;
        word.parse().map_err(|_| ParseError::about(self.text, word, expected))
    }

    /// The number of nodes in a header.
    pub(super) fn count(&mut self) -> Result<usize, ParseError> {
        let word = self.next(MOST)?;
        // A header may be wrong: do not allocate memory for nodes that no arc can name.
        let most = 1000 + 16 * self.text.len();
        word.parse::<usize>().ok().filter(|&nodes| nodes <= most).ok_or_else(|| {
            let expected = "no more nodes than a file of this length can have";
            ParseError::about(self.text, word, expected)
        })
    }

    pub(super) fn node(&mut self, nodes: usize) -> Result<u32, ParseError> {
        let expected = || format!("a node from 1 to {nodes}");
        let word = self.next("a node")?;
        match word.parse::<u32>() {
            Ok(node) if node >= 1 && node as usize <= nodes => Ok(node - 1),
            _ => Err(ParseError::about(self.text, word, expected())),
        }
    }

    pub(super) fn cost<C: ArcCost>(&mut self) -> Result<C, ParseError> {
        let word = self.next(C::EXPECTED)?;
        C::parse(word).ok_or_else(|| ParseError::about(self.text, word, C::EXPECTED))
    }

    pub(super) fn end(&mut self) -> Result<(), ParseError> {
        match self.words.next() {
            Some(word) => Err(ParseError::about(self.text, word, "the end of the line")),
            None => Ok(()),
        }
    }
}

pub(super) fn lines(text: &str) -> impl Iterator<Item = (Line<'_>, &str)> {
    text.lines().filter_map(move |line| {
        let mut words = line.split_ascii_whitespace();
        let kind = words.next()?;
        // Some files have no space after the `c` of a comment.
        (!kind.starts_with('c')).then_some((Line { text, line, words }, kind))
    })
}

/// Whether the first line that is no comment is the header of a graph file, or an arc of one that
/// has lost its header: four words, which no line of a list of arcs has.
#[cfg(feature = "catalog")]
pub(crate) fn is_dimacs(text: &str) -> bool {
    let Some((line, kind)) = lines(text).next() else { return false };
    let rest: Vec<&str> = line.words.collect();
    let numbers = match (kind, rest.as_slice()) {
        ("p", ["sp", numbers @ ..]) if numbers.len() == 2 => numbers,
        ("a", numbers) if numbers.len() == 3 => numbers,
        _ => return false,
    };
    numbers.iter().all(|word| word.parse::<f64>().is_ok())
}

/// Reads a graph file.
///
/// Loops, parallel arcs and arcs that cost nothing are kept. Takes time proportional to the
/// length of the text.
///
/// # Errors
///
/// Returns the line and column of the first word that is wrong or missing: an arc before the
/// header, a second header, a node out of range, a cost that is not a number, negative or above
/// 4294967295, or a number of arcs different from the header's.
///
/// ```
/// use tremaux::maps::graph::dimacs;
/// let graph = dimacs::parse::<u32>("c two nodes\np sp 2 1\na 1 2 7\n")?;
/// assert_eq!((graph.node_count(), graph.arc_count()), (2, 1));
/// let error = dimacs::parse::<u32>("p sp 2 1\na 1 3 7\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 5: expected a node from 1 to 2, found `3`");
/// # Ok::<(), tremaux::ParseError>(())
/// ```
pub fn parse<C: ArcCost>(text: &str) -> Result<Graph<C>, ParseError> {
    let mut builder: Option<(GraphBuilder<C>, usize)> = None;
    let mut arcs = 0;
    for (mut line, kind) in lines(text) {
        match (kind, &mut builder) {
            ("p", None) => {
                let problem = line.next("`sp`")?;
                if problem != "sp" {
                    return Err(ParseError::about(text, problem, "`sp`"));
                }
                let nodes = line.count()?;
                let expected = line.number::<u32>(MOST)?;
                line.end()?;
                let mut started = GraphBuilder::new(nodes);
                started.reserve((expected as usize).min(text.len() / 8));
                started.number_from(1);
                builder = Some((started, expected as usize));
            }
            ("p", Some(_)) => {
                return Err(ParseError::about(text, kind, "only one header line"));
            }
            ("a", None) => {
                return Err(ParseError::about(text, kind, "the header `p sp NODES ARCS` first"));
            }
            ("a", Some((builder, expected))) => {
                if arcs == *expected {
                    let expected = format!("at most {expected} arcs, the number in the header");
                    return Err(ParseError::about(text, kind, expected));
                }
                let nodes = builder.node_count();
                let (tail, head) = (line.node(nodes)?, line.node(nodes)?);
                let cost = line.cost()?;
                line.end()?;
                builder.add_arc(tail, head, cost);
                arcs += 1;
            }
            _ => return Err(ParseError::about(text, kind, "a line that begins with c, p or a")),
        }
    }
    let Some((builder, expected)) = builder else {
        return Err(ParseError::at_end(text, "the header `p sp NODES ARCS`"));
    };
    if arcs < expected {
        let expected = format!("{expected} arcs, the number in the header, not {arcs}");
        return Err(ParseError::at_end(text, expected));
    }
    builder.finish(text, [])
}

/// Reads a coordinate file for a graph of `nodes` nodes and returns the positions in the order
/// of the nodes.
///
/// # Errors
///
/// Returns the line and column of the first word that is wrong or missing: a position before the
/// header, a wrong number of nodes, or a node that is out of range, repeated or missing.
pub fn parse_coordinates(text: &str, nodes: usize) -> Result<Vec<Point>, ParseError> {
    let mut points = vec![None; nodes];
    let mut has_header = false;
    for (mut line, kind) in lines(text) {
        match kind {
            "p" if !has_header => {
                for expected in ["aux", "sp", "co"] {
                    let word = line.next(&format!("`{expected}`"))?;
                    if word != expected {
                        return Err(ParseError::about(text, word, format!("`{expected}`")));
                    }
                }
                let expected = format!("{nodes}, the number of nodes in the graph");
                let word = line.next(&expected)?;
                if word.parse() != Ok(nodes) {
                    return Err(ParseError::about(text, word, expected));
                }
                line.end()?;
                has_header = true;
            }
            "p" => return Err(ParseError::about(text, kind, "only one header line")),
            "v" if !has_header => {
                let expected = "the header `p aux sp co NODES` first";
                return Err(ParseError::about(text, kind, expected));
            }
            "v" => {
                let node = line.node(nodes)?;
                let mut coordinate = |expected: &str| -> Result<f64, ParseError> {
                    let word = line.next(expected)?;
                    finite(word).ok_or_else(|| ParseError::about(text, word, expected))
                };
                let (x, y) = (coordinate("a number for x")?, coordinate("a number for y")?);
                line.end()?;
                if points[node as usize].replace(Point { x, y }).is_some() {
                    let expected = format!("one position for node {}, not two", node + 1);
                    return Err(ParseError::about(text, kind, expected));
                }
            }
            _ => return Err(ParseError::about(text, kind, "a line that begins with c, p or v")),
        }
    }
    if !has_header {
        return Err(ParseError::at_end(text, "the header `p aux sp co NODES`"));
    }
    let missing = points.iter().position(Option::is_none);
    let error = |node| ParseError::at_end(text, format!("a position for node {}", node + 1));
    match missing {
        Some(node) => Err(error(node)),
        None => Ok(points.into_iter().flatten().collect()),
    }
}

/// Writes `graph` as [`parse`] reads it.
pub fn to_text<C: ArcCost>(graph: &Graph<C>) -> String {
    use std::fmt::Write;
    let mut text = format!("p sp {} {}\n", graph.node_count(), graph.arc_count());
    for node in 0..graph.node_count() as u32 {
        for link in graph.outgoing(node) {
            let cost = link.cost.to_f64();
            writeln!(text, "a {} {} {cost}", node + 1, link.node + 1).expect("a string");
        }
    }
    text
}
