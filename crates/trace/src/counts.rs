//! Counts of a whole search, including steps that are not recorded.

use serde::{Deserialize, Serialize};
use tremaux_core::Pruning;

/// The counts of a whole search, under the names of its report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TraceCounts {
    /// States expanded.
    pub expanded: u64,
    /// Successors generated, duplicates included.
    pub generated: u64,
    /// Expanded states that a better path put back on the open list.
    pub reopened: u64,
    /// Generated states reached before at no greater cost.
    pub duplicates: u64,
    /// Generated states pruned by a bound, or already on the path.
    pub pruned: u64,
    /// Generated states pruned as dead ends.
    pub dead_ends: u64,
    /// Iterations begun, by iterative algorithms.
    pub iterations: u64,
    /// Plans found.
    pub solutions: u64,
    /// Positions of a game visited.
    pub nodes: u64,
    /// Leaves: positions of a game that were not searched.
    pub leaves: u64,
    /// Cutoffs: positions refuted by a move.
    pub cutoffs: u64,
    /// Positions answered by the table.
    pub table_hits: u64,
    /// All events.
    pub events: u64,
    /// Recorded events.
    pub recorded: u64,
}

impl TraceCounts {
    /// Counts a pruned state.
    #[inline]
    pub(crate) fn prune(&mut self, reason: Pruning) {
        match reason {
            Pruning::Bound | Pruning::Circle => self.pruned += 1,
            Pruning::DeadEnd => self.dead_ends += 1,
            Pruning::Searched => self.duplicates += 1,
            _ => {}
        }
    }
}
