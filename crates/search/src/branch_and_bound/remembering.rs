//! What of the states on the path goes into the table, and what is taken from there.

use std::ops::Deref;

use tremaux_core::{Cost, Heuristic, NO_MOVE, StateSpace};

use super::frame::{Entry, Mark};
use super::memory::{Memory, code};
use super::ordering::ActionOrder;
use super::pathmax::Pathmax;
use super::search::BranchAndBoundSearch;
use crate::depth_first::{Listing, Walk};

/// A state, its cost and estimate, what is known of it, and by what action it was reached.
pub(super) type Place<'a, S, H, W> = (
    &'a <W as Walk<S>>::Here,
    <S as StateSpace>::Cost,
    <S as StateSpace>::Cost,
    &'a <H as Heuristic<S>>::Memo,
    Option<<S as StateSpace>::Action>,
);

impl<P, H, S, T, O, X, W, L> BranchAndBoundSearch<P, H, S, T, O, X, W, L>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
    T: Memory<S>,
    O: ActionOrder<S>,
    X: Pathmax<S>,
    W: Walk<S>,
    L: Listing<S>,
{
    /// Whether one cost can be taken from another, so that what a plan costs from a state
    /// follows from what it costs from the root.
    #[inline(always)]
    pub(super) fn has_differences() -> bool {
        S::Cost::ZERO.minus(S::Cost::ZERO).is_some()
    }

    /// Whether a state is looked for in the table, and stored there.
    ///
    /// One that is on the last layer of the iteration is not: little is below it, as every
    /// step must bring the goal nearer, and most states are such. But all are where what is
    /// known of one cannot be told without that of those below it, or where something else
    /// than the way back may be left out, which shows by keys.
    #[inline(always)]
    pub(super) fn is_remembered(&self, g: S::Cost, bound: S::Cost) -> bool {
        g.plus(bound) < self.cutoff.limit
            || !Self::has_differences()
            || !self.space.leaves_out_ways_back_alone()
    }

    /// Stores a state that was searched, by whose children the mark was made; gives the
    /// bound on plans from there for who comes from the state before.
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

    /// [`BranchAndBoundSearch::bound_left_out`] of the state that has just left the path, by
    /// whose successors plans cost `least`.
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
        // That there may be a way back is enough, but where nothing else is: without any, no
        // goal can be reached.
        if self.space.leaves_out_ways_back_alone()
            && least < S::Cost::INFINITY
            && let Some(cost) = self.space.uniform_cost()
        {
            let bound = mark.map_or(before.h, |mark| mark.bound);
            return (S::Cost::INFINITY, cost.plus(bound));
        }
        let before = if before.is_marked { self.marks.pop() } else { None };
        let known = before.as_ref().map(|mark| (&mark.key, mark.bound));
        let Entry { here, g, h, memo, last, .. } = entry;
        let left_out = self.bound_left_out((here, *g, *h, memo, *last), known);
        self.marks.extend(before);
        left_out
    }

    /// The place of an action among all of a state, if it is to be remembered.
    #[inline(always)]
    pub(super) fn place(&mut self, here: &W::Here, action: Option<S::Action>) -> u16 {
        if !self.tries_best_first {
            return NO_MOVE;
        }
        self.all.clear();
        self.space.actions(W::state(&self.shared, here), &mut self.all);
        code(self.all.iter().position(|&other| Some(other) == action))
    }

    /// The action with this place among all of a state, if it is to be tried first.
    #[inline(always)]
    pub(super) fn at_place(&mut self, here: &W::Here, place: u16) -> Option<S::Action> {
        if !self.tries_best_first || place == NO_MOVE {
            return None;
        }
        self.all.clear();
        self.space.actions(W::state(&self.shared, here), &mut self.all);
        self.all.get(usize::from(place)).copied()
    }

    /// The least bounds on plans from the end of the path by actions that are left out after
    /// the last: they are not searched here, and still a cheapest plan may begin with one,
    /// for who comes another way. First for who goes on from the state before, and so need
    /// not come back there; then for everybody.
    ///
    /// `before` is the state before, by its key and what is known of it.
    pub(super) fn bound_left_out(
        &mut self,
        (here, g, h, memo, last): Place<'_, S, H, W>,
        before: Option<(&T::Key, S::Cost)>,
    ) -> (S::Cost, S::Cost) {
        let (mut up, mut own) = (S::Cost::INFINITY, S::Cost::INFINITY);
        let Some(last) = last else { return (up, own) };
        let state = W::state(&self.shared, here);
        let (mut after, mut all) = (std::mem::take(&mut self.after), std::mem::take(&mut self.all));
        after.clear();
        all.clear();
        self.space.actions(state, &mut all);
        self.space.actions_after(state, last, &mut after);
        for &action in all.iter().filter(|action| !after.contains(action)) {
            let problem = (&*self.space, &self.heuristic);
            let mut bound = Self::estimate(problem, &mut self.shared, (here, h, memo), action);
            self.evaluated_beside += 1;
            let step = self.space.cost(W::state(&self.shared, here), action);
            let (child, token) = W::forth(&self.space, &mut self.shared, here, action);
            let key = self.memory.key(&self.space, W::state(&self.shared, &child));
            W::back(&self.space, &mut self.shared, action, token);
            let known = before.filter(|before| *before.0 == key);
            let leads_back = known.is_some() || self.space.leaves_out_ways_back_alone();
            if let Some((_, known)) = known {
                bound = bound.max(known);
            } else if let Some(known) = self.memory.get(&key, g.plus(step)) {
                bound = bound.max(known.bound);
            }
            let f = step.plus(bound);
            self.overflows |= f == S::Cost::INFINITY && bound < f && step < f;
            own = own.min(f);
            if !leads_back {
                up = up.min(f);
            }
        }
        (self.after, self.all) = (after, all);
        (up, own)
    }
}
