//! The state space that closures describe.

use std::cell::RefCell;
use std::fmt::{self, Debug};
use std::hash::Hash;

use tremaux_core::{BackwardSpace, Cost, Guarantees, Predecessor, StateSpace};

use super::heuristic::Estimated;
use super::numbers::Numbers;
use super::step_cost::StepCost;

/// A state of a [`ClosureSpace`]: its number, in the order in which states are seen.
/// [`ClosureSpace::state`] gives the state itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StateNumber(pub(super) u32);

/// A step to a state of a [`ClosureSpace`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step<C> {
    /// The state that it leads to.
    pub to: StateNumber,
    /// Its cost.
    pub cost: C,
}

/// A state space described by closures, for every algorithm, limit and observer. See
/// [`space`](super::space).
pub struct ClosureSpace<N, C, F, G, P = ()> {
    start: StateNumber,
    numbers: RefCell<Numbers<N>>,
    successors: RefCell<F>,
    is_goal: RefCell<G>,
    goals: Vec<StateNumber>,
    predecessors: RefCell<P>,
    /// Successors that are being numbered: while the closure makes one, the place of the one before
    /// it in the index is fetched.
    found: RefCell<Vec<(N, u32, C)>>,
    /// Whether only the cheapest of several steps between two states counts.
    is_simple: bool,
}

impl<N: Eq + Hash, C: Cost, F, G> ClosureSpace<N, C, F, G> {
    pub(super) fn new(start: N, successors: F, is_goal: G) -> Self {
        let mut numbers = Numbers::default();
        let start = StateNumber(numbers.of(start));
        Self {
            start,
            numbers: RefCell::new(numbers),
            successors: RefCell::new(successors),
            is_goal: RefCell::new(is_goal),
            goals: Vec::new(),
            predecessors: RefCell::new(()),
            found: RefCell::new(Vec::new()),
            is_simple: false,
        }
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
        let Self { start, numbers, successors, is_goal, found, is_simple, .. } = self;
        let number = |goal| StateNumber(numbers.borrow_mut().of(goal));
        let goals = goals.into_iter().map(number).collect();
        let predecessors = RefCell::new(predecessors);
        ClosureSpace { start, numbers, successors, is_goal, goals, predecessors, found, is_simple }
    }
}

impl<N: Eq + Hash, C: Cost, F, G, P> ClosureSpace<N, C, F, G, P> {
    /// Calls `read` with the state of this number.
    #[inline]
    pub fn with<R>(&self, number: StateNumber, read: impl FnOnce(&N) -> R) -> R {
        read(self.numbers.borrow().state(number.0))
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
        let numbers = std::iter::once(self.start).chain(actions.iter().map(|step| step.to));
        numbers.map(|number| self.state(number)).collect()
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

    const NUMBERS_STATES: bool = true;

    #[inline]
    fn number(packed: &StateNumber) -> u32 {
        packed.0
    }

    fn initial_state(&self) -> StateNumber {
        self.start
    }

    fn is_goal(&self, &state: &StateNumber) -> bool {
        self.with(state, |state| (self.is_goal.borrow_mut())(state))
    }

    fn actions(&self, &state: &StateNumber, actions: &mut Vec<Step<W::Cost>>) {
        let mut found = self.found.borrow_mut();
        self.with(state, |from| {
            let numbers = self.numbers.borrow();
            for (next, cost) in (self.successors.borrow_mut())(from) {
                let cost = checked(cost);
                let hash = numbers.seek(&next);
                found.push((next, hash, cost));
            }
        });
        let mut numbers = self.numbers.borrow_mut();
        let first = actions.len();
        for (next, hash, cost) in found.drain(..) {
            actions.push(Step { to: StateNumber(numbers.find(next, hash)), cost });
        }
        if self.is_simple {
            actions[first..].sort_unstable_by_key(|step| (step.to.0, step.cost));
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
    fn has_short_cycles(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, _state: &StateNumber, step: Step<W::Cost>) -> W::Cost {
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

    fn packed_heap_bytes(&self) -> usize {
        // The state itself, and its place in the index.
        size_of::<N>() + 8
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
        let mut numbers = self.numbers.borrow_mut();
        predecessors.extend(before.into_iter().map(|(state, cost)| {
            let cost = checked(cost);
            (Step { to, cost }, cost, StateNumber(numbers.of(state)))
        }));
    }
}
