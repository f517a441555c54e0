//! The result of Monte Carlo tree search.

use tremaux_core::{GameStatistics, Termination};

/// A move at the root, and what was sampled below it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[non_exhaustive]
pub struct SampledMove<M> {
    /// The move.
    pub mv: M,
    /// The line that begins with it.
    pub line: Vec<M>,
    /// The number of playouts below it.
    pub visits: u32,
    /// Their mean reward for the player to move, from 0 to 1.
    pub mean: f64,
    /// The least and greatest value that are possible, for the player to move: equal if the move is
    /// solved, infinite if nothing is known.
    #[cfg_attr(feature = "serde", serde(with = "crate::unbounded::bounds"))]
    pub bounds: (f64, f64),
}

impl<M> SampledMove<M> {
    /// Half the width of the interval that contains the true mean with 95 % confidence, if the
    /// rewards were drawn independently. They are not: it only says how much was sampled.
    pub fn confidence(&self) -> f64 {
        let visits = f64::from(self.visits.max(1));
        1.96 * ((self.mean * (1.0 - self.mean)).max(0.25 / visits) / visits).sqrt()
    }
}

/// The result of Monte Carlo tree search.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[must_use]
#[non_exhaustive]
pub struct MctsReport<M> {
    /// The value for the player to move, or player 0 if chance is to move or the game is over;
    /// `None` unless it is proved.
    pub value: Option<f64>,
    /// Whether the value is proved.
    pub is_exact: bool,
    /// The least and greatest value that are possible.
    #[cfg_attr(feature = "serde", serde(with = "crate::unbounded::bounds"))]
    pub bounds: (f64, f64),
    /// The mean reward for that player.
    pub mean: f64,
    /// The mean reward of each player.
    pub rewards: Vec<f64>,
    /// The line of the moves that would be played.
    pub line: Vec<M>,
    /// Every legal move, the best first; empty if chance is to move.
    pub moves: Vec<SampledMove<M>>,
    /// The number of playouts in the tree, including those of earlier searches that were kept.
    pub visits: u32,
    /// The greatest depth of the tree in plies.
    pub depth: u32,
    /// The number of nodes in the tree.
    pub tree_nodes: usize,
    /// How often positions that were visited least lost what was below them.
    pub recycled: u32,
    /// Why the search ended.
    pub termination: Termination,
    /// The counts: `nodes` are playouts.
    pub statistics: GameStatistics,
}

impl<M> MctsReport<M> {
    /// The same report with moves of another type, such as text; `words` converts a line of moves
    /// from the root.
    pub fn in_words<T: Clone>(self, words: impl Fn(&[M]) -> Vec<T>) -> MctsReport<T> {
        let moves = self.moves.into_iter().filter_map(
            |SampledMove { line, visits, mean, bounds, .. }| {
                let line = words(&line);
                Some(SampledMove { mv: line.first()?.clone(), line, visits, mean, bounds })
            },
        );
        MctsReport {
            moves: moves.collect(),
            line: words(&self.line),
            value: self.value,
            is_exact: self.is_exact,
            bounds: self.bounds,
            mean: self.mean,
            rewards: self.rewards,
            visits: self.visits,
            depth: self.depth,
            tree_nodes: self.tree_nodes,
            recycled: self.recycled,
            termination: self.termination,
            statistics: self.statistics,
        }
    }
}
