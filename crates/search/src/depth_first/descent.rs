//! The recursion of a depth-first search, which can be halted and taken up again.

use tremaux_core::{Cost, Event, Heuristic, Meter, Observer, Pruning, StateSpace, StopReason};

use super::listing::Listing;
use super::measure::Measure;
use super::walk::Walk;
use crate::zero_costs::ZeroCosts;

/// A state on the path.
pub(super) struct Node<S: StateSpace, H: Heuristic<S>, M: Measure<S, H>, W: Walk<S>> {
    pub(super) here: W::Here,
    pub(super) g: M::Value,
    pub(super) h: M::Value,
    pub(super) memo: M::Memo,
    pub(super) last: Option<S::Action>,
}

impl<S: StateSpace, H: Heuristic<S>, M: Measure<S, H>, W: Walk<S>> Clone for Node<S, H, M, W> {
    fn clone(&self) -> Self {
        let Self { here, g, h, memo, last } = self;
        Self { here: here.clone(), g: *g, h: *h, memo: memo.clone(), last: *last }
    }
}

/// A state on the path whose successor by `action` is on the path too.
pub(super) struct Frame<S, H, M, W, L>
where
    S: StateSpace,
    H: Heuristic<S>,
    M: Measure<S, H>,
    W: Walk<S>,
    L: Listing<S>,
{
    pub(super) here: W::Here,
    pub(super) g: M::Value,
    pub(super) h: M::Value,
    pub(super) memo: M::Memo,
    pub(super) left: L::Left,
    pub(super) action: S::Action,
    pub(super) token: W::Token,
    /// Whether `action` costs nothing.
    pub(super) is_free: bool,
}

/// Why a depth-first search ends before its time.
pub(super) enum Halt {
    /// A goal is pending.
    Solved,
    Stopped(StopReason),
    /// The recursion is as deep as it may be.
    Deep,
}

/// What the recursion shares.
/// `FREE`: whether some actions may cost nothing.
pub(super) struct Descent<'a, S, H, M, W, L, O: ?Sized, const FREE: bool>
where
    S: StateSpace,
    H: Heuristic<S>,
    M: Measure<S, H>,
    W: Walk<S>,
    L: Listing<S>,
{
    pub(super) space: &'a S,
    pub(super) heuristic: &'a H,
    pub(super) observer: &'a mut O,
    pub(super) meter: &'a mut Meter,
    pub(super) shared: &'a mut W::Shared,
    pub(super) pool: &'a mut L::Pool,
    pub(super) zeros: &'a mut ZeroCosts<M::Value, S::Packed>,
    pub(super) bound: M::Value,
    pub(super) next_bound: M::Value,
    pub(super) expanded: u64,
    /// In the recursion only what is cut is added; what is entered follows from `expanded`,
    /// and is added when the recursion is left.
    pub(super) generated: u64,
    /// When to look at the meter: a copy, or each node follows a pointer more.
    pub(super) next_poll: u64,
    /// No goal has a greater estimate.
    pub(super) most_at_goals: M::Value,
    /// Where the call stack may not reach, which grows downwards.
    pub(super) stack_end: usize,
    /// Whether something was cut for a cost too great for its type.
    pub(super) overflows: bool,
    pub(super) pending: Option<Node<S, H, M, W>>,
    /// The path as the recursion is unwound, its end first.
    pub(super) unwound: Vec<Frame<S, H, M, W, L>>,
}

impl<S, H, M, W, L, O, const FREE: bool> Descent<'_, S, H, M, W, L, O, FREE>
where
    S: StateSpace,
    H: Heuristic<S>,
    M: Measure<S, H>,
    W: Walk<S>,
    L: Listing<S>,
    O: Observer<S> + ?Sized,
{
    /// How many bytes of call stack it may take, about.
    const CALL_STACK: usize = 256 << 10;
    /// After how many nodes it looks how much that is: each deepens it by one at most.
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

    /// Where the call stack may not reach if the recursion begins here.
    ///
    /// The recursion compares addresses of its variables instead of counting its depth: two
    /// updates of memory less for each node.
    #[inline(never)]
    pub(super) fn stack_end() -> usize {
        let here = 0_u8;
        (&raw const here).addr().saturating_sub(Self::CALL_STACK)
    }

    /// Searches below a state that is not yet expanded.
    pub(super) fn expand(&mut self, node: Node<S, H, M, W>) -> Result<(), Halt> {
        let Node { here, g, h, memo, last } = node;
        let before = self.expanded;
        let result = match last {
            Some(last) => self.enter(here, (g, h, memo), last),
            None => self.enter_root(here, (g, h, memo)),
        };
        // The node itself was generated before; if it was not even expanded, it pends again.
        if self.expanded > before {
            self.generated += self.expanded - before - 1 + u64::from(result.is_err());
        }
        result
    }

    /// Goes back from the successor that a frame led to, and on with the next.
    pub(super) fn resume(&mut self, frame: Frame<S, H, M, W, L>) -> Result<(), Halt> {
        let Frame { here, g, h, memo, left, action, token, is_free } = frame;
        W::back(self.space, self.shared, action, token);
        if is_free {
            self.zeros.pop();
        }
        let before = self.expanded;
        let result = self.branch(here, (g, h, memo), left);
        self.generated += self.expanded - before + u64::from(result.is_err());
        result
    }

    /// Searches below a state that was reached by `last`.
    fn enter(
        &mut self,
        here: W::Here,
        (g, h, memo): (M::Value, M::Value, M::Memo),
        last: S::Action,
    ) -> Result<(), Halt> {
        let state = W::state(self.shared, &here);
        if self.expanded >= self.next_poll || h <= self.most_at_goals && self.space.is_goal(state) {
            let state = state.clone();
            if let Err(halt) = self.look_up(&state, true) {
                self.pending = Some(Node { here, g, h, memo, last: Some(last) });
                return Err(halt);
            }
        }
        self.expanded += 1;
        let state = W::state(self.shared, &here);
        self.observer.observe_on_path(Event::Expanded { state, g: M::as_cost(self.space, g) });
        let left = L::open(self.space, self.pool, state, Some(last));
        self.branch(here, (g, h, memo), left)
    }

    /// Searches below the root, which was reached by no action.
    fn enter_root(
        &mut self,
        here: W::Here,
        (g, h, memo): (M::Value, M::Value, M::Memo),
    ) -> Result<(), Halt> {
        let state = W::state(self.shared, &here).clone();
        if let Err(halt) = self.look_up(&state, false) {
            self.pending = Some(Node { here, g, h, memo, last: None });
            return Err(halt);
        }
        self.expanded += 1;
        self.observer
            .observe_on_path(Event::Expanded { state: &state, g: M::as_cost(self.space, g) });
        let left = L::open(self.space, self.pool, &state, None);
        self.branch(here, (g, h, memo), left)
    }

    /// What there is to halt for.
    #[cold]
    #[inline(never)]
    fn look_up(&mut self, state: &S::State, may_be_deep: bool) -> Result<(), Halt> {
        let here = 0_u8;
        if self.space.is_goal(state) {
            return Err(Halt::Solved);
        } else if may_be_deep && (&raw const here).addr() < self.stack_end {
            return Err(Halt::Deep);
        }
        let bytes = L::bytes(self.pool);
        let result = self.meter.check(self.expanded, || bytes);
        self.next_poll = self.meter.next_poll().min(self.expanded + Self::LOOK_INTERVAL);
        result.map_err(Halt::Stopped)
    }

    #[cold]
    #[inline(never)]
    fn unwind(&mut self, frame: Frame<S, H, M, W, L>) {
        self.unwound.push(frame);
    }

    /// Takes note of a successor that is beyond the bound.
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

    /// Tells of a successor that is beyond the bound, which was not made for the search.
    #[inline(always)]
    fn tell_cut(&mut self, here: &W::Here, action: S::Action, g: M::Value, h: M::Value) {
        let (as_g, as_h) = (M::as_cost(self.space, g), M::as_cost(self.space, h));
        if !self.observer.cut_on_path(action, as_g, as_h, Self::why(h)) {
            self.make_cut(here, action, g, h);
        }
    }

    /// Makes the successor to tell of it.
    #[inline(never)]
    fn make_cut(&mut self, here: &W::Here, action: S::Action, g: M::Value, h: M::Value) {
        let space = self.space;
        let (child, token) = W::forth(space, self.shared, here, action);
        let state = W::state(self.shared, &child);
        let (g, as_h) = (M::as_cost(space, g), M::as_cost(space, h));
        self.observer.observe_on_path(Event::Generated { state, action: Some(action), g, h: as_h });
        self.observer.prune_on_path(state, Self::why(h));
        W::back(space, self.shared, action, token);
    }

    /// Searches what is left below a state that is expanded.
    #[inline(always)]
    fn branch(
        &mut self,
        here: W::Here,
        (g, h, memo): (M::Value, M::Value, M::Memo),
        mut left: L::Left,
    ) -> Result<(), Halt> {
        let (space, heuristic) = (self.space, self.heuristic);
        while let Some(action) = L::next(self.pool, &mut left) {
            let state = W::state(self.shared, &here);
            let child_g = g.plus(M::step(space, state, action));
            let ahead = M::ahead(space, heuristic, state, h, &memo, action);
            if let Some((child_h, _)) = ahead
                && M::Value::sum_exceeds(child_g, child_h, self.bound)
            {
                self.generated += 1;
                self.cut(child_g.plus(child_h), child_h);
                if !self.observer.follows_steps() {
                    self.observer.pass_over(Self::why(child_h));
                } else if self.observer.is_listening() {
                    self.tell_cut(&here, action, child_g, child_h);
                }
                continue;
            }
            let is_free = FREE && child_g == g;
            if is_free {
                self.zeros.push(g, space.pack(state));
            }
            let (child, token) = W::forth(space, self.shared, &here, action);
            let state = W::state(self.shared, &child);
            let is_checked = ahead.is_some();
            let (child_h, child_memo) =
                ahead.unwrap_or_else(|| M::child(space, heuristic, h, &memo, action, state));
            self.observer.observe_on_path(Event::Generated {
                state,
                action: Some(action),
                g: M::as_cost(space, child_g),
                h: M::as_cost(space, child_h),
            });
            let is_beyond = !is_checked && M::Value::sum_exceeds(child_g, child_h, self.bound);
            if is_beyond {
                self.cut(child_g.plus(child_h), child_h);
            }
            let state = W::state(self.shared, &child);
            if is_beyond || is_free && self.zeros.contains(g, space.pack(state)) {
                self.generated += 1;
                let reason = if is_beyond { Self::why(child_h) } else { Pruning::Circle };
                self.observer.prune_on_path(state, reason);
            } else {
                let top = (child_g, child_h, child_memo);
                if let Err(halt) = self.enter(child, top, action) {
                    self.unwind(Frame { here, g, h, memo, left, action, token, is_free });
                    return Err(halt);
                }
            }
            W::back(space, self.shared, action, token);
            if is_free {
                self.zeros.pop();
            }
        }
        self.observer.observe_on_path(Event::Backtracked { state: W::state(self.shared, &here) });
        Ok(())
    }
}
