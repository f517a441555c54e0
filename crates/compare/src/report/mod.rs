//! Creates tables, statistical tests and plots from rows, as text, files or a single page.

mod agreement;
mod growth;
mod page;
mod pairwise;
mod scatter;
mod summary;
mod survival;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use crate::row::Row;
use crate::statistics::effective_branching_factor;

pub use agreement::{Disagreement, disagreements};
pub use growth::{growth_chart, growth_table};
pub use page::page;
pub use pairwise::pairwise;
pub use scatter::scatter;
pub use summary::summary;
pub use survival::survival;
pub use table::{Column, Form, Table, latex_text};
pub use tremaux_picture::chart::Chart;

/// The rows of an experiment, ordered for reports.
#[derive(Clone, Debug)]
pub struct Results {
    /// The name of the experiment.
    pub name: String,
    /// The count that is compared.
    pub metric: String,
    /// The configurations, in the order of their first rows.
    pub configurations: Vec<String>,
    /// The problems, in the order of their first rows.
    pub problems: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// The identity of an instance: its problem, its text and the seed.
type InstanceKey<'a> = (&'a str, &'a str, u64);

impl Results {
    /// Orders `rows`. If a configuration was run by several programs or builds, the program is
    /// added to its name.
    pub fn new(name: &str, metric: &str, mut rows: Vec<Row>) -> Self {
        let program = |row: &Row| (row.version.clone(), row.build.clone());
        let mut programs: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
        for row in &rows {
            programs.entry(row.configuration.clone()).or_default().insert(program(row));
        }
        let (mut configurations, mut problems) = (Vec::new(), Vec::new());
        for row in &mut rows {
            if programs[&row.configuration].len() > 1 {
                row.configuration = format!(
                    "{} ({} {})",
                    row.configuration,
                    row.version,
                    row.build.get(..6).unwrap_or(&row.build)
                );
            }
            for (list, name) in
                [(&mut configurations, &row.configuration), (&mut problems, &row.problem)]
            {
                if !list.contains(name) {
                    list.push(name.clone());
                }
            }
        }
        Self { name: name.into(), metric: metric.into(), configurations, problems, rows }
    }

    /// The results of each problem separately, with the configurations used for it, because
    /// plots that mix several problems are unreadable.
    pub fn by_problem(&self) -> Vec<Self> {
        let part = |problem: &String| {
            let rows: Vec<Row> =
                self.rows.iter().filter(|row| row.problem == *problem).cloned().collect();
            let is_tried = |name: &&String| rows.iter().any(|row| row.configuration == **name);
            Self {
                name: format!("{}: {problem}", self.name),
                metric: self.metric.clone(),
                configurations: self.configurations.iter().filter(is_tried).cloned().collect(),
                problems: vec![problem.clone()],
                rows,
            }
        };
        match self.problems.len() {
            0 | 1 => vec![self.clone()],
            _ => self.problems.iter().map(part).collect(),
        }
    }

    /// The rows of a configuration, by instance.
    fn of<'a>(&'a self, configuration: &'a str) -> BTreeMap<InstanceKey<'a>, &'a Row> {
        let own = self.rows.iter().filter(move |row| row.configuration == configuration);
        own.map(|row| ((&*row.problem, &*row.instance, row.seed), row)).collect()
    }

    /// The metric of a row, if it has an answer.
    fn measure(&self, row: &Row) -> Option<f64> {
        if row.outcome.is_answered() { measured(row, &self.metric) } else { None }
    }

    /// The pairs of metrics on the instances that both configurations answered.
    fn pairs(&self, first: &str, second: &str) -> Vec<(f64, f64)> {
        let second = self.of(second);
        let both = self.of(first).into_iter().filter_map(|(place, row)| {
            Some((self.measure(row)?, self.measure(second.get(&place)?)?))
        });
        both.collect()
    }
}

/// A number of a row, including computed ones.
pub fn measured(row: &Row, metric: &str) -> Option<f64> {
    match metric {
        "branching" => {
            let length = row.number("length")?;
            effective_branching_factor(row.number("generated")?, length as u64)
        }
        _ => row.number(metric),
    }
}

/// The metrics available in reports, with their units.
pub const METRICS: &[(&str, &str)] = &[
    ("expanded", "states"),
    ("generated", "states"),
    ("evaluated", "states"),
    ("inconsistencies", "actions"),
    ("reopened", "states"),
    ("duplicates", "states"),
    ("pruned", "states"),
    ("max_open", "states"),
    ("closed", "states"),
    ("iterations", "searches"),
    ("peak_bytes", "bytes"),
    ("seconds", "s"),
    ("wall_seconds", "s"),
    ("cost", "cost"),
    ("length", "moves"),
    ("branching", "successors"),
];

/// The unit of a metric.
pub fn unit(metric: &str) -> &'static str {
    METRICS.iter().find(|(name, _)| *name == metric).map_or("", |(_, unit)| unit)
}
