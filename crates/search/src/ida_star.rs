//! IDA* (Korf 1985): A*'s optimality in linear memory.

use std::marker::PhantomData;
use std::ops::Deref;

use tremaux_core::{
    Algorithm, Cost, Event, Heuristic, Limits, Meter, Observer, Plan, Progress, Search,
    SearchReport, StateSpace, Statistics, StopReason, Termination, TypedActions, UndoSpace,
};

/// Depth-first searches bounded by `f`, the bound growing from one to the next.
///
/// Allocates nothing per node. Never terminates on its own if a plan does not exist and the
/// space has cycles; set limits. Cycles of zero cost are cut, see `Zeros`.
///
/// `W` says how it goes back: by copies of the state, as every space allows, or by undo.
/// `L` says where the actions of a state are: listed on a stack, or typed in its frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct IdaStar<W = Copying, L = Listed>(PhantomData<(W, L)>);

impl IdaStar {
    /// IDA* for every space, which keeps a copy of each state on the path.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// IDA* that takes actions back in place: for large states.
    #[must_use]
    pub fn in_place() -> IdaStar<Undoing> {
        IdaStar::default()
    }

    /// IDA* for spaces with [`TypedActions`]: for nodes of a few nanoseconds.
    #[must_use]
    pub fn typed() -> IdaStar<Copying, Typed> {
        IdaStar::default()
    }
}

/// Where a depth-first search has the actions it has yet to try.
pub trait Listing<S: StateSpace> {
    /// What all states on the path share.
    type Pool: Default;
    /// What each state on the path has.
    type Left: Clone;
    /// Nothing left to try.
    fn none(pool: &Self::Pool) -> Self::Left;
    /// All actions of `state`, the last on the path.
    fn open(
        space: &S,
        pool: &mut Self::Pool,
        state: &S::State,
        last: Option<S::Action>,
    ) -> Self::Left;
    /// The next action of the last state on the path.
    fn next(pool: &mut Self::Pool, left: &mut Self::Left) -> Option<S::Action>;
    /// Bytes allocated.
    fn bytes(pool: &Self::Pool) -> usize;
}

/// One vector is the stack of the actions of all states on the path.
#[derive(Clone, Copy, Debug, Default)]
pub struct Listed;

impl<S: StateSpace> Listing<S> for Listed {
    type Pool = Vec<S::Action>;
    /// Where they start, and the next.
    type Left = (u32, u32);

    #[inline]
    fn none(pool: &Vec<S::Action>) -> (u32, u32) {
        (pool.len() as u32, pool.len() as u32)
    }

    #[inline]
    fn open(
        space: &S,
        pool: &mut Vec<S::Action>,
        state: &S::State,
        last: Option<S::Action>,
    ) -> (u32, u32) {
        let first = pool.len() as u32;
        match last {
            None => space.actions(state, pool),
            Some(last) => space.actions_after(state, last, pool),
        }
        (first, first)
    }

    #[inline]
    fn next(pool: &mut Vec<S::Action>, (first, next): &mut (u32, u32)) -> Option<S::Action> {
        match pool.get(*next as usize) {
            Some(&action) => {
                *next += 1;
                Some(action)
            }
            None => {
                pool.truncate(*first as usize);
                None
            }
        }
    }

    fn bytes(pool: &Vec<S::Action>) -> usize {
        pool.capacity() * size_of::<S::Action>()
    }
}

/// Each frame has its own [`TypedActions::Actions`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Typed;

impl<S: TypedActions> Listing<S> for Typed {
    type Pool = ();
    type Left = S::Actions;

    #[inline]
    fn none((): &()) -> S::Actions {
        S::Actions::default()
    }

    #[inline]
    fn open(space: &S, (): &mut (), state: &S::State, last: Option<S::Action>) -> S::Actions {
        match last {
            None => space.action_set(state),
            Some(last) => space.action_set_after(state, last),
        }
    }

    #[inline]
    fn next((): &mut (), left: &mut S::Actions) -> Option<S::Action> {
        left.next()
    }

    fn bytes((): &()) -> usize {
        0
    }
}

/// How a depth-first search gets back to where it came from.
pub trait Walk<S: StateSpace> {
    /// What each state on the path has: the state, or nothing.
    type Here: Clone;
    /// What they share: nothing, or the last state.
    type Shared;
    /// What it needs to go back, besides the action.
    type Token;
    /// Starts at `state`.
    fn start(state: S::State) -> (Self::Shared, Self::Here);
    /// The last state on the path.
    fn state<'a>(shared: &'a Self::Shared, here: &'a Self::Here) -> &'a S::State;
    /// Goes to the successor.
    fn forth(
        space: &S,
        shared: &mut Self::Shared,
        here: &Self::Here,
        action: S::Action,
    ) -> (Self::Here, Self::Token);
    /// Goes back to where `action` was taken.
    fn back(space: &S, shared: &mut Self::Shared, action: S::Action, token: Self::Token);
}

/// Keeps a copy of each state on the path.
#[derive(Clone, Copy, Debug, Default)]
pub struct Copying;

impl<S: StateSpace> Walk<S> for Copying {
    type Here = S::State;
    type Shared = ();
    type Token = ();

    fn start(state: S::State) -> ((), S::State) {
        ((), state)
    }

    #[inline]
    fn state<'a>((): &'a (), here: &'a S::State) -> &'a S::State {
        here
    }

    #[inline]
    fn forth(space: &S, (): &mut (), here: &S::State, action: S::Action) -> (S::State, ()) {
        let mut child = here.clone();
        space.apply(&mut child, action);
        (child, ())
    }

    #[inline]
    fn back(_space: &S, (): &mut (), _action: S::Action, (): ()) {}
}

/// Keeps one state, and takes actions back.
#[derive(Clone, Copy, Debug, Default)]
pub struct Undoing;

impl<S: UndoSpace> Walk<S> for Undoing {
    type Here = ();
    type Shared = S::State;
    type Token = S::Undo;

    fn start(state: S::State) -> (S::State, ()) {
        (state, ())
    }

    #[inline]
    fn state<'a>(shared: &'a S::State, (): &'a ()) -> &'a S::State {
        shared
    }

    #[inline]
    fn forth(space: &S, shared: &mut S::State, (): &(), action: S::Action) -> ((), S::Undo) {
        ((), space.apply_undoable(shared, action))
    }

    #[inline]
    fn back(space: &S, shared: &mut S::State, action: S::Action, undo: S::Undo) {
        space.undo(shared, action, undo);
    }
}

impl<S: StateSpace, W: Walk<S>, L: Listing<S>> Algorithm<S> for IdaStar<W, L> {
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = IdaStarSearch<P, H, S, W, L>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        heuristic: H,
    ) -> IdaStarSearch<P, H, S, W, L> {
        IdaStarSearch::new(space, heuristic)
    }
}

/// An [`IdaStar`] search under way.
///
/// It recurses, up to a fixed depth; whatever halts it unwinds the recursion into frames,
/// from which it goes on. A loop over frames alone is a sixth slower: the processor
/// predicts returns better than jumps, and keeps less in memory.
pub struct IdaStarSearch<P, H, S, W = Copying, L = Listed>
where
    S: StateSpace,
    H: Heuristic<S>,
    W: Walk<S>,
    L: Listing<S>,
{
    space: P,
    heuristic: H,
    /// The node at the root.
    root: Node<S, H, W>,
    /// The states on the path, the root first, that are not on the call stack.
    frames: Vec<Frame<S, H, W, L>>,
    /// The end of the path, yet to be expanded.
    pending: Option<Node<S, H, W>>,
    shared: W::Shared,
    pool: L::Pool,
    /// The states on the path that were left at no cost, and their g.
    zeros: Vec<(S::Cost, S::Packed)>,
    bound: S::Cost,
    /// The least f beyond the bound.
    next_bound: S::Cost,
    /// Whether something was cut for a cost too great for its type.
    overflows: bool,
    phase: Phase,
    /// Which limit ended the last slice.
    stopped: StopReason,
    lower_bound: S::Cost,
    plan: Option<Plan<S::Action, S::Cost>>,
    statistics: Statistics,
}

/// What the search was about to do when it was paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Begin an iteration at the root.
    Begin,
    /// Go on from where it was halted.
    Resume,
    /// Nothing: it is over.
    Done(Termination),
}

/// A state on the path.
struct Node<S: StateSpace, H: Heuristic<S>, W: Walk<S>> {
    here: W::Here,
    g: S::Cost,
    h: S::Cost,
    memo: H::Memo,
    last: Option<S::Action>,
}

impl<S: StateSpace, H: Heuristic<S>, W: Walk<S>> Clone for Node<S, H, W> {
    fn clone(&self) -> Self {
        let Self { here, g, h, memo, last } = self;
        Self { here: here.clone(), g: *g, h: *h, memo: memo.clone(), last: *last }
    }
}

/// A state on the path whose successor by `action` is on the path too.
struct Frame<S: StateSpace, H: Heuristic<S>, W: Walk<S>, L: Listing<S>> {
    here: W::Here,
    g: S::Cost,
    h: S::Cost,
    memo: H::Memo,
    left: L::Left,
    action: S::Action,
    token: W::Token,
    /// Whether `action` costs nothing.
    is_free: bool,
}

/// Why a depth-first search ends before its time.
enum Halt {
    Solved,
    Stopped(StopReason),
    /// The recursion is as deep as it may be.
    Deep,
}

/// What the recursion shares.
struct Run<'a, S, H, W, L, O: ?Sized>
where
    S: StateSpace,
    H: Heuristic<S>,
    W: Walk<S>,
    L: Listing<S>,
{
    space: &'a S,
    heuristic: &'a H,
    observer: &'a mut O,
    meter: &'a mut Meter,
    shared: &'a mut W::Shared,
    pool: &'a mut L::Pool,
    zeros: &'a mut Vec<(S::Cost, S::Packed)>,
    bound: S::Cost,
    next_bound: S::Cost,
    expanded: u64,
    generated: u64,
    /// When to look at the meter: a copy, or each node follows a pointer more.
    next_poll: u64,
    /// Whether some actions may cost nothing.
    may_be_free: bool,
    /// How much deeper the recursion may go.
    depth: u32,
    /// Whether something was cut for a cost too great for its type.
    overflows: bool,
    pending: Option<Node<S, H, W>>,
    /// The path as the recursion is unwound, its end first.
    unwound: Vec<Frame<S, H, W, L>>,
}

impl<S, H, W, L, O> Run<'_, S, H, W, L, O>
where
    S: StateSpace,
    H: Heuristic<S>,
    W: Walk<S>,
    L: Listing<S>,
    O: Observer<S> + ?Sized,
{
    /// Searches below a state that is not yet expanded.
    fn expand(
        &mut self,
        here: W::Here,
        (g, h, memo): (S::Cost, S::Cost, H::Memo),
        last: S::Action,
    ) -> Result<(), Halt> {
        let state = W::state(self.shared, &here);
        if self.space.is_goal(state) || self.depth == 0 || self.expanded >= self.next_poll {
            let state = state.clone();
            if let Err(halt) = self.look_up(&state) {
                self.pending = Some(Node { here, g, h, memo, last: Some(last) });
                return Err(halt);
            }
        }
        self.expanded += 1;
        let state = W::state(self.shared, &here);
        self.observer.observe(Event::Expanded { state, g });
        let left = L::open(self.space, self.pool, state, Some(last));
        self.branch(here, (g, h, memo), left)
    }

    /// Searches below the root, which was reached by no action.
    fn expand_root(
        &mut self,
        here: W::Here,
        (g, h, memo): (S::Cost, S::Cost, H::Memo),
    ) -> Result<(), Halt> {
        let state = W::state(self.shared, &here).clone();
        if let Err(halt) = self.look_up(&state) {
            self.pending = Some(Node { here, g, h, memo, last: None });
            return Err(halt);
        }
        self.expanded += 1;
        self.observer.observe(Event::Expanded { state: &state, g });
        let left = L::open(self.space, self.pool, &state, None);
        self.branch(here, (g, h, memo), left)
    }

    /// What there is to halt for.
    #[cold]
    #[inline(never)]
    fn look_up(&mut self, state: &S::State) -> Result<(), Halt> {
        if self.space.is_goal(state) {
            return Err(Halt::Solved);
        } else if self.depth == 0 {
            return Err(Halt::Deep);
        }
        let bytes = L::bytes(self.pool);
        let result = self.meter.check(self.expanded, || bytes);
        self.next_poll = self.meter.next_poll();
        result.map_err(Halt::Stopped)
    }

    #[cold]
    #[inline(never)]
    fn unwind(&mut self, frame: Frame<S, H, W, L>) {
        self.unwound.push(frame);
    }

    /// Searches what is left below a state that is expanded.
    #[inline(always)]
    fn branch(
        &mut self,
        here: W::Here,
        (g, h, memo): (S::Cost, S::Cost, H::Memo),
        mut left: L::Left,
    ) -> Result<(), Halt> {
        let (space, heuristic) = (self.space, self.heuristic);
        while let Some(action) = L::next(self.pool, &mut left) {
            self.generated += 1;
            let state = W::state(self.shared, &here);
            let child_g = g.plus(space.cost(state, action));
            let ahead = heuristic.ahead(space, state, h, &memo, action);
            if let Some((child_h, _)) = ahead
                && child_g.plus(child_h) > self.bound
            {
                self.next_bound = self.next_bound.min(child_g.plus(child_h));
                self.overflows |=
                    child_g.plus(child_h) == S::Cost::INFINITY && child_h < S::Cost::INFINITY;
                continue;
            }
            let is_free = self.may_be_free && child_g == g;
            if is_free {
                self.zeros.push((g, space.pack(state)));
            }
            let (child, token) = W::forth(space, self.shared, &here, action);
            let state = W::state(self.shared, &child);
            let is_checked = ahead.is_some();
            let (child_h, child_memo) =
                ahead.unwrap_or_else(|| heuristic.child(space, h, &memo, action, state));
            let event = Event::Generated { state, action: Some(action), g: child_g, h: child_h };
            self.observer.observe(event);
            let is_beyond = !is_checked && child_g.plus(child_h) > self.bound;
            if is_beyond {
                self.next_bound = self.next_bound.min(child_g.plus(child_h));
                self.overflows |=
                    child_g.plus(child_h) == S::Cost::INFINITY && child_h < S::Cost::INFINITY;
            }
            if is_beyond || is_free && Self::circles(self.zeros, g, space.pack(state)) {
                self.observer.observe(Event::Backtracked { state });
            } else {
                let top = (child_g, child_h, child_memo);
                self.depth -= 1;
                let result = self.expand(child, top, action);
                self.depth += 1;
                if let Err(halt) = result {
                    self.unwind(Frame { here, g, h, memo, left, action, token, is_free });
                    return Err(halt);
                }
            }
            W::back(space, self.shared, action, token);
            if is_free {
                self.zeros.pop();
            }
        }
        self.observer.observe(Event::Backtracked { state: W::state(self.shared, &here) });
        Ok(())
    }

    /// Whether `packed` is on the path, with actions that cost nothing ever since.
    #[cold]
    fn circles(zeros: &[(S::Cost, S::Packed)], g: S::Cost, packed: S::Packed) -> bool {
        zeros.iter().rev().take_while(|zero| zero.0 == g).any(|zero| zero.1 == packed)
    }
}

impl<P, H, S, W, L> IdaStarSearch<P, H, S, W, L>
where
    P: Deref<Target = S>,
    S: StateSpace,
    W: Walk<S>,
    L: Listing<S>,
    H: Heuristic<S>,
{
    /// About how many bytes of call stack it may take.
    const CALL_STACK: usize = 256 << 10;

    /// A search that has not yet taken a step.
    pub fn new(space: P, heuristic: H) -> Self {
        let state = space.initial_state();
        let (h, memo) = heuristic.root(&space, &state);
        let (shared, here) = W::start(state);
        Self {
            bound: h,
            root: Node { here, g: S::Cost::ZERO, h, memo, last: None },
            frames: Vec::new(),
            pending: None,
            shared,
            pool: L::Pool::default(),
            zeros: Vec::new(),
            next_bound: S::Cost::INFINITY,
            overflows: false,
            phase: Phase::Begin,
            stopped: StopReason::NodeLimit,
            lower_bound: S::Cost::ZERO,
            plan: None,
            statistics: Statistics { evaluated: 1, ..Statistics::default() },
            space,
            heuristic,
        }
    }

    /// The f-limit of the iteration under way.
    pub fn bound(&self) -> S::Cost {
        self.bound
    }

    /// Goes on from the end of the path until the iteration is over.
    fn run<O: Observer<S> + ?Sized>(
        &mut self,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<(), Halt> {
        let depth = Self::CALL_STACK / (2 * size_of::<Frame<S, H, W, L>>() + 256);
        let next_poll = meter.next_poll();
        let mut run = Run {
            space: &*self.space,
            heuristic: &self.heuristic,
            observer,
            meter,
            shared: &mut self.shared,
            pool: &mut self.pool,
            zeros: &mut self.zeros,
            bound: self.bound,
            next_bound: self.next_bound,
            next_poll,
            expanded: self.statistics.expanded,
            generated: self.statistics.generated,
            may_be_free: self.space.uniform_cost().is_none_or(|cost| cost == S::Cost::ZERO),
            depth: depth.clamp(8, 512) as u32,
            overflows: self.overflows,
            pending: None,
            unwound: Vec::new(),
        };
        let frames = &mut self.frames;
        let mut pending = self.pending.take();
        let result = loop {
            let result = if let Some(Node { here, g, h, memo, last }) = pending.take() {
                match last {
                    Some(last) => run.expand(here, (g, h, memo), last),
                    None => run.expand_root(here, (g, h, memo)),
                }
            } else if let Some(frame) = frames.pop() {
                let Frame { here, g, h, memo, left, action, token, is_free } = frame;
                W::back(run.space, run.shared, action, token);
                if is_free {
                    run.zeros.pop();
                }
                run.branch(here, (g, h, memo), left)
            } else {
                break Ok(());
            };
            if let Err(halt) = result {
                frames.extend(run.unwound.drain(..).rev());
                pending = run.pending.take();
                if !matches!(halt, Halt::Deep) {
                    break Err(halt);
                }
            }
        };
        let (next_bound, expanded, generated) = (run.next_bound, run.expanded, run.generated);
        let overflows = run.overflows;
        self.pending = pending;
        self.next_bound = next_bound;
        self.overflows = overflows;
        let statistics = &mut self.statistics;
        statistics.evaluated += generated - statistics.generated;
        (statistics.expanded, statistics.generated) = (expanded, generated);
        result
    }

    fn begin<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) -> Phase {
        let guarantees = self.heuristic.guarantees();
        if self.bound == S::Cost::INFINITY {
            if self.overflows {
                return Phase::Done(Termination::Stopped(StopReason::CostOverflow));
            }
            if guarantees.safe {
                self.lower_bound = S::Cost::INFINITY;
            }
            return Phase::Done(Termination::Exhausted);
        }
        if guarantees.admissible {
            self.lower_bound = self.bound;
            self.statistics.expanded_before_last_layer = self.statistics.expanded;
            observer.observe(Event::LowerBound(self.bound));
        }
        self.pending = Some(self.root.clone());
        self.statistics.iterations += 1;
        self.next_bound = S::Cost::INFINITY;
        Phase::Resume
    }
}

impl<P, H, S, W, L> Search<S> for IdaStarSearch<P, H, S, W, L>
where
    P: Deref<Target = S>,
    S: StateSpace,
    W: Walk<S>,
    L: Listing<S>,
    H: Heuristic<S>,
{
    fn advance<O: Observer<S> + ?Sized>(&mut self, limits: &Limits, observer: &mut O) -> Progress {
        let mut meter = Meter::start(limits, self.statistics.expanded);
        let progress = loop {
            match self.phase {
                Phase::Done(termination) => break Progress::Done(termination),
                Phase::Begin => self.phase = self.begin(observer),
                Phase::Resume => match self.run(&mut meter, observer) {
                    Ok(()) => {
                        self.bound = self.next_bound;
                        self.phase = Phase::Begin;
                    }
                    Err(Halt::Solved) => {
                        let actions = self.frames.iter().map(|frame| frame.action).collect();
                        let cost = self.pending.as_ref().expect("the goal").g;
                        self.plan = Some(Plan { actions, cost });
                        observer.observe(Event::Solution(cost));
                        self.phase = Phase::Done(Termination::Finished);
                    }
                    Err(Halt::Stopped(reason)) => {
                        self.stopped = reason;
                        break Progress::Paused(reason);
                    }
                    Err(Halt::Deep) => unreachable!("the recursion was taken up again"),
                },
            }
        };
        self.statistics.elapsed += meter.elapsed();
        progress
    }

    fn report(&self) -> SearchReport<S::Action, S::Cost> {
        let termination = match self.phase {
            Phase::Done(termination) => termination,
            _ => Termination::Stopped(self.stopped),
        };
        let statistics = Statistics { peak_stored: 1, ..self.statistics.clone() };
        SearchReport {
            plan: self.plan.clone(),
            lower_bound: self.lower_bound,
            termination,
            statistics,
        }
    }
}
