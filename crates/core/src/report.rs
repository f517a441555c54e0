//! What a search hands back.

use std::time::Duration;

use crate::cost::Cost;
use crate::game::{Bound, Score};

/// A sequence of actions from the initial state to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<A, C> {
    /// The actions in order.
    pub actions: Vec<A>,
    /// The sum of their costs.
    pub cost: C,
}

/// The state that looks nearest to a goal, of those a search has seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest<A, C> {
    /// The actions that lead to it from the initial state, and their cost.
    pub path: Plan<A, C>,
    /// The estimated cost from there to a goal.
    pub estimate: C,
}

/// Which limit ended a search early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// [`Limits::nodes`](super::Limits::nodes) was reached.
    NodeLimit,
    /// [`Limits::time`](super::Limits::time) was reached.
    TimeLimit,
    /// [`Limits::memory`](super::Limits::memory) was reached.
    MemoryLimit,
    /// [`Limits::depth`](crate::Limits::depth), or the search's own bound, was reached.
    DepthLimit,
    /// A cost was too great for its type, so that no claim about other plans holds.
    CostOverflow,
    /// The [`CancelToken`](super::CancelToken) was cancelled.
    Cancelled,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// The algorithm's own stopping rule held.
    Finished,
    /// Every reachable state was examined.
    Exhausted,
    /// A limit stepped in.
    Stopped(StopReason),
}

/// Counters of a single-agent search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// States whose successors were generated, reopened ones counted again.
    pub expanded: u64,
    /// Successors generated, duplicates included.
    pub generated: u64,
    /// Heuristic evaluations.
    pub evaluated: u64,
    /// Expanded states that a cheaper path put back on the open list.
    pub reopened: u64,
    /// Generated states that were already known and not improved.
    pub duplicates: u64,
    /// States that a safe heuristic showed to be dead ends.
    pub dead_ends: u64,
    /// Generated states that were cut off because their bound was too high.
    pub pruned: u64,
    /// States known and neither expanded nor the goal reached, at the end.
    pub open: u64,
    /// States expanded, or the goal reached, at the end, each counted once.
    pub closed: u64,
    /// Nodes expanded before the final f-layer: independent of tie-breaking.
    pub expanded_before_last_layer: u64,
    /// Searches begun, by algorithms that search again and again.
    pub iterations: u64,
    /// Most entries on the open list at once.
    pub peak_open: usize,
    /// Most states stored at once.
    pub peak_stored: usize,
    /// Most bytes in the search's own tables at once.
    pub peak_bytes: usize,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// The result of a single-agent search.
#[derive(Clone, Debug)]
#[must_use]
pub struct SearchReport<A, C> {
    /// The best plan found, if any.
    pub plan: Option<Plan<A, C>>,
    /// No plan is cheaper than this. Infinite if there is provably no plan.
    pub lower_bound: C,
    /// Why the search ended.
    pub termination: Termination,
    /// What it took.
    pub statistics: Statistics,
}

impl<A, C: Cost> SearchReport<A, C> {
    /// Whether the plan is proven to be a cheapest one.
    #[must_use]
    pub fn is_proven_optimal(&self) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.cost <= self.lower_bound)
    }

    /// Whether it is proven that no plan exists.
    #[must_use]
    pub fn is_proven_unsolvable(&self) -> bool {
        self.plan.is_none() && self.lower_bound == C::INFINITY
    }
}

/// Counters of a game-tree search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameStatistics {
    /// Positions visited, those beyond the horizon included.
    pub nodes: u64,
    /// Positions visited beyond the horizon, where only noisy moves are tried.
    pub quiescence_nodes: u64,
    /// Static evaluations.
    pub evaluated: u64,
    /// Beta cutoffs.
    pub cutoffs: u64,
    /// Beta cutoffs by the first move tried: the quality of the move ordering.
    pub first_move_cutoffs: u64,
    /// Positions answered by the transposition table.
    pub table_hits: u64,
    /// Searches of the root with one window or another.
    pub passes: u64,
    /// Moves searched once more because a null window told too little.
    pub searched_again: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// What a search found out about a move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// The result of a game-tree search.
#[derive(Clone, Debug)]
#[must_use]
pub struct GameReport<M> {
    /// The value of the position for the player to move; if the game is over, for the
    /// first player.
    pub score: Score,
    /// Whether the score is the true game value: no estimate entered it.
    pub is_exact: bool,
    /// The line of best play; its first move is the move to play. It ends where the score
    /// comes from: at the end of the game or at the horizon.
    pub principal_variation: Vec<M>,
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
