//! One iteration in which actions are tried in the listed order.

use std::ops::Deref;

use tremaux_core::{Cost, Detail, Event, Heuristic, Meter, Observer, Pruning, StateSpace};

use super::frame::{Entry, Found, Mark, Node, Step, StopCause};
use super::memory::StateMemory;
use super::ordering::ActionOrder;
use super::pathmax::Pathmax;
use super::search::BranchAndBoundSearch;
use crate::depth_first::{ByCost, MakeUnmake, Measure, SuccessorSource};
use crate::search_core::falls;

/// What is counted on the way to the next successor, in variables of the loop.
struct Tally<C> {
    generated: u64,
    pruned: u64,
    inconsistencies: u64,
    overflows: bool,
    /// The least f beyond the limit.
    next_bound: C,
    /// The least f that was left out for other reasons.
    next_within: C,
}

impl<C: Cost> Tally<C> {
    #[inline(always)]
    fn new(next_bound: C, next_within: C) -> Self {
        let (generated, pruned, inconsistencies, overflows) = (0, 0, 0, false);
        Self { generated, pruned, inconsistencies, overflows, next_bound, next_within }
    }

    /// Counts a state beyond the limit.
    #[inline(always)]
    fn cut(&mut self, g: C, h: C) {
        let f = g.plus(h);
        self.pruned += 1;
        self.overflows |= f == C::INFINITY && h < f;
        self.next_bound = self.next_bound.min(f);
    }

    /// Counts a state that the path already contains.
    #[inline(always)]
    fn close_circle(&mut self, g: C, h: C) {
        self.pruned += 1;
        self.next_within = self.next_within.min(g.plus(h));
    }
}

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
        if self.core.statistics.expanded >= self.next_poll || node.h <= self.most_at_goals {
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
        self.core.statistics.expanded += 1;
        let state = W::state(&self.shared, &here);
        observer.observe(Event::Expanded { state, g });
        self.lengthen_path();
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
            self.core.statistics.pruned += 1;
            Some(Pruning::Bound)
        } else if is_searched {
            // The earlier search already contributed to the bound of the next iteration.
            self.core.statistics.duplicates += 1;
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
        let mut tally = Tally::new(self.next_bound, self.next_within);
        let found = loop {
            let Self { space, heuristic, shared, entries, action_pool, marks, zeros, .. } = self;
            let space = &**space;
            let top = entries.last_mut().expect("a path");
            let Some(action) = Self::next_action(top, action_pool) else { break None };
            tally.generated += 1;
            let state = W::state(shared, &top.here);
            let step = space.cost(state, action);
            let g = top.g.plus(step);
            let mark = if T::IS_USED && top.is_marked { marks.last_mut() } else { None };
            let before = if Self::has_differences() { g } else { step };
            let early_estimate =
                heuristic.estimate_successor(space, state, top.h, &top.memo, action);
            if let Some((h, _)) = early_estimate
                && observer.detail() == Detail::Nothing
                && cutoff.is_beyond(g, h)
            {
                tally.cut(g, h);
                if let Some(mark) = mark {
                    mark.note(action, before.plus(h));
                }
                continue;
            }
            let is_free = may_be_free && g == top.g;
            if is_free {
                zeros.push(g, space.pack(state));
            }
            match self.make_listed(action, g, is_free, early_estimate, &mut tally, observer) {
                Ok(node) => break Some(node),
                Err(h) => {
                    let top = self.entries.last().expect("a path");
                    if T::IS_USED
                        && top.is_marked
                        && let Some(mark) = self.marks.last_mut()
                    {
                        mark.note(action, before.plus(h));
                    }
                }
            }
        };
        self.count(tally);
        found
    }

    /// Goes to the successor by `action`. Returns its estimate if it is left out: beyond the limit,
    /// or on the path.
    #[inline(always)]
    fn make_listed<Q: Observer<S> + ?Sized>(
        &mut self,
        action: S::Action,
        g: S::Cost,
        is_free: bool,
        early_estimate: Option<(S::Cost, H::Memo)>,
        tally: &mut Tally<S::Cost>,
        observer: &mut Q,
    ) -> Result<Node<S, H, W>, S::Cost> {
        let cutoff = self.cutoff;
        let Self { space, heuristic, shared, entries, zeros, path, .. } = self;
        let (space, heuristic) = (&**space, &*heuristic);
        let top = entries.last_mut().expect("a path");
        let (here, token) = W::make(space, shared, &top.here, action);
        let state = W::state(shared, &here);
        let is_checked = early_estimate.is_some() && observer.detail() == Detail::Nothing;
        let (h, memo) = early_estimate
            .unwrap_or_else(|| heuristic.child(space, top.h, &top.memo, action, state));
        let is_broken = heuristic.guarantees().consistent && falls(top.g, top.h, g, h);
        tally.inconsistencies += u64::from(is_broken);
        observer.observe(Event::Generated { state, action: Some(action), g, h });
        let mut is_circle = || {
            let packed = space.pack(state);
            path.contains(&packed) || is_free && zeros.contains(g, packed)
        };
        let reason = if !is_checked && cutoff.is_beyond(g, h) {
            tally.cut(g, h);
            Self::pruning_reason(h)
        } else if (is_free || self.cuts_cycles) && is_circle() {
            tally.close_circle(g, h);
            Pruning::Circle
        } else {
            (top.token, top.is_free) = (Some(token), is_free);
            return Ok(Node { here, g, h, memo, bound: h, last: Some(action) });
        };
        observer.observe(Event::Pruned { state, reason });
        W::back(space, shared, action, token);
        if is_free {
            zeros.pop();
        }
        Err(h)
    }

    /// The next action of a state: the preferred one, then the others as listed.
    #[inline(always)]
    fn next_action(top: &mut Entry<S, H, W, L>, pool: &mut L::Pool) -> Option<S::Action> {
        top.action = loop {
            match top.preferred {
                Some(preferred) if T::IS_USED && top.action.is_none() => break Some(preferred),
                preferred => match L::next(pool, &mut top.left) {
                    Some(action) if T::IS_USED && Some(action) == preferred => {}
                    None => return None,
                    next => break next,
                },
            }
        };
        top.action
    }

    /// Adds what was counted on the way to a successor.
    #[inline(always)]
    fn count(&mut self, tally: Tally<S::Cost>) {
        self.core.statistics.generated += tally.generated;
        self.core.statistics.pruned += tally.pruned;
        self.core.statistics.inconsistencies += tally.inconsistencies;
        self.core.overflows |= tally.overflows;
        (self.next_bound, self.next_within) = (tally.next_bound, tally.next_within);
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
            self.shorten_path();
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
                self.core.overflows |= least == S::Cost::INFINITY && bound < least && step < least;
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
