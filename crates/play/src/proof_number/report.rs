//! The result of proof-number search.

use tremaux_core::{GameStatistics, Termination};

/// A move at the root, and how much is missing for an answer to the last question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProofMove<M> {
    /// The move.
    pub mv: M,
    /// The number of positions that are still to be proved at least, so that it reaches the value
    /// asked for; 0 if it does.
    pub proof: u32,
    /// The same for that it does not.
    pub disproof: u32,
}

/// The result of proof-number search.
#[derive(Clone, Debug)]
#[must_use]
#[non_exhaustive]
pub struct ProofReport<M> {
    /// The value for the player to move, or player 0 if the game is over: that of a score, but how
    /// soon the game is won or lost does not matter.
    pub value: Option<f64>,
    /// The least and greatest value that are possible.
    pub bounds: (f64, f64),
    /// Whether the bounds hold whatever line led to a position: see
    /// [`ProofNumber`](super::ProofNumber) about repetitions.
    pub is_exact: bool,
    /// The line that reaches the value, as far as it is known; otherwise any legal move.
    pub line: Vec<M>,
    /// The moves at the root with their numbers, for the last question.
    pub moves: Vec<ProofMove<M>>,
    /// The number of questions asked.
    pub questions: u32,
    /// The greatest depth in plies.
    pub depth: u32,
    /// Why the search ended.
    pub termination: Termination,
    /// The counts.
    pub statistics: GameStatistics,
}
