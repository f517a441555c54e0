//! Queries in a file: a table, or scenarios.

use tremaux_core::ParseError;
use tremaux_maps::grid::{Grid, Scenario, ScenarioFile};
use tremaux_registry::paths::PathMap;
use tremaux_registry::reading::{Table, TableCell};

/// A query about a map.
pub(crate) struct Query {
    /// Its number in the file, from 1.
    pub(crate) number: u64,
    pub(crate) from: u32,
    /// Any of these.
    pub(crate) goals: Vec<u32>,
    /// What a scenario file says of it.
    pub(crate) scenario: Option<Scenario>,
}

/// The queries of a file, and those that were left out because an end of theirs is blocked.
pub(crate) struct ListedQueries {
    pub(crate) queries: Vec<Query>,
    /// Their numbers, and the places.
    pub(crate) skipped: Vec<(u64, ParseError)>,
}

const FROM: &[&str] = &["from", "start", "source", "origin"];
const TO: &[&str] = &["to", "goal", "end", "target", "destination"];
/// Columns and rows of start and goal.
const ENDS: [&[&str]; 4] = [
    &["x1", "from_x", "start_x", "sx"],
    &["y1", "from_y", "start_y", "sy"],
    &["x2", "to_x", "goal_x", "end_x", "gx"],
    &["y2", "to_y", "goal_y", "end_y", "gy"],
];

const EXPECTED: &str = "columns `from` and `to`, or `x1`, `y1`, `x2` and `y2`";

/// Where the ends of a query stand.
enum Columns {
    Places([usize; 2]),
    Cells([usize; 4]),
}

impl Columns {
    /// By the first row, and whether it has names.
    fn of(table: &Table<'_>) -> Option<(Self, bool)> {
        let [from, to] = [FROM, TO].map(|names| table.column(names));
        if let (Some(from), Some(to)) = (from, to) {
            return Some((Self::Places([from, to]), true));
        }
        let named = ENDS.map(|names| table.column(names));
        if let [Some(x1), Some(y1), Some(x2), Some(y2)] = named {
            return Some((Self::Cells([x1, y1, x2, y2]), true));
        }
        match table.rows.first()?.len() {
            2 => Some((Self::Places([0, 1]), false)),
            4 => Some((Self::Cells([0, 1, 2, 3]), false)),
            _ => None,
        }
    }
}

/// Whether a text is such a table and no file of scenarios.
pub(crate) fn is_table(text: &str) -> bool {
    let first: String = text.lines().take(1).collect();
    !first.starts_with("version")
        && Table::parse(&first).is_ok_and(|table| Columns::of(&table).is_some())
}

/// Reads the queries of a table.
pub(crate) fn in_table(text: &str, map: &PathMap) -> Result<ListedQueries, ParseError> {
    let table = Table::parse(text)?;
    let columns = Columns::of(&table);
    let (columns, is_named) = columns.ok_or_else(|| ParseError::about(text, text, EXPECTED))?;
    let (mut queries, mut skipped) = (Vec::new(), Vec::new());
    for (row, number) in table.rows.iter().skip(usize::from(is_named)).zip(1..) {
        let cell = |column: usize| table.cell(row, column, EXPECTED);
        // A blocked start is no mistake of the file's form.
        let place = |parts: &[&TableCell<'_>], must_be_free| {
            let words: Vec<&str> = parts.iter().map(|cell| &*cell.text).collect();
            map.parse_place(&words.join(","), must_be_free).map_err(|error| {
                let ParseError { found, expected, .. } = error;
                ParseError { found, ..table.wrong(parts[0], &expected) }
            })
        };
        let (from, to) = match columns {
            Columns::Places([from, to]) => (vec![cell(from)?], vec![cell(to)?]),
            Columns::Cells([x1, y1, x2, y2]) => {
                (vec![cell(x1)?, cell(y1)?], vec![cell(x2)?, cell(y2)?])
            }
        };
        let (start, goals) = (place(&from, false)?, vec![place(&to, false)?]);
        match place(&from, true) {
            Ok(_) => queries.push(Query { number, from: start, goals, scenario: None }),
            Err(error) => skipped.push((number, error)),
        }
    }
    if queries.is_empty() && skipped.is_empty() {
        return Err(ParseError::at_end(text, "a query"));
    }
    Ok(ListedQueries { queries, skipped })
}

/// Reads the scenarios for a map, which is `grid`.
pub(crate) fn in_scenarios(
    text: &str,
    map: &PathMap,
    grid: &Grid,
) -> Result<ListedQueries, ParseError> {
    let ScenarioFile { scenarios, skipped } = ScenarioFile::parse_for(text, grid)?;
    let query = |scenario: Scenario| Query {
        number: scenario.number as u64,
        from: map.place_of(scenario.start).unwrap_or_default(),
        goals: vec![map.place_of(scenario.goal).unwrap_or_default()],
        scenario: Some(scenario),
    };
    let skipped = skipped.into_iter().map(|(number, error)| (number as u64, error)).collect();
    Ok(ListedQueries { queries: scenarios.into_iter().map(query).collect(), skipped })
}
