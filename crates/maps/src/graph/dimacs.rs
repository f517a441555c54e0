//! Road networks in the format of the ninth DIMACS challenge (2006).
//!
//! A graph file (`.gr`) has comments `c …`, one header `p sp NODES ARCS`, and one arc
//! `a TAIL HEAD COST` per line; nodes are numbered from 1. A coordinate file (`.co`) has the
//! header `p aux sp co NODES` and one position `v NODE X Y` per line.

use super::lines::{Line, MOST};
use super::link_costs::one;
use super::{ArcCost, Graph, GraphBuilder, Point, finite};
use tremaux_core::ParseError;

/// The lines that are no comments, and their first words.
fn lines(text: &str) -> impl Iterator<Item = (Line<'_>, &str)> {
    text.lines().filter_map(move |line| {
        let mut line = Line::new(text, line);
        let kind = line.words.next()?;
        // Some files have no space after the `c` of a comment.
        (!kind.starts_with('c')).then_some((line, kind))
    })
}

/// What the lines of a challenge are.
pub(super) struct Challenge {
    /// The words after `p`.
    pub(super) problems: &'static [&'static str],
    /// How an error names what was expected there.
    pub(super) problem: &'static str,
    pub(super) header: &'static str,
    /// How the lines begin.
    pub(super) lines: &'static str,
    /// How the line of a link begins.
    pub(super) link: &'static str,
    /// Whether a link is an arc, has a cost, and is counted in the header.
    pub(super) is_directed: bool,
}

const ROADS: Challenge = Challenge {
    problems: &["sp"],
    problem: "`sp`",
    header: "the header `p sp NODES ARCS`",
    lines: "c, p or a",
    link: "a",
    is_directed: true,
};

/// A graph that is being read.
pub(super) struct Reading<C> {
    pub(super) builder: GraphBuilder<C>,
    /// The number of links that the header says.
    pub(super) expected: usize,
    pub(super) links: usize,
    pub(super) with_cost: usize,
    /// Lines about values of nodes.
    pub(super) of_nodes: usize,
}

impl Challenge {
    /// Reads all lines.
    pub(super) fn read<C: ArcCost>(&self, text: &str) -> Result<Reading<C>, ParseError> {
        let mut reading = None;
        for (mut line, kind) in lines(text) {
            let wrong = |expected: String| Err(ParseError::about(text, kind, expected));
            let is_of_node = kind == "n" && !self.is_directed;
            match &mut reading {
                None if kind == "p" => reading = Some(self.start(&mut line)?),
                Some(_) if kind == "p" => return wrong("only one header line".to_owned()),
                _ if kind != self.link && !is_of_node => {
                    return wrong(format!("a line that begins with {}", self.lines));
                }
                None => return wrong(format!("{} first", self.header)),
                Some(reading) if is_of_node => {
                    line.node(reading.builder.node_count())?;
                    reading.of_nodes += 1;
                }
                Some(reading) => {
                    let expected = reading.expected;
                    if self.is_directed && reading.links == expected {
                        return wrong(format!("at most {expected} arcs, the number in the header"));
                    }
                    let nodes = reading.builder.node_count();
                    let (tail, head) = (line.node(nodes)?, line.node(nodes)?);
                    let has_cost = self.is_directed || line.words.clone().next().is_some();
                    let cost = if has_cost { line.cost()? } else { one() };
                    line.end()?;
                    reading.builder.add_link(tail, head, cost, self.is_directed);
                    reading.links += 1;
                    reading.with_cost += usize::from(has_cost);
                }
            }
        }
        reading.ok_or_else(|| ParseError::at_end(text, self.header))
    }

    fn start<C: ArcCost>(&self, line: &mut Line<'_>) -> Result<Reading<C>, ParseError> {
        let problem = line.next(self.problem)?;
        if !self.problems.contains(&problem) {
            return Err(ParseError::about(line.text, problem, self.problem));
        }
        let mut builder = GraphBuilder::new(line.count()?);
        let expected = line.number::<u32>(MOST)? as usize;
        line.end()?;
        builder.reserve(expected.min(line.text.len() / 8));
        builder.number_from(1);
        Ok(Reading { builder, expected, links: 0, with_cost: 0, of_nodes: 0 })
    }
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
    let Reading { builder, expected, links, .. } = ROADS.read(text)?;
    if links < expected {
        let expected = format!("{expected} arcs, the number in the header, not {links}");
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
                    line.one_of(&[expected])?;
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
    match points.iter().position(Option::is_none) {
        Some(node) => Err(ParseError::at_end(text, format!("a position for node {}", node + 1))),
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
