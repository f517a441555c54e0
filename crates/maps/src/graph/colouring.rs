//! Graphs of the DIMACS challenge about colouring and cliques (`.col`): undirected edges, each of
//! which costs 1.

use super::dimacs::{Challenge, Reading};
use super::link_costs::no_costs;
use super::{ArcCost, Graph};
use tremaux_core::ParseError;

const COLOURING: Challenge = Challenge {
    problems: &["edge", "edges", "col"],
    problem: "`edge` or `col`",
    header: "the header `p edge NODES EDGES`",
    lines: "c, p, e or n",
    link: "e",
    is_directed: false,
};

/// Whether the first line that is no comment is a header of this format.
pub(crate) fn is_colouring(text: &str) -> bool {
    let comment =
        |line: &&str| line.trim().is_empty() || line.split_whitespace().next() == Some("c");
    let header = text.trim_start_matches('\u{feff}').lines().find(|line| !comment(line));
    let mut words = header.unwrap_or_default().split_whitespace();
    words.next() == Some("p") && words.next().is_some_and(|it| COLOURING.problems.contains(&it))
}

/// Reads a graph.
pub(crate) fn parse<C: ArcCost>(text: &str) -> Result<Graph<C>, ParseError> {
    let Reading { mut builder, expected, links, with_cost, of_nodes } = COLOURING.read(text)?;
    // Some files count every edge twice, or list it in both directions and count it once.
    if links != expected && links * 2 != expected && links != expected * 2 {
        let expected = format!("{expected} edges, the number in the header, not {links}");
        return Err(ParseError::at_end(text, expected));
    }
    if links != expected {
        builder.add_note(format!("the header counts {expected} edges, the text has {links}"));
    }
    if of_nodes > 0 {
        builder.add_note(format!("{of_nodes} lines about values of nodes are ignored"));
    }
    if 0 < with_cost && with_cost < links {
        return Err(ParseError::at_end(text, "a cost on every edge or on none"));
    }
    builder.finish(text, no_costs(links - with_cost))
}
