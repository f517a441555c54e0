//! Recursive best-first search (Korf 1993): best-first order in linear memory.

use std::collections::HashSet;
use std::marker::PhantomData;
use std::ops::Deref;

use foldhash::fast::FixedState;
use tremaux_core::{
    Algorithm, Cost, Detail, Event, Heuristic, Limits, Meter, Observer, Plan, Progress, Pruning,
    Search, SearchReport, StateSpace, StopReason, Termination,
};

use crate::depth_first::{ByCost, Copying, MakeUnmake, Measure, Undoing};
use crate::search_core::{SearchCore, broken_promises, falls, list_actions, path_cost};

/// Recursive best-first search (Korf 1993).
///
/// Follows the best path until a sibling of a state on it is better, and then forgets
/// everything below except for the least `f` seen there. States are therefore expanded in
/// best-first order even where `f` decreases along a path, and the search does not restart at
/// the root. A state is searched once for every path to it, and again whenever it is the best
/// again: with many different values of `f` this is much more often than in IDA*.
///
/// The plan is optimal if the heuristic is admissible. Memory is that of the path and the
/// siblings along it; time is exponential in its length. Paths that return to one of their own
/// states are cut, so the search ends on every finite space.
///
/// ```
/// use tremaux::{Algorithm, NoHeuristic, Limits, StateSpace};
/// use tremaux::search::RecursiveBestFirst;
///
/// /// The numbers from 0 to 19; an action adds 3 or 5.
/// struct Stairs;
/// impl StateSpace for Stairs {
///     type State = u32;
///     type Packed = u32;
///     type Action = u32;
///     type Cost = u32;
///     fn initial_state(&self) -> u32 { 0 }
///     fn is_goal(&self, &at: &u32) -> bool { at == 19 }
///     fn actions(&self, &at: &u32, actions: &mut Vec<u32>) {
///         actions.extend([3, 5].into_iter().filter(|step| at + step <= 19));
///     }
///     fn cost(&self, _: &u32, _: u32) -> u32 { 1 }
///     fn apply(&self, at: &mut u32, step: u32) { *at += step; }
///     fn pack(&self, &at: &u32) -> u32 { at }
///     fn unpack(&self, &at: &u32) -> u32 { at }
/// }
/// let algorithm = RecursiveBestFirst::new();
/// let report = algorithm.solve(&Stairs, NoHeuristic, &Limits::default(), &mut ());
/// assert!(report.is_proven_optimal());
/// assert_eq!(report.plan.unwrap().cost, 5);
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct RecursiveBestFirst<W = Copying> {
    #[cfg_attr(feature = "serde", serde(skip))]
    make_unmake: PhantomData<W>,
}

impl RecursiveBestFirst {
    /// The search for every space. Keeps a copy of each state on the path.
    pub fn new() -> Self {
        Self { make_unmake: PhantomData }
    }

    /// The search that undoes actions in place. Useful for large states.
    pub fn in_place() -> RecursiveBestFirst<Undoing> {
        RecursiveBestFirst { make_unmake: PhantomData }
    }
}

impl Default for RecursiveBestFirst {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: StateSpace, W: MakeUnmake<S>> Algorithm<S> for RecursiveBestFirst<W> {
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = RecursiveBestFirstSearch<P, H, S, W>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        heuristic: H,
    ) -> RecursiveBestFirstSearch<P, H, S, W> {
        let state = space.initial_state();
        let (h, memo) = heuristic.root(&space, &state);
        let (shared, here) = W::start(state);
        let (g, limit) = (S::Cost::ZERO, S::Cost::INFINITY);
        RecursiveBestFirstSearch {
            pending: Some(Node { here, g, h, memo, stored: h, limit, last: None }),
            space,
            heuristic,
            shared,
            frames: Vec::new(),
            pool: Vec::new(),
            actions: Vec::new(),
            path: HashSet::with_hasher(FixedState::with_seed(2)),
            path_number: 0,
            core: SearchCore::evaluated_root(),
        }
    }
}

/// A state on the path that has yet to be expanded.
struct Node<S: StateSpace, H: Heuristic<S>, W: MakeUnmake<S>> {
    here: W::Here,
    g: S::Cost,
    h: S::Cost,
    memo: H::Memo,
    /// The best known lower bound on plans through the state.
    stored: S::Cost,
    /// The search leaves the state when its value exceeds this, because something else is
    /// better.
    limit: S::Cost,
    last: Option<S::Action>,
}

/// An expanded state on the path.
struct Frame<S: StateSpace, H: Heuristic<S>, W: MakeUnmake<S>> {
    here: W::Here,
    g: S::Cost,
    h: S::Cost,
    memo: H::Memo,
    limit: S::Cost,
    /// The index of its first child.
    first: usize,
    /// The current child. The next field undoes its action.
    current: usize,
    token: Option<W::Token>,
}

struct Child<S: StateSpace> {
    action: S::Action,
    g: S::Cost,
    h: S::Cost,
    stored: S::Cost,
}

/// A running [`RecursiveBestFirst`] search.
pub struct RecursiveBestFirstSearch<P, H, S, W = Copying>
where
    S: StateSpace,
    H: Heuristic<S>,
    W: MakeUnmake<S>,
{
    space: P,
    heuristic: H,
    shared: W::Shared,
    frames: Vec<Frame<S, H, W>>,
    /// The children of all states on the path.
    pool: Vec<Child<S>>,
    pending: Option<Node<S, H, W>>,
    actions: Vec<S::Action>,
    path: HashSet<S::Packed, FixedState>,
    /// The number by which the space knows the path; 0 if it has yet to hear of it.
    path_number: u64,
    core: SearchCore<S>,
}

impl<P, H, S, W> RecursiveBestFirstSearch<P, H, S, W>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
    W: MakeUnmake<S>,
{
    fn prove<O: Observer<S> + ?Sized>(&mut self, bound: S::Cost, observer: &mut O) {
        if bound == S::Cost::INFINITY && self.core.overflows {
            return;
        }
        let guarantees = self.heuristic.guarantees();
        let bound = <ByCost as Measure<S, H>>::lower_bound(&self.space, guarantees, bound);
        self.core.prove(bound, observer);
    }

    /// Continues until the search is over or must stop.
    fn run<O: Observer<S> + ?Sized>(
        &mut self,
        limits: &Limits,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Termination, StopReason> {
        self.path_number = self.space.begin_path(self.path_number);
        loop {
            if let Some(node) = self.pending.take() {
                if self.core.statistics.iterations == 0 {
                    self.core.statistics.iterations = 1;
                    let state = W::state(&self.shared, &node.here);
                    let (g, h) = (node.g, node.h);
                    observer.observe(Event::Generated { state, action: None, g, h });
                    self.prove(node.h, observer);
                    if node.h == S::Cost::INFINITY {
                        return Ok(Termination::Exhausted);
                    }
                }
                if limits.excludes(self.core.proved()) {
                    self.pending = Some(node);
                    return Err(StopReason::CostLimit);
                }
                if self.space.is_goal(W::state(&self.shared, &node.here)) {
                    self.keep_plan(observer);
                    return Ok(Termination::Finished);
                }
                let is_deeper =
                    |most| <ByCost as Measure<S, H>>::is_deeper(&self.space, node.stored, most);
                let is_too_deep = limits.depth.is_some_and(is_deeper);
                let result = meter.check(self.core.statistics.expanded, || self.bytes());
                if is_too_deep || result.is_err() {
                    self.pending = Some(node);
                    return Err(result.err().unwrap_or(StopReason::DepthLimit));
                }
                self.expand(node, observer);
            } else if let Some(termination) = self.go_on(observer) {
                return Ok(termination);
            }
        }
    }

    /// Expands a state and adds it and its children to the path.
    fn expand<O: Observer<S> + ?Sized>(&mut self, node: Node<S, H, W>, observer: &mut O) {
        let Node { here, g, h, memo, stored, limit, last } = node;
        let space = &*self.space;
        let state = W::state(&self.shared, &here);
        self.core.statistics.expanded += 1;
        observer.observe(Event::Expanded { state, g });
        self.path.insert(space.pack(state));
        let mut actions = std::mem::take(&mut self.actions);
        space.lengthen_path();
        list_actions(space, state, last, &mut actions);
        let first = self.pool.len();
        // The state was searched before, and no child can be better than the value stored then.
        let is_known = g.plus(h) < stored;
        let is_consistent = self.heuristic.guarantees().consistent;
        for &action in &actions {
            let state = W::state(&self.shared, &here);
            let child_g = g.plus(space.cost(state, action));
            let early_estimate = self.heuristic.estimate_successor(space, state, h, &memo, action);
            let (child_h, _) = early_estimate.unwrap_or_else(|| {
                let (child, token) = W::make(space, &mut self.shared, &here, action);
                let state = W::state(&self.shared, &child);
                let estimate = self.heuristic.child(space, h, &memo, action, state);
                W::back(space, &mut self.shared, action, token);
                estimate
            });
            if observer.detail() != Detail::Nothing {
                let (child, token) = W::make(space, &mut self.shared, &here, action);
                let state = W::state(&self.shared, &child);
                let (g, h) = (child_g, child_h);
                observer.observe(Event::Generated { state, action: Some(action), g, h });
                W::back(space, &mut self.shared, action, token);
            }
            let is_broken = is_consistent && falls(g, h, child_g, child_h);
            self.core.statistics.inconsistencies += u64::from(is_broken);
            let f = child_g.plus(child_h);
            self.core.overflows |= f == S::Cost::INFINITY && child_h < f;
            let stored = if is_known { f.max(stored) } else { f };
            self.pool.push(Child { action, g: child_g, h: child_h, stored });
        }
        self.core.statistics.generated += actions.len() as u64;
        self.core.statistics.evaluated += actions.len() as u64;
        self.actions = actions;
        self.frames.push(Frame { here, g, h, memo, limit, first, current: first, token: None });
        let longest = self.frames.len().max(self.core.statistics.peak_stored);
        self.core.statistics.peak_stored = longest;
    }

    /// Goes to the best child of the last state, or back if something else is better.
    fn go_on<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) -> Option<Termination> {
        let frame = self.frames.last().expect("a path");
        let (mut best, mut least, mut second) = (None, S::Cost::INFINITY, S::Cost::INFINITY);
        for (at, child) in self.pool.iter().enumerate().skip(frame.first) {
            if child.stored < least {
                (second, least, best) = (least, child.stored, Some(at));
            } else {
                second = second.min(child.stored);
            }
        }
        if self.frames.len() == 1 {
            self.prove(least, observer);
        }
        let frame = self.frames.last_mut().expect("a path");
        let Some(at) = best.filter(|_| least <= frame.limit) else {
            return self.leave(least, observer);
        };
        let child = &self.pool[at];
        let (action, g, h) = (child.action, child.g, child.h);
        // The next child has been evaluated in the meantime, so a heuristic with a session has
        // lost the memo: compute it again.
        let state = W::state(&self.shared, &frame.here);
        let early_estimate =
            self.heuristic.estimate_successor(&self.space, state, frame.h, &frame.memo, action);
        let (here, token) = W::make(&self.space, &mut self.shared, &frame.here, action);
        let state = W::state(&self.shared, &here);
        let (_, memo) = early_estimate.unwrap_or_else(|| {
            self.heuristic.child(&self.space, frame.h, &frame.memo, action, state)
        });
        if self.path.contains(&self.space.pack(state)) {
            self.core.statistics.pruned += 1;
            observer.observe(Event::Pruned { state, reason: Pruning::Circle });
            W::back(&self.space, &mut self.shared, action, token);
            self.pool[at].stored = S::Cost::INFINITY;
            return None;
        }
        (frame.current, frame.token) = (at, Some(token));
        let limit = frame.limit.min(second);
        self.pending = Some(Node { here, g, h, memo, stored: least, limit, last: Some(action) });
        None
    }

    /// Leaves a state through which no plan costs less than `stored`.
    fn leave<O: Observer<S> + ?Sized>(
        &mut self,
        stored: S::Cost,
        observer: &mut O,
    ) -> Option<Termination> {
        let frame = self.frames.pop().expect("a path");
        let state = W::state(&self.shared, &frame.here);
        observer.observe(Event::Backtracked { state });
        self.path.remove(&self.space.pack(state));
        self.pool.truncate(frame.first);
        self.space.shorten_path();
        let Some(above) = self.frames.last_mut() else {
            let is_unknown = self.core.overflows;
            return Some(match is_unknown {
                true => Termination::Stopped(StopReason::CostOverflow),
                false => Termination::Exhausted,
            });
        };
        let child = &mut self.pool[above.current];
        child.stored = stored;
        debug_assert!(child.g >= above.g, "costs are not negative");
        if let Some(token) = above.token.take() {
            W::back(&self.space, &mut self.shared, child.action, token);
        }
        None
    }

    fn keep_plan<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) {
        let on_path = self.frames.iter().map(|frame| self.pool[frame.current].action);
        let actions: Vec<S::Action> = on_path.collect();
        let cost = path_cost(&*self.space, &actions);
        self.core.statistics.inconsistencies +=
            broken_promises(&*self.space, &self.heuristic, &actions, cost);
        // In best-first order, no other path can be cheaper than this one.
        self.prove(cost, observer);
        observer.observe(Event::Solution(cost));
        self.core.plan = Some(Plan { actions, cost });
    }

    fn bytes(&self) -> usize {
        self.frames.capacity() * size_of::<Frame<S, H, W>>()
            + self.pool.capacity() * size_of::<Child<S>>()
            + self.path.capacity() * size_of::<S::Packed>()
            + self.space.stored_bytes()
    }
}

impl<P, H, S, W> Search<S> for RecursiveBestFirstSearch<P, H, S, W>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
    W: MakeUnmake<S>,
{
    fn advance<O: Observer<S> + ?Sized>(&mut self, limits: &Limits, observer: &mut O) -> Progress {
        if let Some(termination) = self.core.done {
            return Progress::Done(termination);
        }
        if limits.depth.is_some() && self.space.uniform_cost().is_none() {
            return self.core.pause(StopReason::DepthUnsupported);
        }
        let mut meter = Meter::start(limits, self.core.statistics.expanded);
        let result = self.run(limits, &mut meter, observer);
        let bytes = self.bytes();
        self.core.statistics.peak_bytes = self.core.statistics.peak_bytes.max(bytes);
        self.core.statistics.elapsed += meter.elapsed();
        self.core.close(result)
    }

    fn report(&self) -> SearchReport<S::Action, S::Cost> {
        SearchReport::new(
            self.core.plan.clone(),
            self.core.proved(),
            self.core.termination(),
            self.core.statistics.clone(),
        )
    }
}
