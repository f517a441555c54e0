//! The answers to many queries: compared with listed lengths, and summed up.

use std::path::PathBuf;

use serde::Serialize;
use tremaux_maps::grid::Scenario;
use tremaux_registry::{Number, SCHEMA, SolveReport, Status};

use crate::visible;

/// Maximum number of wrong lengths that are reported individually.
const MOST_WRONG_LENGTHS: usize = 10;

/// The answers so far.
pub(crate) struct Batch {
    summary: PathSummary,
    seconds: Vec<f64>,
    expanded: u64,
    /// Whether every path was a shortest one, up to rounding.
    is_exact: bool,
    longest_error: f64,
    /// The number, the sum and the maximum of the ratios to listed lengths.
    ratios: (usize, f64, f64),
    unreachable: usize,
}

impl Batch {
    /// No answer yet, about `map`; of its queries so many were left out.
    pub(crate) fn new(map: String, skipped: usize, seed: u64) -> Self {
        let summary = PathSummary { schema: SCHEMA, map, skipped, seed, ..PathSummary::default() };
        Self {
            summary,
            seconds: Vec::new(),
            expanded: 0,
            is_exact: true,
            longest_error: 0.0,
            ratios: (0, 0.0, 0.0),
            unreachable: 0,
        }
    }

    /// The number of wrong lengths.
    pub(crate) fn failures(&self) -> usize {
        self.summary.failures
    }

    /// Adds an answer; returns whether its length is wrong, if that was checked.
    pub(crate) fn add(
        &mut self,
        report: &SolveReport,
        scenario: Option<&Scenario>,
    ) -> Option<bool> {
        let summary = &mut self.summary;
        if report.remarks.unbuilt.is_none() {
            summary.queries += 1;
            self.seconds.push(report.seconds);
        }
        self.expanded += report.counts.expanded;
        summary.algorithm.clone_from(&report.algorithm);
        if let Some(route) = &report.route {
            summary.movement = route.movement;
            summary.preparation_seconds = route.preparation_seconds.unwrap_or_default();
            summary.prepared_file.clone_from(&route.prepared_file);
        }
        if report.status == Status::Limit {
            summary.limited += usize::from(report.remarks.unbuilt.is_none());
            return None;
        }
        let cost = report.cost.map(Number::as_f64);
        summary.solved += usize::from(cost.is_some());
        let is_any_angle = report.route.as_ref().is_some_and(|route| route.is_any_angle);
        let is_proved = report.optimal == Some(true) || report.rounding.is_some();
        let is_exact = is_proved && !is_any_angle;
        self.is_exact &= is_exact || cost.is_none();
        let Some(scenario) = scenario else {
            self.unreachable += usize::from(cost.is_none());
            if let Some(cost) = report.cost {
                let sum = self.summary.cost_sum.unwrap_or(Number::Whole(0));
                self.summary.cost_sum = Some(sum.plus(cost));
            }
            // Every path is replayed before it is reported.
            return cost.map(|_| false);
        };
        Some(self.compare(scenario, cost, (is_exact, is_any_angle)))
    }

    /// Compares a length with the listed one.
    ///
    /// Only shortest paths must have the listed lengths. Paths at any angle are usually shorter,
    /// nearly shortest ones longer: they are reported as ratios.
    fn compare(
        &mut self,
        scenario: &Scenario,
        cost: Option<f64>,
        (is_exact, is_any_angle): (bool, bool),
    ) -> bool {
        if !scenario.has_path() {
            self.unreachable += usize::from(cost.is_none());
            self.summary.failures += usize::from(cost.is_some());
            return cost.is_some();
        }
        let Scenario { length: listed, tolerance, .. } = *scenario;
        let is_wrong = match cost {
            None => true,
            Some(cost) if is_exact => (cost - listed).abs() > tolerance,
            // No path of steps is shorter than the shortest one.
            Some(cost) => !is_any_angle && cost < listed - tolerance,
        };
        self.summary.failures += usize::from(is_wrong);
        let error = cost.map_or(listed, |cost| (cost - listed).abs());
        self.longest_error = self.longest_error.max(error);
        if let Some(cost) = cost.filter(|_| listed > 0.0) {
            let (count, sum, worst) = &mut self.ratios;
            let ratio = cost / listed;
            (*count, *sum, *worst) = (*count + 1, *sum + ratio, worst.max(ratio));
        }
        is_wrong
    }

    /// Says on standard error that a length is wrong, unless many are.
    pub(crate) fn say_wrong(&self, scenario: &Scenario, cost: Option<Number>) {
        if self.failures() > MOST_WRONG_LENGTHS {
            return;
        }
        let found = cost.map_or("no path".into(), |cost| cost.to_string());
        let Scenario { number, start, goal, length, .. } = scenario;
        let listed = if scenario.has_path() { length.to_string() } else { "no path".into() };
        let message = format!("{start} to {goal}: found {found}, expected {listed}");
        visible::tell(&format!("scenario {number}: {message}"));
    }

    /// The summary of the answers to some of `count` queries, of a file or random ones.
    pub(crate) fn finish(self, count: u64, is_listed: bool) -> PathSummary {
        let Self { mut summary, seconds, is_exact, longest_error, ratios, unreachable, .. } = self;
        let (ratios, sum, worst) = ratios;
        let asked = summary.queries;
        summary.not_asked = (count as usize).saturating_sub(asked);
        summary.longest_error = is_exact.then_some(longest_error);
        summary.ratio =
            (!is_exact && ratios > 0).then(|| LengthRatio { mean: sum / ratios as f64, worst });
        summary.unreachable = (!is_listed || unreachable > 0).then_some(unreachable);
        if is_listed {
            summary.cost_sum = None;
        } else {
            summary.cost_sum.get_or_insert(Number::Whole(0));
        }
        summary.seconds = Times::of(seconds);
        summary.expanded = Mean { mean: self.expanded as f64 / asked.max(1) as f64 };
        summary
    }
}

/// The result of many queries, in the order and with the names of the JSON.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct PathSummary {
    /// The version of this schema.
    pub(crate) schema: u32,
    /// The map's file.
    pub(crate) map: String,
    /// The rule of movement, on a grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) movement: Option<&'static str>,
    /// The algorithm with its options.
    pub(crate) algorithm: String,
    /// The number of queries that were asked.
    pub(crate) queries: usize,
    /// The number of those with a path.
    pub(crate) solved: usize,
    /// The number of scenarios that were left out because an end of theirs is blocked, if any.
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) skipped: usize,
    /// The number of queries that were not asked because of Ctrl-C, if any.
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) not_asked: usize,
    /// The number of lengths that differ from what they should be.
    pub(crate) failures: usize,
    /// The largest difference, for algorithms that find shortest paths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) longest_error: Option<f64>,
    /// The lengths relative to the listed ones, for algorithms that find other paths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ratio: Option<LengthRatio>,
    /// Queries that a limit ended, if any.
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) limited: usize,
    /// Queries without a path, if that is not a failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unreachable: Option<usize>,
    /// The sum of the costs, if there is no list of lengths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cost_sum: Option<Number>,
    /// Times of queries.
    pub(crate) seconds: Times,
    /// States expanded by queries.
    pub(crate) expanded: Mean,
    /// Time spent on preprocessing that serves every query about this map.
    pub(crate) preparation_seconds: f64,
    /// The file of the preprocessed data, if it was loaded from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) prepared_file: Option<PathBuf>,
    /// The seed.
    pub(crate) seed: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Times of many queries, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Times {
    /// The mean.
    pub(crate) mean: f64,
    /// Half of the queries take no longer.
    pub(crate) median: f64,
    /// Ninety-nine in a hundred take no longer.
    pub(crate) p99: f64,
    /// The sum.
    pub(crate) total: f64,
}

impl Times {
    /// Summarizes the times of queries in seconds; percentiles by nearest rank.
    ///
    pub(crate) fn of(mut seconds: Vec<f64>) -> Self {
        seconds.sort_by(f64::total_cmp);
        // An empty sum would be minus zero.
        let total = seconds.iter().fold(0.0, |total, seconds| total + seconds);
        let rank = |percent: usize| {
            let rank = (seconds.len() * percent).div_ceil(100).max(1);
            seconds.get(rank - 1).copied().unwrap_or(0.0)
        };
        let mean = if seconds.is_empty() { 0.0 } else { total / seconds.len() as f64 };
        Self { mean, median: rank(50), p99: rank(99), total }
    }
}

/// Lengths of paths divided by the listed ones. Paths at any angle can be shorter than the
/// shortest path of steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct LengthRatio {
    /// The mean.
    pub(crate) mean: f64,
    /// The largest ratio.
    pub(crate) worst: f64,
}

/// A mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Mean {
    /// The mean.
    pub(crate) mean: f64,
}
