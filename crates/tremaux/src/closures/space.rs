//! The state space that closures describe.

use std::cell::RefCell;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;

use tremaux_core::{
    BackwardSpace, Cost, Guarantees, Heuristic, Predecessor, StateNumbers, StateSpace,
};

use super::heuristic::Estimated;
use super::numbers::{Numbers, Sought};
use super::replay::refuse_cost;
use super::step_cost::StepCost;

/// A state of a [`ClosureSpace`]: its number, in the order in which states are seen.
/// [`ClosureSpace::state`] gives the state itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StateNumber(NonZeroU32);

impl StateNumber {
    #[inline]
    fn new(number: u32) -> Self {
        Self(NonZeroU32::MIN.saturating_add(number))
    }

    #[inline]
    fn get(self) -> u32 {
        self.0.get() - 1
    }
}

/// A step to a state of a [`ClosureSpace`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Step<C> {
    /// The state that it leads to.
    pub to: StateNumber,
    /// Its cost.
    pub cost: C,
}

/// The states seen so far, and the closure that leads to more.
struct Seen<N, C, F> {
    /// Each state with the number of the one from which it was first seen: a step back there,
    /// which most spaces have, needs no look into the index.
    numbers: Numbers<N, u32>,
    successors: F,
    /// Successors that are being numbered.
    sought: Vec<Sought<N, C>>,
    path: Path,
}

/// The path of a search that needs only the states along it.
#[derive(Default)]
struct Path {
    /// The number of the search.
    search: u64,
    /// Whether it is the last that has listed actions.
    is_used: bool,
    /// The numbers of states when the path was lengthened; none before those that are kept.
    lengths: Vec<usize>,
    /// Whether it was lengthened just now.
    is_longer: bool,
}

impl Path {
    /// Keeps all states seen so far.
    fn keep<N: Eq + Hash>(&mut self, numbers: &mut Numbers<N, u32>) {
        numbers.set_forgets(false);
        self.lengths.clear();
        self.is_used = false;
    }
}

/// A state space described by closures, for every algorithm, limit and observer. See
/// [`space`](super::space).
pub struct ClosureSpace<N, C, F, G, P = ()> {
    start: StateNumber,
    seen: RefCell<Seen<N, C, F>>,
    is_goal: RefCell<G>,
    goals: Vec<StateNumber>,
    predecessors: RefCell<P>,
    /// Whether only the cheapest of several steps between two states counts.
    is_simple: bool,
    /// The starts, if there are several: the initial state is then a source of them all.
    starts: Vec<StateNumber>,
}

impl<N: Eq + Hash, C: Cost, F, G> ClosureSpace<N, C, F, G> {
    pub(super) fn new(start: N, successors: F, is_goal: G) -> Self {
        let mut numbers = Numbers::default();
        let start = StateNumber::new(numbers.of(start, 0));
        Self {
            start,
            seen: RefCell::new(Seen {
                numbers,
                successors,
                sought: Vec::new(),
                path: Path::default(),
            }),
            is_goal: RefCell::new(is_goal),
            goals: Vec::new(),
            predecessors: RefCell::new(()),
            is_simple: false,
            starts: Vec::new(),
        }
    }

    /// The same space with several starts, from the nearest of which a plan leads to a goal.
    ///
    /// The initial state is a source, from which a step that costs nothing leads to each start.
    /// [`ClosureSpace::states`] leaves it out; [`ClosureSpace::state`] returns the first start in
    /// its place. [`ClosureSpace::admissible`] and [`ClosureSpace::consistent`] estimate it by the
    /// least estimate of a start; a heuristic of your own must do the same.
    ///
    /// # Panics
    ///
    /// Panics if there is no start.
    ///
    /// ```
    /// use tremaux::prelude::*;
    ///
    /// // Double for 3 or add one for 1, from 1 or from 7.
    /// let steps = |&n: &u32| [(2 * n, 3_u32), (n + 1, 1)];
    /// let space = tremaux::space(1, steps, |&n| n == 16).with_starts([1, 7]);
    /// let plan = BestFirst::dijkstra().run(&space).plan.unwrap();
    /// assert_eq!((plan.cost, space.states(&plan.actions)), (4, vec![7, 8, 16]));
    /// ```
    #[must_use]
    pub fn with_starts(self, starts: impl IntoIterator<Item = N>) -> Self
    where
        N: Clone,
    {
        let mut starts = starts.into_iter().peekable();
        let first = starts.peek().expect("at least one start").clone();
        let mut seen = self.seen.into_inner();
        seen.numbers = Numbers::beside(first, 0);
        let starts = starts.map(|start| {
            let number = seen.numbers.of(start, 0);
            // Nothing leads to a start first: only a step from itself is a step back.
            *seen.numbers.node_mut(number) = number;
            StateNumber::new(number)
        });
        let starts = starts.collect();
        Self { start: StateNumber::new(0), seen: RefCell::new(seen), starts, ..self }
    }

    /// The same space with the cheapest of several steps between two states alone.
    pub(super) fn without_parallel_steps(self) -> Self {
        Self { is_simple: true, ..self }
    }

    /// The same space for searches from both ends, such as
    /// [`NearOptimalBidirectional`](tremaux_search::NearOptimalBidirectional).
    ///
    /// `goals` are all goals. `predecessors` returns the states from which a step leads to a
    /// state, each with the cost of the step.
    ///
    /// ```
    /// use tremaux::search::NearOptimalBidirectional;
    /// use tremaux::{Algorithm, Limits};
    ///
    /// // Doubling costs 3, adding one costs 1.
    /// let space = tremaux::space(1_u32, |&n| [(2 * n, 3), (n + 1, 1)], |&n| n == 100)
    ///     .with_predecessors([100], |&n| {
    ///         let half = (n % 2 == 0).then_some((n / 2, 3));
    ///         half.into_iter().chain((n > 1).then(|| (n - 1, 1)))
    ///     });
    /// let distance = space.consistent(|&n| u32::from(n != 100));
    /// let search = NearOptimalBidirectional::new();
    /// let report = search.solve(&space, distance, &Limits::default(), &mut ());
    /// assert!(report.is_proven_optimal());
    /// assert_eq!(report.lower_bound, 18);
    /// ```
    #[must_use]
    pub fn with_predecessors<W, J, P>(
        self,
        goals: impl IntoIterator<Item = N>,
        predecessors: P,
    ) -> ClosureSpace<N, C, F, G, P>
    where
        W: StepCost<Cost = C>,
        J: IntoIterator<Item = (N, W)>,
        P: FnMut(&N) -> J,
    {
        let Self { start, seen, is_goal, is_simple, starts, .. } = self;
        let number = |goal| StateNumber::new(seen.borrow_mut().numbers.of(goal, 0));
        let goals = goals.into_iter().map(number).collect();
        let predecessors = RefCell::new(predecessors);
        ClosureSpace { start, seen, is_goal, goals, predecessors, is_simple, starts }
    }
}

impl<N: Eq + Hash, C: Cost, F, G, P> ClosureSpace<N, C, F, G, P> {
    /// Calls `read` with the state of this number.
    #[inline]
    pub fn with<R>(&self, number: StateNumber, read: impl FnOnce(&N) -> R) -> R {
        read(self.seen.borrow().numbers.state(number.get()))
    }

    /// The state of this number.
    pub fn state(&self, number: StateNumber) -> N
    where
        N: Clone,
    {
        self.with(number, N::clone)
    }

    /// A heuristic that may underestimate the cost to the nearest goal, but never overestimates.
    pub fn admissible<V: StepCost<Cost = C>, H: FnMut(&N) -> V>(
        &self,
        estimate: H,
    ) -> Estimated<H> {
        Estimated::new(estimate, Guarantees::ADMISSIBLE)
    }

    /// A heuristic that is admissible, and never falls by more than a step costs.
    pub fn consistent<V: StepCost<Cost = C>, H: FnMut(&N) -> V>(
        &self,
        estimate: H,
    ) -> Estimated<H> {
        Estimated::new(estimate, Guarantees::CONSISTENT)
    }

    /// The states along a plan, from the initial state to the goal.
    pub fn states(&self, actions: &[Step<C>]) -> Vec<N>
    where
        N: Clone,
    {
        let start = (!self.is_source(self.start)).then_some(self.start);
        let numbers = start.into_iter().chain(actions.iter().map(|step| step.to));
        numbers.map(|number| self.state(number)).collect()
    }

    /// The starts that this is the source of; none if it is a state like any other.
    #[inline]
    pub(super) fn starts_from(&self, number: StateNumber) -> &[StateNumber] {
        if self.is_source(number) { &self.starts } else { &[] }
    }

    /// Whether this is the source of several starts.
    #[inline]
    fn is_source(&self, number: StateNumber) -> bool {
        !self.starts.is_empty() && number == self.start
    }
}

impl<N, C, F, G, P> fmt::Debug for ClosureSpace<N, C, F, G, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClosureSpace").field("start", &self.start).finish_non_exhaustive()
    }
}

/// The cost of a step.
#[inline]
pub(super) fn checked<W: StepCost>(cost: W) -> W::Cost {
    let Some(known) = cost.to_cost() else { refuse(&cost) };
    known
}

/// The cost of a path of cost `g` and a step.
#[inline]
pub(super) fn extended<W: StepCost>(g: W::Cost, cost: W) -> W::Cost {
    let sum = g.plus(checked(cost));
    if sum == W::Cost::INFINITY {
        refuse_cost();
    }
    sum
}

#[cold]
pub(super) fn refuse(cost: &dyn Debug) -> ! {
    panic!("the cost of a step is {cost:?}; costs must be zero or more, and finite")
}

impl<N, W, I, F, G, P> StateSpace for ClosureSpace<N, W::Cost, F, G, P>
where
    N: Clone + Eq + Hash,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
    F: FnMut(&N) -> I,
    G: FnMut(&N) -> bool,
{
    type State = StateNumber;
    type Packed = StateNumber;
    type Action = Step<W::Cost>;
    type Cost = W::Cost;

    const NUMBERS: Option<StateNumbers<Self>> = Some(StateNumbers {
        number: |number| number.get(),
        packed: StateNumber::new,
        action: |to, cost| Step { to: StateNumber::new(to), cost },
        cost: |step| step.cost,
    });

    fn initial_state(&self) -> StateNumber {
        self.start
    }

    fn is_goal(&self, &state: &StateNumber) -> bool {
        !self.is_source(state) && self.with(state, |state| (self.is_goal.borrow_mut())(state))
    }

    fn actions(&self, &state: &StateNumber, actions: &mut Vec<Step<W::Cost>>) {
        let Seen { numbers, successors, sought, path } = &mut *self.seen.borrow_mut();
        if !std::mem::take(&mut path.is_longer) && path.is_used {
            path.keep(numbers);
        }
        if self.is_source(state) {
            actions.extend(self.starts.iter().map(|&to| Step { to, cost: W::Cost::ZERO }));
            return;
        }
        let (from, first) = (state.get(), actions.len());
        let back = *numbers.node(from);
        let next = successors(numbers.state(from)).into_iter();
        let next = next.map(|(next, cost)| (next, checked(cost)));
        numbers.each(
            next,
            back,
            false,
            || from,
            sought,
            #[inline(always)]
            |_, to, cost| actions.push(Step { to: StateNumber::new(to), cost }),
        );
        if self.is_simple {
            actions[first..].sort_unstable_by_key(|step| (step.to.get(), step.cost));
            let mut kept = first;
            for at in first..actions.len() {
                if kept == first || actions[at].to != actions[kept - 1].to {
                    actions[kept] = actions[at];
                    kept += 1;
                }
            }
            actions.truncate(kept);
        }
    }

    #[inline]
    fn prunes_nothing(&self) -> bool {
        true
    }

    #[inline]
    fn has_short_cycles(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, _: &StateNumber, step: Step<W::Cost>) -> W::Cost {
        step.cost
    }

    #[inline]
    fn apply(&self, state: &mut StateNumber, step: Step<W::Cost>) {
        *state = step.to;
    }

    #[inline]
    fn pack(&self, &state: &StateNumber) -> StateNumber {
        state
    }

    #[inline]
    fn unpack(&self, &state: &StateNumber) -> StateNumber {
        state
    }

    fn hash_state<D: Hasher>(&self, &state: &StateNumber, hasher: &mut D) {
        self.with(state, |state| state.hash(hasher));
    }

    fn stored_bytes(&self) -> usize {
        let seen = self.seen.borrow();
        // Tables double: a search that keeps all states stops before they do.
        let more = if seen.path.is_used { 0 } else { seen.numbers.len() / 8 };
        seen.numbers.bytes_after(more) + seen.sought.capacity() * size_of::<Sought<N, W::Cost>>()
    }

    fn begin_path(&self, search: u64) -> u64 {
        let Seen { numbers, path, .. } = &mut *self.seen.borrow_mut();
        if search != path.search || search == 0 {
            path.search += 1;
            path.keep(numbers);
        }
        path.is_used = true;
        path.search
    }

    fn lengthen_path(&self) {
        let Seen { numbers, path, .. } = &mut *self.seen.borrow_mut();
        numbers.set_forgets(true);
        path.lengths.push(numbers.len());
        path.is_longer = true;
    }

    fn shorten_path(&self) {
        let Seen { numbers, path, .. } = &mut *self.seen.borrow_mut();
        if let Some(length) = path.lengths.pop() {
            numbers.truncate(length);
        }
    }
}

impl<N, V, W, I, J, F, G, P> BackwardSpace for ClosureSpace<N, W::Cost, F, G, P>
where
    N: Clone + Eq + Hash,
    V: StepCost<Cost = W::Cost>,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
    J: IntoIterator<Item = (N, V)>,
    F: FnMut(&N) -> I,
    G: FnMut(&N) -> bool,
    P: FnMut(&N) -> J,
{
    fn goal_states(&self, goals: &mut Vec<StateNumber>) {
        goals.extend(&self.goals);
    }

    fn predecessors(&self, &to: &StateNumber, predecessors: &mut Vec<Predecessor<Self>>) {
        let before = self.with(to, |state| (self.predecessors.borrow_mut())(state));
        let Seen { numbers, path, .. } = &mut *self.seen.borrow_mut();
        path.keep(numbers);
        predecessors.extend(before.into_iter().map(|(state, cost)| {
            let cost = checked(cost);
            (Step { to, cost }, cost, StateNumber::new(numbers.of(state, 0)))
        }));
        if self.starts.contains(&to) {
            let cost = W::Cost::ZERO;
            predecessors.push((Step { to, cost }, cost, self.start));
        }
    }
}

impl<N, C, V, F, G, P, H> Heuristic<ClosureSpace<N, C, F, G, P>> for Estimated<H>
where
    ClosureSpace<N, C, F, G, P>: StateSpace<State = StateNumber, Action = Step<C>, Cost = C>,
    N: Eq + Hash,
    C: Cost,
    V: StepCost<Cost = C>,
    H: FnMut(&N) -> V,
{
    /// The state before on the path, and its estimate: most spaces have steps back to it.
    type Memo = Option<(StateNumber, C)>;

    fn guarantees(&self) -> Guarantees {
        self.guarantees
    }

    #[inline]
    fn memo(&self, _: &ClosureSpace<N, C, F, G, P>, _: &StateNumber, _: C) -> Self::Memo {
        None
    }

    #[inline]
    fn estimate_successor(
        &self,
        space: &ClosureSpace<N, C, F, G, P>,
        &parent: &StateNumber,
        h: C,
        memo: &Self::Memo,
        Step { to, .. }: Step<C>,
    ) -> Option<(C, Self::Memo)> {
        let before = memo.filter(|before| before.0 == to);
        let estimate = before.map_or_else(|| self.estimate(space, &to), |before| before.1);
        Some((estimate, Some((parent, h))))
    }

    #[inline]
    fn estimate(&self, space: &ClosureSpace<N, C, F, G, P>, &state: &StateNumber) -> C {
        let of = |&number: &StateNumber| space.with(number, |state| self.of(state));
        // The source of several starts is as far from a goal as the nearest of them.
        match space.starts_from(state) {
            [] => of(&state),
            starts => starts.iter().map(of).min().unwrap_or(C::INFINITY),
        }
    }
}
