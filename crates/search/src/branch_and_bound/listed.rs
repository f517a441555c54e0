//! One iteration in which actions are tried in the listed order.

use std::ops::Deref;

use tremaux_core::{Cost, Detail, Event, Heuristic, Meter, Observer, Pruning, StateSpace};

use super::descent::Step;
use super::frame::{Entry, Found, Mark, Node};
use super::memory::StateMemory;
use super::ordering::ActionOrder;
use super::pathmax::Pathmax;
use super::search::{BranchAndBoundSearch, StopCause};
use crate::depth_first::{ByCost, MakeUnmake, Measure, SuccessorSource};
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
    /// Continues until the iteration is over, like [`BranchAndBoundSearch::run`], but evaluates
    /// a successor only after all those listed before it have been searched.
    pub(super) fn run_as_listed<Q: Observer<S> + ?Sized>(
        &mut self,
        meter: &mut Meter,
        observer: &mut Q,
    ) -> Result<(), StopCause> {
        let may_be_free = <ByCost as Measure<S, H>>::may_be_free(&self.space);
        if let Some((node, _)) = self.pending.take()
            && let Step::Back(bound) = self.enter(node, meter, observer)?
        {
            self.rejoin(Some(bound));
        }
        while !self.entries.is_empty() {
            if let Some(node) = self.next_listed(may_be_free, observer) {
                if let Step::Back(bound) = self.enter(node, meter, observer)? {
                    self.rejoin(Some(bound));
                }
            } else {
                self.leave_listed(observer);
            }
        }
        Ok(())
    }

    /// Visits a state just added to the path: expands it or returns a bound.
    #[inline(always)]
    fn enter<Q: Observer<S> + ?Sized>(
        &mut self,
        node: Node<S, H, W>,
        meter: &mut Meter,
        observer: &mut Q,
    ) -> Result<Step<S::Cost>, StopCause> {
        if self.statistics.expanded >= self.next_poll || node.h <= self.most_at_goals {
            match self.look_up(&node.here, meter, observer) {
                Ok(false) => {}
                Ok(true) => return Ok(Step::Back(S::Cost::ZERO)),
                Err(cause) => {
                    self.pending = Some((node, None));
                    return Err(cause);
                }
            }
        }
        let Node { here, g, h, memo, mut bound, last } = node;
        let (mut preferred, mut is_marked) = (None, false);
        let Some(Found { key, best }) = self.probe_table(&here, g, &mut bound, observer) else {
            return Ok(Step::Back(bound));
        };
        if let Some(key) = key {
            preferred = self.preferred(&here, last, best);
            is_marked = true;
            let before = (self.next_bound, self.next_within);
            (self.next_bound, self.next_within) = (S::Cost::INFINITY, S::Cost::INFINITY);
            self.marks.push(Mark { key, bound, least: S::Cost::INFINITY, best: None, before });
        }
        self.statistics.expanded += 1;
        let state = W::state(&self.shared, &here);
        observer.observe(Event::Expanded { state, g });
        let left = L::open(&self.space, &mut self.action_pool, state, last);
        if self.cuts_cycles {
            self.path.insert(self.space.pack(state));
        }
        let (action, token, is_free) = (None, None, false);
        let entry =
            Entry { here, g, h, memo, last, left, action, token, is_free, preferred, is_marked };
        self.entries.push(entry);
        Ok(Step::Entered)
    }

    /// The action with this index in the list of all actions, if the best action is to be tried
    /// first and [`StateSpace::actions_after`] does not leave it out.
    fn preferred(
        &mut self,
        here: &W::Here,
        last: Option<S::Action>,
        place: u16,
    ) -> Option<S::Action> {
        let action = self.at_place(here, place)?;
        let state = W::state(&self.shared, here);
        if let Some(last) = last {
            self.kept.clear();
            self.space.actions_after(state, last, &mut self.kept);
            self.kept.contains(&action).then_some(action)
        } else {
            Some(action)
        }
    }

    /// Why a state reached at `g` with the lower bound `bound` can be pruned, if it can.
    #[inline(always)]
    pub(super) fn prune(
        &mut self,
        g: S::Cost,
        bound: S::Cost,
        is_searched: bool,
    ) -> Option<Pruning> {
        if self.cutoff.is_beyond(g, bound) {
            self.cut(g, bound);
            self.statistics.pruned += 1;
            Some(Pruning::Bound)
        } else if is_searched {
            // The earlier search already contributed to the bound of the next iteration.
            self.statistics.duplicates += 1;
            Some(Pruning::Searched)
        } else {
            None
        }
    }

    /// Goes to the next successor of the last state that is within the limit, if any.
    #[inline(always)]
    fn next_listed<Q: Observer<S> + ?Sized>(
        &mut self,
        may_be_free: bool,
        observer: &mut Q,
    ) -> Option<Node<S, H, W>> {
        let cutoff = self.cutoff;
        let Self { space, heuristic, shared, entries, action_pool, marks, zeros, .. } = self;
        let (space, heuristic) = (&**space, &*heuristic);
        let top = entries.last_mut().expect("a path");
        let mut mark = if T::IS_USED && top.is_marked { marks.last_mut() } else { None };
        let (mut generated, mut pruned) = (0, 0);
        let (mut next_bound, mut next_within) = (self.next_bound, self.next_within);
        let mut found = None;
        let is_consistent = heuristic.guarantees().consistent;
        loop {
            let action = match top.preferred {
                Some(preferred) if T::IS_USED && top.action.is_none() => preferred,
                preferred => match L::next(action_pool, &mut top.left) {
                    None => break,
                    Some(action) if T::IS_USED && Some(action) == preferred => continue,
                    Some(action) => action,
                },
            };
            generated += 1;
            top.action = Some(action);
            let state = W::state(shared, &top.here);
            let step = space.cost(state, action);
            let g = top.g.plus(step);
            let early_estimate =
                heuristic.estimate_successor(space, state, top.h, &top.memo, action);
            let is_listening = observer.detail() != Detail::Nothing;
            if let Some((h, _)) = early_estimate
                && !is_listening
                && cutoff.is_beyond(g, h)
            {
                pruned += 1;
                let f = g.plus(h);
                if f == S::Cost::INFINITY {
                    self.overflows |= h < f;
                }
                next_bound = next_bound.min(f);
                if let Some(mark) = &mut mark {
                    mark.note(action, if Self::has_differences() { f } else { step.plus(h) });
                }
                continue;
            }
            let is_free = may_be_free && g == top.g;
            if is_free {
                zeros.push(g, space.pack(state));
            }
            let (here, token) = W::make(space, shared, &top.here, action);
            let state = W::state(shared, &here);
            let is_checked = early_estimate.is_some() && !is_listening;
            let (h, memo) = early_estimate
                .unwrap_or_else(|| heuristic.child(space, top.h, &top.memo, action, state));
            let is_broken = is_consistent && falls(top.g, top.h, g, h);
            self.statistics.inconsistencies += u64::from(is_broken);
            observer.observe(Event::Generated { state, action: Some(action), g, h });
            let mut reason = None;
            if !is_checked && cutoff.is_beyond(g, h) {
                reason = Some(Self::pruning_reason(h));
                let f = g.plus(h);
                self.overflows |= f == S::Cost::INFINITY && h < f;
                next_bound = next_bound.min(f);
            } else if is_free || self.cuts_cycles {
                let packed = space.pack(state);
                if self.path.contains(&packed) || is_free && zeros.contains(g, packed) {
                    // The path already contains this state.
                    reason = Some(Pruning::Circle);
                    next_within = next_within.min(g.plus(h));
                }
            }
            if let Some(reason) = reason {
                observer.observe(Event::Pruned { state, reason });
                pruned += 1;
                W::back(space, shared, action, token);
                if is_free {
                    zeros.pop();
                }
                if let Some(mark) = &mut mark {
                    mark.note(action, if Self::has_differences() { g } else { step }.plus(h));
                }
                continue;
            }
            (top.token, top.is_free) = (Some(token), is_free);
            found = Some(Node { here, g, h, memo, bound: h, last: Some(action) });
            break;
        }
        self.statistics.generated += generated;
        self.statistics.pruned += pruned;
        (self.next_bound, self.next_within) = (next_bound, next_within);
        found
    }

    /// Leaves a state whose children have all been searched.
    #[inline(always)]
    fn leave_listed<Q: Observer<S> + ?Sized>(&mut self, observer: &mut Q) {
        let top = self.entries.last().expect("a path");
        let state = W::state(&self.shared, &top.here);
        observer.observe(Event::Backtracked { state });
        if self.cuts_cycles {
            self.path.remove(&self.space.pack(state));
        }
        let mut bound = None;
        if T::IS_USED && top.is_marked {
            let top = self.entries.pop().expect("a path");
            let mark = self.marks.pop().expect("a mark for each marked entry");
            bound = Some(self.remember(&top, &mark));
            self.next_bound = self.next_bound.min(mark.before.0);
            self.next_within = mark.before.1;
        } else {
            self.entries.truncate(self.entries.len() - 1);
        }
        self.rejoin(bound);
    }

    /// Undoes the action that led to the state just left. Its lower bound is `bound`, or else
    /// follows from the recorded values.
    #[inline(always)]
    fn rejoin(&mut self, bound: Option<S::Cost>) {
        let Some(top) = self.entries.last_mut() else { return };
        let Some(action) = top.action else { return };
        if let Some(token) = top.token.take() {
            W::back(&self.space, &mut self.shared, action, token);
        }
        if top.is_free {
            self.zeros.pop();
        }
        if !T::IS_USED {
            return;
        }
        let mut least = S::Cost::INFINITY;
        if let Some(bound) = bound {
            let step = self.space.cost(W::state(&self.shared, &top.here), action);
            if Self::has_differences() {
                self.next_within = self.next_within.min(top.g.plus(step).plus(bound));
            } else {
                least = step.plus(bound);
                self.overflows |= least == S::Cost::INFINITY && bound < least && step < least;
            }
        }
        if top.is_marked
            && let Some(mark) = self.marks.last_mut()
        {
            if Self::has_differences() {
                least = self.next_bound.min(self.next_within);
            }
            mark.note(action, least);
        }
    }
}
