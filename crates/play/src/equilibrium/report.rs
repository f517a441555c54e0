//! The report of a search for an equilibrium.

use std::time::Duration;

use tremaux_core::{Player, Termination};

/// What a player does in an information set.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct InformationSet<S, M> {
    /// The player to move.
    pub player: Player,
    /// A position in which the player has this information.
    pub state: S,
    /// Every legal move, with its probability.
    pub moves: Vec<(M, f64)>,
}

/// The result of a search for an equilibrium: the average strategy of all iterations so far.
///
/// Exploitability and bounds are computed from the strategy itself and hold whatever the method
/// promises. If the game is not enumerated yet, the strategy is empty and exploitability is
/// infinite.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[must_use]
#[non_exhaustive]
pub struct EquilibriumReport<S, M> {
    /// The expected payoff of the first player if both play the strategy.
    pub value: f64,
    /// The value of the game for the first player is at least and at most this.
    #[cfg_attr(feature = "serde", serde(with = "crate::unbounded::bounds"))]
    pub bounds: (f64, f64),
    /// Half the sum of what both players gain by a best response, in units of payoff.
    #[cfg_attr(feature = "serde", serde(with = "crate::unbounded"))]
    pub exploitability: f64,
    /// Whether the strategy is an equilibrium: no best response gains, so the value is proved.
    pub is_exact: bool,
    /// The strategies of both players, in the order in which the game reaches information sets.
    pub strategy: Vec<InformationSet<S, M>>,
    /// Exploitability after 1, 2, 4, … iterations.
    pub curve: Vec<(u64, f64)>,
    /// Completed iterations.
    pub iterations: u64,
    /// Nodes touched: positions enumerated or sampled, and information sets updated.
    pub nodes: u64,
    /// Why the search ended.
    pub termination: Termination,
    /// The time spent.
    pub elapsed: Duration,
}
