//! Graphs as tables: CSV, with commas, semicolons or tabs.
//!
//! A row is an arc: where it starts, where it ends, and what it costs, 1 without a cost. If the
//! first row names the columns, they may stand in any order: `source` and `target` or `from` and
//! `to`, and one of costs, as `weight`, `cost`, `distance` or `time`; of several, the caller must
//! choose. A column `type` says `Directed` or `Undirected`; `reverse_cost` beside `cost` is what
//! the arc back costs, and negative where there is none. A column `h` is an estimate of the cost
//! from the source to the goal; then a row without a target is only a node. Other columns are
//! ignored, which is noted, unless one could be meant for the cost. Cells may have quotes, and
//! costs between semicolons decimal commas. Rows that begin with `#` and have not as many cells
//! as the first are comments.

use std::borrow::Cow;

use super::estimates::EstimatesRead;
use super::link_costs::{Attribute, CostKey, LinkCosts, is_in};
use super::{ArcCost, ESTIMATE, Graph, GraphBuilder, estimate};
use tremaux_core::ParseError;
use tremaux_reading::{Table, TableCell};

const SOURCES: &str = "source from start origin begin tail u src node1 von";
const TARGETS: &str = "target to end destination dest finish head v dst node2 nach";
const TYPES: &str = "type";
const ESTIMATES: &str = "h";
const COSTS: &str = "weight cost costs distance dist length len value time duration price km \
                     kilometers kilometres miles meters metres seconds minutes hours";

/// Words in the names of columns that say what it is that starts or ends there, or the unit.
const FILLERS: &str = "node vertex id name city station stop point place travel";
const UNITS: &str = "m mi s min mins h hrs eur usd";

/// Columns that only describe.
const DESCRIPTIONS: &str = "id key label name";

/// The name of a column in lower case, without words that only explain it: `from` for `From Node`,
/// `distance` for `Distance (km)`.
fn meaning(cell: &TableCell<'_>) -> String {
    let name = cell.text.trim().trim_start_matches('#').to_lowercase();
    let words = name.split(|c: char| !c.is_alphanumeric()).map(|word| {
        let rest = word.strip_suffix(['1', '2']).filter(|rest| is_in(rest, FILLERS));
        rest.map_or(word, |rest| &word[rest.len()..])
    });
    let said: Vec<&str> = words.filter(|word| !word.is_empty() && !is_in(word, FILLERS)).collect();
    let is_explained = FILLERS.split(' ').any(|filler| name.contains(filler));
    let meant = match *said.as_slice() {
        ["1" | "a"] if is_explained => "node1",
        ["2" | "b"] if is_explained => "node2",
        [one] => one,
        [one, unit] if is_in(unit, UNITS) || is_in(one, COSTS) && is_in(unit, COSTS) => one,
        _ => name.as_str(),
    };
    meant.to_owned()
}

fn is_one_of(cell: &TableCell<'_>, names: &str) -> bool {
    is_in(&meaning(cell), names)
}

/// Whether a row names the columns of a graph: it has no number.
fn is_header(cells: &[TableCell<'_>]) -> bool {
    let is_number = |cell: &TableCell<'_>| cell.text.parse::<f64>().is_ok();
    !cells.iter().any(is_number)
        && [SOURCES, TARGETS].iter().all(|names| cells.iter().any(|cell| is_one_of(cell, names)))
}

/// Whether a text looks like a table and not like a list of arcs.
#[cfg(feature = "catalog")]
pub(crate) fn is_table(text: &str) -> bool {
    const LOOKED_AT: usize = 20;
    let end = text.match_indices('\n').nth(LOOKED_AT).map_or(text.len(), |(end, _)| end);
    let begin = &text[..end];
    let mut lines = begin.lines().filter(|line| !line.trim().is_empty());
    // Quotes may be closed behind the beginning.
    let table = Table::parse(begin).or_else(|_| Table::parse(lines.next().unwrap_or_default()));
    let Some(table) = table.ok().filter(Table::is_separated) else { return false };
    let Some(first) = table.rows.first() else { return false };
    if is_header(first) {
        return true;
    }
    // Without a header, blanks only in quotes, beside separators, or where a cost is the third
    // cell of every row; one line with `;` is a list of arcs.
    let has_blank = |cell: &TableCell<'_>| cell.written.contains(char::is_whitespace);
    let has_blanks = table.rows.iter().flatten().any(has_blank);
    let is_list = table.separator == Some('\t') && !has_blanks
        || table.separator == Some(';') && table.rows.len() == 1;
    let is_number = |cell: &TableCell<'_>| table.number(cell, "").is_ok();
    let has_costs = table.rows.iter().all(|row| row.len() == 3 && is_number(&row[2]));
    let is_plain = |cell: &TableCell<'_>| !cell.text.is_empty() && (has_costs || !has_blank(cell));
    !is_list
        && (2..=3).contains(&first.len())
        && table.rows.iter().all(|row| row.len() == first.len() && row.iter().all(is_plain))
}

/// What the columns mean.
struct Columns<'a> {
    names: Vec<TableCell<'a>>,
    ends: [usize; 2],
    direction: Option<usize>,
    /// The estimate of the node where the arc starts.
    estimate: Option<usize>,
    cost: Option<usize>,
    /// The cost of the arc back.
    back: Option<usize>,
    /// Without a name, and with the numbers of rows.
    is_index: Vec<bool>,
    /// The number of rows above the arcs.
    head: usize,
}

impl<'a> Columns<'a> {
    fn of(table: &Table<'a>, key: CostKey<'_>) -> Result<Self, ParseError> {
        let missing = || ParseError::at_end(table.text, "a row: an arc");
        let first = table.rows.first().ok_or_else(missing)?;
        if !is_header(first) {
            return Self::without_names(table, first, key);
        }
        let names = first.clone();
        let (sources, targets) =
            (Self::only(table, first, SOURCES), Self::only(table, first, TARGETS));
        let (Some(source), Some(target)) = (sources?, targets?) else { return Err(missing()) };
        // Two words alone may be nodes, too.
        let is_name = |row: &[TableCell<'_>]| {
            let names = [&first[source].text, &first[target].text];
            row.iter().any(|cell| names.contains(&&cell.text))
        };
        if first.len() == 2 && table.rows.iter().skip(1).any(|row| is_name(row)) {
            let expected = "a first row that names columns, or an arc: nodes are called so, too";
            return Err(table.wrong(&first[source], expected));
        }
        let back_of = |cost: usize| {
            let name = format!("reverse_{}", first[cost].text.trim());
            first.iter().position(|cell| cell.text.trim().eq_ignore_ascii_case(&name))
        };
        let is_paired = |&at: &usize| is_one_of(&first[at], COSTS) && back_of(at).is_some();
        let cost = match (key, (0..first.len()).find(is_paired)) {
            (CostKey::Default, None) => Self::only(table, first, COSTS)?,
            (CostKey::Default, paired) => paired,
            (CostKey::Chosen(name), _) => first.iter().position(|cell| cell.text == name),
        };
        let back = cost.and_then(back_of);
        let is_index = |(at, cell): (usize, &TableCell<'_>)| {
            let is_unnamed = cell.text.is_empty() || cell.text.starts_with("Unnamed:");
            let mut rows = table.rows.iter().skip(1);
            is_unnamed
                && rows.all(|row| row.get(at).is_some_and(|it| it.text.parse::<u64>().is_ok()))
        };
        Ok(Self {
            is_index: first.iter().enumerate().map(is_index).collect(),
            ends: [source, target],
            direction: Self::only(table, first, TYPES)?,
            estimate: Self::only(table, first, ESTIMATES)?,
            names,
            cost,
            back,
            head: 1,
        })
    }

    /// The columns of a table whose first row is an arc.
    fn without_names(
        table: &Table<'a>,
        first: &[TableCell<'a>],
        key: CostKey<'_>,
    ) -> Result<Self, ParseError> {
        if let CostKey::Chosen(name) = key {
            let expected = format!("a first row that names the columns, one of them `{name}`");
            return Err(table.wrong(&first[0], &expected));
        }
        if !(2..=3).contains(&first.len()) {
            let expected =
                "two or three columns (start, end, cost), or a first row that names them";
            return Err(table.wrong(&first[0], expected));
        }
        let is_number =
            |row: &[TableCell<'_>]| row.last().is_some_and(|cell| table.number(cell, "").is_ok());
        if !is_number(first) && table.rows.get(1).is_some_and(|row| is_number(row)) {
            let expected = "the names `source` and `target` among those of the columns";
            return Err(table.wrong(&first[0], expected));
        }
        let names = ["source", "target", "weight"];
        let names =
            names[..first.len()].iter().map(|&it| TableCell { written: it, text: it.into() });
        Ok(Self {
            names: names.collect(),
            ends: [0, 1],
            direction: None,
            estimate: None,
            cost: (first.len() == 3).then_some(2),
            back: None,
            is_index: vec![false; first.len()],
            head: 0,
        })
    }

    /// The only column whose name is one of these, if there is one.
    fn only(
        table: &Table<'_>,
        first: &[TableCell<'_>],
        names: &str,
    ) -> Result<Option<usize>, ParseError> {
        let mut found = (0..first.len()).filter(|&at| is_one_of(&first[at], names));
        let (column, second) = (found.next(), found.next());
        let (Some(column), Some(second)) = (column, second) else { return Ok(column) };
        let (one, other) = (&first[column].text, &first[second].text);
        let remedy = if names == COSTS { "; `--weight COLUMN` chooses" } else { "" };
        let expected =
            format!("one such column: `{one}` and `{other}` could both be meant{remedy}");
        Err(table.wrong(&first[second], &expected))
    }

    /// Whether a row is a link in both directions.
    fn is_undirected(&self, table: &Table<'_>, row: &[TableCell<'_>]) -> Result<bool, ParseError> {
        let Some(cell) = self.direction.map(|at| &row[at]) else { return Ok(false) };
        let is_undirected = cell.text.eq_ignore_ascii_case("undirected");
        match cell.text.eq_ignore_ascii_case("directed") || is_undirected && self.back.is_none() {
            true => Ok(is_undirected),
            false if is_undirected => {
                let expected = "`Directed` beside a column of what the arc back costs";
                Err(table.wrong(cell, expected))
            }
            false => Err(table.wrong(cell, "`Directed` or `Undirected`")),
        }
    }

    /// Reads the estimate of the node where the arc of a row starts, if the cell has one.
    fn read_estimate(
        table: &Table<'_>,
        cell: &TableCell<'_>,
        node: u32,
        estimates: &mut EstimatesRead,
    ) -> Result<(), ParseError> {
        if cell.text.is_empty() {
            return Ok(());
        }
        let h = estimate(&table.with_point(cell)).ok_or_else(|| table.wrong(cell, ESTIMATE))?;
        match estimates.add(node, h) {
            true => Ok(()),
            false => Err(table.wrong(cell, "only one estimate of a node")),
        }
    }

    /// The attributes of a row, whose cells have these values.
    fn attributes<'r>(
        &'r self,
        row: &'r [TableCell<'a>],
        values: &'r [Cow<'r, str>],
        key: CostKey<'r>,
    ) -> Vec<Attribute<'r>> {
        let [source, target] = self.ends.map(Some);
        let special = [source, target, self.direction, self.estimate, self.back];
        let plain = (0..row.len()).filter(|at| {
            !special.contains(&Some(*at)) && !self.is_index[*at] && !values[*at].is_empty()
        });
        let attribute = |at: usize| {
            let (name, value) = (&self.names[at], &*values[at]);
            if self.cost == Some(at) {
                return Attribute { key: key.name().into(), written: row[at].written, value };
            }
            let is_unnamed = name.text.is_empty();
            let key =
                if is_unnamed { format!("column {}", at + 1).into() } else { (&*name.text).into() };
            Attribute { key, written: name.written, value }
        };
        plain.map(attribute).collect()
    }

    /// What to tell of arcs back, of which so many cost less than 0, and of comments.
    fn notes(&self, table: &Table<'_>, closed: usize) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(back) = self.back {
            let name = &self.names[back].text;
            let mut note = format!("`{name}` is what the arc back costs");
            if closed > 0 {
                note += &format!("; arcs that cost less than 0 are left out: {closed}");
            }
            notes.push(note);
        }
        match table.comments {
            0 => {}
            1 => notes.push("1 comment that begins with `#` is left out".to_owned()),
            count => notes.push(format!("{count} comments that begin with `#` are left out")),
        }
        notes
    }
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

/// Like [`parse`], for a table whose costs are in the column of this name: also returns the place
/// of a row without one.
#[doc(hidden)]
pub fn parse_by<C: ArcCost>(text: &str, cost_key: CostKey<'_>) -> Result<Graph<C>, ParseError> {
    let table = Table::parse(text)?;
    let columns = Columns::of(&table, cost_key)?;
    let mut costs = LinkCosts::new(cost_key, DESCRIPTIONS);
    let mut builder = GraphBuilder::new(0);
    if columns.direction.is_none() && columns.back.is_none() {
        builder.assume_one_way();
    }
    let mut closed = 0;
    let mut estimates = EstimatesRead::default();
    for row in table.rows.iter().skip(columns.head) {
        let written = row[0].written;
        let count = columns.names.len();
        if row.len() != count {
            let expected = format!("a row of {count} cells, not of {}", row.len());
            return Err(ParseError::about(text, written, expected));
        }
        let mut node = |at: usize| {
            let name = &*row[at].text;
            if name.is_empty() {
                return Err(table.wrong(&row[at], "the name of a node"));
            }
            Ok(builder.named(name).unwrap_or_else(|| builder.add_named_node(name)))
        };
        let tail = node(columns.ends[0])?;
        if let Some(at) = columns.estimate {
            Columns::read_estimate(&table, &row[at], tail, &mut estimates)?;
            if row[columns.ends[1]].text.is_empty() {
                continue;
            }
        }
        let head = node(columns.ends[1])?;
        let is_directed = !columns.is_undirected(&table, row)?;
        let values: Vec<Cow<'_, str>> = row.iter().map(|cell| table.with_point(cell)).collect();
        let mut is_closed = |cost: &str| {
            let is_closed = columns.back.is_some()
                && cost.trim().starts_with('-')
                && cost.trim().parse().is_ok_and(|cost: f64| cost < 0.0);
            closed += usize::from(is_closed);
            is_closed
        };
        if !columns.cost.is_some_and(|at| is_closed(&values[at])) {
            let attributes = columns.attributes(row, &values, cost_key);
            builder.add_link(tail, head, costs.read(text, written, &attributes)?, is_directed);
        }
        let Some(back) = columns.back else { continue };
        if !is_closed(&values[back]) {
            let cost = C::parse(&values[back]);
            let cost = cost.ok_or_else(|| table.wrong(&row[back], C::EXPECTED))?;
            builder.add_arc(head, tail, cost);
        }
    }
    estimates.give(&mut builder).map_err(|name| {
        ParseError::at_end(text, format!("an `h` for every node or for none: `{name}` has none"))
    })?;
    builder.finish(text, costs.notes().into_iter().chain(columns.notes(&table, closed)))
}
