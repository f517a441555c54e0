//! The result of a game-tree search.

use std::ops::{AddAssign, Sub};
use std::time::Duration;

use crate::report::Termination;
use crate::score::{Bound, Score};

/// Counters of a part of a game-tree search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PartCounts {
    /// Positions visited.
    pub nodes: u64,
    /// Positions where the search stopped.
    pub leaves: u64,
    /// Beta cutoffs.
    pub cutoffs: u64,
    /// Positions answered by the transposition table.
    pub table_hits: u64,
}

impl Sub for PartCounts {
    type Output = Self;

    fn sub(self, before: Self) -> Self {
        Self {
            nodes: self.nodes - before.nodes,
            leaves: self.leaves - before.leaves,
            cutoffs: self.cutoffs - before.cutoffs,
            table_hits: self.table_hits - before.table_hits,
        }
    }
}

impl AddAssign for PartCounts {
    fn add_assign(&mut self, more: Self) {
        self.nodes += more.nodes;
        self.leaves += more.leaves;
        self.cutoffs += more.cutoffs;
        self.table_hits += more.table_hits;
    }
}

/// Counters of a game-tree search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GameStatistics {
    /// Positions visited, those beyond the horizon included.
    pub nodes: u64,
    /// Positions visited beyond the horizon, where only noisy moves are tried.
    pub quiescence_nodes: u64,
    /// Positions whose moves were searched, all or until one refuted the position. The
    /// others are leaves, see [`GameStatistics::leaves`].
    pub expanded: u64,
    /// The legal moves of the expanded positions, tried or not.
    pub generated: u64,
    /// Static evaluations.
    pub evaluated: u64,
    /// Beta cutoffs.
    pub cutoffs: u64,
    /// Beta cutoffs by the first move tried: the quality of the move ordering.
    pub first_move_cutoffs: u64,
    /// Positions answered by the transposition table.
    pub table_hits: u64,
    /// Null-move cutoffs.
    pub null_move_cutoffs: u64,
    /// Moves first searched at reduced depth.
    pub reduced: u64,
    /// Moves whose search was extended.
    pub extended: u64,
    /// Futility prunings: positions near the horizon whose estimate was far outside the window.
    pub futile: u64,
    /// Positions visited by the last completed iteration only.
    pub iteration_nodes: u64,
    /// Completed iterations.
    pub iterations: u64,
    /// The last completed iteration alone, without the line.
    pub last_iteration: PartCounts,
    /// What was searched once more to complete the principal variation; included in the other
    /// counters.
    pub line: PartCounts,
    /// Searches of the root, one for each window.
    pub passes: u64,
    /// Moves searched again with a wider window after a null-window search.
    pub searched_again: u64,
    /// Positions visited by helper threads.
    pub helper_nodes: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
}

impl GameStatistics {
    /// Leaves: positions where the search stopped because the game was over, the horizon was
    /// reached, or the value was known or in the table.
    pub fn leaves(&self) -> u64 {
        self.nodes - self.expanded
    }

    /// The counters that parts of a search have, of the whole search.
    pub fn totals(&self) -> PartCounts {
        PartCounts {
            nodes: self.nodes,
            leaves: self.leaves(),
            cutoffs: self.cutoffs,
            table_hits: self.table_hits,
        }
    }

    /// The same without what was searched once more to complete the principal variation.
    pub fn without_line(&self) -> PartCounts {
        self.totals() - self.line
    }

    /// The effective branching factor of the last completed iteration, of `depth` plies: the
    /// b for which 1 + b + b² + … + b^depth is the number of positions it visited.
    ///
    /// ```
    /// use tremaux::play::GameStatistics;
    /// let mut statistics = GameStatistics::default();
    /// statistics.iteration_nodes = 1 + 3 + 9 + 27;
    /// assert!((statistics.effective_branching_factor(3) - 3.0).abs() < 1e-9);
    /// ```
    pub fn effective_branching_factor(&self, depth: u32) -> f64 {
        let nodes = self.iteration_nodes as f64;
        if depth == 0 || nodes < 2.0 {
            return 0.0;
        }
        let tree = |b: f64| (0..depth).fold(1.0, |sum, _| sum * b + 1.0);
        let (mut low, mut high) = (0.0, nodes);
        for _ in 0..200 {
            let middle = f64::midpoint(low, high);
            *(if tree(middle) < nodes { &mut low } else { &mut high }) = middle;
        }
        high
    }
}

/// A line of play and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Line<M> {
    /// The value for the player to move at the root.
    pub score: Score,
    /// Whether no estimate entered the score.
    pub is_exact: bool,
    /// The moves, best play by both sides.
    pub moves: Vec<M>,
}

impl<M> Line<M> {
    /// A line with its value for the player to move at the root.
    pub fn new(score: Score, is_exact: bool, moves: Vec<M>) -> Self {
        Self { score, is_exact, moves }
    }
}

/// The result of a search for one move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// The value of playing it, for the player to move.
    pub score: Score,
    /// What the score says about the value at this depth: only a bound for most moves,
    /// unless all scores were asked for.
    pub bound: Bound,
    /// Whether no estimate entered the score.
    pub is_exact: bool,
}

impl<M> RootMove<M> {
    /// A move with its value, and what the score says about it.
    pub fn new(mv: M, score: Score, bound: Bound, is_exact: bool) -> Self {
        Self { mv, score, bound, is_exact }
    }
}

/// The result of a game-tree search.
#[derive(Clone, Debug)]
#[must_use]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GameReport<M> {
    /// The value of the position for the player to move; if the game is over, for the
    /// first player.
    pub score: Score,
    /// Whether the score is the true game value: no estimate entered it.
    pub is_exact: bool,
    /// The line of best play; its first move is the move to play. It ends where the score
    /// comes from: at the end of the game or at the horizon.
    pub principal_variation: Vec<M>,
    /// The best lines with different first moves, the best first, as many as were asked for
    /// and exist. The first is the principal variation.
    pub lines: Vec<Line<M>>,
    /// Every legal move, the best first.
    pub root_moves: Vec<RootMove<M>>,
    /// The deepest completed iteration, in plies. Zero if none is: then the principal
    /// variation is any legal move, and the score says nothing.
    pub depth: u32,
    /// Why the search ended.
    pub termination: Termination,
    /// What it took.
    pub statistics: GameStatistics,
}

impl<M> GameReport<M> {
    /// A report of a score alone, for searches of your own: without lines and moves, at depth
    /// zero, and without counts.
    pub fn new(score: Score, is_exact: bool, termination: Termination) -> Self {
        Self {
            score,
            is_exact,
            principal_variation: Vec::new(),
            lines: Vec::new(),
            root_moves: Vec::new(),
            depth: 0,
            termination,
            statistics: GameStatistics::default(),
        }
    }
}
