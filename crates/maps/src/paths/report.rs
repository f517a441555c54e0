//! The results of one path query and of many, as plain data and as the documented JSON.

use std::path::PathBuf;
use tremaux_domain::{Number, Status};

use serde::Serialize;
use tremaux_core::StopReason;

use super::graph::PathLength;

/// The result of one query, in the order and with the names of the JSON.
#[derive(Clone, Debug, Serialize)]
pub struct PathReport {
    /// The version of this schema.
    pub schema: u32,
    /// `grid` or `graph`.
    pub domain: &'static str,
    /// The map's file.
    pub map: String,
    /// Start and goal.
    pub instance: String,
    /// The rule of movement, on a grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movement: Option<&'static str>,
    /// What steps cost, on a grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub costs: Option<String>,
    /// The algorithm with its options.
    pub algorithm: String,
    /// How it ended.
    pub status: Status,
    /// The path's cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<PathLength>,
    /// How many moves it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
    /// The moves: compass directions on a grid, nodes on a graph, cells for any-angle paths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// Start, turning points and goal on a grid; all nodes on a graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<String>>,
    /// No path is cheaper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<PathLength>,
    /// Whether the path is proved to be a cheapest one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<bool>,
    /// If there is no path: the cell nearest to the goal that can be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
    /// What the path to it costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest_cost: Option<PathLength>,
    /// Start, turning points and end of that path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest_path: Option<Vec<String>>,
    /// The length that a scenario file lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Number>,
    /// How the graph was read, such as that links without a cost cost 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// How much another path can save at most, if the path is optimal up to the rounding of costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounding: Option<Number>,
    /// The counts.
    pub counts: PathCounts,
    /// Time spent searching.
    pub seconds: f64,
    /// Time spent on preprocessing that serves every query about this map.
    pub preparation_seconds: f64,
    /// The file of the preprocessed data, if it was loaded from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prepared_file: Option<PathBuf>,
    /// The seed.
    pub seed: u64,
    /// The threads.
    pub threads: usize,
    /// The limit that was reached.
    #[serde(
        serialize_with = "tremaux_domain::serialize_stopped",
        skip_serializing_if = "Option::is_none"
    )]
    pub stopped: Option<StopReason>,
}

impl PathReport {
    /// The report of a query about `map`, a `grid` or a `graph`, that was not asked because a
    /// limit stopped the preparation of `algorithm`.
    pub fn unprepared(
        domain: &'static str,
        map: String,
        algorithm: &str,
        reason: StopReason,
    ) -> Self {
        Self {
            schema: 1,
            domain,
            map,
            instance: String::new(),
            movement: None,
            costs: None,
            algorithm: algorithm.to_owned(),
            status: Status::Limit,
            cost: None,
            length: None,
            moves: None,
            path: None,
            bound: None,
            optimal: None,
            nearest: None,
            nearest_cost: None,
            nearest_path: None,
            expected: None,
            notes: Vec::new(),
            rounding: None,
            counts: PathCounts::default(),
            seconds: 0.0,
            preparation_seconds: 0.0,
            prepared_file: None,
            seed: 0,
            threads: 1,
            stopped: Some(reason),
        }
    }
}

impl PathSummary {
    /// The summary of `count` queries about `map` that were not asked because a limit stopped
    /// the preparation of `algorithm`.
    pub fn unprepared(map: String, algorithm: &str, count: usize) -> Self {
        let algorithm = algorithm.to_owned();
        Self { schema: 1, map, algorithm, not_asked: count, ..Self::default() }
    }
}

/// The counts of a path search.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct PathCounts {
    /// States expanded, nodes settled.
    pub expanded: u64,
}

/// The result of many queries, in the order and with the names of the JSON.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PathSummary {
    /// The version of this schema.
    pub schema: u32,
    /// The map's file.
    pub map: String,
    /// The rule of movement, on a grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movement: Option<&'static str>,
    /// The algorithm with its options.
    pub algorithm: String,
    /// The number of queries that were asked.
    pub queries: usize,
    /// The number of scenarios that were left out because an end of theirs is blocked, if any.
    #[serde(skip_serializing_if = "is_zero")]
    pub skipped: usize,
    /// The number of queries that were not asked because of Ctrl-C, if any.
    #[serde(skip_serializing_if = "is_zero")]
    pub not_asked: usize,
    /// The number of lengths that differ from what they should be.
    pub failures: usize,
    /// The largest difference, for algorithms that find shortest paths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_error: Option<f64>,
    /// The lengths relative to the listed ones, for algorithms that find other paths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio: Option<LengthRatio>,
    /// Queries that a limit ended, if any.
    #[serde(skip_serializing_if = "is_zero")]
    pub limited: usize,
    /// Queries without a path, if that is not a failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unreachable: Option<usize>,
    /// The sum of the costs, if there is no list of lengths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_sum: Option<PathLength>,
    /// Times of queries.
    pub seconds: Times,
    /// States expanded by queries.
    pub expanded: Mean,
    /// Time spent on preprocessing that serves every query about this map.
    pub preparation_seconds: f64,
    /// The file of the preprocessed data, if it was loaded from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prepared_file: Option<PathBuf>,
    /// The seed.
    pub seed: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Times of many queries, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Times {
    /// The mean.
    pub mean: f64,
    /// Half of the queries take no longer.
    pub median: f64,
    /// Ninety-nine in a hundred take no longer.
    pub p99: f64,
    /// The sum.
    pub total: f64,
}

impl Times {
    /// Summarizes the times of queries in seconds; percentiles by nearest rank.
    ///
    /// ```
    /// use tremaux::maps::paths::Times;
    /// let times = Times::of(vec![3.0, 1.0, 2.0]);
    /// assert_eq!((times.mean, times.median, times.p99, times.total), (2.0, 2.0, 3.0, 6.0));
    /// assert!(Times::of(Vec::new()).total.is_sign_positive());
    /// ```
    pub fn of(mut seconds: Vec<f64>) -> Self {
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
pub struct LengthRatio {
    /// The mean.
    pub mean: f64,
    /// The largest ratio.
    pub worst: f64,
}

/// A mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
}
