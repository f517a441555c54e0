//! Jobs in tables.

use tremaux_core::ParseError;
use tremaux_reading::{Table, TableCell};

use super::line::{Job, Line, MOST, MOST_JOBS, MOST_KINDS};

const NAME: &[&str] = &["job", "name", "task", "id", "order", "jobs"];
const TIME: &[&str] = &["time", "duration", "processing", "processing_time", "length", "p"];
const KIND: &[&str] = &["kind", "type", "family", "product", "setup", "colour", "color"];
const DUE: &[&str] = &["due", "deadline", "due_date", "duedate", "d"];
const WEIGHT: &[&str] = &["weight", "priority", "penalty", "w"];

/// Reads a table of jobs; `None` if the text is none.
pub(super) fn parse(text: &str) -> Option<Result<Line, ParseError>> {
    let first = text.trim_start().lines().next()?;
    let head = Table::parse(first).ok().filter(Table::is_separated)?;
    (head.column(NAME).is_some() && head.column(TIME).is_some()).then(|| line(text))
}

fn line(text: &str) -> Result<Line, ParseError> {
    let table = Table::parse(text)?;
    let [name, time] = [NAME, TIME].map(|names| table.column(names).unwrap_or(0));
    let [kind, due, weight] = [KIND, DUE, WEIGHT].map(|names| table.column(names));
    let mut line = Line {
        jobs: Vec::new(),
        kinds: Vec::new(),
        changes: Vec::new(),
        start: None,
        notes: Vec::new(),
    };
    let number = |cell: &TableCell<'_>, what: &str| {
        let expected = format!("{what}, a whole number up to {MOST}");
        let number = table.number(cell, &expected)?;
        let is_whole = number.fract() == 0.0 && (0.0..=f64::from(MOST)).contains(&number);
        if is_whole { Ok(number as u32) } else { Err(table.wrong(cell, &expected)) }
    };
    for row in &table.rows[1..] {
        let cell = |column: usize| table.cell(row, column, "as many cells as in the first row");
        let given = |column: Option<usize>, what: &str| -> Result<Option<u32>, ParseError> {
            let Some(cell) = column.and_then(|column| row.get(column)) else { return Ok(None) };
            if cell.text.trim().is_empty() { Ok(None) } else { number(cell, what).map(Some) }
        };
        let called = cell(name)?;
        let label = called.text.trim().replace(char::is_whitespace, "_");
        if label.is_empty() || line.jobs.iter().any(|job| job.name == label) {
            return Err(table.wrong(called, "a different name for each job"));
        }
        let of_kind = match kind {
            Some(kind) => cell(kind)?.text.trim().replace(char::is_whitespace, "_"),
            None => "any".to_owned(),
        };
        let known = line.kinds.iter().position(|known| *known == of_kind);
        let number_of_kind = known.unwrap_or(line.kinds.len());
        if known.is_none() {
            line.kinds.push(of_kind);
        }
        line.jobs.push(Job {
            name: label,
            kind: number_of_kind,
            time: number(cell(time)?, "a time")?,
            due: given(due, "a time")?,
            weight: given(weight, "a weight")?.unwrap_or(1),
        });
        if line.jobs.len() > MOST_JOBS || line.kinds.len() > MOST_KINDS {
            let expected = format!("at most {MOST_JOBS} jobs of at most {MOST_KINDS} kinds");
            return Err(table.wrong(called, &expected));
        }
    }
    if line.jobs.is_empty() {
        return Err(ParseError::at_end(text, "a job in the row after the names of columns"));
    }
    line.changes = vec![0; line.kinds.len() * line.kinds.len()];
    let used = [Some(name), Some(time), kind, due, weight];
    line.notes.extend(ignored_columns(&table, &used));
    if kind.is_some() {
        line.notes.push("a table has no changeovers: kinds need no time to change".to_owned());
    }
    Ok(line)
}

/// A note that names the columns that are not used, if there are any.
fn ignored_columns(table: &Table<'_>, used: &[Option<usize>]) -> Option<String> {
    let others = table.rows[0].iter().enumerate().filter(|(at, _)| !used.contains(&Some(*at)));
    let others: Vec<&str> = others.map(|(_, cell)| &*cell.text).collect();
    (!others.is_empty()).then(|| format!("ignored columns: {}", others.join(", ")))
}
