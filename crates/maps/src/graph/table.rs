//! Graphs as tables: CSV, with commas, semicolons or tabs.
//!
//! A row is an arc: where it starts, where it ends, and what it costs, 1 without a cost. If the
//! first row names the columns, they may stand in any order: `source`, `target` and `weight`, or
//! `from`, `to` and `cost`; a column `type` says `Directed` or `Undirected`. Other columns are
//! ignored, which is noted, unless one could be meant for the cost. Cells may have quotes.

use std::borrow::Cow;

use super::link_costs::{Attribute, CostKey, LinkCosts};
use super::{ArcCost, Graph, GraphBuilder};
use tremaux_core::ParseError;

const SOURCES: &[&str] = &["source", "from", "start", "tail", "u", "src"];
const TARGETS: &[&str] = &["target", "to", "end", "head", "v", "dst"];
const COSTS: &[&str] = &["weight", "cost"];
const TYPES: &[&str] = &["type"];

/// Columns that only describe.
const DESCRIPTIONS: &[&str] = &["id", "key", "label", "name"];

/// A cell: as written, and its text.
struct Cell<'a> {
    written: &'a str,
    text: Cow<'a, str>,
}

/// The cells of a row.
fn cells<'a>(text: &str, row: &'a str, separator: char) -> Result<Vec<Cell<'a>>, ParseError> {
    let mut cells = Vec::new();
    let mut rest = row;
    loop {
        let start = rest.trim_start_matches(' ');
        let Some(quoted) = start.strip_prefix('"') else {
            let end = rest.find(separator);
            let written = rest[..end.unwrap_or(rest.len())].trim();
            cells.push(Cell { written, text: written.into() });
            let Some(end) = end else { return Ok(cells) };
            rest = &rest[end + separator.len_utf8()..];
            continue;
        };
        let (mut end, mut bytes) = (None, quoted.char_indices().peekable());
        while let Some((at, c)) = bytes.next() {
            if c == '"' && bytes.next_if(|&(_, next)| next == '"').is_none() {
                end = Some(at);
                break;
            }
        }
        let end =
            end.ok_or_else(|| ParseError::about(text, start, "a quote at the end of the cell"))?;
        let cell = quoted[..end].replace("\"\"", "\"");
        cells.push(Cell { written: &start[..end + 2], text: cell.into() });
        let after = quoted[end + 1..].trim_start_matches(' ');
        match after.strip_prefix(separator) {
            Some(next) => rest = next,
            None if after.trim().is_empty() => return Ok(cells),
            None => {
                let expected = format!("`{separator}` or the end of the row");
                return Err(ParseError::about(text, after, expected));
            }
        }
    }
}

fn is_one_of(cell: &Cell<'_>, names: &[&str]) -> bool {
    names.iter().any(|name| cell.text.eq_ignore_ascii_case(name))
}

/// Whether a row names the columns of a graph.
fn is_header(cells: &[Cell<'_>]) -> bool {
    [SOURCES, TARGETS].iter().all(|names| cells.iter().any(|cell| is_one_of(cell, names)))
}

/// The rows that are not blank and not comments.
fn rows(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split('\n').map(|row| row.strip_suffix('\r').unwrap_or(row)).filter(|row| {
        let row = row.trim();
        !row.is_empty() && !row.starts_with('#')
    })
}

/// The separator of the cells of a row: the one that stands most often in it.
fn separator(row: &str) -> char {
    let count = |separator: &char| row.matches(*separator).count();
    [',', ';', '\t'].into_iter().max_by_key(count).unwrap_or(',')
}

/// Whether a text looks like a table and not like a list of arcs.
#[cfg(feature = "catalog")]
pub(crate) fn is_table(text: &str) -> bool {
    const LOOKED_AT: usize = 20;
    let mut rows = rows(text).take(LOOKED_AT).peekable();
    let Some(&first) = rows.peek() else { return false };
    let separator = separator(first);
    let Ok(head) = cells(text, first, separator) else { return false };
    if is_header(&head) {
        return true;
    }
    // Without a header, blanks only beside separators; one line with `;` is a list of arcs.
    let is_list = separator == '\t' || separator == ';' && !text.trim().contains('\n');
    !is_list
        && (2..=3).contains(&head.len())
        && rows.all(|row| {
            let is_word = |cell: &Cell<'_>| {
                !cell.text.is_empty() && !cell.written.contains(char::is_whitespace)
            };
            cells(text, row, separator)
                .is_ok_and(|cells| cells.len() == head.len() && cells.iter().all(is_word))
        })
}

/// Reads a graph. Nodes are numbered in the order in which they are first named.
///
/// # Errors
///
/// Returns the place of what is wrong or missing.
///
/// ```
/// use tremaux::maps::graph::table;
/// let graph = table::parse::<u32>("target;source;weight\nshop;home;4\nwork;shop;3\n")?;
/// assert_eq!((graph.node_count(), graph.arc_count()), (3, 2));
/// let error = table::parse::<u32>("source,target,weight\nhome,shop,far\n").unwrap_err();
/// assert_eq!((error.line, error.column), (2, 11));
/// # Ok::<(), tremaux::ParseError>(())
/// ```
pub fn parse<C: ArcCost>(text: &str) -> Result<Graph<C>, ParseError> {
    parse_by(text, CostKey::Default)
}

/// Like [`parse`], for a table whose costs are in the column of this name.
///
/// # Errors
///
/// Also returns the place of a row without a cost in a chosen column.
#[doc(hidden)]
pub fn parse_by<C: ArcCost>(text: &str, cost_key: CostKey<'_>) -> Result<Graph<C>, ParseError> {
    let mut rows = rows(text).peekable();
    let first = *rows.peek().ok_or_else(|| ParseError::at_end(text, "a row: an arc"))?;
    let separator = separator(first);
    let mut head = cells(text, first, separator)?;
    let has_head = is_header(&head);
    if has_head {
        rows.next();
    } else if let CostKey::Chosen(name) = cost_key {
        let expected = format!("a first row that names the columns, one of them `{name}`");
        return Err(ParseError::about(text, first, expected));
    } else {
        let names = ["source", "target", "weight"];
        if !(2..=3).contains(&head.len()) {
            let expected =
                "two or three columns (start, end, cost), or a first row that names them";
            return Err(ParseError::about(text, first, expected));
        }
        let is_number =
            |cell: Option<&Cell<'_>>| cell.is_some_and(|cell| cell.text.parse::<f64>().is_ok());
        let second = rows.clone().nth(1).map(|row| cells(text, row, separator)).transpose()?;
        if !is_number(head.last()) && is_number(second.as_deref().unwrap_or_default().last()) {
            let expected = "the names `source` and `target` among those of the columns";
            return Err(ParseError::about(text, first, expected));
        }
        head =
            names[..head.len()].iter().map(|&it| Cell { written: it, text: it.into() }).collect();
    }
    let column = |names: &[&str]| head.iter().position(|cell| is_one_of(cell, names));
    let (Some(source), Some(target)) = (column(SOURCES), column(TARGETS)) else {
        return Err(ParseError::about(text, first, "columns `source` and `target`"));
    };
    let direction = column(TYPES);
    let cost_name = cost_key.name();
    let mut costs = LinkCosts::new(cost_key, DESCRIPTIONS);
    let mut builder = GraphBuilder::new(0);
    if direction.is_none() {
        builder.assume_one_way();
    }
    for row in rows {
        let cells = cells(text, row, separator)?;
        if cells.len() != head.len() {
            let expected = format!("a row of {} cells, not of {}", head.len(), cells.len());
            return Err(ParseError::about(text, row, expected));
        }
        let mut ends = [0; 2];
        for (end, at) in ends.iter_mut().zip([source, target]) {
            let Cell { written, text: name } = &cells[at];
            if name.is_empty() {
                return Err(ParseError::about(text, written, "the name of a node"));
            }
            *end = builder.named(name).unwrap_or_else(|| builder.add_named_node(&**name));
        }
        let is_undirected = match direction.map(|at| &cells[at]) {
            None => false,
            Some(cell) if is_one_of(cell, &["undirected"]) => true,
            Some(cell) if is_one_of(cell, &["directed"]) => false,
            Some(cell) => {
                let expected = "`Directed` or `Undirected`";
                return Err(ParseError::about(text, cell.written, expected));
            }
        };
        let attributes: Vec<Attribute<'_>> = head
            .iter()
            .zip(&cells)
            .enumerate()
            .filter(|(at, (_, cell))| {
                ![Some(source), Some(target), direction].contains(&Some(*at))
                    && !cell.text.is_empty()
            })
            .map(|(_, (name, cell))| {
                let is_cost = matches!(cost_key, CostKey::Default) && is_one_of(name, COSTS);
                let key = if is_cost { cost_name.into() } else { name.text.clone() };
                // The name stands in the first row, the cost in this one.
                Attribute { key, written: name.written, value: cell.written.trim_matches('"') }
            })
            .collect();
        let cost = costs.read(text, row, &attributes)?;
        let [tail, head] = ends;
        builder.add_link(tail, head, cost, !is_undirected);
    }
    builder.finish(text, costs.notes())
}
