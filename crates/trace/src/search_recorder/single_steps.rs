//! What is counted of steps that are told one by one.

use crate::counts::TraceCounts;

/// The counts of those events that are told one by one and of which there are millions: an event
/// counts once.
#[derive(Clone, Copy, Default)]
pub(super) struct SingleSteps {
    pub(super) expanded: u64,
    /// Successors that are new, or reached by a better path.
    pub(super) generated: u64,
    pub(super) duplicates: u64,
    pub(super) bounds: u64,
}

impl SingleSteps {
    /// These and all others.
    pub(super) const fn added_to(self, counts: TraceCounts) -> TraceCounts {
        let Self { expanded, generated, duplicates, bounds } = self;
        TraceCounts {
            expanded: counts.expanded + expanded,
            generated: counts.generated + generated + duplicates,
            duplicates: counts.duplicates + duplicates,
            events: counts.events + expanded + generated + duplicates + bounds,
            ..counts
        }
    }
}
