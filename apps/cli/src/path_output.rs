//! What `tremaux path` writes.

use std::io::Write;

use serde_json::{Value, json};
use tremaux_registry::Status;
use tremaux_registry::paths::{PathReport, PathSummary};

use crate::arguments::Format;
use crate::failure::Failure;
use crate::output::{Style, write_rows};
use crate::quantity::{grouped, seconds_in_words};
use crate::text::{reason, wrapped};

/// Where and how results are written.
pub(crate) struct PathOutput<'a> {
    pub(crate) out: &'a mut dyn Write,
    pub(crate) format: Format,
    pub(crate) style: Style,
}

/// The columns of a report in a table.
const COLUMNS: &[&str] = &[
    "schema",
    "domain",
    "map",
    "instance",
    "movement",
    "costs",
    "algorithm",
    "status",
    "cost",
    "length",
    "path",
    "bound",
    "optimal",
    "nearest",
    "nearest_cost",
    "expected",
    "expanded",
    "seconds",
    "preparation_seconds",
    "prepared_file",
    "seed",
    "threads",
];

/// Those of them that fit on a page.
const NARROW_COLUMNS: &[&str] =
    &["instance", "algorithm", "status", "cost", "length", "optimal", "expanded", "seconds"];

/// The columns of a summary in a table.
const SUMMARY_COLUMNS: &[&str] = &[
    "schema",
    "map",
    "movement",
    "algorithm",
    "queries",
    "failures",
    "longest_error",
    "limited",
    "unreachable",
    "cost_sum",
    "seconds_mean",
    "seconds_median",
    "seconds_p99",
    "seconds_total",
    "expanded_mean",
    "preparation_seconds",
    "prepared_file",
    "seed",
];

const NARROW_SUMMARY_COLUMNS: &[&str] = &[
    "map",
    "algorithm",
    "queries",
    "failures",
    "longest_error",
    "cost_sum",
    "seconds_mean",
    "seconds_median",
    "seconds_p99",
    "expanded_mean",
];

/// A cost for people: with at most six decimals.
fn cost_in_words(cost: f64) -> String {
    let text = format!("{cost:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl PathOutput<'_> {
    /// Writes the result of one query.
    pub(crate) fn report(&mut self, report: &PathReport, is_verbose: bool) -> Result<(), Failure> {
        match self.format {
            Format::Text => self.report_text(report, is_verbose)?,
            Format::Json | Format::Jsonl => {
                serde_json::to_writer(&mut *self.out, report)?;
                self.out.write_all(b"\n")?;
            }
            Format::Csv => write_rows(self.out, self.format, COLUMNS, [json!(report)])?,
            Format::Md => write_rows(self.out, self.format, NARROW_COLUMNS, [json!(report)])?,
        }
        Ok(self.out.flush()?)
    }

    fn report_text(&mut self, report: &PathReport, is_verbose: bool) -> Result<(), Failure> {
        let (out, style) = (&mut *self.out, self.style);
        if let (Some(path), Some(cost), Some(length)) = (&report.path, report.cost, report.length) {
            writeln!(out, "{}\n", wrapped(path))?;
            let cost = style.strong(&format!("cost {}", cost_in_words(cost.as_f64())));
            let steps = if length == 1 { "step" } else { "steps" };
            let verdict = match report.bound {
                _ if report.optimal == Some(true) => style.proved("proved optimal"),
                Some(bound) => {
                    let bound = cost_in_words(bound.as_f64());
                    format!("{}: no path costs less than {bound}", style.open("not proved optimal"))
                }
                None => style.open("not proved optimal"),
            };
            writeln!(out, "{cost}, {length} {steps}, {verdict}")?;
        } else if report.status == Status::NoSolution {
            writeln!(out, "{}", style.proved("no path, proved"))?;
        } else {
            writeln!(out, "{}: {}", style.open("no path found"), reason(report.stopped))?;
            if let Some(bound) = report.bound {
                let bound = cost_in_words(bound.as_f64());
                writeln!(out, "proved: no path costs less than {bound}")?;
            }
        }
        if let (Some(nearest), Some(cost)) = (&report.nearest, report.nearest_cost) {
            let cost = cost_in_words(cost.as_f64());
            writeln!(out, "the nearest cell that can be reached: {nearest}, at cost {cost}")?;
            if let Some(path) = &report.nearest_path {
                writeln!(out, "{}", wrapped(path))?;
            }
        }
        if let Some(expected) = report.expected {
            writeln!(out, "the scenario lists {expected}")?;
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
            writeln!(out, "what was prepared ahead is in {}", file.display())?;
        }
        Ok(())
    }

    /// Writes the result of many queries.
    pub(crate) fn summary(
        &mut self,
        summary: &PathSummary,
        is_verbose: bool,
    ) -> Result<(), Failure> {
        match self.format {
            Format::Text => self.summary_text(summary, is_verbose)?,
            Format::Json | Format::Jsonl => {
                serde_json::to_writer(&mut *self.out, summary)?;
                self.out.write_all(b"\n")?;
            }
            Format::Csv => {
                write_rows(self.out, self.format, SUMMARY_COLUMNS, [flat_summary(summary)])?;
            }
            Format::Md => {
                let row = flat_summary(summary);
                write_rows(self.out, self.format, NARROW_SUMMARY_COLUMNS, [row])?;
            }
        }
        Ok(self.out.flush()?)
    }

    fn summary_text(&mut self, summary: &PathSummary, is_verbose: bool) -> Result<(), Failure> {
        let (out, style) = (&mut *self.out, self.style);
        let verdict = match (summary.failures, summary.cost_sum.is_some()) {
            (0, true) => style.proved("every path stood up to being replayed"),
            (0, false) if summary.limited == 0 => style.proved("every length is right"),
            (0, false) => "no length is wrong".to_owned(),
            (count, _) => {
                let worst = cost_in_words(summary.longest_error);
                style.open(&format!("{count} wrong, by {worst} at most"))
            }
        };
        let queries = if summary.queries == 1 { "query" } else { "queries" };
        writeln!(out, "{} {queries}: {verdict}", grouped(summary.queries as u64))?;
        if summary.limited > 0 {
            writeln!(out, "stopped before their end: {}", summary.limited)?;
        }
        if let Some(unreachable) = summary.unreachable {
            writeln!(out, "without a path: {unreachable}")?;
        }
        if let Some(sum) = summary.cost_sum {
            writeln!(out, "costs sum to {sum}")?;
        }
        let times = &summary.seconds;
        let [mean, median, p99, total] =
            [times.mean, times.median, times.p99, times.total].map(seconds_in_words);
        writeln!(out, "\nmean {mean}, median {median}, 99th percentile {p99}, total {total}")?;
        let prepared = seconds_in_words(summary.preparation_seconds);
        writeln!(out, "{:.1} expanded in the mean, prepared in {prepared}", summary.expanded.mean)?;
        let movement = summary.movement.map_or(String::new(), |name| format!(", {name}"));
        writeln!(out, "{}{movement}", summary.algorithm)?;
        if let Some(file) = summary.prepared_file.as_deref().filter(|_| is_verbose) {
            writeln!(out, "what was prepared ahead is in {}", file.display())?;
        }
        Ok(())
    }
}

/// A summary with its times laid flat.
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
        fields.extend(flat.map(|(name, value)| (name.to_owned(), value.into())));
    }
    row
}
