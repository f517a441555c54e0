//! The result of an analysis, as plain data and as the documented JSON.

use serde::Serialize;
use tremaux_core::{GameStatistics, PartCounts, Score, StopReason};

use super::info::GameInfo;

/// The outcome of a game.
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
    /// The outcome for the sign of a score.
    pub fn of(score: i64) -> Self {
        match score {
            1.. => Self::Win,
            0 => Self::Draw,
            _ => Self::Loss,
        }
    }
}

/// The value of a position or a move for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Value {
    /// The number, in the unit of the game.
    pub score: i64,
    /// Whether it is the true value, without estimates.
    pub exact: bool,
    /// `at-least` or `at-most` if the score is only a bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<&'static str>,
    /// How the game ends with best play, if that is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The number of plies until the game is won or lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
}

impl Value {
    /// The value with the displayed number `score` for the internal score `found`.
    pub(crate) fn new(score: i64, found: Score, exact: bool) -> Self {
        let plies = found.plies_to_end();
        let is_proved = exact || plies.is_some();
        let outcome = is_proved.then(|| Outcome::of(score));
        Self { score, exact, bound: None, outcome, plies }
    }
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LineReport {
    /// Its value.
    #[serde(flatten)]
    pub value: Value,
    /// What playouts say about its first move, in a search that samples.
    #[serde(flatten)]
    pub samples: Option<Samples>,
    /// Its moves.
    pub line: Vec<String>,
}

/// What playouts say about a move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Samples {
    /// The number of playouts.
    pub visits: u64,
    /// The share of them that the side to move won, a draw counting half; in games of payoffs, the
    /// mean payoff, from the least (0) to the greatest (1).
    pub win_rate: f64,
    /// Half the width of a 95 % interval of it, if playouts were independent.
    pub confidence: f64,
}

/// A move and its value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveReport {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value.
    #[serde(flatten)]
    pub value: Value,
    /// Proved by a solver that was stopped: the score is no less than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<i64>,
    /// And no more than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<i64>,
    /// What playouts say, in a search that samples.
    #[serde(flatten)]
    pub samples: Option<Samples>,
}

impl MoveReport {
    /// A move with its value.
    pub(crate) fn new(mv: String, value: Value) -> Self {
        Self { mv, value, at_least: None, at_most: None, samples: None }
    }

    /// Whether anything of its value is proved.
    pub(crate) fn is_proved(&self) -> bool {
        let Value { exact, bound, outcome, .. } = self.value;
        exact || bound.is_some() || outcome.is_some() || self.at_least.is_some()
    }
}

/// A player's expected or final payoff.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Expectation {
    /// The player's side.
    pub side: &'static str,
    /// The amount.
    pub payoff: f64,
    /// The unit.
    pub unit: &'static str,
}

impl Expectation {
    /// What all players expect.
    pub(crate) fn all(info: &GameInfo, unit: &'static str, payoffs: &[f64]) -> Vec<Self> {
        let all = info.sides.iter().zip(payoffs);
        all.map(|(side, &payoff)| Self { side, payoff, unit }).collect()
    }
}

/// A move and the probability with which it is played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveProbability {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its probability.
    pub probability: f64,
}

/// What a side does in an information set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StrategyRow {
    /// The side to move.
    pub side: &'static str,
    /// What it knows.
    pub information: String,
    /// Its moves.
    pub moves: Vec<MoveProbability>,
}

/// A point of a curve of convergence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CurvePoint {
    /// Completed iterations.
    pub iterations: u64,
    /// The exploitability after them, in units of payoff.
    pub exploitability: f64,
}

/// The counts of a part of an analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct IterationCounts {
    /// Positions visited.
    pub nodes: u64,
    /// Positions where the search went no farther.
    pub leaves: u64,
}

/// The counts of an analysis. What was searched once more to complete the best line is counted
/// apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AnalysisCounts {
    /// Positions visited.
    pub nodes: u64,
    /// Positions where the search stopped.
    pub leaves: u64,
    /// Positions that a move refuted.
    pub cutoffs: u64,
    /// Positions that the table answered.
    pub table_hits: u64,
    /// Random games played; then the positions visited are not counted apart.
    #[serde(skip_serializing_if = "is_zero")]
    pub playouts: u64,
    /// The size of the tree that sampling built, in nodes.
    #[serde(skip_serializing_if = "is_zero")]
    pub tree_nodes: u64,
    /// Positions visited by helping threads.
    #[serde(skip_serializing_if = "is_zero")]
    pub helper_nodes: u64,
    /// Completed iterations, if there are several: searches to 1, 2, … plies.
    #[serde(skip_serializing_if = "is_zero")]
    pub iterations: u64,
    /// The last of several iterations alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_iteration: Option<IterationCounts>,
    /// Searches of the root, if they are more than the iterations: one for each window.
    #[serde(skip_serializing_if = "is_zero")]
    pub passes: u64,
    /// Moves searched again with a wider window.
    #[serde(skip_serializing_if = "is_zero")]
    pub searched_again: u64,
    /// Positions visited once more to complete the best line.
    #[serde(skip_serializing_if = "is_zero")]
    pub line_nodes: u64,
    /// The leaves among them.
    #[serde(skip_serializing_if = "is_zero")]
    pub line_leaves: u64,
}

impl AnalysisCounts {
    /// The counts that a search kept.
    pub(crate) fn of(statistics: &GameStatistics) -> Self {
        let PartCounts { nodes, leaves, cutoffs, table_hits, .. } = statistics.without_line();
        let PartCounts { nodes: last_nodes, leaves: last_leaves, .. } = statistics.last_iteration;
        let has_several = statistics.iterations > 1;
        let has_windows = statistics.passes > statistics.iterations.max(1);
        Self {
            nodes,
            leaves,
            cutoffs,
            table_hits,
            helper_nodes: statistics.helper_nodes,
            iterations: if has_several { statistics.iterations } else { 0 },
            last_iteration: has_several
                .then_some(IterationCounts { nodes: last_nodes, leaves: last_leaves }),
            passes: if has_windows { statistics.passes } else { 0 },
            searched_again: statistics.searched_again,
            line_nodes: statistics.line.nodes,
            line_leaves: statistics.line.leaves,
            ..Self::default()
        }
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// The result of `analyze`, in the order and with the names of the JSON.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AnalysisReport {
    /// The version of this schema.
    pub schema: u32,
    /// The game's name.
    pub game: &'static str,
    /// The position as text that can be read again.
    pub position: String,
    /// The side to move; if the game is over, the side whose move it would be; if chance is to
    /// move, the side that moves after it. All scores and outcomes are for this side.
    pub side: &'static str,
    /// Whether chance is to move.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_chance: bool,
    /// Whether the game is over.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_over: bool,
    /// The best move; any legal one if no depth was completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// The value of the position for [`AnalysisReport::side`]; omitted if no depth was completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// Whether that is the true value.
    pub exact: bool,
    /// How the game ends with best play, if that is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The number of plies until it is won or lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// Each player's expected payoff, in games with chance or with more than two players; only
    /// the side to move if the search computes no other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub expectations: Vec<Expectation>,
    /// In games with hidden information: the value of the game for the first side is at least and
    /// at most this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[f64; 2]>,
    /// In games with hidden information: half the sum of what both sides gain by a best response to
    /// the strategy, in units of payoff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exploitability: Option<f64>,
    /// In games with hidden information: how the side to move chooses its move here, by what it
    /// knows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mix: Vec<MoveProbability>,
    /// The strategies of both sides for the whole game, at its start or if all moves are requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub strategy: Vec<StrategyRow>,
    /// The exploitability after 1, 2, 4, … iterations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub curve: Vec<CurvePoint>,
    /// The lower bound proved by a solver that was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<i64>,
    /// The upper bound proved by a solver that was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<i64>,
    /// What playouts say about the best move, in a search that samples.
    #[serde(flatten)]
    pub samples: Option<Samples>,
    /// The depth of the last completed search, in plies; of the tree, in a search without
    /// iterations.
    pub depth: u32,
    /// The line of best play.
    pub line: Vec<String>,
    /// The best lines, if several were requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LineReport>,
    /// The moves with known scores, the best first; all moves if requested.
    pub moves: Vec<MoveReport>,
    /// The counts.
    pub counts: AnalysisCounts,
    /// The algorithm.
    pub algorithm: String,
    /// Wall-clock time.
    pub seconds: f64,
    /// The threads.
    pub threads: usize,
    /// The limit that was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StopReason>,
    /// Whether a request for an exact score would use a solver of the game, which this request
    /// did not use or did not leave enough time for.
    #[serde(skip)]
    pub has_solver: bool,
}

impl AnalysisReport {
    /// The fields in tables, in their order; counts stand beside the others. The moves and lines
    /// are rows of their own, or follow.
    pub const COLUMNS: &str = "position side best score exact outcome plies at_least at_most \
        visits win_rate confidence expectations bounds exploitability mix strategy curve depth \
        line nodes leaves cutoffs table_hits playouts tree_nodes helper_nodes iterations \
        last_iteration passes searched_again line_nodes line_leaves algorithm seconds threads \
        stopped schema game is_chance is_over";

    /// The value of the position.
    pub fn value(&self) -> Option<Value> {
        let Self { exact, outcome, plies, .. } = *self;
        self.score.map(|score| Value { score, exact, bound: None, outcome, plies })
    }

    /// Checks what must hold of every report, wherever its search was stopped.
    ///
    /// # Panics
    ///
    /// Panics if the report contradicts itself: bounds that exclude each other or the score, an
    /// exact score beside other bounds, or more lines than were requested.
    pub(crate) fn assert_consistent(&self, lines: usize) {
        let within = |score: i64| {
            self.at_least.is_none_or(|least| least <= score)
                && self.at_most.is_none_or(|most| score <= most)
        };
        let bounds = self.at_least.zip(self.at_most);
        assert!(bounds.is_none_or(|(least, most)| least <= most), "bounds cross: {self:?}");
        assert!(self.score.is_none_or(within), "a score beyond its bounds: {self:?}");
        assert!(self.lines.len() <= lines.max(1), "more than {lines} lines: {self:?}");
        let of_best =
            self.best.as_ref().and_then(|best| self.moves.iter().find(|it| it.mv == *best));
        let is_same = |it: &MoveReport| !it.value.exact || Some(it.value.score) == self.score;
        assert!(!self.exact || of_best.is_none_or(is_same), "another move is proved: {self:?}");
    }

    /// The move to play; `at`, a uniform random number from 0 to 1, selects it where an equilibrium
    /// mixes several moves.
    pub fn chosen(&self, mut at: f64) -> Option<&str> {
        for it in self.mix.iter().filter(|it| it.probability > 0.0) {
            if at < it.probability {
                return Some(&it.mv);
            }
            at -= it.probability;
        }
        self.best.as_deref()
    }
}

/// The progress of an analysis.
#[derive(Clone, Debug, Serialize)]
pub struct GameSnapshot {
    /// The last completed depth, in plies.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The current value of the position.
    pub score: Option<i64>,
    /// The current lower and upper bounds, if a solver narrows them.
    pub bounds: Option<(i64, i64)>,
    /// The current best move.
    pub best: String,
    /// Time spent.
    pub seconds: f64,
}
