//! Results as JSON, CSV, Markdown and text.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use serde_json::{Map, Value};
use tremaux_registry::SolveReport;

use crate::failure::Failure;
use crate::options::Format;
use crate::style::Style;
use crate::text;
use crate::visible::{is_obeyed, visible};

/// Writes reports one by one.
pub(crate) struct Reports<'a> {
    out: &'a mut dyn Write,
    format: Format,
    style: Style,
    is_verbose: bool,
    is_many: bool,
    has_solutions: bool,
    written: Vec<text::Line>,
    rows: Rows,
    flusher: Flusher,
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

/// Flushes the output of many rows: a system call for each of thousands takes longer than a small
/// search.
pub(crate) struct Flusher(Instant);

impl Flusher {
    const PERIOD: Duration = Duration::from_millis(20);

    pub(crate) fn new() -> Self {
        Self(Instant::now())
    }

    /// Flushes `out` if the last time was long ago.
    pub(crate) fn look(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.0.elapsed() > Self::PERIOD {
            out.flush()?;
            self.0 = Instant::now();
        }
        Ok(())
    }
}

/// The columns of a table of reports: every field of the JSON, counts without their bracket.
const COLUMNS: &str = "schema domain instance algorithm heuristic status cost length moves bound \
    optimal rounding assumes goal total only expanded generated reopened duplicates pruned \
    evaluated inconsistencies open closed max_open iterations peak_bytes seconds seed threads";

/// Further columns for paths on maps.
const ROUTE_COLUMNS: &str = "map movement costs path nearest nearest_cost nearest_path expected \
    preparation_seconds prepared_file";

/// The columns that fit on a page.
const NARROW_COLUMNS: &str = "instance status cost length bound optimal expanded generated seconds";

impl<'a> Reports<'a> {
    pub(crate) fn new(
        out: &'a mut dyn Write,
        format: Format,
        style: Style,
        is_verbose: bool,
        is_many: bool,
    ) -> Self {
        let columns = if format == Format::Csv { COLUMNS } else { NARROW_COLUMNS };
        let mut rows = Rows::new(format, columns);
        rows.columns.extend(["number", "title"].iter().filter(|_| is_many));
        Self {
            out,
            format,
            style,
            is_verbose,
            is_many,
            has_solutions: false,
            written: Vec::new(),
            rows,
            flusher: Flusher::new(),
        }
    }

    /// Writes solutions as text, such as the digits of a sudoku.
    pub(crate) fn with_solutions(mut self, has_solutions: bool) -> Self {
        self.has_solutions = has_solutions;
        if has_solutions {
            self.rows.columns.push("solution");
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
        if is_first && report.route.is_some() && self.format == Format::Csv {
            self.rows.columns.extend(ROUTE_COLUMNS.split_whitespace());
        }
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
            Format::Json if !self.is_many => write_json_line(self.out, &labelled)?,
            Format::Json | Format::Jsonl => self.rows.write(self.out, &labelled)?,
            Format::Csv | Format::Md => {
                let mut row = flat(serde_json::to_value(&labelled)?);
                if let Some(solution) = solution {
                    row.insert("solution".into(), solution.into());
                }
                self.rows.write(self.out, &row)?;
                // The first of several plans is that of the report.
                for plan in report.solutions.iter().skip(1) {
                    row.remove("optimal");
                    row.extend(flat(serde_json::to_value(plan)?));
                    self.rows.write(self.out, &row)?;
                }
            }
        }
        self.written.push(text::Line::of(report));
        match self.is_many {
            true => self.flusher.look(self.out),
            false => Ok(self.out.flush()?),
        }
    }

    /// Writes words under a title, in text format.
    pub(crate) fn write_list(&mut self, title: &str, words: &[String]) -> Result<(), Failure> {
        writeln!(self.out, "\n{title}\n{}", text::wrapped(words))?;
        Ok(())
    }

    /// Writes the end of the output.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        match self.format {
            Format::Text if self.is_many => text::write_total(self.out, &self.written)?,
            Format::Json if self.is_many => self.rows.finish(self.out)?,
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
        Value::String(text) => visible(text).into_owned(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// JSON in which what a terminal would obey is escaped.
struct Escaped;

impl Formatter for Escaped {
    fn write_string_fragment<W>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + Write,
    {
        for part in fragment.split_inclusive(is_obeyed) {
            let shown = part.trim_end_matches(is_obeyed);
            writer.write_all(shown.as_bytes())?;
            for c in part[shown.len()..].chars() {
                write!(writer, "\\u{:04x}", u32::from(c))?;
            }
        }
        Ok(())
    }
}

/// Writes a value as JSON.
pub(crate) fn write_json(out: &mut dyn Write, value: &impl Serialize) -> Result<(), Failure> {
    Ok(value.serialize(&mut Serializer::with_formatter(out, Escaped))?)
}

/// Writes a value as JSON on a line.
pub(crate) fn write_json_line(out: &mut dyn Write, value: &impl Serialize) -> Result<(), Failure> {
    write_json(out, value)?;
    Ok(out.write_all(b"\n")?)
}

/// Rows that are written one by one, in any format except text.
pub(crate) struct Rows {
    format: Format,
    columns: Vec<&'static str>,
    is_empty: bool,
    flusher: Flusher,
}

impl Rows {
    /// Rows of CSV or Markdown have these columns, separated by blanks.
    pub(crate) fn new(format: Format, columns: &'static str) -> Self {
        let columns = columns.split_whitespace().collect();
        Self { format, columns, is_empty: true, flusher: Flusher::new() }
    }

    /// Writes a row, after the head if it is the first.
    pub(crate) fn write(
        &mut self,
        out: &mut dyn Write,
        row: &impl Serialize,
    ) -> Result<(), Failure> {
        self.separate(out)?;
        match self.format {
            Format::Json => write_json(out, row)?,
            Format::Jsonl => write_json_line(out, row)?,
            Format::Text | Format::Csv | Format::Md => {
                let row = flat(serde_json::to_value(row)?);
                let cells = self.columns.iter();
                let cells = cells.map(|&name| row.get(name).map_or(String::new(), plain));
                if self.format == Format::Csv {
                    let cells: Vec<String> = cells.map(|cell| quoted(&cell)).collect();
                    writeln!(out, "{}", cells.join(","))?;
                } else {
                    let cells: Vec<String> = cells.map(|cell| cell.replace('|', "\\|")).collect();
                    writeln!(out, "| {} |", cells.join(" | "))?;
                }
            }
        }
        self.flusher.look(out)
    }

    /// Writes the end, after the head if there was no row.
    pub(crate) fn finish(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.format {
            Format::Json => out.write_all(if self.is_empty { b"[]\n" } else { b"\n]\n" })?,
            _ => self.separate(out)?,
        }
        Ok(out.flush()?)
    }

    /// Writes what comes before the first row, or between two.
    fn separate(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        let is_first = std::mem::take(&mut self.is_empty);
        match self.format {
            Format::Json => out.write_all(if is_first { b"[\n" } else { b",\n" })?,
            Format::Csv if is_first => writeln!(out, "{}", self.columns.join(","))?,
            Format::Text | Format::Md if is_first => {
                writeln!(out, "| {} |", self.columns.join(" | "))?;
                writeln!(out, "|{}", " --- |".repeat(self.columns.len()))?;
            }
            _ => {}
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

/// Writes all rows, as [`Rows`] does.
pub(crate) fn write_rows(
    out: &mut dyn Write,
    format: Format,
    columns: &'static str,
    rows: impl IntoIterator<Item = Value>,
) -> Result<(), Failure> {
    let mut written = Rows::new(format, columns);
    for row in rows {
        written.write(out, &row)?;
    }
    written.finish(out)
}
