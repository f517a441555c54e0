//! What was counted, whether it was recorded or not.

use serde::{Deserialize, Serialize};

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
    /// Generated states that were known and not improved.
    pub duplicates: u64,
    /// Generated states that were cut off by a bound, or were on the path already.
    pub pruned: u64,
    /// Generated states from which no goal can be reached.
    pub dead_ends: u64,
    /// Searches begun, by algorithms that search again and again.
    pub iterations: u64,
    /// Plans found.
    pub solutions: u64,
    /// Positions of a game visited.
    pub nodes: u64,
    /// Positions of a game where the search went no farther.
    pub leaves: u64,
    /// Positions that a move refuted.
    pub cutoffs: u64,
    /// Positions that the table answered.
    pub table_hits: u64,
    /// Events of all of these kinds.
    pub events: u64,
    /// Of these, the ones recorded.
    pub recorded: u64,
}

impl TraceCounts {
    pub(crate) const FIELDS: usize = 14;

    pub(crate) fn to_array(self) -> [u64; Self::FIELDS] {
        [
            self.expanded,
            self.generated,
            self.reopened,
            self.duplicates,
            self.pruned,
            self.dead_ends,
            self.iterations,
            self.solutions,
            self.nodes,
            self.leaves,
            self.cutoffs,
            self.table_hits,
            self.events,
            self.recorded,
        ]
    }

    pub(crate) fn from_array(fields: [u64; Self::FIELDS]) -> Self {
        let [
            expanded,
            generated,
            reopened,
            duplicates,
            pruned,
            dead_ends,
            iterations,
            solutions,
            nodes,
            leaves,
            cutoffs,
            table_hits,
            events,
            recorded,
        ] = fields;
        Self {
            expanded,
            generated,
            reopened,
            duplicates,
            pruned,
            dead_ends,
            iterations,
            solutions,
            nodes,
            leaves,
            cutoffs,
            table_hits,
            events,
            recorded,
        }
    }
}
