//! How much of a search is recorded.

use serde::{Deserialize, Serialize};

/// How much of a search is recorded: counts are kept of all of it.
///
/// ```
/// use tremaux_trace::Selection;
/// let selection = Selection::default().with_events(1000).with_every(10);
/// assert_eq!((selection.events, selection.every), (1000, 10));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selection {
    /// No more events than this; what proves something (bounds, solutions, iterations) comes
    /// on top, up to as many again. A recorder keeps at most one state for each.
    pub events: u64,
    /// Of the expansions, every so manieth with all that it generates. From 1.
    pub every: u64,
    /// Whether it is told where every state is. If not, it is left out where the action leads
    /// there from the parent: whoever knows the rules can add it when the trace is read, and
    /// to write it down is most of the work of recording. Where not every expansion is
    /// recorded, it is always told.
    #[serde(default = "all")]
    pub places: bool,
}

const fn all() -> bool {
    true
}

impl Default for Selection {
    /// A million events, every expansion, and every place.
    fn default() -> Self {
        Self { events: 1_000_000, every: 1, places: true }
    }
}

impl Selection {
    /// As it is, but with at most so many events.
    #[must_use]
    pub const fn with_events(self, events: u64) -> Self {
        Self { events, ..self }
    }

    /// As it is, but with one of so many expansions; 0 is taken for 1.
    #[must_use]
    pub const fn with_every(self, every: u64) -> Self {
        Self { every: if every == 0 { 1 } else { every }, ..self }
    }

    /// As it is, but without the places that the rules tell.
    #[must_use]
    pub const fn without_places(self) -> Self {
        Self { places: false, ..self }
    }

    /// Whether places are told even where the rules would tell them.
    pub(crate) const fn tells_places(self) -> bool {
        self.places || self.every > 1
    }
}

/// What is left of a selection as it is used up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    every: u64,
    /// What there was of either of the next two.
    whole: u64,
    left: u64,
    left_for_proofs: u64,
    /// Expansions until the next that is recorded.
    until: u64,
}

impl Budget {
    pub(crate) fn new(selection: Selection) -> Self {
        let Selection { events, every, .. } = selection;
        let every = every.max(1);
        Self { every, whole: events, left: events, left_for_proofs: events, until: 0 }
    }

    /// How many events were recorded.
    pub(crate) const fn used(&self) -> u64 {
        (self.whole - self.left) + (self.whole - self.left_for_proofs)
    }

    /// Whether an event that proves something is recorded.
    pub(crate) fn takes_proof(&mut self) -> bool {
        let takes = self.left_for_proofs > 0;
        self.left_for_proofs -= u64::from(takes);
        takes
    }

    /// Whether every expansion is recorded, for as long as anything is, and something will be.
    pub(crate) const fn is_whole(&self) -> bool {
        self.every == 1 && self.left > 0
    }

    /// Whether any event is recorded.
    #[inline]
    pub(crate) fn takes(&mut self) -> bool {
        let takes = self.left > 0;
        self.left -= u64::from(takes);
        takes
    }

    /// How many of so many events are recorded: the first ones.
    #[inline]
    pub(crate) fn takes_some(&mut self, wanted: u64) -> u64 {
        let takes = self.left.min(wanted);
        self.left -= takes;
        takes
    }

    /// Whether so many events would all be recorded.
    pub(crate) const fn has(&self, wanted: u64) -> bool {
        self.left >= wanted
    }

    /// Whether nothing will be recorded any more.
    #[inline]
    pub(crate) fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// Whether the expansion that begins now is among those that are recorded.
    #[inline]
    pub(crate) fn begins(&mut self) -> bool {
        let takes = self.until == 0;
        self.until = if takes { self.every - 1 } else { self.until - 1 };
        takes
    }
}
