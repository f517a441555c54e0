//! The result of an analysis in plain data, and as the JSON that scripts rely on.

use serde::Serialize;
use tremaux_core::{Score, StopReason};

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Won.
    Win,
    /// Neither.
    Draw,
    /// Lost.
    Loss,
}

impl Outcome {
    /// The outcome that the sign of a score tells.
    #[must_use]
    pub fn of(score: i64) -> Self {
        match score {
            1.. => Self::Win,
            0 => Self::Draw,
            _ => Self::Loss,
        }
    }
}

/// What a position or a move is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Value {
    /// The number, in the unit of the game.
    pub score: i64,
    /// Whether it is the true value: no estimate entered it.
    pub exact: bool,
    /// `at-least` or `at-most` if the score is but a bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<&'static str>,
    /// How the game ends with best play, if that is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// In how many moves of both sides the game is won or lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
}

impl Value {
    /// The value that is shown as `score` and was found as `found`.
    pub(super) fn new(score: i64, found: Score, exact: bool) -> Self {
        let plies = found.plies_to_end();
        let is_proved = exact || plies.is_some();
        let outcome = is_proved.then(|| Outcome::of(score));
        Self { score, exact, bound: None, outcome, plies }
    }
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineReport {
    /// What it is worth.
    #[serde(flatten)]
    pub value: Value,
    /// Its moves.
    pub line: Vec<String>,
}

/// A move and its worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveReport {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it is worth.
    #[serde(flatten)]
    pub value: Value,
}

/// What a player can expect, or has got.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Expectation {
    /// Who.
    pub side: &'static str,
    /// How much.
    pub payoff: f64,
    /// Of what.
    pub unit: &'static str,
}

/// The counts of an analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AnalysisCounts {
    /// Positions visited.
    pub nodes: u64,
    /// Positions where the search went no farther.
    pub leaves: u64,
    /// Positions that a move refuted.
    pub cutoffs: u64,
    /// Positions that the table answered.
    pub table_hits: u64,
    /// Positions visited by helping threads.
    #[serde(skip_serializing_if = "is_zero")]
    pub helper_nodes: u64,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// The result of `analyze`, in the order and with the names of the JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysisReport {
    /// The version of this schema.
    pub schema: u32,
    /// The game's name.
    pub game: &'static str,
    /// The position, as it can be given again.
    pub position: String,
    /// The side to move; left out if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<&'static str>,
    /// Whether chance is to move.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_chance: bool,
    /// The best move; any legal one if no depth was completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// What the position is worth to the side to move, or to the first side if the game is
    /// over; left out if no depth was completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// Whether that is the true value.
    pub exact: bool,
    /// How the game ends with best play, if that is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// In how many moves of both sides it is won or lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// What each player can expect, in games with chance or for more than two; the side to
    /// move alone, if the search asks for no other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub expectations: Vec<Expectation>,
    /// Proved by a solver that was stopped: the score is no less than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<i64>,
    /// And no more than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<i64>,
    /// The depth of the last completed search, in plies.
    pub depth: u32,
    /// The line of best play.
    pub line: Vec<String>,
    /// The best lines, if several were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LineReport>,
    /// The moves whose scores are known, the best first; all if that was asked for.
    pub moves: Vec<MoveReport>,
    /// The counts.
    pub counts: AnalysisCounts,
    /// The algorithm.
    pub algorithm: String,
    /// Wall-clock time.
    pub seconds: f64,
    /// The threads.
    pub threads: usize,
    /// The limit that stepped in.
    #[serde(skip)]
    pub stopped: Option<StopReason>,
}

impl AnalysisReport {
    /// What the position is worth.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        let Self { exact, outcome, plies, .. } = *self;
        self.score.map(|score| Value { score, exact, bound: None, outcome, plies })
    }
}

/// What is known of an analysis under way.
#[derive(Clone, Debug)]
pub struct GameSnapshot {
    /// The last completed depth, in plies.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// What the position is worth by now.
    pub score: Option<i64>,
    /// The least and the greatest that it can be, where a solver narrows them.
    pub bounds: Option<(i64, i64)>,
    /// The best move by now.
    pub best: String,
    /// Time spent.
    pub seconds: f64,
}
