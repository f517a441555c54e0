//! Results as JSON, CSV, Markdown and text.

use std::io::Write;

use serde_json::{Map, Value};
use tremaux_registry::SolveReport;

use crate::arguments::Format;
use crate::failure::Failure;
use crate::text;

/// Whether colours are used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) is_colored: bool,
}

impl Style {
    /// `text` made to stand out.
    pub(crate) fn strong(self, text: &str) -> String {
        if self.is_colored { format!("\u{1b}[1m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    /// `text` in the colour of what is proved.
    pub(crate) fn proved(self, text: &str) -> String {
        if self.is_colored { format!("\u{1b}[1;32m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    /// `text` in the colour of what is not.
    pub(crate) fn open(self, text: &str) -> String {
        if self.is_colored { format!("\u{1b}[1;33m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

/// Reports as they come.
pub(crate) struct Reports<'a> {
    out: &'a mut dyn Write,
    format: Format,
    style: Style,
    is_verbose: bool,
    is_many: bool,
    written: Vec<text::Line>,
    table: Option<Table>,
}

/// The columns of a table of reports: every field of the JSON, counts without their bracket.
const COLUMNS: [&str; 25] = [
    "schema",
    "domain",
    "instance",
    "algorithm",
    "heuristic",
    "status",
    "cost",
    "length",
    "moves",
    "bound",
    "optimal",
    "expanded",
    "generated",
    "reopened",
    "duplicates",
    "pruned",
    "evaluated",
    "open",
    "closed",
    "max_open",
    "iterations",
    "peak_bytes",
    "seconds",
    "seed",
    "threads",
];

/// Those of them that fit on a page.
const NARROW_COLUMNS: [&str; 9] = [
    "instance",
    "status",
    "cost",
    "length",
    "bound",
    "optimal",
    "expanded",
    "generated",
    "seconds",
];

impl<'a> Reports<'a> {
    pub(crate) fn new(
        out: &'a mut dyn Write,
        format: Format,
        style: Style,
        is_verbose: bool,
        is_many: bool,
    ) -> Self {
        Self { out, format, style, is_verbose, is_many, written: Vec::new(), table: None }
    }

    /// Writes one report. `why` tells in which case its algorithm and heuristic are the default.
    pub(crate) fn write(&mut self, report: &SolveReport, why: Option<&str>) -> Result<(), Failure> {
        let is_first = self.written.is_empty();
        match self.format {
            Format::Text if self.is_many => {
                text::write_line(self.out, report, is_first)?;
            }
            Format::Text => text::write_report(self.out, report, why, self.style, self.is_verbose)?,
            Format::Json if self.is_many => {
                self.out.write_all(if is_first { b"[\n" } else { b",\n" })?;
                serde_json::to_writer(&mut *self.out, report)?;
            }
            Format::Json | Format::Jsonl => {
                serde_json::to_writer(&mut *self.out, report)?;
                self.out.write_all(b"\n")?;
            }
            Format::Csv | Format::Md => {
                let row = flat(serde_json::to_value(report)?);
                let columns: &'static [&'static str] =
                    if self.format == Format::Csv { &COLUMNS } else { &NARROW_COLUMNS };
                let table = self.table.get_or_insert(Table { columns, format: self.format });
                if is_first {
                    table.write_head(self.out)?;
                }
                table.write_row(self.out, &row)?;
            }
        }
        self.written.push(text::Line::of(report));
        self.out.flush()?;
        Ok(())
    }

    /// Writes words under a title, for people.
    pub(crate) fn write_list(&mut self, title: &str, words: &[String]) -> Result<(), Failure> {
        writeln!(self.out, "\n{title}\n{}", text::wrapped(words))?;
        Ok(())
    }

    /// Writes what comes after the last.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        match self.format {
            Format::Json if self.is_many => {
                self.out.write_all(if self.written.is_empty() { b"[]\n" } else { b"\n]\n" })?;
            }
            Format::Text if self.is_many => text::write_total(self.out, &self.written)?,
            _ => {}
        }
        Ok(self.out.flush()?)
    }
}

/// The object in `value` with those within it laid flat, and lists as words.
fn flat(value: Value) -> Map<String, Value> {
    let mut row = Map::new();
    if let Value::Object(fields) = value {
        for (name, field) in fields {
            match field {
                Value::Object(inner) => row.extend(inner),
                Value::Array(words) => {
                    let words: Vec<String> = words.iter().map(plain).collect();
                    row.insert(name, words.join(" ").into());
                }
                field => {
                    row.insert(name, field);
                }
            }
        }
    }
    row
}

/// A value as it stands in a table.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// A table as CSV or Markdown.
struct Table {
    columns: &'static [&'static str],
    format: Format,
}

impl Table {
    fn write_head(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.format == Format::Csv {
            writeln!(out, "{}", self.columns.join(","))?;
        } else {
            writeln!(out, "| {} |", self.columns.join(" | "))?;
            writeln!(out, "|{}", " --- |".repeat(self.columns.len()))?;
        }
        Ok(())
    }

    fn write_row(&self, out: &mut dyn Write, row: &Map<String, Value>) -> Result<(), Failure> {
        let cells = self.columns.iter().map(|&name| row.get(name).map_or(String::new(), plain));
        if self.format == Format::Csv {
            let cells: Vec<String> = cells.map(|cell| quoted(&cell)).collect();
            writeln!(out, "{}", cells.join(","))?;
        } else {
            let cells: Vec<String> = cells.map(|cell| cell.replace('|', "\\|")).collect();
            writeln!(out, "| {} |", cells.join(" | "))?;
        }
        Ok(())
    }
}

/// A cell of CSV (RFC 4180).
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

/// Writes one row of a table that was begun by [`write_rows`] without any.
pub(crate) fn write_row(
    out: &mut dyn Write,
    format: Format,
    columns: &'static [&'static str],
    row: Value,
) -> Result<(), Failure> {
    Table { columns, format }.write_row(out, &flat(row))
}

/// Writes rows of one kind as they come, in any format but text: for the verbs that list.
pub(crate) fn write_rows(
    out: &mut dyn Write,
    format: Format,
    columns: &'static [&'static str],
    rows: impl IntoIterator<Item = Value>,
) -> Result<(), Failure> {
    let table = Table { columns, format };
    let mut is_empty = true;
    match format {
        Format::Json => out.write_all(b"[")?,
        Format::Jsonl => {}
        Format::Text | Format::Csv | Format::Md => table.write_head(out)?,
    }
    for row in rows {
        match format {
            Format::Json => {
                out.write_all(if is_empty { b"\n" } else { b",\n" })?;
                serde_json::to_writer(&mut *out, &row)?;
            }
            Format::Jsonl => {
                serde_json::to_writer(&mut *out, &row)?;
                out.write_all(b"\n")?;
            }
            Format::Text | Format::Csv | Format::Md => table.write_row(out, &flat(row))?,
        }
        is_empty = false;
    }
    if format == Format::Json {
        out.write_all(if is_empty { b"]\n" } else { b"\n]\n" })?;
    }
    Ok(out.flush()?)
}
