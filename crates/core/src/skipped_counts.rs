//! Counts of steps that an observer did not hear.

use crate::event::Pruning;

/// Counts of the steps that were not delivered to an observer, because it no longer follows
/// them: see [`Observer::detail`](crate::Observer::detail).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkippedCounts {
    /// Initial states.
    pub initial: u64,
    /// Successors generated that were new, or reached by a better path.
    pub generated: u64,
    /// States expanded.
    pub expanded: u64,
    /// Successors that were reached before at no greater cost.
    pub duplicates: u64,
    /// States expanded again because of a better path.
    pub reopened: u64,
    /// States pruned for [`Pruning::Bound`] or [`Pruning::Circle`].
    pub pruned: u64,
    /// States pruned for [`Pruning::DeadEnd`].
    pub dead_ends: u64,
    /// States pruned for [`Pruning::Searched`].
    pub searched: u64,
    /// States pruned for [`Pruning::Enough`].
    pub enough: u64,
    /// States that a depth-first search backtracked from.
    pub backtracked: u64,
}

impl SkippedCounts {
    /// The number of all skipped events.
    pub const fn events(&self) -> u64 {
        let made = self.initial + self.generated + self.expanded + self.duplicates + self.reopened;
        made + self.pruned + self.dead_ends + self.searched + self.enough + self.backtracked
    }

    #[inline]
    pub(crate) fn prune(&mut self, reason: Pruning) {
        match reason {
            Pruning::Bound | Pruning::Circle => self.pruned += 1,
            Pruning::DeadEnd => self.dead_ends += 1,
            Pruning::Searched => self.searched += 1,
            Pruning::Enough => self.enough += 1,
        }
    }
}
