//! The summary of all configurations.

use crate::report::table::{Column, Table};
use crate::report::{Results, measured, unit};
use crate::row::{Outcome, Row};
use crate::statistics::{Summary, geometric_mean};
use tremaux_picture::chart::short;

/// For every problem and configuration: the answered instances, and the mean, median and
/// standard deviation of the metric, with the ratio to the problem's first configuration over
/// the instances that both answered.
pub fn summary(results: &Results) -> Table {
    let mut rows = Vec::new();
    for problem in &results.problems {
        let first = results.configurations.iter().find(|name| {
            results.rows.iter().any(|row| row.problem == *problem && row.configuration == **name)
        });
        let first = first.map_or("", String::as_str);
        let configurations = results.configurations.iter();
        rows.extend(configurations.filter_map(|it| line(results, problem, first, it)));
    }
    let metric = &results.metric;
    Table {
        title: format!("{}: {metric} ({})", results.name, unit(metric)),
        note: format!(
            "Mean, median and sample standard deviation of {metric} and mean seconds are over the \
             answered runs of each line; the ratio is the geometric mean of {metric} relative to \
             the problem's first line, over the instances that both answered. b* is the effective \
             branching factor, computed from the states generated and the plan length."
        ),
        columns: Column::all(
            "problem | configuration | #runs | #answered | #% | others | #mean | \
             #median | #deviation | #seconds | #b* | #ratio",
        ),
        rows,
    }
}

/// The line of a configuration, if it was run. `first` is the problem's first configuration.
fn line(results: &Results, problem: &str, first: &str, configuration: &str) -> Option<Vec<String>> {
    let is_own = |row: &&Row| row.problem == problem && row.configuration == configuration;
    let own: Vec<&Row> = results.rows.iter().filter(is_own).collect();
    let answered: Vec<&Row> = own.iter().copied().filter(|row| row.outcome.is_answered()).collect();
    let values: Vec<f64> = own.iter().filter_map(|row| results.measure(row)).collect();
    let seconds: Vec<f64> = answered.iter().filter_map(|row| row.number("seconds")).collect();
    let branching: Vec<f64> = own.iter().filter_map(|row| measured(row, "branching")).collect();
    let of = |pick: fn(Summary) -> f64, values: &[f64]| {
        Summary::of(values).map_or("–".into(), |summary| short(pick(summary)))
    };
    (!own.is_empty()).then(|| {
        vec![
            problem.to_owned(),
            configuration.to_owned(),
            own.len().to_string(),
            answered.len().to_string(),
            format!("{:.1}", 100.0 * answered.len() as f64 / own.len() as f64),
            others(&own),
            of(|it| it.mean, &values),
            of(|it| it.median, &values),
            of(|it| it.deviation, &values),
            of(|it| it.mean, &seconds),
            of(|it| it.mean, &branching),
            geometric_mean(&ratios(results, problem, first, configuration))
                .map_or("–".into(), short),
        ]
    })
}

/// How the runs without an answer ended.
fn others(rows: &[&Row]) -> String {
    let kinds =
        [Outcome::Limit, Outcome::OutOfMemory, Outcome::Crashed, Outcome::Hung, Outcome::Refused];
    let words: Vec<String> = kinds
        .into_iter()
        .map(|kind| (kind, rows.iter().filter(|row| row.outcome == kind).count()))
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| format!("{count} {kind}"))
        .collect();
    if words.is_empty() { "–".into() } else { words.join(", ") }
}

fn ratios(results: &Results, problem: &str, first: &str, configuration: &str) -> Vec<f64> {
    let base = results.of(first);
    let own = results.of(configuration).into_iter().filter(|((name, ..), _)| *name == problem);
    own.filter_map(|(place, row)| Some(results.measure(row)? / results.measure(base.get(&place)?)?))
        .collect()
}
