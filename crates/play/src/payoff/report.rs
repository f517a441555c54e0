//! The report of a payoff search.

use tremaux_core::{GameStatistics, Termination};

/// The result for one root move.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct PayoffMove<M> {
    /// The move.
    pub mv: M,
    /// The expected payoff of the player to move; an upper bound if `is_bound` is set.
    #[cfg_attr(feature = "serde", serde(with = "crate::unbounded"))]
    pub value: f64,
    /// Whether `value` is only an upper bound.
    pub is_bound: bool,
}

/// The result of a payoff search.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct PayoffReport<M> {
    /// The expected payoff of the player to move, or of player 0 if chance is to move or the
    /// game is over.
    pub value: f64,
    /// The expected payoff of each player; `None` for paranoid search, which computes only one.
    pub payoffs: Option<Vec<f64>>,
    /// Whether the value is exact: no estimate contributed to it.
    pub is_exact: bool,
    /// The line of best play to the end, the horizon, or the first chance move.
    pub line: Vec<M>,
    /// Every legal move of the player to move, best first; empty if chance is to move.
    pub moves: Vec<PayoffMove<M>>,
    /// The depth of the last completed iteration, in plies. If it is zero, `line` is any legal
    /// move.
    pub depth: u32,
    /// Why the search ended.
    pub termination: Termination,
    /// The counts and times of the search.
    pub statistics: GameStatistics,
}
