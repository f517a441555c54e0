//! The recursion of a depth-first search, which can be halted and resumed.

use tremaux_core::{
    Cost, Event, Heuristic, Meter, Observer, Pruning, StateSpace, StopReason, cut_on_path,
    observe_on_path, prune_on_path,
};

use super::make_unmake::MakeUnmake;
use super::measure::Measure;
use super::successor_source::SuccessorSource;
use crate::search_core::falls;
use crate::zero_costs::ZeroCosts;

/// What is known of a state on the path.
#[derive(Clone)]
pub(super) struct Sums<V, M> {
    /// The measure of the path to it.
    pub(super) g: V,
    /// The estimate.
    pub(super) h: V,
    pub(super) memo: M,
}

/// A state on the path.
pub(super) struct Node<S: StateSpace, H: Heuristic<S>, M: Measure<S, H>, W: MakeUnmake<S>> {
    pub(super) here: W::Here,
    pub(super) sums: Sums<M::Value, M::Memo>,
    pub(super) last: Option<S::Action>,
}

impl<S: StateSpace, H: Heuristic<S>, M: Measure<S, H>, W: MakeUnmake<S>> Clone
    for Node<S, H, M, W>
{
    fn clone(&self) -> Self {
        Self { here: self.here.clone(), sums: self.sums.clone(), last: self.last }
    }
}

/// A state on the path whose successor by `action` is also on the path.
pub(super) struct Frame<S, H, M, W, L>
where
    S: StateSpace,
    H: Heuristic<S>,
    M: Measure<S, H>,
    W: MakeUnmake<S>,
    L: SuccessorSource<S>,
{
    pub(super) here: W::Here,
    pub(super) sums: Sums<M::Value, M::Memo>,
    pub(super) left: L::Left,
    pub(super) action: S::Action,
    pub(super) token: W::Token,
    /// Whether the state is recorded among those to which the path must not return.
    pub(super) is_recorded: bool,
}

/// Why the recursion ends early.
pub(super) enum StopCause {
    /// The pending state is a goal.
    Solved,
    Stopped(StopReason),
    /// The recursion has reached its maximum depth.
    Deep,
}

/// The results of searching one iteration so far.
#[derive(Clone, Debug)]
pub(super) struct IterationCounts<V> {
    /// The least f beyond the bound.
    pub(super) next_bound: V,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// Whether a state was cut off because its cost overflowed.
    pub(super) overflows: bool,
    /// Estimates that fell by more than the action measures, although the heuristic is consistent.
    pub(super) inconsistencies: u64,
}

impl<V: Cost> IterationCounts<V> {
    #[cfg(feature = "system")]
    pub(super) fn new() -> Self {
        let (next_bound, overflows) = (V::INFINITY, false);
        Self { next_bound, expanded: 0, generated: 0, overflows, inconsistencies: 0 }
    }
}

/// The data shared by all levels of the recursion.
pub(super) struct Descent<'a, S, H, M, W, L, O: ?Sized>
where
    S: StateSpace,
    H: Heuristic<S>,
    M: Measure<S, H>,
    W: MakeUnmake<S>,
    L: SuccessorSource<S>,
{
    pub(super) space: &'a S,
    pub(super) heuristic: &'a H,
    pub(super) observer: &'a mut O,
    pub(super) meter: &'a mut Meter,
    pub(super) shared: &'a mut W::Shared,
    pub(super) pool: &'a mut L::Pool,
    /// The states on the path to which it must not return.
    pub(super) recorded: &'a mut ZeroCosts<M::Value, S::Packed>,
    /// Whether the path must not return to any of its states, rather than only to those at the
    /// same cost.
    pub(super) cuts_cycles: bool,
    /// Whether the space hears of the path.
    pub(super) tells_path: bool,
    /// Whether any state is to be recorded: the space has short cycles or actions that are free.
    pub(super) may_circle: bool,
    pub(super) bound: M::Value,
    pub(super) next_bound: M::Value,
    pub(super) expanded: u64,
    /// The recursion adds only the states that are cut off. Those that are entered follow from
    /// `expanded` and are added when the recursion is left.
    pub(super) generated: u64,
    /// The number of expansions at which limits are checked next. It is copied from the meter
    /// to avoid following a pointer for each node.
    pub(super) next_poll: u64,
    /// The largest estimate that a goal can have.
    pub(super) most_at_goals: M::Value,
    /// The address that the call stack, which grows downwards, must not reach.
    pub(super) stack_end: usize,
    /// Whether a state was cut off because its cost overflowed.
    pub(super) overflows: bool,
    pub(super) is_consistent: bool,
    pub(super) inconsistencies: u64,
    pub(super) pending: Option<Node<S, H, M, W>>,
    /// The path as the recursion is unwound, starting with its end.
    pub(super) unwound: Vec<Frame<S, H, M, W, L>>,
}

impl<S, H, M, W, L, O> Descent<'_, S, H, M, W, L, O>
where
    S: StateSpace,
    H: Heuristic<S>,
    M: Measure<S, H>,
    W: MakeUnmake<S>,
    L: SuccessorSource<S>,
    O: Observer<S> + ?Sized,
{
    /// The approximate number of bytes of call stack to use.
    const CALL_STACK: usize = 256 << 10;
    /// The number of nodes between two checks of the call stack. Each node deepens the stack by
    /// at most one level.
    const LOOK_INTERVAL: u64 = {
        let nodes = Self::CALL_STACK / (2 * size_of::<Frame<S, H, M, W, L>>() + 256);
        if nodes < 8 {
            8
        } else if nodes > 256 {
            256
        } else {
            nodes as u64
        }
    };

    /// The address that the call stack must not reach if the recursion starts here.
    ///
    /// The recursion compares addresses of its variables instead of counting its depth, which
    /// saves two memory updates per node.
    #[inline(never)]
    pub(super) fn stack_end() -> usize {
        let here = 0_u8;
        (&raw const here).addr().saturating_sub(Self::CALL_STACK)
    }

    /// What it has counted.
    pub(super) fn counts(&self) -> IterationCounts<M::Value> {
        let &Self { next_bound, expanded, generated, overflows, inconsistencies, .. } = self;
        IterationCounts { next_bound, expanded, generated, overflows, inconsistencies }
    }

    /// Searches below a state that has not been expanded.
    pub(super) fn expand(&mut self, node: Node<S, H, M, W>) -> Result<(), StopCause> {
        let Node { here, sums, last } = node;
        let before = self.expanded;
        let result = match last {
            Some(last) => self.enter(here, sums, last),
            None => self.enter_root(here, sums),
        };
        // The node itself was generated earlier. If it was not even expanded, it becomes
        // pending again.
        if self.expanded > before {
            self.generated += self.expanded - before - 1 + u64::from(result.is_err());
        }
        result
    }

    /// Returns from the current successor of a frame and continues with the next one.
    pub(super) fn resume(&mut self, frame: Frame<S, H, M, W, L>) -> Result<(), StopCause> {
        let Frame { here, sums, left, action, token, is_recorded } = frame;
        W::back(self.space, self.shared, action, token);
        if is_recorded {
            self.recorded.pop();
        }
        let before = self.expanded;
        let result = self.branch(here, sums, left);
        self.generated += self.expanded - before + u64::from(result.is_err());
        result
    }

    /// Searches below a state that was reached by `last`.
    fn enter(
        &mut self,
        here: W::Here,
        sums: Sums<M::Value, M::Memo>,
        last: S::Action,
    ) -> Result<(), StopCause> {
        let state = W::state(self.shared, &here);
        if self.expanded >= self.next_poll
            || sums.h <= self.most_at_goals && self.space.is_goal(state)
        {
            let state = state.clone();
            if let Err(cause) = self.look_up(&state, true) {
                self.pending = Some(Node { here, sums, last: Some(last) });
                return Err(cause);
            }
        }
        self.expanded += 1;
        let state = W::state(self.shared, &here);
        observe_on_path(
            self.observer,
            Event::Expanded { state, g: M::as_cost(self.space, sums.g) },
        );
        if self.tells_path {
            self.space.lengthen_path();
        }
        let left = L::open(self.space, self.pool, state, Some(last));
        self.branch(here, sums, left)
    }

    /// Searches below the root, which was reached by no action.
    fn enter_root(
        &mut self,
        here: W::Here,
        sums: Sums<M::Value, M::Memo>,
    ) -> Result<(), StopCause> {
        let state = W::state(self.shared, &here).clone();
        if let Err(cause) = self.look_up(&state, false) {
            self.pending = Some(Node { here, sums, last: None });
            return Err(cause);
        }
        self.expanded += 1;
        observe_on_path(
            self.observer,
            Event::Expanded { state: &state, g: M::as_cost(self.space, sums.g) },
        );
        if self.tells_path {
            self.space.lengthen_path();
        }
        let left = L::open(self.space, self.pool, &state, None);
        self.branch(here, sums, left)
    }

    /// Checks for reasons to halt.
    #[cold]
    #[inline(never)]
    fn look_up(&mut self, state: &S::State, may_be_deep: bool) -> Result<(), StopCause> {
        let here = 0_u8;
        if self.space.is_goal(state) {
            return Err(StopCause::Solved);
        } else if may_be_deep && (&raw const here).addr() < self.stack_end {
            return Err(StopCause::Deep);
        }
        let bytes = || L::bytes(self.pool) + self.recorded.bytes() + self.space.stored_bytes();
        let result = self.meter.check(self.expanded, bytes);
        self.next_poll = self.meter.next_poll().min(self.expanded + Self::LOOK_INTERVAL);
        result.map_err(StopCause::Stopped)
    }

    /// Counts a fall of the sum of measure and estimate along an action, if there is one.
    #[inline(always)]
    fn check_fall(&mut self, g: M::Value, h: M::Value, child_g: M::Value, child_h: M::Value) {
        if child_g.plus(child_h) < g.plus(h) {
            self.note_fall(g, h, child_g, child_h);
        }
    }

    #[cold]
    #[inline(never)]
    fn note_fall(&mut self, g: M::Value, h: M::Value, child_g: M::Value, child_h: M::Value) {
        let is_broken = self.is_consistent && falls(g, h, child_g, child_h);
        self.inconsistencies += u64::from(is_broken);
    }

    #[cold]
    #[inline(never)]
    fn unwind(&mut self, frame: Frame<S, H, M, W, L>) {
        self.unwound.push(frame);
    }

    /// Records a successor that is beyond the bound.
    #[inline(always)]
    fn cut(&mut self, f: M::Value, h: M::Value) {
        if f < self.next_bound {
            self.next_bound = f;
        } else if f == M::Value::INFINITY {
            self.overflows |= h < M::Value::INFINITY;
        }
    }

    /// Why a state with the estimate `h` is beyond the bound.
    #[inline(always)]
    fn why(h: M::Value) -> Pruning {
        if h == M::Value::INFINITY { Pruning::DeadEnd } else { Pruning::Bound }
    }

    /// Reports a successor beyond the bound that the search itself does not need to generate.
    #[inline(always)]
    fn tell_cut(&mut self, here: &W::Here, action: S::Action, g: M::Value, h: M::Value) {
        let (as_g, as_h) = (M::as_cost(self.space, g), M::as_cost(self.space, h));
        if !cut_on_path(self.observer, action, as_g, as_h, Self::why(h)) {
            self.make_cut(here, action, g, h);
        }
    }

    /// Generates the successor in order to report it.
    #[inline(never)]
    fn make_cut(&mut self, here: &W::Here, action: S::Action, g: M::Value, h: M::Value) {
        let space = self.space;
        let (child, token) = W::make(space, self.shared, here, action);
        let state = W::state(self.shared, &child);
        let (g, as_h) = (M::as_cost(space, g), M::as_cost(space, h));
        observe_on_path(
            self.observer,
            Event::Generated { state, action: Some(action), g, h: as_h },
        );
        prune_on_path(self.observer, state, Self::why(h));
        W::back(space, self.shared, action, token);
    }

    /// Reports a successor, now the end of the path.
    #[inline(always)]
    fn tell_made(&mut self, here: &W::Here, action: S::Action, g: M::Value, h: M::Value) {
        let state = W::state(self.shared, here);
        let (g, h) = (M::as_cost(self.space, g), M::as_cost(self.space, h));
        observe_on_path(self.observer, Event::Generated { state, action: Some(action), g, h });
    }

    /// Leaves an expanded state of which no action is left.
    #[inline(always)]
    fn leave(&mut self, here: &W::Here) {
        observe_on_path(self.observer, Event::Backtracked { state: W::state(self.shared, here) });
        if self.tells_path {
            self.space.shorten_path();
        }
    }

    /// Searches the remaining actions of an expanded state.
    #[inline(always)]
    fn branch(
        &mut self,
        here: W::Here,
        sums: Sums<M::Value, M::Memo>,
        mut left: L::Left,
    ) -> Result<(), StopCause> {
        let (space, heuristic) = (self.space, self.heuristic);
        let circles = (L::MAY_CIRCLE && self.may_circle).then_some(self.cuts_cycles);
        let Sums { g, h, memo } = sums;
        let level = if self.cuts_cycles { M::Value::ZERO } else { g };
        M::prefetch_successors(heuristic, &memo);
        while let Some(action) = L::next(self.pool, &mut left) {
            let state = W::state(self.shared, &here);
            let child_g = g.plus(M::step(space, state, action));
            let is_too_much = |h| M::Value::sum_exceeds(child_g, h, self.bound);
            let early_estimate =
                M::estimate_successor(space, heuristic, state, h, &memo, action, is_too_much);
            if let Some((child_h, _)) = early_estimate
                && M::Value::sum_exceeds(child_g, child_h, self.bound)
            {
                self.generated += 1;
                self.cut(child_g.plus(child_h), child_h);
                self.tell_cut(&here, action, child_g, child_h);
                continue;
            }
            let is_recorded = circles.is_some_and(|all| all || child_g == g);
            if is_recorded {
                self.recorded.push(level, space.pack(state));
            }
            let (child, token) = W::make(space, self.shared, &here, action);
            let state = W::state(self.shared, &child);
            let is_checked = early_estimate.is_some();
            let (child_h, child_memo) = early_estimate
                .unwrap_or_else(|| M::child(space, heuristic, h, &memo, action, state));
            self.tell_made(&child, action, child_g, child_h);
            let is_beyond = !is_checked && M::Value::sum_exceeds(child_g, child_h, self.bound);
            if is_beyond {
                self.cut(child_g.plus(child_h), child_h);
            }
            self.check_fall(g, h, child_g, child_h);
            let state = W::state(self.shared, &child);
            if is_beyond || is_recorded && self.recorded.contains(level, space.pack(state)) {
                self.generated += 1;
                let reason = if is_beyond { Self::why(child_h) } else { Pruning::Circle };
                prune_on_path(self.observer, state, reason);
            } else {
                let top = Sums { g: child_g, h: child_h, memo: child_memo };
                if let Err(cause) = self.enter(child, top, action) {
                    let sums = Sums { g, h, memo };
                    self.unwind(Frame { here, sums, left, action, token, is_recorded });
                    return Err(cause);
                }
            }
            W::back(space, self.shared, action, token);
            if is_recorded {
                self.recorded.pop();
            }
        }
        self.leave(&here);
        Ok(())
    }
}
