//! How much of a search is recorded.

use serde::{Deserialize, Serialize};

/// How much of a search is recorded. Counts are always complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TraceSelection {
    /// The most events; bounds, solutions and iterations are recorded in addition, up to the
    /// same number. A recorder stores at most one state per event.
    pub events: u64,
    /// Record every n-th expansion with its successors; at least 1.
    pub every: u64,
    /// Whether the place of every state is recorded. If not, a place is omitted if the action
    /// determines it: it can be restored from the rules when the trace is read, and writing
    /// places is most of the work of recording. If not every expansion is recorded, places
    /// always are.
    #[serde(default = "all")]
    pub places: bool,
}

const fn all() -> bool {
    true
}

impl Default for TraceSelection {
    /// A million events, every expansion, every place.
    fn default() -> Self {
        Self::new(1_000_000)
    }
}

impl TraceSelection {
    /// So many events, every expansion, every place.
    pub const fn new(events: u64) -> Self {
        Self { events, every: 1, places: true }
    }

    /// Sets the greatest number of events.
    #[must_use]
    pub const fn with_events(self, events: u64) -> Self {
        Self { events, ..self }
    }

    /// Records every `every`-th expansion; 0 counts as 1.
    #[must_use]
    pub const fn with_every(self, every: u64) -> Self {
        Self { every: if every == 0 { 1 } else { every }, ..self }
    }

    /// Omits places that the rules determine.
    #[must_use]
    pub const fn without_places(self) -> Self {
        Self { places: false, ..self }
    }

    /// Whether places are recorded even if the rules determine them.
    pub(crate) const fn records_places(self) -> bool {
        self.places || self.every > 1
    }
}

/// The remaining budget of a selection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    every: u64,
    /// The initial value of the next two fields.
    whole: u64,
    left: u64,
    left_for_proofs: u64,
    /// Expansions until the next that is recorded.
    until: u64,
}

impl Budget {
    pub(crate) fn new(selection: TraceSelection) -> Self {
        let TraceSelection { events, every, .. } = selection;
        let every = every.max(1);
        Self { every, whole: events, left: events, left_for_proofs: events, until: 0 }
    }

    /// The number of recorded events.
    pub(crate) const fn used(&self) -> u64 {
        (self.whole - self.left) + (self.whole - self.left_for_proofs)
    }

    /// Whether a bound, solution or iteration is recorded.
    pub(crate) fn records_proof(&mut self) -> bool {
        let records = self.left_for_proofs > 0;
        self.left_for_proofs -= u64::from(records);
        records
    }

    /// Whether any event is recorded.
    #[inline]
    pub(crate) fn records(&mut self) -> bool {
        let records = self.left > 0;
        self.left -= u64::from(records);
        records
    }

    /// Whether the budget is used up.
    #[inline]
    pub(crate) fn is_used_up(&self) -> bool {
        self.left == 0
    }

    /// Whether the expansion that begins now is recorded.
    #[inline]
    pub(crate) fn begins(&mut self) -> bool {
        let records = self.until == 0;
        self.until = if records { self.every - 1 } else { self.until - 1 };
        records
    }
}
