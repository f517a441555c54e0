//! The state space that closures describe.

use std::cell::RefCell;
use std::fmt;
use std::hash::Hash;

use tremaux_core::{Cost, Guarantees, StateSpace};

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
pub struct ClosureSpace<N, C, F, G> {
    start: StateNumber,
    numbers: RefCell<Numbers<N>>,
    successors: RefCell<F>,
    is_goal: RefCell<G>,
    uniform: Option<C>,
}

impl<N: Eq + Hash, C: Cost, F, G> ClosureSpace<N, C, F, G> {
    /// `uniform` is the cost of every step, if all cost the same.
    pub(super) fn new(start: N, successors: F, is_goal: G, uniform: Option<C>) -> Self {
        let mut numbers = Numbers::default();
        let start = StateNumber(numbers.of(start));
        Self {
            start,
            numbers: RefCell::new(numbers),
            successors: RefCell::new(successors),
            is_goal: RefCell::new(is_goal),
            uniform,
        }
    }

    /// Calls `read` with the state of this number.
    #[inline]
    pub fn with<R>(&self, number: StateNumber, read: impl FnOnce(&N) -> R) -> R {
        read(self.numbers.borrow().state(number.0))
    }

    /// The state of this number.
    #[must_use]
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
    #[must_use]
    pub fn states(&self, actions: &[Step<C>]) -> Vec<N>
    where
        N: Clone,
    {
        let numbers = std::iter::once(self.start).chain(actions.iter().map(|step| step.to));
        numbers.map(|number| self.state(number)).collect()
    }
}

impl<N, C, F, G> fmt::Debug for ClosureSpace<N, C, F, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClosureSpace").field("start", &self.start).finish_non_exhaustive()
    }
}

/// The cost of the step number `at` in a list of successors.
#[inline]
pub(super) fn checked<W: StepCost>(cost: W, at: usize) -> W::Cost {
    let Some(cost) = cost.to_cost() else { refuse(at) };
    cost
}

#[cold]
fn refuse(at: usize) -> ! {
    panic!(
        "the cost of successor {at} (counted from 0) is negative, infinite or not a number; costs \
         must be zero or more"
    )
}

impl<N, W, I, F, G> StateSpace for ClosureSpace<N, W::Cost, F, G>
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

    fn initial_state(&self) -> StateNumber {
        self.start
    }

    fn is_goal(&self, &state: &StateNumber) -> bool {
        self.with(state, |state| (self.is_goal.borrow_mut())(state))
    }

    fn actions(&self, &state: &StateNumber, actions: &mut Vec<Step<W::Cost>>) {
        let next = self.with(state, |state| (self.successors.borrow_mut())(state));
        let mut numbers = self.numbers.borrow_mut();
        actions.extend(next.into_iter().enumerate().map(|(at, (state, cost))| Step {
            to: StateNumber(numbers.of(state)),
            cost: checked(cost, at),
        }));
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

    fn uniform_cost(&self) -> Option<W::Cost> {
        self.uniform
    }
}
