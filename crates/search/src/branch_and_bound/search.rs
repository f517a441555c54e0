//! A depth-first branch and bound under way.

use std::collections::HashSet;
use std::marker::PhantomData;
use std::ops::Deref;

use foldhash::fast::FixedState;
use tremaux_core::{
    Cost, Event, Heuristic, Limits, Meter, NO_MOVE, Observer, Plan, Progress, Pruning, Search,
    SearchReport, StateSpace, Statistics, StopReason, Termination,
};

use super::frame::{Child, Frame, Node};
use super::growth::{Growth, Rule};
use super::memory::{Memory, code};
use super::ordering::ActionOrder;
use super::pathmax::Pathmax;
use crate::depth_first::{ByCost, Measure, Walk};

/// A [`BranchAndBound`](crate::BranchAndBound) under way.
pub struct BranchAndBoundSearch<P, H, S, T, O, X, W>
where
    S: StateSpace,
    H: Heuristic<S>,
    T: Memory<S>,
    O: ActionOrder<S>,
    W: Walk<S>,
{
    space: P,
    heuristic: H,
    memory: T,
    order: O,
    tries_best_first: bool,
    wanted: u64,
    growth: Growth<S::Cost>,
    root: (S::Cost, H::Memo),
    shared: W::Shared,
    frames: Vec<Frame<S, H, W, T>>,
    /// The children of all states on the path.
    pool: Vec<Child<S, O>>,
    /// The end of the path, yet to be expanded.
    pending: Option<Node<S, H, W, T>>,
    kept: Vec<S::Action>,
    all: Vec<S::Action>,
    /// The states on the path that were left at no cost, and their g.
    zeros: Vec<(S::Cost, S::Packed)>,
    /// All states on the path, if none may come twice.
    path: HashSet<S::Packed, FixedState>,
    limit: S::Cost,
    /// The least f beyond the limit.
    next_bound: S::Cost,
    /// The cost of the best plan.
    incumbent: S::Cost,
    plans: Vec<Plan<S::Action, S::Cost>>,
    /// How many states were expanded when the iteration began.
    expanded_before: u64,
    overflows: bool,
    phase: Phase,
    stopped: StopReason,
    lower_bound: S::Cost,
    statistics: Statistics,
    kinds: PhantomData<X>,
}

/// What the search was about to do when it was paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Start,
    /// Begin an iteration at the root.
    Begin,
    Resume,
    Done(Termination),
}

/// Why an iteration ends before its time.
enum Halt {
    /// There are enough plans.
    Enough,
    /// It has taken as many nodes as it may.
    Budget,
    Stopped(StopReason),
}

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
    /// A search that has not yet taken a step. Options: how bounds grow, whether the best
    /// action comes first, how many plans are wanted.
    pub(super) fn new(
        space: P,
        heuristic: H,
        memory: T,
        mut order: O,
        (rule, tries_best_first, wanted): (Rule, bool, u64),
    ) -> Self {
        let state = space.initial_state();
        let root = heuristic.root(&space, &state);
        let (shared, _) = W::start(state);
        order.begin(&space);
        Self {
            limit: if rule == Rule::Once { S::Cost::INFINITY } else { root.0 },
            memory,
            order,
            tries_best_first,
            wanted,
            growth: Growth::new(rule),
            root,
            shared,
            frames: Vec::new(),
            pool: Vec::new(),
            pending: None,
            kept: Vec::new(),
            all: Vec::new(),
            zeros: Vec::new(),
            path: HashSet::with_hasher(FixedState::with_seed(2)),
            next_bound: S::Cost::INFINITY,
            incumbent: S::Cost::INFINITY,
            plans: Vec::new(),
            expanded_before: 0,
            overflows: false,
            phase: Phase::Start,
            stopped: StopReason::NodeLimit,
            lower_bound: S::Cost::ZERO,
            statistics: Statistics { evaluated: 1, ..Statistics::default() },
            space,
            heuristic,
            kinds: PhantomData,
        }
    }

    /// The bound of the iteration under way, infinite if there is only one.
    pub fn bound(&self) -> S::Cost {
        self.limit
    }

    fn prove<Q: Observer<S> + ?Sized>(&mut self, bound: S::Cost, observer: &mut Q) {
        let guarantees = self.heuristic.guarantees();
        let bound = <ByCost as Measure<S, H>>::lower_bound(&self.space, guarantees, bound);
        if bound > self.lower_bound {
            self.lower_bound = bound;
            self.statistics.expanded_before_last_layer = self.statistics.expanded;
            if bound < S::Cost::INFINITY {
                observer.observe(Event::LowerBound(bound));
            }
        }
    }

    fn begin(&mut self) {
        let state = self.space.initial_state();
        let (h, memo) = self.root.clone();
        let key = self.memory.key(&self.space, &state);
        let (shared, here) = W::start(state);
        self.shared = shared;
        self.frames.clear();
        self.pool.clear();
        self.zeros.clear();
        self.path.clear();
        self.memory.begin(self.limit);
        let (g, bound) = (S::Cost::ZERO, h);
        self.pending = Some(Node { here, g, h, memo, bound, best: NO_MOVE, key, last: None });
        self.next_bound = S::Cost::INFINITY;
        self.statistics.iterations += 1;
        self.expanded_before = self.statistics.expanded;
    }

    /// What follows when an iteration is over.
    fn end<Q: Observer<S> + ?Sized>(&mut self, is_complete: bool, observer: &mut Q) -> Phase {
        let nodes = self.statistics.expanded - self.expanded_before;
        if is_complete {
            let least = self.next_bound.min(self.incumbent);
            let is_known = least < S::Cost::INFINITY || !self.overflows;
            if is_known {
                self.prove(least, observer);
            }
            if self.incumbent <= self.next_bound {
                return Phase::Done(if !self.plans.is_empty() {
                    Termination::Finished
                } else if self.overflows {
                    Termination::Stopped(StopReason::CostOverflow)
                } else {
                    Termination::Exhausted
                });
            }
            self.limit = self.growth.next(self.limit, least, nodes, true);
        } else {
            // What was proved before, or the estimate.
            let least = self.lower_bound.max(self.root.0);
            self.limit = self.growth.next(self.limit, least, nodes, false);
        }
        Phase::Begin
    }

    /// Whether a plan through a state reached at `g` that leaves `bound` to go is too dear.
    #[inline]
    fn is_beyond(&self, g: S::Cost, bound: S::Cost) -> bool {
        let f = g.plus(bound);
        f > self.limit
            || f > self.incumbent
            || f == self.incumbent && self.wanted == 1
            || f == S::Cost::INFINITY
    }

    /// Takes note of what is beyond the limit.
    #[inline]
    fn cut(&mut self, g: S::Cost, bound: S::Cost) {
        let f = g.plus(bound);
        if f < self.next_bound {
            self.next_bound = f;
        } else if f == S::Cost::INFINITY {
            self.overflows |= bound < S::Cost::INFINITY;
        }
    }

    /// Takes note of what a child of the last state is bounded by.
    #[inline]
    fn note(&mut self, child: usize, bound: S::Cost) {
        let Child { action, step, code, .. } = self.pool[child];
        let f = step.plus(bound);
        self.overflows |= f == S::Cost::INFINITY && bound < f && step < f;
        if let Some(frame) = self.frames.last_mut()
            && (frame.best.is_none() || f < frame.least)
        {
            (frame.least, frame.best) = (f, Some((action, code)));
        }
    }

    /// Goes on until the iteration is over.
    fn run<Q: Observer<S> + ?Sized>(
        &mut self,
        meter: &mut Meter,
        observer: &mut Q,
    ) -> Result<(), Halt> {
        let budget = self.expanded_before.saturating_add(self.growth.budget());
        loop {
            if let Some(node) = self.pending.take() {
                let is_goal = self.space.is_goal(W::state(&self.shared, &node.here));
                if is_goal {
                    self.keep_plan(node, observer)?;
                    continue;
                }
                let expanded = self.statistics.expanded;
                let bytes = self.memory.bytes();
                if let Err(reason) = meter.check(expanded, || bytes) {
                    self.pending = Some(node);
                    return Err(Halt::Stopped(reason));
                }
                if expanded >= budget {
                    return Err(Halt::Budget);
                }
                self.expand(node, observer);
                continue;
            }
            match self.frames.last() {
                None => return Ok(()),
                Some(frame) if frame.next < frame.end => self.try_child(observer),
                Some(_) => self.leave(observer),
            }
        }
    }

    /// The estimate from where `action` leads from the end of the path.
    #[inline]
    fn estimate(&mut self, node: &Node<S, H, W, T>, action: S::Action) -> S::Cost {
        let space = &*self.space;
        let state = W::state(&self.shared, &node.here);
        if let Some((h, _)) = self.heuristic.ahead(space, state, node.h, &node.memo, action) {
            return h;
        }
        let (child, token) = W::forth(space, &mut self.shared, &node.here, action);
        let state = W::state(&self.shared, &child);
        let (h, _) = self.heuristic.child(space, node.h, &node.memo, action, state);
        W::back(space, &mut self.shared, action, token);
        h
    }

    /// Why a state with the estimate `h` is too dear.
    fn why(h: S::Cost) -> Pruning {
        if h == S::Cost::INFINITY { Pruning::DeadEnd } else { Pruning::Bound }
    }

    /// Tells that a child is generated, if its cost and estimate are given, and that it is
    /// cut off, if a reason is.
    #[inline(never)]
    fn tell<Q: Observer<S> + ?Sized>(
        &mut self,
        here: &W::Here,
        action: S::Action,
        values: Option<(S::Cost, S::Cost)>,
        reason: Option<Pruning>,
        observer: &mut Q,
    ) {
        let (child, token) = W::forth(&self.space, &mut self.shared, here, action);
        let state = W::state(&self.shared, &child);
        if let Some((g, h)) = values {
            observer.observe(Event::Generated { state, action: Some(action), g, h });
        }
        if let Some(reason) = reason {
            observer.observe(Event::Pruned { state, reason });
        }
        W::back(&self.space, &mut self.shared, action, token);
    }

    /// Puts a state and its children on the path.
    fn expand<Q: Observer<S> + ?Sized>(&mut self, mut node: Node<S, H, W, T>, observer: &mut Q) {
        let before = self.statistics.expanded;
        self.statistics.expanded += 1;
        let first = self.pool.len();
        let state = W::state(&self.shared, &node.here);
        observer.observe(Event::Expanded { state, g: node.g });
        let (mut kept, mut all) = (std::mem::take(&mut self.kept), std::mem::take(&mut self.all));
        kept.clear();
        all.clear();
        match node.last {
            None => self.space.actions(state, &mut kept),
            Some(last) => self.space.actions_after(state, last, &mut kept),
        }
        if T::IS_USED {
            self.space.actions(state, &mut all);
        }
        let (mut least, mut best) = (S::Cost::INFINITY, None);
        for &action in &kept {
            let h = self.estimate(&node, action);
            let state = W::state(&self.shared, &node.here);
            let step = self.space.cost(state, action);
            let (mut bound, mut back) = (h, None);
            if X::IS_ON {
                back = X::cost_back(&self.space, state, action);
                if let Some(raised) = back.and_then(|back| bound.minus(back)) {
                    node.bound = node.bound.max(raised);
                }
                bound = bound.max(node.bound.minus(step).unwrap_or(S::Cost::ZERO));
            }
            let place = T::IS_USED.then(|| all.iter().position(|&other| other == action));
            let code = code(place.flatten());
            let child_g = node.g.plus(step);
            if observer.is_listening() {
                let is_beyond = !X::IS_ON && self.is_beyond(child_g, bound);
                let reason = is_beyond.then_some(Self::why(h));
                self.tell(&node.here, action, Some((child_g, h)), reason, observer);
            }
            if !X::IS_ON && self.is_beyond(child_g, bound) {
                self.cut(child_g, bound);
                self.statistics.pruned += 1;
                let f = step.plus(bound);
                self.overflows |= f == S::Cost::INFINITY && bound < f && step < f;
                if best.is_none() || f < least {
                    (least, best) = (f, Some((action, code)));
                }
                continue;
            }
            let state = W::state(&self.shared, &node.here);
            let rank = self.order.rank(&self.space, state, action, step.plus(bound));
            self.pool.push(Child { action, step, h, bound, back, code, rank });
        }
        self.statistics.generated += kept.len() as u64;
        self.statistics.evaluated += kept.len() as u64;
        let least_left_out = if T::IS_USED && kept.len() < all.len() {
            self.bound_left_out(&node, &kept, &all)
        } else {
            S::Cost::INFINITY
        };
        (self.kept, self.all) = (kept, all);
        self.sort(first, node.best);
        if self.growth.rule == Rule::Once {
            let state = W::state(&self.shared, &node.here);
            self.path.insert(self.space.pack(state));
        }
        let Node { here, g, h, memo, bound, key, .. } = node;
        self.frames.push(Frame {
            here,
            g,
            h,
            memo,
            bound,
            key,
            first,
            next: first,
            end: self.pool.len(),
            least,
            least_left_out,
            best,
            is_cut: false,
            token: None,
            is_free: false,
            expanded: before,
        });
        if X::IS_ON {
            self.raise();
        }
    }

    /// The least bound on plans by actions that are not kept: they are not searched here,
    /// and still a cheapest plan may begin with one, for who comes another way.
    fn bound_left_out(
        &mut self,
        node: &Node<S, H, W, T>,
        kept: &[S::Action],
        all: &[S::Action],
    ) -> S::Cost {
        let mut least = S::Cost::INFINITY;
        for &action in all.iter().filter(|action| !kept.contains(action)) {
            let mut bound = self.estimate(node, action);
            self.statistics.evaluated += 1;
            let step = self.space.cost(W::state(&self.shared, &node.here), action);
            let (child, token) = W::forth(&self.space, &mut self.shared, &node.here, action);
            let key = self.memory.key(&self.space, W::state(&self.shared, &child));
            W::back(&self.space, &mut self.shared, action, token);
            if let Some(known) = self.memory.get(&key, node.g.plus(step)) {
                bound = bound.max(known.bound);
            }
            let f = step.plus(bound);
            self.overflows |= f == S::Cost::INFINITY && bound < f && step < f;
            least = least.min(f);
        }
        least
    }

    fn sort(&mut self, first: usize, best: u16) {
        let children = &mut self.pool[first..];
        if O::SORTS {
            // By hand: there are few, and a stable sort may allocate.
            for end in 1..children.len() {
                let mut at = end;
                while at > 0 && children[at].rank < children[at - 1].rank {
                    children.swap(at, at - 1);
                    at -= 1;
                }
            }
        }
        if T::IS_USED
            && self.tries_best_first
            && best != NO_MOVE
            && let Some(at) = children.iter().position(|child| child.code == best)
        {
            children[..=at].rotate_right(1);
        }
    }

    /// Lets the bound of the last state raise those before it; passes over what is beyond
    /// the limit then.
    fn raise(&mut self) {
        let mut highest = self.frames.len() - 1;
        while highest > 0 {
            let above = &self.frames[highest - 1];
            let child = &self.pool[above.next - 1];
            let raised = child.back.and_then(|back| self.frames[highest].bound.minus(back));
            match raised {
                Some(raised) if raised > above.bound => self.frames[highest - 1].bound = raised,
                _ => break,
            }
            highest -= 1;
        }
        let mut is_cut = false;
        for at in highest..self.frames.len() {
            if at > highest {
                let above = &self.frames[at - 1];
                let raised = above.bound.minus(self.pool[above.next - 1].step);
                let frame = &mut self.frames[at];
                frame.bound = frame.bound.max(raised.unwrap_or(S::Cost::ZERO));
            }
            let (g, bound) = (self.frames[at].g, self.frames[at].bound);
            if !is_cut && self.is_beyond(g, bound) {
                self.cut(g, bound);
                is_cut = true;
            }
            if is_cut {
                let frame = &mut self.frames[at];
                (frame.is_cut, frame.end) = (true, frame.next);
            }
        }
    }

    /// Goes to the next child of the last state, or sees that it need not.
    fn try_child<Q: Observer<S> + ?Sized>(&mut self, observer: &mut Q) {
        let frame = self.frames.last_mut().expect("a path");
        let at = frame.next;
        frame.next += 1;
        let child = &self.pool[at];
        let (action, step, h) = (child.action, child.step, child.h);
        let mut bound = child.bound;
        if X::IS_ON {
            bound = bound.max(frame.bound.minus(step).unwrap_or(S::Cost::ZERO));
        }
        let g = frame.g.plus(step);
        let is_free = g == frame.g;
        if self.is_beyond(g, bound) {
            if observer.is_listening() {
                let here = self.frames.last().expect("a path").here.clone();
                self.tell(&here, action, None, Some(Self::why(h)), observer);
            }
            self.cut(g, bound);
            self.note(at, bound);
            self.statistics.pruned += 1;
            return;
        }
        let frame = self.frames.last_mut().expect("a path");
        let space = &*self.space;
        if is_free {
            self.zeros.push((g, space.pack(W::state(&self.shared, &frame.here))));
        }
        // What was remembered of it is gone since the next was looked at, if the heuristic is
        // a session: asked for again.
        let has_memo = size_of::<H::Memo>() > 0;
        let parent = W::state(&self.shared, &frame.here);
        let ahead =
            has_memo.then(|| self.heuristic.ahead(space, parent, frame.h, &frame.memo, action));
        let (here, token) = W::forth(space, &mut self.shared, &frame.here, action);
        let state = W::state(&self.shared, &here);
        let key = self.memory.key(space, state);
        let mut best = NO_MOVE;
        let mut reason = None;
        if let Some(known) = self.memory.get(&key, g) {
            bound = bound.max(known.bound);
            best = known.best;
            if self.is_beyond(g, bound) {
                self.cut(g, bound);
                self.statistics.pruned += 1;
                reason = Some(Pruning::Bound);
            } else if known.is_searched {
                // That search has bounded the next iteration already.
                self.statistics.duplicates += 1;
                reason = Some(Pruning::Searched);
            }
        }
        if reason.is_none() && (is_free || self.growth.rule == Rule::Once) {
            let packed = self.space.pack(W::state(&self.shared, &here));
            let mut run = self.zeros.iter().rev().take_while(|zero| zero.0 == g);
            if self.path.contains(&packed) || is_free && run.any(|zero| zero.1 == packed) {
                // Whatever it leads to, the path need not pass there twice.
                self.statistics.pruned += 1;
                reason = Some(Pruning::Circle);
            }
        }
        if let Some(reason) = reason {
            let state = W::state(&self.shared, &here);
            observer.observe(Event::Pruned { state, reason });
            W::back(&self.space, &mut self.shared, action, token);
            if is_free {
                self.zeros.pop();
            }
            self.note(at, bound);
            return;
        }
        let frame = self.frames.last_mut().expect("a path");
        let (_, memo) = ahead.flatten().unwrap_or_else(|| {
            if !has_memo {
                return Default::default();
            }
            let state = W::state(&self.shared, &here);
            self.heuristic.child(&self.space, frame.h, &frame.memo, action, state)
        });
        (frame.token, frame.is_free) = (Some(token), is_free);
        self.pending = Some(Node { here, g, h, memo, bound, best, key, last: Some(action) });
    }

    /// Goes back from a state all of whose children are done with.
    fn leave<Q: Observer<S> + ?Sized>(&mut self, observer: &mut Q) {
        let frame = self.frames.pop().expect("a path");
        let state = W::state(&self.shared, &frame.here);
        observer.observe(Event::Backtracked { state });
        let bound = if frame.is_cut {
            frame.bound
        } else {
            frame.bound.max(frame.least.min(frame.least_left_out))
        };
        let mut best = NO_MOVE;
        if let Some((action, code)) = frame.best {
            best = code;
            let nodes = self.statistics.expanded - frame.expanded;
            self.order.learn(&self.space, state, action, nodes);
        }
        if self.growth.rule == Rule::Once {
            self.path.remove(&self.space.pack(state));
        }
        self.memory.insert(&frame.key, frame.g, bound, best);
        self.pool.truncate(frame.first);
        self.go_back(bound);
    }

    /// Takes back the action that led to the state just left, from which no plan costs less
    /// than `bound`.
    fn go_back(&mut self, bound: S::Cost) {
        let Some(frame) = self.frames.last_mut() else { return };
        let at = frame.next - 1;
        if let Some(token) = frame.token.take() {
            W::back(&self.space, &mut self.shared, self.pool[at].action, token);
        }
        if frame.is_free {
            self.zeros.pop();
            frame.is_free = false;
        }
        self.note(at, bound);
    }

    /// Keeps the plan that ends at a goal, and goes back as if it had no successors.
    fn keep_plan<Q: Observer<S> + ?Sized>(
        &mut self,
        node: Node<S, H, W, T>,
        observer: &mut Q,
    ) -> Result<(), Halt> {
        drop(node);
        let on_path = self.frames.iter().map(|frame| self.pool[frame.next - 1].action);
        let actions: Vec<S::Action> = on_path.collect();
        let mut state = self.space.initial_state();
        let mut cost = S::Cost::ZERO;
        for &action in &actions {
            cost = cost.plus(self.space.cost(&state, action));
            self.space.apply(&mut state, action);
        }
        observer.observe(Event::Solution(cost));
        if cost < self.incumbent && self.wanted > 1 {
            self.plans.clear();
        }
        self.incumbent = self.incumbent.min(cost);
        self.plans.push(Plan { actions, cost });
        self.go_back(S::Cost::ZERO);
        let is_admissible = self.heuristic.guarantees().admissible;
        let is_first = !is_admissible && self.growth.rule == Rule::LeastCut;
        let is_enough = cost <= self.lower_bound || is_first;
        if is_enough && self.plans.len() as u64 >= self.wanted || cost == S::Cost::INFINITY {
            return Err(Halt::Enough);
        }
        Ok(())
    }
}

impl<P, H, S, T, O, X, W> Search<S> for BranchAndBoundSearch<P, H, S, T, O, X, W>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
    T: Memory<S>,
    O: ActionOrder<S>,
    X: Pathmax<S>,
    W: Walk<S>,
{
    fn advance<Q: Observer<S> + ?Sized>(&mut self, limits: &Limits, observer: &mut Q) -> Progress {
        let mut meter = Meter::start(limits, self.statistics.expanded);
        let progress = loop {
            match self.phase {
                Phase::Done(termination) => break Progress::Done(termination),
                Phase::Start => {
                    self.prove(self.root.0, observer);
                    self.phase = match self.root.0 == S::Cost::INFINITY {
                        true => Phase::Done(Termination::Exhausted),
                        false => Phase::Begin,
                    };
                }
                Phase::Begin => {
                    let is_deeper =
                        |most| <ByCost as Measure<S, H>>::is_deeper(&self.space, self.limit, most);
                    if limits.depth.is_some_and(is_deeper) {
                        self.stopped = StopReason::DepthLimit;
                        break Progress::Paused(StopReason::DepthLimit);
                    }
                    if self.statistics.iterations == 0 {
                        let (state, h) = (&self.space.initial_state(), self.root.0);
                        observer.observe(Event::Generated {
                            state,
                            action: None,
                            g: S::Cost::ZERO,
                            h,
                        });
                    }
                    if self.growth.rule != Rule::Once {
                        observer.observe(Event::Iteration(self.limit));
                    }
                    self.begin();
                    self.phase = Phase::Resume;
                }
                Phase::Resume => match self.run(&mut meter, observer) {
                    Ok(()) => self.phase = self.end(true, observer),
                    Err(Halt::Budget) => self.phase = self.end(false, observer),
                    Err(Halt::Enough) => self.phase = Phase::Done(Termination::Finished),
                    Err(Halt::Stopped(reason)) => {
                        self.stopped = reason;
                        break Progress::Paused(reason);
                    }
                },
            }
        };
        let own = self.frames.capacity() * size_of::<Frame<S, H, W, T>>()
            + self.pool.capacity() * size_of::<Child<S, O>>();
        let statistics = &mut self.statistics;
        statistics.peak_bytes = statistics.peak_bytes.max(self.memory.bytes() + own);
        statistics.peak_stored = statistics.peak_stored.max(self.frames.len() + 1);
        statistics.elapsed += meter.elapsed();
        progress
    }

    fn report(&self) -> SearchReport<S::Action, S::Cost> {
        let termination = match self.phase {
            Phase::Done(termination) => termination,
            _ => Termination::Stopped(self.stopped),
        };
        SearchReport {
            plan: self.plans.iter().min_by_key(|plan| plan.cost).cloned(),
            lower_bound: self.lower_bound,
            termination,
            statistics: self.statistics.clone(),
        }
    }

    fn solutions(&self) -> Vec<Plan<S::Action, S::Cost>> {
        self.plans.clone()
    }
}
