//! Results as JSON, CSV, Markdown and text.

use std::io::Write;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::{Map, Value};
use tremaux_registry::SolveReport;

use crate::failure::Failure;
use crate::options::Format;
use crate::style::Style;
use crate::text;

/// Writes reports one by one.
pub(crate) struct Reports<'a> {
    out: &'a mut dyn Write,
    format: Format,
    style: Style,
    is_verbose: bool,
    is_many: bool,
    has_solutions: bool,
    written: Vec<text::Line>,
    columns: Vec<&'static str>,
    flushed: Instant,
}

/// Which of many instances a report is about.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct InstanceLabel<'a> {
    /// Its number, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) number: Option<usize>,
    /// Its title in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<&'a str>,
}

/// A report with the label of its instance, as JSON.
#[derive(Serialize)]
struct LabelledReport<'a> {
    #[serde(flatten)]
    report: &'a SolveReport,
    #[serde(flatten)]
    label: InstanceLabel<'a>,
}

/// Time between flushes of many rows: a system call for each of thousands takes longer than a small
/// search.
pub(crate) const FLUSH_PERIOD: Duration = Duration::from_millis(20);

/// The columns of a table of reports: every field of the JSON, counts without their bracket.
const COLUMNS: [&str; 31] = [
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
    "rounding",
    "assumes",
    "goal",
    "total",
    "only",
    "expanded",
    "generated",
    "reopened",
    "duplicates",
    "pruned",
    "evaluated",
    "inconsistencies",
    "open",
    "closed",
    "max_open",
    "iterations",
    "peak_bytes",
    "seconds",
    "seed",
    "threads",
];

/// The columns that fit on a page.
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
        let columns = if format == Format::Csv { &COLUMNS[..] } else { &NARROW_COLUMNS };
        let labels: &[&str] = if is_many { &["number", "title"] } else { &[] };
        Self {
            out,
            format,
            style,
            is_verbose,
            is_many,
            has_solutions: false,
            written: Vec::new(),
            columns: [columns, labels].concat(),
            flushed: Instant::now(),
        }
    }

    /// Writes solutions as text, such as the digits of a sudoku.
    pub(crate) fn with_solutions(mut self, has_solutions: bool) -> Self {
        self.has_solutions = has_solutions;
        if has_solutions {
            self.columns.push("solution");
        }
        self
    }

    /// Writes one report. `why` names the case for which algorithm and heuristic are the default.
    pub(crate) fn write(&mut self, report: &SolveReport, why: Option<&str>) -> Result<(), Failure> {
        self.write_labelled(report, InstanceLabel::default(), why)
    }

    /// Like [`Reports::write`], for one of many instances.
    pub(crate) fn write_labelled(
        &mut self,
        report: &SolveReport,
        label: InstanceLabel<'_>,
        why: Option<&str>,
    ) -> Result<(), Failure> {
        let is_first = self.written.is_empty();
        let solution = if self.has_solutions { solution(report) } else { None };
        let labelled = LabelledReport { report, label };
        match self.format {
            Format::Text if self.is_many => {
                let last = [label.title.map(str::to_owned), solution];
                let last: Vec<String> = last.into_iter().flatten().collect();
                text::write_line(self.out, report, &last.join("  "), is_first)?;
            }
            Format::Text => {
                let solution = solution.as_deref();
                let (style, is_verbose) = (self.style, self.is_verbose);
                text::write_report(self.out, report, (why, solution), style, is_verbose)?;
            }
            Format::Json if self.is_many => {
                self.out.write_all(if is_first { b"[\n" } else { b",\n" })?;
                serde_json::to_writer(&mut *self.out, &labelled)?;
            }
            Format::Json | Format::Jsonl => {
                serde_json::to_writer(&mut *self.out, &labelled)?;
                self.out.write_all(b"\n")?;
            }
            Format::Csv | Format::Md => {
                let mut row = flat(serde_json::to_value(&labelled)?);
                if let Some(solution) = solution {
                    row.insert("solution".into(), solution.into());
                }
                let table = Table { columns: &self.columns, format: self.format };
                if is_first {
                    table.write_head(self.out)?;
                }
                table.write_row(self.out, &row)?;
                // The first of several plans is that of the report.
                for plan in report.solutions.iter().skip(1) {
                    row.remove("optimal");
                    row.extend(flat(serde_json::to_value(plan)?));
                    table.write_row(self.out, &row)?;
                }
            }
        }
        self.written.push(text::Line::of(report));
        if !self.is_many || self.flushed.elapsed() > FLUSH_PERIOD {
            self.out.flush()?;
            self.flushed = Instant::now();
        }
        Ok(())
    }

    /// Writes words under a title, in text format.
    pub(crate) fn write_list(&mut self, title: &str, words: &[String]) -> Result<(), Failure> {
        writeln!(self.out, "\n{title}\n{}", text::wrapped(words))?;
        Ok(())
    }

    /// Writes the end of the output.
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

/// A solution as text: the goal where it is what matters, such as the digits of a sudoku, else
/// the moves.
fn solution(report: &SolveReport) -> Option<String> {
    let moves = || report.moves.as_ref().map(|moves| moves.join(" "));
    let is_goal = report.remarks.drawing.is_some();
    report.goal.clone().filter(|_| is_goal).or_else(moves)
}

/// The object in `value` with nested objects flattened and lists as text.
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

/// A value as a table cell.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// A table as CSV or Markdown.
struct Table<'a> {
    columns: &'a [&'static str],
    format: Format,
}

impl Table<'_> {
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

/// Writes one row of a table that [`write_rows`] started without rows, as CSV or Markdown.
pub(crate) fn write_row(
    out: &mut dyn Write,
    format: Format,
    columns: &'static [&'static str],
    row: Value,
) -> Result<(), Failure> {
    Table { columns, format }.write_row(out, &flat(row))
}

/// Writes rows one by one in any format except text, for the verbs that list.
pub(crate) fn write_rows(
    out: &mut dyn Write,
    format: Format,
    columns: &'static [&'static str],
    rows: impl IntoIterator<Item = Value>,
) -> Result<(), Failure> {
    let table = Table { columns, format };
    let mut is_empty = true;
    let mut flushed = Instant::now();
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
        if flushed.elapsed() > FLUSH_PERIOD {
            out.flush()?;
            flushed = Instant::now();
        }
    }
    if format == Format::Json {
        out.write_all(if is_empty { b"]\n" } else { b"\n]\n" })?;
    }
    Ok(out.flush()?)
}
