//! Graphs as sparse matrices in the Matrix Market format, as SciPy, SuiteSparse, Julia, MATLAB
//! and network repositories write it.
//!
//! An entry in the row I and the column J is an arc from I to J that costs its value, 1 in a
//! pattern; in a symmetric matrix it is one in each direction.

use super::lines::{Line, MOST};
use super::link_costs::{no_costs, one};
use super::{ArcCost, Graph, GraphBuilder};
use tremaux_core::ParseError;

const HEADER: &str = "%%MatrixMarket";

/// Whether a text begins as such a matrix does.
pub(crate) fn is_matrix_market(text: &str) -> bool {
    let word = text.split_whitespace().next();
    word.is_some_and(|word| word.eq_ignore_ascii_case(HEADER))
}

/// What the header says of the entries.
struct Form {
    has_values: bool,
    is_symmetric: bool,
}

fn form(mut line: Line<'_>) -> Result<Form, ParseError> {
    line.one_of(&[HEADER])?;
    line.one_of(&["matrix"])?;
    line.one_of(&["coordinate"])?;
    let has_values = line.one_of(&["real", "integer", "pattern", "double"])? != "pattern";
    let is_symmetric = line.one_of(&["general", "symmetric"])? == "symmetric";
    line.end()?;
    Ok(Form { has_values, is_symmetric })
}

/// Reads a graph.
pub(crate) fn parse<C: ArcCost>(text: &str) -> Result<Graph<C>, ParseError> {
    let mut lines = text.lines().map(|line| Line::new(text, line));
    let header = lines.find(|line| !line.line.trim().is_empty());
    let form = form(header.ok_or_else(|| ParseError::at_end(text, HEADER))?)?;
    let mut lines = lines.filter(|line| {
        let line = line.line.trim_start();
        !line.is_empty() && !line.starts_with('%')
    });
    const SIZE: &str = "the numbers of rows, columns and entries";
    let mut size = lines.next().ok_or_else(|| ParseError::at_end(text, SIZE))?;
    let nodes = size.count()?;
    let columns = size.words.clone().next().unwrap_or_default();
    if size.count()? != nodes {
        let expected = format!("{nodes} columns, as many as rows");
        return Err(ParseError::about(text, columns, expected));
    }
    let expected = size.number::<u32>(MOST)? as usize;
    size.end()?;
    let mut builder = GraphBuilder::new(nodes);
    builder.number_from(1);
    builder.reserve(expected.min(text.len() / 4));
    let mut entries = 0;
    for mut line in lines {
        if entries == expected {
            let expected = format!("at most {expected} entries, the number in the header");
            return Err(ParseError::about(text, line.line.trim(), expected));
        }
        let (tail, head) = (line.node(nodes)?, line.node(nodes)?);
        let cost = if form.has_values { line.cost()? } else { one() };
        line.end()?;
        builder.add_link(tail, head, cost, !form.is_symmetric);
        entries += 1;
    }
    if entries < expected {
        let expected = format!("{expected} entries, the number in the header, not {entries}");
        return Err(ParseError::at_end(text, expected));
    }
    builder.finish(text, no_costs(if form.has_values { 0 } else { entries }))
}
