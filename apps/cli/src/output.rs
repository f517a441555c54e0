//! Results as JSON, CSV, Markdown and text.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use serde_json::{Map, Value};
use tremaux_registry::{RouteReport, SolveReport};

use crate::failure::Failure;
use crate::options::Format;
use crate::style::Style;
use crate::text;
use crate::visible::{is_obeyed, visible};

/// Writes reports one by one.
pub struct Reports<'a> {
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

impl<'a> Reports<'a> {
    /// Nothing is written yet.
    pub fn new(
        out: &'a mut dyn Write,
        format: Format,
        style: Style,
        is_verbose: bool,
        is_many: bool,
    ) -> Self {
        let mut rows = Rows::new(format, SolveReport::COLUMNS);
        if is_many {
            rows.add_columns("number title");
        }
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
            self.rows.add_columns("solution");
        }
        self
    }

    /// Writes one report. `why` names the case for which algorithm and heuristic are the default.
    pub fn write(&mut self, report: &SolveReport, why: Option<&str>) -> Result<(), Failure> {
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
        if is_first && report.route.is_some() {
            self.rows.add_columns(RouteReport::COLUMNS);
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
                self.rows.write_fields(self.out, &row)?;
                // The first of several plans is that of the report.
                for plan in report.solutions.iter().skip(1) {
                    for name in ["verdict", "optimal", "rounding", "parts", "plan_notes"] {
                        row.remove(name);
                    }
                    row.extend(flat(serde_json::to_value(plan)?));
                    self.rows.write_fields(self.out, &row)?;
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
    pub fn finish(mut self) -> Result<(), Failure> {
        match self.format {
            Format::Text if self.is_many => text::write_total(self.out, &self.written)?,
            Format::Json if self.is_many => self.rows.finish(self.out)?,
            Format::Md => self.rows.finish(self.out)?,
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

/// The fields of `value` for a table: those of nested objects stand beside them.
fn flat(value: Value) -> Map<String, Value> {
    let mut row = Map::new();
    if let Value::Object(fields) = value {
        for (name, field) in fields {
            match field {
                Value::Object(inner) => row.extend(inner),
                field => {
                    row.insert(name, field);
                }
            }
        }
    }
    row
}

/// A value as a table cell: lists of words have blanks between them, lists of objects semicolons.
fn plain(value: &Value) -> String {
    let joined = |values: &mut dyn Iterator<Item = &Value>, between| {
        values.map(plain).filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(between)
    };
    match value {
        Value::String(text) => visible(text).into_owned(),
        Value::Null => String::new(),
        Value::Array(items) if items.iter().any(Value::is_object) => {
            joined(&mut items.iter(), "; ")
        }
        Value::Array(items) => joined(&mut items.iter(), " "),
        Value::Object(fields) => joined(&mut fields.values(), " "),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
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
pub fn write_json_line(out: &mut dyn Write, value: &impl Serialize) -> Result<(), Failure> {
    write_json(out, value)?;
    Ok(out.write_all(b"\n")?)
}

/// Rows in any format except text: written one by one, those of Markdown at the end, in the columns
/// that are filled.
pub struct Rows {
    format: Format,
    columns: Vec<String>,
    held: Vec<Vec<String>>,
    is_empty: bool,
    flusher: Flusher,
}

impl Rows {
    /// Rows of CSV or Markdown have these columns, separated by blanks.
    pub fn new(format: Format, names: &str) -> Self {
        let (columns, held) = (Vec::new(), Vec::new());
        let mut rows = Self { format, columns, held, is_empty: true, flusher: Flusher::new() };
        rows.add_columns(names);
        rows
    }

    /// Adds columns that are not there, before the first row.
    pub(crate) fn add_columns(&mut self, columns: &str) {
        for name in columns.split_whitespace() {
            if !self.columns.iter().any(|column| column == name) {
                self.columns.push(name.to_owned());
            }
        }
    }

    /// Writes a row, after the head if it is the first.
    pub fn write(&mut self, out: &mut dyn Write, row: &impl Serialize) -> Result<(), Failure> {
        if matches!(self.format, Format::Text | Format::Csv | Format::Md) {
            return self.write_fields(out, &flat(serde_json::to_value(row)?));
        }
        self.separate(out)?;
        match self.format {
            Format::Json => write_json(out, row)?,
            _ => write_json_line(out, row)?,
        }
        self.flusher.look(out)
    }

    /// Writes a row of a table.
    fn write_fields(
        &mut self,
        out: &mut dyn Write,
        row: &Map<String, Value>,
    ) -> Result<(), Failure> {
        self.separate(out)?;
        let cells = self.columns.iter();
        let cells = cells.map(|name| row.get(name).map_or(String::new(), plain));
        if self.format == Format::Csv {
            let cells: Vec<String> = cells.map(|cell| quoted(&cell)).collect();
            writeln!(out, "{}", cells.join(","))?;
        } else {
            self.held.push(cells.collect());
        }
        self.flusher.look(out)
    }

    /// Writes the end, after the head if there was no row.
    pub fn finish(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.format {
            Format::Json => out.write_all(if self.is_empty { b"[]\n" } else { b"\n]\n" })?,
            Format::Text | Format::Md => self.write_held(out)?,
            Format::Csv | Format::Jsonl => self.separate(out)?,
        }
        Ok(out.flush()?)
    }

    /// Writes what comes before the first row, or between two.
    fn separate(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        let is_first = std::mem::take(&mut self.is_empty);
        match self.format {
            Format::Json => out.write_all(if is_first { b"[\n" } else { b",\n" })?,
            Format::Csv if is_first => writeln!(out, "{}", self.columns.join(","))?,
            _ => {}
        }
        Ok(())
    }

    /// Writes the rows that were held back.
    fn write_held(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        let held = std::mem::take(&mut self.held);
        let is_filled = |at: usize| held.is_empty() || held.iter().any(|row| !row[at].is_empty());
        let filled: Vec<usize> = (0..self.columns.len()).filter(|&at| is_filled(at)).collect();
        let line = |row: &[String]| {
            let cells = filled.iter().map(|&at| row[at].replace('|', "\\|").replace('\n', "<br>"));
            format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
        };
        writeln!(out, "{}", line(&self.columns))?;
        writeln!(out, "|{}", " --- |".repeat(filled.len()))?;
        for row in &held {
            writeln!(out, "{}", line(row))?;
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
pub fn write_rows(
    out: &mut dyn Write,
    format: Format,
    columns: &str,
    rows: impl IntoIterator<Item = Value>,
) -> Result<(), Failure> {
    let mut written = Rows::new(format, columns);
    for row in rows {
        written.write(out, &row)?;
    }
    written.finish(out)
}
