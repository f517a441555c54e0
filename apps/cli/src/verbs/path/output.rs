//! The output of `tremaux path` for many queries.

use std::io::Write;

use serde::Serialize;
use serde_json::{Map, Value, json};
use tremaux_registry::{Counts, Number, SCHEMA, SolveReport, Status};

use crate::failure::Failure;
use crate::maps::batch::PathSummary;
use crate::options::Format;
use crate::output::{Rows, write_json_line, write_rows};
use crate::quantity::{grouped, seconds_in_words};
use crate::style::Style;
use crate::visible::visible;

/// Writes the answers to many queries: a row each, or a summary.
pub(crate) struct BatchOutput<'a> {
    out: &'a mut dyn Write,
    format: Format,
    style: Style,
    rows: Rows,
}

/// One of many queries, in the order and with the names of the JSON.
#[derive(Serialize)]
struct QueryRow<'a> {
    schema: u32,
    /// The number of the query, from 1.
    number: u64,
    map: &'a str,
    /// Start and goal.
    instance: &'a str,
    algorithm: &'a str,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<Number>,
    /// The length that the scenario file lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Number>,
    /// Whether the length is wrong, if that was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong: Option<bool>,
    counts: &'a Counts,
    seconds: f64,
    seed: u64,
}

/// The columns of many queries.
const ROW_COLUMNS: &str =
    "schema number map instance algorithm status cost expected wrong expanded seconds seed";

impl<'a> BatchOutput<'a> {
    pub(crate) fn new(out: &'a mut dyn Write, format: Format, style: Style) -> Self {
        Self { out, format, style, rows: Rows::new(format, ROW_COLUMNS) }
    }

    /// Whether many queries have a row each instead of a summary.
    fn has_rows(&self) -> bool {
        matches!(self.format, Format::Csv | Format::Jsonl)
    }

    /// Writes the answer to one of many queries, if each has a row.
    pub(crate) fn row(
        &mut self,
        number: u64,
        report: &SolveReport,
        wrong: Option<bool>,
    ) -> Result<(), Failure> {
        if !self.has_rows() {
            return Ok(());
        }
        let route = report.route.as_deref();
        let row = QueryRow {
            schema: SCHEMA,
            number,
            map: route.and_then(|route| route.map.as_deref()).unwrap_or_default(),
            instance: &report.instance,
            algorithm: &report.algorithm,
            status: report.status,
            cost: report.cost,
            expected: route.and_then(|route| route.expected),
            wrong,
            counts: &report.counts,
            seconds: report.seconds,
            seed: report.seed,
        };
        self.rows.write(self.out, &row)
    }

    /// Writes the end of the rows, or the summary.
    pub(crate) fn finish(mut self, summary: &PathSummary, is_verbose: bool) -> Result<(), Failure> {
        if self.has_rows() {
            self.rows.finish(self.out)?;
        }
        match self.format {
            Format::Text => self.summary_text(summary, is_verbose)?,
            Format::Json => write_json_line(self.out, summary)?,
            // Each query has its row.
            Format::Jsonl | Format::Csv => {}
            Format::Md => {
                let row = flat_summary(summary);
                let columns: Vec<&str> = row.keys().map(String::as_str).collect();
                write_rows(self.out, self.format, &columns.join(" "), [json!(row)])?;
            }
        }
        Ok(self.out.flush()?)
    }

    fn summary_text(&mut self, summary: &PathSummary, is_verbose: bool) -> Result<(), Failure> {
        let (out, style) = (&mut *self.out, self.style);
        let is_cut_short = summary.limited > 0 || summary.not_asked > 0;
        let verdict = match (summary.failures, summary.longest_error) {
            (0, _) if summary.cost_sum.is_some() => style.proved("all paths verified"),
            (0, None) if summary.queries == 0 => "not started".to_owned(),
            (0, None) => "all paths verified".to_owned(),
            (0, Some(_)) if !is_cut_short => style.proved("all lengths correct"),
            (0, Some(_)) => "no wrong length".to_owned(),
            (count, Some(worst)) => style.open(&format!(
                "{count} wrong, largest error {}",
                Number::Real(worst).in_six_decimals()
            )),
            (count, None) => style.open(&format!("{count} wrong")),
        };
        let queries = if summary.queries == 1 { "query" } else { "queries" };
        writeln!(out, "{} {queries}: {verdict}.", grouped(summary.queries as u64))?;
        if let Some(ratio) = &summary.ratio {
            let (mean, worst) = (ratio.mean, ratio.worst);
            writeln!(out, "ratio to the listed lengths: mean {mean:.4}, worst {worst:.4}")?;
        }
        if summary.skipped > 0 {
            writeln!(out, "left out, with a blocked end: {}", grouped(summary.skipped as u64))?;
        }
        if summary.not_asked > 0 {
            writeln!(out, "cancelled before {} more", grouped(summary.not_asked as u64))?;
        }
        if summary.limited > 0 {
            writeln!(out, "stopped by a limit: {}", summary.limited)?;
        }
        if let Some(unreachable) = summary.unreachable {
            writeln!(out, "unreachable: {unreachable}")?;
        }
        if let Some(sum) = summary.cost_sum {
            writeln!(out, "total cost: {sum}")?;
        }
        let times = &summary.seconds;
        let [mean, median, p99, total] =
            [times.mean, times.median, times.p99, times.total].map(seconds_in_words);
        writeln!(out, "\nmean {mean}, median {median}, 99th percentile {p99}, total {total}")?;
        let prepared = seconds_in_words(summary.preparation_seconds);
        writeln!(out, "{:.1} expanded on average, prepared in {prepared}", summary.expanded.mean)?;
        let movement = summary.movement.map_or(String::new(), |name| format!(", {name}"));
        writeln!(out, "{}{movement}", summary.algorithm)?;
        if let Some(file) = summary.prepared_file.as_deref().filter(|_| is_verbose) {
            writeln!(out, "preprocessed data: {}", visible(&file.display().to_string()))?;
        }
        Ok(())
    }
}

/// A summary with its times and means as top-level fields, such as `seconds_mean`.
fn flat_summary(summary: &PathSummary) -> Map<String, Value> {
    let mut row = Map::new();
    if let Value::Object(fields) = json!(summary) {
        for (name, field) in fields {
            match field {
                Value::Object(parts) => {
                    let named = |(part, value)| (format!("{name}_{part}"), value);
                    row.extend(parts.into_iter().map(named));
                }
                field => {
                    row.insert(name, field);
                }
            }
        }
    }
    row
}
