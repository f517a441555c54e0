//! The result of a search as plain data, with a stable JSON form.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Serialize, Serializer};
use tremaux_core::{Cost, StopReason};

/// The version of the JSON of all reports.
pub const SCHEMA: u32 = 1;

/// How a search ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The algorithm finished with a plan.
    Solved,
    /// It is proved that there is none.
    NoSolution,
    /// A limit was reached, or the algorithm ended without a plan and without a proof.
    #[default]
    Limit,
}

/// A number in a report: exact if it is whole.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// A whole number, exact.
    Whole(u64),
    /// Any other number; written without a fraction if it is whole.
    Real(f64),
}

impl Number {
    /// A cost.
    pub fn of(cost: impl Cost) -> Self {
        cost.to_whole().map_or_else(|| Self::Real(cost.to_f64()), Self::Whole)
    }

    /// Whether it is so small or large that people write it with a power of ten.
    pub fn is_extreme(self) -> bool {
        let size = self.as_f64().abs();
        matches!(self, Self::Real(_)) && size != 0.0 && !(1e-6..1e17).contains(&size)
    }

    /// With at most six decimals, unless it is [extreme](Self::is_extreme).
    #[must_use]
    pub fn in_six_decimals(self) -> String {
        let Self::Real(number) = self else { return self.to_string() };
        if self.is_extreme() {
            return self.to_string();
        }
        let text = format!("{number:.6}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    /// As a float.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        match self {
            Self::Whole(number) => number as f64,
            Self::Real(number) => number,
        }
    }

    /// The sum; of whole numbers, saturating at the largest.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Whole(one), Self::Whole(other)) => Self::Whole(one.saturating_add(other)),
            (one, other) => Self::Real(one.as_f64() + other.as_f64()),
        }
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Whole(one), Self::Whole(other)) => Some(one.cmp(other)),
            (one, other) => one.as_f64().partial_cmp(&other.as_f64()),
        }
    }
}

impl From<f64> for Number {
    fn from(number: f64) -> Self {
        Self::Real(number)
    }
}

impl From<u64> for Number {
    fn from(number: u64) -> Self {
        Self::Whole(number)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Whole(number) => serializer.serialize_u64(number),
            // Whole numbers up to 2^53 are exact.
            Self::Real(number)
                if number.fract() == 0.0 && number.abs() < 9_007_199_254_740_992.0 =>
            {
                serializer.serialize_i64(number as i64)
            }
            Self::Real(number) => serializer.serialize_f64(number),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(number) => number.fmt(f),
            Self::Real(number) if self.is_extreme() => fmt::LowerExp::fmt(number, f),
            Self::Real(number) => number.fmt(f),
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// The counts of a search; counts that the algorithm does not keep are omitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// States whose successors were generated.
    pub expanded: u64,
    /// Successors generated, duplicates included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generated: Option<u64>,
    /// Expanded states that a cheaper path put back on the open list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reopened: Option<u64>,
    /// Generated states that were reached before at no greater cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicates: Option<u64>,
    /// Generated states that were pruned because their bound was too high, and dead ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pruned: Option<u64>,
    /// Heuristic evaluations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluated: Option<u64>,
    /// Estimates that contradict what the heuristic claims.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inconsistencies: Option<u64>,
    /// States on the open list at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<u64>,
    /// States on the closed list at the end, including the goal that was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<u64>,
    /// Most entries on the open list at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_open: Option<u64>,
    /// Iterations begun, by iterative algorithms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
}

/// One of several plans that a search found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FoundPlan {
    /// The cost.
    pub cost: Number,
    /// The number of moves.
    pub length: usize,
    /// The moves; none for problems where the goal matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// The goal, for problems where the goal matters and not the moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
}

/// The result of `solve`; fields have the order and names of the JSON.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SolveReport {
    /// The version of this schema.
    pub schema: u32,
    /// The domain's name.
    pub domain: &'static str,
    /// The instance in its input format.
    pub instance: String,
    /// The algorithm with its options.
    pub algorithm: String,
    /// The heuristic with its options, if the algorithm uses one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heuristic: Option<String>,
    /// The status at the end.
    pub status: Status,
    /// The plan's cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Number>,
    /// The number of moves of the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
    /// The number of parts of the goal, called as moves are, if a plan may have fewer moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<usize>,
    /// The plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// Notes of the problem about the plan.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub plan_notes: Vec<String>,
    /// The lower bound: no plan is cheaper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<Number>,
    /// Whether the plan is proved to be a cheapest one; left out if it is optimal up to rounding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<bool>,
    /// How much another plan can save at most, if the plan is optimal up to the rounding of costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounding: Option<Number>,
    /// What the proof of the bound, or that there is no solution, assumes besides the guarantees of
    /// the heuristic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumes: Option<Cow<'static, str>>,
    /// The goal of the plan, for problems where the goal matters and not the moves; or the goal
    /// that was assumed, for problems whose instances do not name it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// The total to which the plan leads, for problems that ask for the best total.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<Total>,
    /// All plans found, if there are several, each replayed; the first is the plan.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub solutions: Vec<FoundPlan>,
    /// Whether the plan leads to the only solution, if that was determined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<bool>,
    /// The limit that was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StopReason>,
    /// The counts.
    pub counts: Counts,
    /// What is known of a path on a map.
    #[serde(flatten)]
    pub route: Option<Box<RouteReport>>,
    /// Most bytes in the search's own tables at once, if they are counted.
    #[serde(skip_serializing_if = "is_zero")]
    pub peak_bytes: usize,
    /// Wall-clock time, building heuristics included.
    pub seconds: f64,
    /// The seed.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// The result and what is proved about it in words, see [`SolveReport::sentences`].
    pub verdict: String,
    /// Remarks for people, not part of the JSON.
    #[serde(skip)]
    pub remarks: Remarks,
}

impl SolveReport {
    /// The fields in tables, in their order; counts and the parts of a [`RouteReport`] stand beside
    /// the others, several solutions in rows of their own.
    pub const COLUMNS: &str = "schema domain instance algorithm heuristic status cost length \
         moves bound optimal rounding assumes goal total only stopped expanded generated \
        reopened duplicates pruned evaluated inconsistencies open closed max_open iterations \
        peak_bytes seconds seed threads parts plan_notes verdict";
}

impl RouteReport {
    /// The fields in tables, after those of every report.
    pub const COLUMNS: &str = "map movement costs path nearest nearest_cost nearest_path expected \
        notes preparation_seconds prepared_file";
}

/// The part of a report that is about a path on a map.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RouteReport {
    /// The map's file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// The rule of movement, on a grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movement: Option<&'static str>,
    /// What steps cost, on a grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub costs: Option<String>,
    /// Start, turning points and goal on a grid; all nodes on a graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<String>>,
    /// If there is no path: the cell nearest to the goal that can be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
    /// What the path to it costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest_cost: Option<Number>,
    /// Start, turning points and end of that path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest_path: Option<Vec<String>>,
    /// The length that a scenario file lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Number>,
    /// How the map was read, such as that links without a cost cost 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Time spent on preprocessing that serves every query about this map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preparation_seconds: Option<f64>,
    /// The file of the preprocessed data, if it was loaded from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prepared_file: Option<PathBuf>,
    /// Whether the path runs at any angle, not in JSON.
    #[serde(skip)]
    pub is_any_angle: bool,
}

/// A total that is to be as great or as small as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Total {
    /// The sum.
    pub value: i64,
    /// Whether the least is the best.
    pub is_minimized: bool,
}

impl Total {
    /// A total of scores, of which the greatest is the best.
    pub fn score(score: u64) -> Self {
        Self { value: i64::try_from(score).unwrap_or(i64::MAX), is_minimized: false }
    }
}

impl Serialize for Total {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(self.value)
    }
}

/// The part of a report that is shown to people and is not in the JSON.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remarks {
    /// The part of [`SolveReport::seconds`] spent on building heuristics.
    pub seconds_to_build: f64,
    /// What a move is called, in the singular and in the plural.
    pub step: [&'static str; 2],
    /// No total is better than this, for problems that ask for the best total.
    pub best_total: Option<Total>,
    /// The time after which the search ended because no limit was given.
    pub default_time: Option<Duration>,
    /// A description of the table that was not built within the limits, so that no search began.
    pub unbuilt: Option<String>,
    /// That another heuristic stands in for the default one, and why.
    pub replaced: Option<String>,
    /// Why there is no solution, if that was known without a search.
    pub proof: Option<Cow<'static, str>>,
    /// With what a proof can be had that others can check, as the surface calls it.
    pub check: Option<&'static str>,
    /// Without a plan: the number of moves to the state with the least estimate, and that
    /// estimate.
    pub nearest: Option<(usize, Number)>,
    /// Whether there may be more solutions than [`SolveReport::solutions`].
    pub may_have_more: bool,
    /// Whether the search went by estimates alone and had none.
    pub is_unguided: bool,
    /// A drawing of the goal, for problems where the goal matters and not the moves.
    pub drawing: Option<String>,
    /// Whether some goals are better than others.
    pub seeks_best_goal: bool,
    /// What a solution and its value are called, for problems whose solutions are improved.
    pub solution: Option<SolutionWords>,
    /// The solution in a form that is easier to read than its words.
    pub text: Option<String>,
}

/// What a solution and its value are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolutionWords {
    /// The solution, such as `tour`.
    pub solution: &'static str,
    /// Its value, such as `length`.
    pub value: &'static str,
    /// Whether the best solution solves the problem.
    pub is_solved: bool,
    /// Whether the search moved from solution to solution.
    pub is_local: bool,
}

/// The state of an active search.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Snapshot {
    /// States expanded.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// The lower bound: no plan is cheaper.
    pub bound: Number,
    /// The cost of the best plan so far.
    pub cost: Option<Number>,
    /// Bytes in the search's own tables.
    pub bytes: usize,
    /// Time spent searching.
    pub seconds: f64,
}
