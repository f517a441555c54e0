//! The result of proof-number search.

use tremaux_core::{GameStatistics, Termination};

/// The result of proof-number search.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
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
    /// The greatest depth in plies.
    pub depth: u32,
    /// Why the search ended.
    pub termination: Termination,
    /// The counts.
    pub statistics: GameStatistics,
}
