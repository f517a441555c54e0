//! What of the states on the path goes into the table, and what is taken from there.

use std::ops::Deref;

use tremaux_core::{Cost, Heuristic, NO_MOVE, StateSpace};

use super::frame::{Entry, Mark};
use super::memory::{Memory, code};
use super::ordering::ActionOrder;
use super::pathmax::Pathmax;
use super::search::BranchAndBoundSearch;
use crate::depth_first::Walk;

/// A state, its cost and estimate, what is known of it, and by what action it was reached.
pub(super) type Place<'a, S, H, W> = (
    &'a <W as Walk<S>>::Here,
    <S as StateSpace>::Cost,
    <S as StateSpace>::Cost,
    &'a <H as Heuristic<S>>::Memo,
    Option<<S as StateSpace>::Action>,
);

impl<P, H, S, T, O, X, W> BranchAndBoundSearch<P, H, S, T, O, X, W>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
    T: Memory<S>,
    O: ActionOrder<S>,
    X: Pathmax<S>,
    W: Walk<S>,
{
    /// Whether a state is looked for in the table, and stored there.
    ///
    /// One that is on the last layer of the iteration is not: what is below it is little, as
    /// every step must bring the goal nearer, and most states are such. But all are where
    /// something else than the way back may be left out, since it shows by keys.
    #[inline(always)]
    pub(super) fn is_remembered(&self, g: S::Cost, bound: S::Cost) -> bool {
        g.plus(bound) < self.cutoff.limit || !self.space.leaves_out_ways_back_alone()
    }

    /// Stores a state that was searched, by whose children the mark was made; gives the
    /// bound on plans from there for who comes from the state before.
    #[inline(always)]
    pub(super) fn remember(&mut self, entry: &Entry<S, H, W>, mark: &Mark<S, T>) -> S::Cost {
        let Entry { here, g, h, memo, last, .. } = entry;
        let (mut up, mut own) = (mark.bound.max(mark.least), mark.bound.max(mark.least));
        if mark.least > mark.bound
            && (mark.key.is_some() || !self.space.leaves_out_ways_back_alone())
        {
            let before = self.marks.pop();
            let known = before.as_ref().and_then(|mark| Some((mark.key.as_ref()?, mark.bound)));
            let left_out = self.bound_left_out((here, *g, *h, memo, *last), known);
            self.marks.extend(before);
            up = mark.bound.max(mark.least.min(left_out.0));
            own = mark.bound.max(mark.least.min(left_out.1));
        }
        if let Some(key) = &mark.key {
            let mut best = NO_MOVE;
            if self.tries_best_first {
                self.all.clear();
                self.space.actions(W::state(&self.shared, here), &mut self.all);
                best = code(self.all.iter().position(|&action| Some(action) == mark.best));
            }
            self.memory.insert(key, *g, own, best);
        }
        up
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
