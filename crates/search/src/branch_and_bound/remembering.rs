//! Table lookups and insertions for the states on the path.

use std::ops::Deref;

use tremaux_core::{Cost, Heuristic, NO_MOVE, StateSpace};

use super::frame::{Entry, Mark, Place};
use super::memory::{StateMemory, code};
use super::ordering::ActionOrder;
use super::pathmax::Pathmax;
use super::search::BranchAndBoundSearch;
use crate::depth_first::{MakeUnmake, SuccessorSource};
use crate::search_core::falls;

impl<P, H, S, T, O, X, W, L> BranchAndBoundSearch<P, H, S, T, O, X, W, L>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
    T: StateMemory<S>,
    O: ActionOrder<S>,
    X: Pathmax<S>,
    W: MakeUnmake<S>,
    L: SuccessorSource<S>,
{
    /// Whether costs can be subtracted, so that the cost of a plan from a state follows from
    /// its cost from the root.
    #[inline(always)]
    pub(super) fn has_differences() -> bool {
        S::Cost::ZERO.minus(S::Cost::ZERO).is_some()
    }

    /// Whether a state is looked up and stored in the table.
    ///
    /// States on the last layer of an iteration are not: most states are there, and little is
    /// below them, since every step must come closer to the goal. All states are stored if
    /// costs cannot be subtracted, because the bound of a state then depends on those below it.
    /// All are stored as well if actions other than the inverse may be left out, because keys
    /// are needed to recognise those.
    #[inline(always)]
    pub(super) fn is_remembered(&self, g: S::Cost, bound: S::Cost) -> bool {
        g.plus(bound) < self.cutoff.limit
            || !Self::has_differences()
            || !self.space.prunes_only_inverses()
    }

    /// Stores a state that was searched, whose children are summarised by `mark`. Returns the
    /// lower bound to use for the parent.
    #[inline(always)]
    pub(super) fn remember(&mut self, entry: &Entry<S, H, W, L>, mark: &Mark<S, T>) -> S::Cost {
        let Entry { here, g, .. } = entry;
        let least = if !Self::has_differences() || mark.least == S::Cost::INFINITY {
            mark.least
        } else {
            mark.least.minus(*g).unwrap_or(S::Cost::ZERO)
        };
        let (mut up, mut own) = (mark.bound.max(least), mark.bound.max(least));
        if least > mark.bound {
            let left_out = self.bound_left_out_of(entry, least);
            up = mark.bound.max(least.min(left_out.0));
            own = mark.bound.max(least.min(left_out.1));
        }
        let best = self.place(here, mark.best);
        self.memory.insert(&mark.key, *g, own, best);
        up
    }

    /// [`BranchAndBoundSearch::bound_left_out`] for the state that has just left the path;
    /// `least` is the lowest bound of its successors.
    #[inline(always)]
    fn bound_left_out_of(
        &mut self,
        entry: &Entry<S, H, W, L>,
        least: S::Cost,
    ) -> (S::Cost, S::Cost) {
        let Some(before) = self.entries.last() else {
            return (S::Cost::INFINITY, S::Cost::INFINITY);
        };
        let mark = if before.is_marked { self.marks.last() } else { None };
        // Assume that the inverse action exists, unless there was no other action: then no goal
        // can be reached.
        if self.space.prunes_only_inverses()
            && least < S::Cost::INFINITY
            && let Some(cost) = self.space.uniform_cost()
        {
            let bound = mark.map_or(before.h, |mark| mark.bound);
            return (S::Cost::INFINITY, cost.plus(bound));
        }
        let before = if before.is_marked { self.marks.pop() } else { None };
        let known = before.as_ref().map(|mark| (&mark.key, mark.bound));
        let Entry { here, g, h, memo, last, .. } = entry;
        let place = Place { here, g: *g, h: *h, memo, last: *last };
        let left_out = self.bound_left_out(&place, known);
        self.marks.extend(before);
        left_out
    }

    /// The index of an action in the list of all actions, if it is to be stored.
    #[inline(always)]
    pub(super) fn place(&mut self, here: &W::Here, action: Option<S::Action>) -> u16 {
        if !self.tries_best_first {
            return NO_MOVE;
        }
        self.all.clear();
        self.space.actions(W::state(&self.shared, here), &mut self.all);
        code(self.all.iter().position(|&other| Some(other) == action))
    }

    /// The action with this index in the list of all actions, if the best action is to be tried
    /// first.
    #[inline(always)]
    pub(super) fn at_place(&mut self, here: &W::Here, place: u16) -> Option<S::Action> {
        if !self.tries_best_first || place == NO_MOVE {
            return None;
        }
        self.all.clear();
        self.space.actions(W::state(&self.shared, here), &mut self.all);
        self.all.get(usize::from(place)).copied()
    }

    /// The lowest bounds on plans that begin at the end of the path with an action that is left
    /// out after the last one. Such actions are not searched here, but a cheapest plan may
    /// begin with one if the state is reached by another path. The first bound is for paths
    /// from the parent, which need not return to it; the second is for all paths.
    ///
    /// `before` is the parent's key and lower bound.
    pub(super) fn bound_left_out(
        &mut self,
        place: &Place<'_, S, H, W>,
        before: Option<(&T::Key, S::Cost)>,
    ) -> (S::Cost, S::Cost) {
        let &Place { here, g, h, memo, last } = place;
        let (mut up, mut own) = (S::Cost::INFINITY, S::Cost::INFINITY);
        let Some(last) = last else { return (up, own) };
        let is_consistent = self.heuristic.guarantees().consistent;
        let state = W::state(&self.shared, here);
        let (mut after, mut all) = (std::mem::take(&mut self.after), std::mem::take(&mut self.all));
        after.clear();
        all.clear();
        self.space.actions(state, &mut all);
        self.space.actions_after(state, last, &mut after);
        for &action in all.iter().filter(|action| !after.contains(action)) {
            let (space, heuristic) = (&*self.space, &self.heuristic);
            let mut bound =
                Self::estimate(space, heuristic, &mut self.shared, here, h, memo, action);
            self.evaluated_beside += 1;
            let step = self.space.cost(W::state(&self.shared, here), action);
            let is_broken = is_consistent && falls(g, h, g.plus(step), bound);
            self.core.statistics.inconsistencies += u64::from(is_broken);
            let (child, token) = W::make(&self.space, &mut self.shared, here, action);
            let key = self.memory.key(&self.space, W::state(&self.shared, &child));
            W::back(&self.space, &mut self.shared, action, token);
            let known = before.filter(|before| *before.0 == key);
            let leads_back = known.is_some() || self.space.prunes_only_inverses();
            if let Some((_, known)) = known {
                bound = bound.max(known);
            } else if let Some(known) = self.memory.get(&key, g.plus(step)) {
                bound = bound.max(known.bound);
            }
            let f = step.plus(bound);
            self.core.overflows |= f == S::Cost::INFINITY && bound < f && step < f;
            own = own.min(f);
            if !leads_back {
                up = up.min(f);
            }
        }
        (self.after, self.all) = (after, all);
        (up, own)
    }
}
