//! Graphs of the DIMACS challenge about colouring and cliques (`.col`): undirected edges, each of
//! which costs 1.

use super::dimacs::{MOST, lines};
use super::link_costs::no_costs;
use super::{ArcCost, Graph, GraphBuilder};
use tremaux_core::ParseError;

const PROBLEMS: &[&str] = &["edge", "edges", "col"];

/// Whether the first line that is no comment is a header of this format.
pub(crate) fn is_colouring(text: &str) -> bool {
    let comment =
        |line: &&str| line.trim().is_empty() || line.split_whitespace().next() == Some("c");
    let header = text.trim_start_matches('\u{feff}').lines().find(|line| !comment(line));
    let mut words = header.unwrap_or_default().split_whitespace();
    words.next() == Some("p") && words.next().is_some_and(|word| PROBLEMS.contains(&word))
}

/// Reads a graph.
pub(crate) fn parse<C: ArcCost>(text: &str) -> Result<Graph<C>, ParseError> {
    const HEADER: &str = "the header `p edge NODES EDGES`";
    let mut builder: Option<(GraphBuilder<C>, usize)> = None;
    let (mut edges, mut with_cost, mut of_nodes) = (0, 0, 0);
    let one = C::parse("1").unwrap_or_default();
    for (mut line, kind) in lines(text) {
        match (kind, &mut builder) {
            ("p", None) => {
                let problem = line.next("`edge`")?;
                if !PROBLEMS.contains(&problem) {
                    return Err(ParseError::about(text, problem, "`edge` or `col`"));
                }
                let mut started = GraphBuilder::new(line.count()?);
                let expected = line.number::<u32>(MOST)?;
                line.end()?;
                started.number_from(1);
                builder = Some((started, expected as usize));
            }
            ("p", Some(_)) => return Err(ParseError::about(text, kind, "only one header line")),
            ("e" | "n", None) => {
                return Err(ParseError::about(text, kind, format!("{HEADER} first")));
            }
            ("e", Some((builder, _))) => {
                let nodes = builder.node_count();
                let (a, b) = (line.node(nodes)?, line.node(nodes)?);
                let has_cost = line.words.clone().next().is_some();
                let cost = if has_cost { line.cost()? } else { one };
                line.end()?;
                builder.add_link(a, b, cost, false);
                (edges, with_cost) = (edges + 1, with_cost + usize::from(has_cost));
            }
            ("n", Some((builder, _))) => {
                line.node(builder.node_count())?;
                of_nodes += 1;
            }
            _ => return Err(ParseError::about(text, kind, "a line that begins with c, p, e or n")),
        }
    }
    let (mut builder, expected) = builder.ok_or_else(|| ParseError::at_end(text, HEADER))?;
    // Some files count every edge twice, or list it in both directions and count it once.
    if edges != expected && edges * 2 != expected && edges != expected * 2 {
        let expected = format!("{expected} edges, the number in the header, not {edges}");
        return Err(ParseError::at_end(text, expected));
    }
    if edges != expected {
        builder.add_note(format!("the header counts {expected} edges, the text has {edges}"));
    }
    if of_nodes > 0 {
        builder.add_note(format!("{of_nodes} lines about values of nodes are ignored"));
    }
    if 0 < with_cost && with_cost < edges {
        let expected = "a cost on every edge or on none";
        return Err(ParseError::at_end(text, expected));
    }
    builder.finish(text, no_costs(edges - with_cost))
}
