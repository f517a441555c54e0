//! One iteration of depth-first branch and bound.

use std::ops::Deref;

use tremaux_core::{Cost, Detail, Event, Heuristic, Meter, NO_MOVE, Observer, Pruning, StateSpace};

use super::frame::{Child, Found, Frame, Node, Place, Step, StopCause, Successor, Successors};
use super::growth::Rule;
use super::memory::{StateMemory, code};
use super::ordering::ActionOrder;
use super::pathmax::Pathmax;
use super::search::BranchAndBoundSearch;
use crate::depth_first::{MakeUnmake, SuccessorSource};
use crate::search_core::{falls, list_actions};

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
    /// Whether the search needs to know the best child and its bound.
    const COMPARES: bool = T::IS_USED || O::SORTS;

    /// Continues until the iteration is over.
    pub(super) fn run<Q: Observer<S> + ?Sized>(
        &mut self,
        meter: &mut Meter,
        observer: &mut Q,
    ) -> Result<(), StopCause> {
        self.begin_path(self.path_number);
        if !O::SORTS && !X::IS_ON {
            return self.run_as_listed(meter, observer);
        }
        if let Some((node, found)) = self.pending.take()
            && let Step::Back(bound) = self.visit(node, found, meter, observer)?
        {
            self.go_back(bound);
        }
        loop {
            match self.frames.last() {
                None => return Ok(()),
                Some(frame) if frame.next < frame.end => self.try_child(meter, observer)?,
                Some(_) => self.leave(observer),
            }
        }
    }

    /// Records a state beyond the limit.
    #[inline(always)]
    pub(super) fn cut(&mut self, g: S::Cost, bound: S::Cost) {
        let f = g.plus(bound);
        if f < self.next_bound {
            self.next_bound = f;
        } else if f == S::Cost::INFINITY {
            self.core.overflows |= bound < S::Cost::INFINITY;
        }
    }

    /// Records a lower bound on plans through the current child of the last state.
    #[inline(always)]
    fn note(&mut self, bound: S::Cost) {
        if !Self::COMPARES {
            return;
        }
        let Some(frame) = self.frames.last_mut() else { return };
        let Child { action, place, step, .. } = self.pool[frame.next as usize - 1];
        let f = step.plus(bound);
        self.core.overflows |= f == S::Cost::INFINITY && bound < f && step < f;
        if frame.best.is_none() || f < frame.least {
            (frame.least, frame.best) = (f, Some((action, place)));
        }
    }

    /// The estimate of the successor by `action` of the end of the path.
    #[inline(always)]
    pub(super) fn estimate(
        space: &S,
        heuristic: &H,
        shared: &mut W::Shared,
        here: &W::Here,
        h: S::Cost,
        memo: &H::Memo,
        action: S::Action,
    ) -> S::Cost {
        let state = W::state(shared, here);
        if let Some((h, _)) = heuristic.estimate_successor(space, state, h, memo, action) {
            return h;
        }
        let (child, token) = W::make(space, shared, here, action);
        let (h, _) = heuristic.child(space, h, memo, action, W::state(shared, &child));
        W::back(space, shared, action, token);
        h
    }

    /// Why a state with the estimate `h` is cut off.
    pub(super) fn pruning_reason(h: S::Cost) -> Pruning {
        if h == S::Cost::INFINITY { Pruning::DeadEnd } else { Pruning::Bound }
    }

    /// Records the plan if the state is a goal, and returns whether it is. Otherwise checks the
    /// limits and the node budget.
    #[cold]
    #[inline(never)]
    pub(super) fn look_up<Q: Observer<S> + ?Sized>(
        &mut self,
        here: &W::Here,
        meter: &mut Meter,
        observer: &mut Q,
    ) -> Result<bool, StopCause> {
        if self.space.is_goal(W::state(&self.shared, here)) {
            self.keep_plan(observer)?;
            return Ok(true);
        }
        let expanded = self.core.statistics.expanded;
        let bytes = || self.memory.bytes() + self.path_bytes();
        meter.check(expanded, bytes).map_err(StopCause::Stopped)?;
        if expanded >= self.budget {
            return Err(StopCause::Budget);
        }
        self.next_poll = meter.next_poll().min(self.budget);
        Ok(false)
    }

    /// Looks up a state reached at `g` in the table and raises `bound`. Returns `None` if the
    /// search need not go below it.
    #[inline(always)]
    pub(super) fn probe_table<Q: Observer<S> + ?Sized>(
        &mut self,
        here: &W::Here,
        g: S::Cost,
        bound: &mut S::Cost,
        observer: &mut Q,
    ) -> Option<Found<T::Key>> {
        if !T::IS_USED || !self.is_remembered(g, *bound) {
            return Some(Found::default());
        }
        let state = W::state(&self.shared, here);
        let key = self.memory.key(&self.space, state);
        let mut best = NO_MOVE;
        if let Some(known) = self.memory.get(&key, g) {
            *bound = (*bound).max(known.bound);
            best = known.best;
            if let Some(reason) = self.prune(g, *bound, known.is_searched) {
                let state = W::state(&self.shared, here);
                observer.observe(Event::Pruned { state, reason });
                return None;
            }
        }
        Some(Found { key: Some(key), best })
    }

    /// Visits a state just added to the path: expands it or returns a bound.
    #[inline(always)]
    fn visit<Q: Observer<S> + ?Sized>(
        &mut self,
        node: Node<S, H, W>,
        found: Option<Found<T::Key>>,
        meter: &mut Meter,
        observer: &mut Q,
    ) -> Result<Step<S::Cost>, StopCause> {
        if self.core.statistics.expanded >= self.next_poll || node.h <= self.most_at_goals {
            match self.look_up(&node.here, meter, observer) {
                Ok(false) => {}
                Ok(true) => return Ok(Step::Back(S::Cost::ZERO)),
                Err(cause) => {
                    // A goal is no longer pending.
                    if !matches!(cause, StopCause::Enough) {
                        self.pending = Some((node, found));
                    }
                    return Err(cause);
                }
            }
        }
        let mut node = node;
        let found = match found {
            None if !X::IS_ON => {
                match self.probe_table(&node.here, node.g, &mut node.bound, observer) {
                    None => return Ok(Step::Back(node.bound)),
                    Some(found) => found,
                }
            }
            found => found.unwrap_or_default(),
        };
        Ok(self.expand(node, found, observer))
    }

    /// Expands a state, and adds it to the path if it has a successor within the limit.
    #[inline(always)]
    fn expand<Q: Observer<S> + ?Sized>(
        &mut self,
        node: Node<S, H, W>,
        mut found: Found<T::Key>,
        observer: &mut Q,
    ) -> Step<S::Cost> {
        let Node { here, g, h, memo, mut bound, last } = node;
        let first = self.pool.len();
        let place = Place { here: &here, g, h, memo: &memo, last };
        let is_listening = observer.detail() != Detail::Nothing;
        self.lengthen_path();
        let successors = self.evaluate(&place, &mut bound, is_listening);
        if X::IS_ON {
            // The raised bounds are final only now.
            found = match self.probe_table(&here, g, &mut bound, observer) {
                None => return self.turn_back(first, successors.listed, bound),
                Some(found) => found,
            };
        }
        let Successors { listed, least, best } = successors;
        let entered = self.pool.len() - first;
        self.count_expansion(listed, entered);
        if is_listening {
            self.report_successors(&here, g, observer);
        }
        if !X::IS_ON && entered == 0 {
            self.shorten_path();
            return Step::Back(self.leave_leaf(&place, bound, &successors, observer));
        }
        self.sort(&here, first, found.best);
        if self.cuts_cycles {
            self.path.insert(self.space.pack(W::state(&self.shared, &here)));
        }
        self.frames.push(Frame {
            here,
            g,
            h,
            memo,
            bound,
            key: found.key,
            first: first as u32,
            next: first as u32,
            end: self.pool.len() as u32,
            least,
            best,
            last,
            is_cut: false,
            is_free: false,
            token: None,
            prefetched: None,
            expanded: self.core.statistics.expanded - 1,
        });
        if X::IS_ON {
            self.raise();
        }
        Step::Entered
    }

    /// Leaves a state that the table answers, with its successors from number `first` on.
    fn turn_back(&mut self, first: usize, listed: usize, bound: S::Cost) -> Step<S::Cost> {
        self.shorten_path();
        self.pool.truncate(first);
        self.evaluated_beside += listed as u64;
        self.successor_events.clear();
        Step::Back(bound)
    }

    /// Begins or continues the path `number`, unless states are in the table.
    pub(super) fn begin_path(&mut self, number: u64) {
        if !T::IS_USED {
            self.path_number = self.space.begin_path(number);
        }
    }

    #[inline(always)]
    pub(super) fn lengthen_path(&self) {
        if !T::IS_USED && self.path_number != 0 {
            self.space.lengthen_path();
        }
    }

    #[inline(always)]
    pub(super) fn shorten_path(&self) {
        if !T::IS_USED && self.path_number != 0 {
            self.space.shorten_path();
        }
    }

    /// Counts an expanded state, by its actions and those within the limit.
    #[inline(always)]
    fn count_expansion(&mut self, listed: usize, entered: usize) {
        self.core.statistics.expanded += 1;
        self.core.statistics.generated += listed as u64;
        self.core.statistics.pruned += (listed - entered) as u64;
    }

    /// Evaluates the successors of a state, raises its `bound` by theirs, and adds those within the
    /// limit to the children.
    #[inline(always)]
    fn evaluate(
        &mut self,
        place: &Place<'_, S, H, W>,
        bound: &mut S::Cost,
        is_listening: bool,
    ) -> Successors<S> {
        let &Place { here, g, h: parent_h, memo, last } = place;
        let cutoff = self.cutoff;
        let Self { space, heuristic, shared, pool, kept, successor_events, order, .. } = self;
        let (space, heuristic) = (&**space, &*heuristic);
        list_actions(space, W::state(shared, here), last, kept);
        let (mut least, mut best) = (S::Cost::INFINITY, None);
        let (mut least_cut, mut overflows) = (S::Cost::INFINITY, false);
        let is_consistent = heuristic.guarantees().consistent;
        for (place, &action) in kept.iter().enumerate() {
            let place = code(Some(place));
            let h = Self::estimate(space, heuristic, shared, here, parent_h, memo, action);
            let state = W::state(shared, here);
            let step = space.cost(state, action);
            let child_g = g.plus(step);
            let is_broken = is_consistent && falls(g, parent_h, child_g, h);
            self.core.statistics.inconsistencies += u64::from(is_broken);
            let (mut child_bound, mut back) = (h, X::Back::default());
            if X::IS_ON {
                back = X::cost_back(space, state, action);
                if let Some(raised) = X::raised(back, child_bound) {
                    *bound = (*bound).max(raised);
                }
                child_bound = child_bound.max(bound.minus(step).unwrap_or(S::Cost::ZERO));
            }
            let is_beyond = !X::IS_ON && cutoff.is_beyond(child_g, child_bound);
            if is_listening {
                let reason = is_beyond.then(|| Self::pruning_reason(h));
                successor_events.push(Successor { action, g: child_g, h, reason });
            }
            if is_beyond {
                let f = child_g.plus(child_bound);
                overflows |= f == S::Cost::INFINITY && child_bound < f;
                least_cut = least_cut.min(f);
                if Self::COMPARES {
                    let f = step.plus(child_bound);
                    if best.is_none() || f < least {
                        (least, best) = (f, Some((action, place)));
                    }
                }
                continue;
            }
            let rank = order.rank(space, state, action, step.plus(child_bound));
            pool.push(Child { action, place, step, h, bound: child_bound, back, rank });
        }
        // Nothing is cut off here under pathmax.
        self.next_bound = self.next_bound.min(least_cut);
        self.core.overflows |= overflows;
        Successors { listed: self.kept.len(), least, best }
    }

    /// Leaves an expanded state that has no successor within the limit. Returns a lower bound on
    /// plans from there.
    #[inline(always)]
    fn leave_leaf<Q: Observer<S> + ?Sized>(
        &mut self,
        place: &Place<'_, S, H, W>,
        bound: S::Cost,
        successors: &Successors<S>,
        observer: &mut Q,
    ) -> S::Cost {
        let state = W::state(&self.shared, place.here);
        observer.observe(Event::Backtracked { state });
        if O::SORTS
            && let Some((action, _)) = successors.best
        {
            self.order.learn(&self.space, state, action, 1);
        }
        let least = successors.least;
        let may_be_left_out = !self.space.prunes_nothing() && !self.space.prunes_only_inverses();
        if T::IS_USED && least > bound && may_be_left_out {
            return bound.max(least.min(self.bound_left_out_after_parent(place).0));
        }
        bound.max(least)
    }

    /// [`BranchAndBoundSearch::bound_left_out`] for a state that is not on the path any more, or
    /// not yet: its parent is the end of the path.
    fn bound_left_out_after_parent(&mut self, place: &Place<'_, S, H, W>) -> (S::Cost, S::Cost) {
        let before = self.frames.pop();
        let known = before.as_ref().and_then(|frame| Some((frame.key.as_ref()?, frame.bound)));
        let left_out = self.bound_left_out(place, known);
        self.frames.extend(before);
        left_out
    }

    /// Reports an expanded state and its successors to the observer.
    #[inline(never)]
    fn report_successors<Q: Observer<S> + ?Sized>(
        &mut self,
        here: &W::Here,
        g: S::Cost,
        observer: &mut Q,
    ) {
        observer.observe(Event::Expanded { state: W::state(&self.shared, here), g });
        for Successor { action, g, h, reason } in std::mem::take(&mut self.successor_events) {
            let (child, token) = W::make(&self.space, &mut self.shared, here, action);
            let state = W::state(&self.shared, &child);
            observer.observe(Event::Generated { state, action: Some(action), g, h });
            if let Some(reason) = reason {
                observer.observe(Event::Pruned { state, reason });
            }
            W::back(&self.space, &mut self.shared, action, token);
        }
    }

    #[inline(always)]
    fn sort(&mut self, here: &W::Here, first: usize, best: u16) {
        if O::SORTS {
            // Insertion sort: lists are short, and a stable library sort may allocate.
            let children = &mut self.pool[first..];
            for end in 1..children.len() {
                let mut at = end;
                while at > 0 && children[at].rank < children[at - 1].rank {
                    children.swap(at, at - 1);
                    at -= 1;
                }
            }
        }
        if T::IS_USED && self.tries_best_first && best != NO_MOVE {
            let at = if self.space.prunes_nothing() {
                self.pool[first..].iter().position(|child| child.place == best)
            } else {
                let best = self.at_place(here, best);
                self.pool[first..].iter().position(|child| Some(child.action) == best)
            };
            if let Some(at) = at {
                self.pool[first..=first + at].rotate_right(1);
            }
        }
    }

    /// Goes to the next child of the last state, or prunes it.
    #[inline(always)]
    fn try_child<Q: Observer<S> + ?Sized>(
        &mut self,
        meter: &mut Meter,
        observer: &mut Q,
    ) -> Result<(), StopCause> {
        let Self { space, shared, frames, pool, zeros, cutoff, .. } = self;
        let space = &**space;
        let frame = frames.last_mut().expect("a path");
        let Child { action, step, h, mut bound, .. } = pool[frame.next as usize];
        frame.next += 1;
        if X::IS_ON {
            bound = bound.max(frame.bound.minus(step).unwrap_or(S::Cost::ZERO));
        }
        let g = frame.g.plus(step);
        if cutoff.is_beyond(g, bound) {
            self.drop_child(action, g, h, bound, observer);
            return Ok(());
        }
        let is_free = g == frame.g;
        let state = W::state(shared, &frame.here);
        if is_free {
            zeros.push(g, space.pack(state));
        }
        let (here, token) = match frame.prefetched.take() {
            Some((at, here, token)) if at == frame.next => (here, token),
            _ => W::make(space, shared, &frame.here, action),
        };
        if W::KEEPS_STATES && T::IS_USED && !X::IS_ON && frame.next < frame.end {
            self.prefetch_next();
        }
        if (is_free || self.cuts_cycles) && self.closes_circle(&here, g, is_free, observer) {
            self.come_back(action, token, is_free, bound);
            return Ok(());
        }
        let mut found = None;
        if !X::IS_ON {
            found = self.probe_table(&here, g, &mut bound, observer);
            if found.is_none() {
                self.come_back(action, token, is_free, bound);
                return Ok(());
            }
        }
        let memo = self.memo_again(&here, action);
        let node = Node { here, g, h, memo, bound, last: Some(action) };
        match self.visit(node, found, meter, observer) {
            Ok(Step::Back(bound)) => self.come_back(action, token, is_free, bound),
            Ok(Step::Entered) => {
                let at = self.frames.len() - 2;
                let frame = &mut self.frames[at];
                (frame.token, frame.is_free) = (Some(token), is_free);
            }
            Err(cause) => {
                let frame = self.frames.last_mut().expect("a path");
                (frame.token, frame.is_free) = (Some(token), is_free);
                return Err(cause);
            }
        }
        Ok(())
    }

    /// Whether the path already contains a state reached at cost `g`: then it is pruned.
    #[inline(always)]
    fn closes_circle<Q: Observer<S> + ?Sized>(
        &mut self,
        here: &W::Here,
        g: S::Cost,
        is_free: bool,
        observer: &mut Q,
    ) -> bool {
        let state = W::state(&self.shared, here);
        let packed = self.space.pack(state);
        let is_on_path = self.path.contains(&packed) || is_free && self.zeros.contains(g, packed);
        if is_on_path {
            observer.observe(Event::Pruned { state, reason: Pruning::Circle });
            self.core.statistics.pruned += 1;
        }
        is_on_path
    }

    /// Generates the next child of the last state, and prefetches its entry in the table while the
    /// current one is searched.
    #[inline(always)]
    fn prefetch_next(&mut self) {
        let Self { space, shared, frames, pool, memory, .. } = self;
        let frame = frames.last_mut().expect("a path");
        let action = pool[frame.next as usize].action;
        let (here, token) = W::make(space, shared, &frame.here, action);
        memory.prefetch(&memory.key(space, W::state(shared, &here)));
        frame.prefetched = Some((frame.next + 1, here, token));
    }

    /// Drops the current child of the last state: the bounds that were raised in the meantime are
    /// beyond the limit.
    #[inline(always)]
    fn drop_child<Q: Observer<S> + ?Sized>(
        &mut self,
        action: S::Action,
        g: S::Cost,
        h: S::Cost,
        bound: S::Cost,
        observer: &mut Q,
    ) {
        if observer.detail() != Detail::Nothing {
            let Self { space, shared, frames, .. } = self;
            let frame = frames.last().expect("a path");
            let (child, token) = W::make(space, shared, &frame.here, action);
            let state = W::state(shared, &child);
            observer.observe(Event::Pruned { state, reason: Self::pruning_reason(h) });
            W::back(space, shared, action, token);
        }
        self.cut(g, bound);
        self.note(bound);
        self.core.statistics.pruned += 1;
    }

    /// The memo of the successor by `action`. The next child has been evaluated in the meantime, so
    /// a heuristic with a session has lost it: it is computed again.
    #[inline(always)]
    fn memo_again(&self, here: &W::Here, action: S::Action) -> H::Memo {
        if size_of::<H::Memo>() == 0 {
            return H::Memo::default();
        }
        let frame = self.frames.last().expect("a path");
        let state = W::state(&self.shared, here);
        self.heuristic.child(&self.space, frame.h, &frame.memo, action, state).1
    }

    /// Undoes `action`, which led to a state with the lower bound `bound`.
    #[inline(always)]
    fn come_back(&mut self, action: S::Action, token: W::Token, is_free: bool, bound: S::Cost) {
        W::back(&self.space, &mut self.shared, action, token);
        if is_free {
            self.zeros.pop();
        }
        self.note(bound);
    }

    /// Leaves a state whose children have all been searched.
    #[inline(always)]
    fn leave<Q: Observer<S> + ?Sized>(&mut self, observer: &mut Q) {
        let frame = self.frames.pop().expect("a path");
        let state = W::state(&self.shared, &frame.here);
        observer.observe(Event::Backtracked { state });
        if self.cuts_cycles {
            self.path.remove(&self.space.pack(state));
        }
        if O::SORTS
            && let Some((action, _)) = frame.best
        {
            let nodes = self.core.statistics.expanded - frame.expanded;
            self.order.learn(&self.space, state, action, nodes);
        }
        let mut up = if frame.is_cut { frame.bound } else { frame.bound.max(frame.least) };
        if T::IS_USED && (frame.key.is_some() || !self.space.prunes_only_inverses()) {
            let mut own = frame.bound;
            if !frame.is_cut && frame.least > frame.bound && self.space.prunes_nothing() {
                own = frame.least;
            } else if !frame.is_cut && frame.least > frame.bound {
                let Frame { here, g, h, memo, last, .. } = &frame;
                let place = Place { here, g: *g, h: *h, memo, last: *last };
                let left_out = self.bound_left_out_after_parent(&place);
                up = frame.bound.max(frame.least.min(left_out.0));
                own = own.max(frame.least.min(left_out.1));
            }
            let mut best = NO_MOVE;
            if self.tries_best_first
                && let Some((action, place)) = frame.best
            {
                best = if self.space.prunes_nothing() {
                    place
                } else {
                    self.place(&frame.here, Some(action))
                };
            }
            if let Some(key) = &frame.key {
                self.memory.insert(key, frame.g, own, best);
            }
        }
        self.pool.truncate(frame.first as usize);
        self.shorten_path();
        self.go_back(up);
    }

    /// Undoes the action that led to the state just left, whose lower bound is `bound`.
    #[inline(always)]
    fn go_back(&mut self, bound: S::Cost) {
        let Some(frame) = self.frames.last_mut() else { return };
        let is_free = std::mem::take(&mut frame.is_free);
        if let Some(token) = frame.token.take() {
            let action = self.pool[frame.next as usize - 1].action;
            self.come_back(action, token, is_free, bound);
        }
    }

    /// Records the plan that ends at the end of the path.
    fn keep_plan<Q: Observer<S> + ?Sized>(&mut self, observer: &mut Q) -> Result<(), StopCause> {
        let sorted = self.frames.iter().map(|frame| self.pool[frame.next as usize - 1].action);
        let listed = self.entries.iter().filter_map(|entry| entry.action);
        let actions: Vec<S::Action> = sorted.chain(listed).collect();
        let plan = self.core.price(&*self.space, &self.heuristic, actions, observer);
        let cost = plan.cost;
        if cost < self.cutoff.incumbent && self.plan_count > 1 {
            self.plans.clear();
        }
        self.cutoff.incumbent = self.cutoff.incumbent.min(cost);
        self.plans.push(plan);
        // The states on the plan are kept.
        self.begin_path(0);
        let is_admissible = self.heuristic.guarantees().admissible;
        let is_first = !is_admissible && self.growth.rule == Rule::LeastCut;
        let is_enough = cost <= self.core.proved() || is_first;
        if is_enough && self.plans.len() as u64 >= self.plan_count || cost == S::Cost::INFINITY {
            return Err(StopCause::Enough);
        }
        Ok(())
    }
}
