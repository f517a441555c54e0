//! The result of a path query and of many, in plain data and as the JSON of the contract.

use std::path::PathBuf;

use serde::Serialize;
use tremaux_core::StopReason;

use super::graph::PathLength;
use crate::report::{Number, Status};

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
    /// The moves: steps to the points of the compass on a grid, nodes come to on a graph,
    /// cells come to for paths at any angle.
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
    /// The counts.
    pub counts: PathCounts,
    /// Time spent searching.
    pub seconds: f64,
    /// Time spent before on what serves every query about this map.
    pub preparation_seconds: f64,
    /// The file of what was prepared ahead, where it was taken from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prepared_file: Option<PathBuf>,
    /// The seed.
    pub seed: u64,
    /// The threads.
    pub threads: usize,
    /// The limit that stepped in.
    #[serde(skip)]
    pub stopped: Option<StopReason>,
}

/// The counts of a path search.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct PathCounts {
    /// States expanded, nodes settled.
    pub expanded: u64,
}

/// The result of many queries, in the order and with the names of the JSON.
#[derive(Clone, Debug, Serialize)]
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
    /// How many queries were asked.
    pub queries: usize,
    /// How many lengths differ from what they should be.
    pub failures: usize,
    /// By how much the worst of them does.
    pub longest_error: f64,
    /// Queries that a limit ended, if any.
    #[serde(skip_serializing_if = "is_zero")]
    pub limited: usize,
    /// Queries without a path, where that is no failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unreachable: Option<usize>,
    /// The sum of the costs, where there is no list of lengths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_sum: Option<PathLength>,
    /// Times of queries.
    pub seconds: Times,
    /// States expanded by queries.
    pub expanded: Mean,
    /// Time spent before on what serves every query about this map.
    pub preparation_seconds: f64,
    /// The file of what was prepared ahead, where it was taken from one.
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
    /// The times of queries that took so many seconds, by nearest rank.
    ///
    /// ```
    /// use tremaux_registry::paths::Times;
    /// let times = Times::of(vec![3.0, 1.0, 2.0]);
    /// assert_eq!((times.mean, times.median, times.p99, times.total), (2.0, 2.0, 3.0, 6.0));
    /// assert!(Times::of(Vec::new()).total.is_sign_positive());
    /// ```
    #[must_use]
    pub fn of(mut seconds: Vec<f64>) -> Self {
        seconds.sort_by(f64::total_cmp);
        // A sum of no numbers would be minus zero.
        let total = seconds.iter().fold(0.0, |total, seconds| total + seconds);
        let rank = |percent: usize| {
            let rank = (seconds.len() * percent).div_ceil(100).max(1);
            seconds.get(rank - 1).copied().unwrap_or(0.0)
        };
        let mean = if seconds.is_empty() { 0.0 } else { total / seconds.len() as f64 };
        Self { mean, median: rank(50), p99: rank(99), total }
    }
}

/// A mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
}
