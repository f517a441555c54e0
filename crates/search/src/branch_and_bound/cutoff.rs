//! The bounds by which a branch and bound cuts states off.

use tremaux_core::Cost;

/// The bounds by which states are cut off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cutoff<C> {
    /// The bound of the current iteration; infinite if there is only one.
    pub(super) limit: C,
    /// The cost of the best plan.
    pub(super) incumbent: C,
    /// Whether one plan of each cost is enough.
    pub(super) wants_one: bool,
}

impl<C: Cost> Cutoff<C> {
    /// Whether plans through a state reached at cost `g`, with the lower bound `bound` on the
    /// rest, are cut off.
    #[inline(always)]
    pub(super) fn is_beyond(&self, g: C, bound: C) -> bool {
        // Before the first plan only the limit counts.
        C::sum_exceeds(g, bound, self.limit)
            || (self.limit == C::INFINITY || self.incumbent < C::INFINITY)
                && self.is_no_better(g.plus(bound))
    }

    fn is_no_better(&self, f: C) -> bool {
        f > self.incumbent || f == self.incumbent && self.wants_one || f == C::INFINITY
    }
}
