//! One iteration in which actions are tried as they are listed.

use std::ops::Deref;

use tremaux_core::{Cost, Event, Heuristic, Meter, NO_MOVE, Observer, Pruning, StateSpace};

use super::descent::Step;
use super::frame::{Entry, Mark, Node};
use super::growth::Rule;
use super::memory::Memory;
use super::ordering::ActionOrder;
use super::pathmax::Pathmax;
use super::search::{BranchAndBoundSearch, Halt};
use crate::depth_first::{ByCost, Measure, Walk};

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
    /// Goes on until the iteration is over: like [`BranchAndBoundSearch::run`], but a
    /// successor is not looked at before those listed before it are done with.
    pub(super) fn run_as_listed<Q: Observer<S> + ?Sized>(
        &mut self,
        meter: &mut Meter,
        observer: &mut Q,
    ) -> Result<(), Halt> {
        let may_be_free = <ByCost as Measure<S, H>>::may_be_free(&self.space);
        if let Some(node) = self.pending.take()
            && let Step::Back(bound) = self.enter(node, meter, observer)?
        {
            self.rejoin(bound);
        }
        while !self.entries.is_empty() {
            if let Some(node) = self.next_listed(may_be_free, observer) {
                if let Step::Back(bound) = self.enter(node, meter, observer)? {
                    self.rejoin(bound);
                }
            } else {
                self.leave_listed(observer);
            }
        }
        self.kept.clear();
        Ok(())
    }

    /// Goes below a state that the path has just come to, or sees that it need not.
    #[inline(always)]
    fn enter<Q: Observer<S> + ?Sized>(
        &mut self,
        node: Node<S, H, W>,
        meter: &mut Meter,
        observer: &mut Q,
    ) -> Result<Step<S::Cost>, Halt> {
        if self.statistics.expanded >= self.next_poll || node.h <= self.most_at_goals {
            match self.look_up(&node.here, meter, observer) {
                Ok(false) => {}
                Ok(true) => return Ok(Step::Back(S::Cost::ZERO)),
                Err(halt) => {
                    self.pending = Some(node);
                    return Err(halt);
                }
            }
        }
        let Node { here, g, h, memo, bound, last } = node;
        let mut best = NO_MOVE;
        if T::IS_USED {
            let mut mark = Mark::new(bound);
            if self.is_remembered(g, bound) {
                let key = self.memory.key(&self.space, W::state(&self.shared, &here));
                if let Some(known) = self.memory.get(&key, g) {
                    mark.bound = bound.max(known.bound);
                    best = known.best;
                    if let Some(reason) = self.prune(g, mark.bound, known.is_searched) {
                        let state = W::state(&self.shared, &here);
                        observer.observe(Event::Pruned { state, reason });
                        return Ok(Step::Back(mark.bound));
                    }
                }
                mark.key = Some(key);
            }
            self.marks.push(mark);
        }
        self.statistics.expanded += 1;
        let state = W::state(&self.shared, &here);
        observer.observe(Event::Expanded { state, g });
        let first = self.kept.len();
        match last {
            None => self.space.actions(state, &mut self.kept),
            Some(last) => self.space.actions_after(state, last, &mut self.kept),
        }
        if T::IS_USED && self.tries_best_first && best != NO_MOVE {
            self.all.clear();
            self.space.actions(state, &mut self.all);
            let kept = &mut self.kept[first..];
            if let Some(best) = self.all.get(usize::from(best))
                && let Some(at) = kept.iter().position(|action| action == best)
            {
                kept[..=at].rotate_right(1);
            }
        }
        if self.growth.rule == Rule::Once {
            self.path.insert(self.space.pack(state));
        }
        let (next, end) = (first as u32, self.kept.len() as u32);
        let (token, is_free) = (None, false);
        self.entries.push(Entry { here, g, h, memo, last, next, end, token, is_free });
        Ok(Step::Entered)
    }

    /// Why the search need not go below a state at `g` of which no plan costs less than
    /// `bound`, if it need not.
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
            // That search has bounded the next iteration already.
            self.statistics.duplicates += 1;
            Some(Pruning::Searched)
        } else {
            None
        }
    }

    /// Goes to the next successor of the last state that is within the limit, if there is
    /// one.
    #[inline(always)]
    fn next_listed<Q: Observer<S> + ?Sized>(
        &mut self,
        may_be_free: bool,
        observer: &mut Q,
    ) -> Option<Node<S, H, W>> {
        let cutoff = self.cutoff;
        let Self { space, heuristic, shared, entries, kept, marks, zeros, .. } = self;
        let (space, heuristic) = (&**space, &*heuristic);
        let top = entries.last_mut().expect("a path");
        let mut mark = if T::IS_USED { marks.last_mut() } else { None };
        let first = top.next;
        let mut pruned = 0;
        let mut next_bound = self.next_bound;
        let mut found = None;
        while top.next < top.end {
            let action = kept[top.next as usize];
            top.next += 1;
            let state = W::state(shared, &top.here);
            let step = space.cost(state, action);
            let g = top.g.plus(step);
            let ahead = heuristic.ahead(space, state, top.h, &top.memo, action);
            if let Some((h, _)) = ahead
                && !observer.is_listening()
                && cutoff.is_beyond(g, h)
            {
                pruned += 1;
                let f = g.plus(h);
                if f == S::Cost::INFINITY {
                    self.overflows |= h < f;
                }
                next_bound = next_bound.min(f);
                if let Some(mark) = &mut mark {
                    mark.note(action, step, h);
                }
                continue;
            }
            let is_free = may_be_free && g == top.g;
            if is_free {
                zeros.push(g, space.pack(state));
            }
            let (here, token) = W::forth(space, shared, &top.here, action);
            let state = W::state(shared, &here);
            let is_checked = ahead.is_some() && !observer.is_listening();
            let (h, memo) =
                ahead.unwrap_or_else(|| heuristic.child(space, top.h, &top.memo, action, state));
            observer.observe(Event::Generated { state, action: Some(action), g, h });
            let mut reason = None;
            if !is_checked && cutoff.is_beyond(g, h) {
                reason = Some(Self::why(h));
                let f = g.plus(h);
                self.overflows |= f == S::Cost::INFINITY && h < f;
                next_bound = next_bound.min(f);
            } else if is_free || self.growth.rule == Rule::Once {
                let packed = space.pack(state);
                if self.path.contains(&packed) || is_free && zeros.contains(g, packed) {
                    // Whatever it leads to, the path need not pass there twice.
                    reason = Some(Pruning::Circle);
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
                    mark.note(action, step, h);
                }
                continue;
            }
            (top.token, top.is_free) = (Some(token), is_free);
            found = Some(Node { here, g, h, memo, bound: h, last: Some(action) });
            break;
        }
        self.statistics.generated += u64::from(top.next - first);
        self.statistics.pruned += pruned;
        self.next_bound = next_bound;
        found
    }

    /// Goes back from a state all of whose children are done with.
    #[inline(always)]
    fn leave_listed<Q: Observer<S> + ?Sized>(&mut self, observer: &mut Q) {
        let top = self.entries.last().expect("a path");
        let state = W::state(&self.shared, &top.here);
        observer.observe(Event::Backtracked { state });
        if self.growth.rule == Rule::Once {
            self.path.remove(&self.space.pack(state));
        }
        if T::IS_USED {
            let top = self.entries.pop().expect("a path");
            let mark = self.marks.pop().expect("one each");
            let bound = self.remember(&top, &mark);
            self.rejoin(bound);
        } else {
            self.entries.truncate(self.entries.len() - 1);
            self.rejoin(S::Cost::ZERO);
        }
    }

    /// Takes back the action that led to the state just left, from which no plan costs less
    /// than `bound`.
    #[inline(always)]
    fn rejoin(&mut self, bound: S::Cost) {
        let Some(top) = self.entries.last_mut() else { return };
        self.kept.truncate(top.end as usize);
        let action = self.kept[top.next as usize - 1];
        if let Some(token) = top.token.take() {
            W::back(&self.space, &mut self.shared, action, token);
        }
        if top.is_free {
            self.zeros.pop();
        }
        if let Some(mark) = self.marks.last_mut()
            && T::IS_USED
        {
            let step = self.space.cost(W::state(&self.shared, &top.here), action);
            self.overflows |= mark.note(action, step, bound);
        }
    }
}
