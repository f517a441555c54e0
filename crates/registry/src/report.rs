//! The result of a search in plain data, and as the JSON that scripts rely on.

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use tremaux_core::StopReason;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// A plan was found, by the algorithm's own rule.
    Solved,
    /// It is proved that there is none.
    NoSolution,
    /// A limit stepped in, or the algorithm ended without a plan and without a proof.
    Limit,
}

/// A number that is written as a whole one where it is one.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Number(pub f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Whole numbers up to 2^53 are exact in both forms.
        if self.0.fract() == 0.0 && self.0.abs() < 9_007_199_254_740_992.0 {
            serializer.serialize_u64(self.0 as u64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// The counts of a search; those that the algorithm does not keep are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// States whose successors were generated.
    pub expanded: u64,
    /// Successors generated, duplicates included.
    pub generated: u64,
    /// Expanded states that a cheaper path put back on the open list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reopened: Option<u64>,
    /// Generated states that were already known and not improved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicates: Option<u64>,
    /// Generated states that were cut off because their bound was too high, and dead ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pruned: Option<u64>,
    /// Heuristic evaluations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluated: Option<u64>,
    /// States known and not expanded, at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<u64>,
    /// States expanded, or the goal reached, at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<u64>,
    /// Most entries on the open list at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_open: Option<u64>,
    /// Searches begun, by algorithms that search again and again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
}

/// The result of `solve`, in the order and with the names of the JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolveReport {
    /// The version of this schema.
    pub schema: u32,
    /// The domain's name.
    pub domain: &'static str,
    /// The instance, as it can be given again.
    pub instance: String,
    /// The algorithm with its options.
    pub algorithm: String,
    /// The heuristic with its options, if the algorithm asks one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heuristic: Option<String>,
    /// How it ended.
    pub status: Status,
    /// The plan's cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Number>,
    /// How many moves the plan has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
    /// The plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// No plan is cheaper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<Number>,
    /// Whether the plan is proved to be a cheapest one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<bool>,
    /// The goal that the plan leads to, where people want that and not the moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// Whether the plan leads to the only solution, where that was looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<bool>,
    /// The counts.
    pub counts: Counts,
    /// Most bytes in the search's own tables at once.
    pub peak_bytes: usize,
    /// Wall-clock time, building heuristics included.
    pub seconds: f64,
    /// The seed.
    pub seed: u64,
    /// The threads.
    pub threads: usize,
    /// What only people are told.
    #[serde(skip)]
    pub remarks: Remarks,
}

/// What a report tells people beside the data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remarks {
    /// Of [`SolveReport::seconds`], those spent on building heuristics.
    pub seconds_to_build: f64,
    /// The limit that stepped in.
    pub stopped: Option<StopReason>,
    /// What was not built within the limits, in words, so that no search began.
    pub unbuilt: Option<String>,
    /// Why there is no solution, if that was known without a search.
    pub proof: Option<Cow<'static, str>>,
    /// Without a plan: how many moves lead to the state that looks nearest to a goal, and
    /// its estimate.
    pub nearest: Option<(usize, Number)>,
    /// Of the plan, what its problem tells of it, in lines.
    pub plan: Vec<String>,
    /// All plans found, if there are several, each replayed: their moves, or the goal alone
    /// where people want that.
    pub solutions: Vec<Vec<String>>,
    /// The goal in a few lines, where people want that and not the moves.
    pub drawing: Option<String>,
}

/// What is known of a search under way.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot {
    /// States expanded.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// No plan is cheaper.
    pub bound: Number,
    /// The cost of the best plan so far.
    pub cost: Option<Number>,
    /// Bytes in the search's own tables.
    pub bytes: usize,
    /// Time spent searching.
    pub seconds: f64,
}
