//! The output of `tremaux path`.

use std::io::Write;

use serde::Serialize;
use serde_json::{Value, json};
use tremaux_registry::paths::{PathCounts, PathLength, PathReport, PathSummary};
use tremaux_registry::{Number, Status};

use crate::failure::Failure;
use crate::options::Format;
use crate::output::{Rows, write_json_line, write_rows};
use crate::progress::ProgressLine;
use crate::quantity::{grouped, seconds_in_words};
use crate::style::Style;
use crate::text::{optimality, reason, wrapped};
use crate::visible::visible;

/// Where and how results are written.
pub(crate) struct PathOutput<'a> {
    pub(crate) out: &'a mut dyn Write,
    pub(crate) format: Format,
    pub(crate) style: Style,
    /// What is under way, while there is no result.
    pub(crate) line: ProgressLine,
    /// The rows of many queries.
    rows: Rows,
}

/// The columns of a report in a table.
const COLUMNS: &str = "schema domain map instance movement costs algorithm status cost length path \
    bound optimal rounding nearest nearest_cost nearest_path expected expanded seconds \
    preparation_seconds prepared_file seed threads";

/// Those of them that fit on a page.
const NARROW_COLUMNS: &str = "instance algorithm status cost length optimal expanded seconds";

/// One of many queries, in the order and with the names of the JSON.
#[derive(Serialize)]
pub(crate) struct QueryRow<'a> {
    pub(crate) schema: u32,
    /// The number of the query, from 1.
    pub(crate) number: u64,
    pub(crate) map: &'a str,
    /// Start and goal.
    pub(crate) instance: String,
    pub(crate) algorithm: &'a str,
    pub(crate) status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cost: Option<PathLength>,
    /// The length that the scenario file lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) expected: Option<Number>,
    /// Whether the length is wrong, if that was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) wrong: Option<bool>,
    pub(crate) counts: PathCounts,
    pub(crate) seconds: f64,
    pub(crate) seed: u64,
}

/// The columns of many queries.
const ROW_COLUMNS: &str =
    "schema number map instance algorithm status cost expected wrong expanded seconds seed";

/// The columns of a summary in a table.
const NARROW_SUMMARY_COLUMNS: &str = "map algorithm queries failures longest_error ratio_mean \
    ratio_worst cost_sum seconds_mean seconds_median seconds_p99 expanded_mean";

/// A cost with at most six decimals.
fn cost_in_words(cost: f64) -> String {
    let text = format!("{cost:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl<'a> PathOutput<'a> {
    pub(crate) fn new(
        out: &'a mut dyn Write,
        format: Format,
        style: Style,
        line: ProgressLine,
    ) -> Self {
        Self { out, format, style, line, rows: Rows::new(format, ROW_COLUMNS) }
    }

    /// Writes the result of one query.
    pub(crate) fn report(&mut self, report: &PathReport, is_verbose: bool) -> Result<(), Failure> {
        self.line.clear();
        match self.format {
            Format::Text => self.report_text(report, is_verbose)?,
            Format::Json | Format::Jsonl => write_json_line(self.out, report)?,
            Format::Csv => write_rows(self.out, self.format, COLUMNS, [json!(report)])?,
            Format::Md => write_rows(self.out, self.format, NARROW_COLUMNS, [json!(report)])?,
        }
        Ok(self.out.flush()?)
    }

    fn report_text(&mut self, report: &PathReport, is_verbose: bool) -> Result<(), Failure> {
        let (out, style) = (&mut *self.out, self.style);
        if let (Some(path), Some(cost), Some(length)) = (&report.path, report.cost, report.length) {
            writeln!(out, "{}\n", wrapped(path))?;
            let cost = match cost {
                PathLength::Whole(cost) => cost.to_string(),
                PathLength::Real(cost) => cost_in_words(cost),
            };
            let cost = style.strong(&format!("cost {cost}"));
            let steps = if length == 1 { "step" } else { "steps" };
            let bound = report
                .bound
                .map(|bound| format!("no path costs less than {}", cost_in_words(bound.as_f64())));
            let verdict = optimality(report.optimal, report.rounding, bound, style);
            writeln!(out, "Solved: {cost}, {length} {steps}, {verdict}.")?;
        } else if report.status == Status::NoSolution {
            writeln!(out, "{}.", style.proved("No path exists (proved)"))?;
        } else {
            let (open, stopped) = (style.open("No path found"), reason(report.stopped));
            let bound = report.bound.map_or_else(String::new, |bound| {
                format!("; no path costs less than {}", cost_in_words(bound.as_f64()))
            });
            writeln!(out, "{open}: {stopped}{bound}.")?;
        }
        if let (Some(nearest), Some(cost)) = (&report.nearest, report.nearest_cost) {
            let cost = cost_in_words(cost.as_f64());
            writeln!(out, "Closest reachable cell: {nearest}, cost {cost}.")?;
            if let Some(path) = &report.nearest_path {
                writeln!(out, "{}", wrapped(path))?;
            }
        }
        if let Some(expected) = report.expected {
            let cost = report.cost.filter(|_| report.optimal == Some(false) && expected.0 > 0.0);
            let ratio = cost.map_or_else(String::new, |cost| {
                format!(", ratio {:.4}", cost.as_f64() / expected.0)
            });
            writeln!(out, "Cost in the scenario file: {expected}{ratio}")?;
        }
        let mut method = report.algorithm.clone();
        for part in [report.movement.map(str::to_owned), report.costs.clone()].iter().flatten() {
            method.push_str(", ");
            method.push_str(part);
        }
        writeln!(out, "\n{method}")?;
        let expanded = grouped(report.counts.expanded);
        let seconds = seconds_in_words(report.seconds);
        let prepared = seconds_in_words(report.preparation_seconds);
        let seed = if is_verbose { format!(", seed {}", report.seed) } else { String::new() };
        writeln!(out, "{expanded} expanded, {seconds}, prepared in {prepared}{seed}")?;
        if let Some(file) = report.prepared_file.as_deref().filter(|_| is_verbose) {
            writeln!(out, "preprocessed data: {}", visible(&file.display().to_string()))?;
        }
        Ok(())
    }

    /// Whether many queries have a row each instead of a summary.
    pub(crate) fn has_rows(&self) -> bool {
        matches!(self.format, Format::Csv | Format::Jsonl)
    }

    /// Writes the result of one of many queries.
    pub(crate) fn row(&mut self, row: &QueryRow<'_>) -> Result<(), Failure> {
        self.rows.write(self.out, row)
    }

    /// Writes the head of rows, if there was none.
    pub(crate) fn end_rows(&mut self) -> Result<(), Failure> {
        if self.has_rows() { self.rows.finish(self.out) } else { Ok(()) }
    }

    /// Writes the result of many queries.
    pub(crate) fn summary(
        &mut self,
        summary: &PathSummary,
        is_verbose: bool,
    ) -> Result<(), Failure> {
        self.line.clear();
        match self.format {
            Format::Text => self.summary_text(summary, is_verbose)?,
            Format::Json => write_json_line(self.out, summary)?,
            // Each query has its row.
            Format::Jsonl | Format::Csv => {}
            Format::Md => {
                let row = flat_summary(summary);
                write_rows(self.out, self.format, NARROW_SUMMARY_COLUMNS, [row])?;
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
            (count, Some(worst)) => {
                style.open(&format!("{count} wrong, largest error {}", cost_in_words(worst)))
            }
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

/// A summary with its times as top-level fields.
fn flat_summary(summary: &PathSummary) -> Value {
    let mut row = json!(summary);
    let times = &summary.seconds;
    let flat = [
        ("seconds_mean", times.mean),
        ("seconds_median", times.median),
        ("seconds_p99", times.p99),
        ("seconds_total", times.total),
        ("expanded_mean", summary.expanded.mean),
    ];
    if let Value::Object(fields) = &mut row {
        fields.remove("seconds");
        fields.remove("expanded");
        fields.remove("ratio");
        if let Some(ratio) = &summary.ratio {
            fields.insert("ratio_mean".into(), ratio.mean.into());
            fields.insert("ratio_worst".into(), ratio.worst.into());
        }
        fields.extend(flat.map(|(name, value)| (name.to_owned(), value.into())));
    }
    row
}
