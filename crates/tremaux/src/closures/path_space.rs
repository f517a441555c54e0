//! The state space that closures describe to depth-first searches.

use std::cell::RefCell;
use std::hash::Hash;

use tremaux_core::{Cost, Guarantees, Heuristic, StateSpace};

use super::heuristic::Estimated;
use super::space::checked;
use super::step_cost::StepCost;

/// A step: its place in the stack of successors.
pub(super) type Place = u32;

struct Successor<N, C> {
    state: N,
    cost: C,
    /// The length of the stack when the last successor of the same state was on it.
    end: u32,
}

struct Stack<N, C> {
    successors: Vec<Successor<N, C>>,
    /// The length that is in use: up to the successors of the parent of the current state.
    used: u32,
}

/// States along one path, each with its successors, so that a search needs memory for these
/// alone. The closure is asked once for each visit of a state, so the order in which it returns
/// the successors may change from visit to visit.
pub(super) struct PathSpace<N, C, F, G> {
    start: N,
    stack: RefCell<Stack<N, C>>,
    successors: RefCell<F>,
    is_goal: RefCell<G>,
}

impl<N: Clone, C: Cost, F, G> PathSpace<N, C, F, G> {
    pub(super) fn new(start: N, successors: F, is_goal: G) -> Self {
        let stack = RefCell::new(Stack { successors: Vec::new(), used: 0 });
        let (successors, is_goal) = (RefCell::new(successors), RefCell::new(is_goal));
        Self { start, stack, successors, is_goal }
    }

    /// The states along the path that the search is at.
    pub(super) fn states(&self, places: &[Place]) -> Vec<N> {
        let stack = self.stack.borrow();
        let steps = places.iter().map(|&place| stack.successors[place as usize].state.clone());
        std::iter::once(self.start.clone()).chain(steps).collect()
    }
}

impl<N, W, I, F, G> StateSpace for PathSpace<N, W::Cost, F, G>
where
    N: Clone + Eq + Hash,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
    F: FnMut(&N) -> I,
    G: FnMut(&N) -> bool,
{
    type State = N;
    type Packed = N;
    type Action = Place;
    type Cost = W::Cost;

    fn initial_state(&self) -> N {
        self.start.clone()
    }

    fn is_goal(&self, state: &N) -> bool {
        (self.is_goal.borrow_mut())(state)
    }

    fn actions(&self, state: &N, actions: &mut Vec<Place>) {
        let next = (self.successors.borrow_mut())(state);
        let Stack { successors, used } = &mut *self.stack.borrow_mut();
        if *state == self.start {
            *used = 0;
        }
        // What lies above belongs to states that the search has left.
        successors.truncate(*used as usize);
        let first = successors.len();
        successors.extend(next.into_iter().map(|(next, cost)| {
            let cost = checked(cost);
            Successor { state: next, cost, end: 0 }
        }));
        let end = u32::try_from(successors.len()).expect("fewer than 2^32 successors");
        successors[first..].iter_mut().for_each(|successor| successor.end = end);
        actions.extend(first as u32..end);
    }

    #[inline]
    fn has_short_cycles(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, _state: &N, place: Place) -> W::Cost {
        self.stack.borrow().successors[place as usize].cost
    }

    #[inline]
    fn apply(&self, state: &mut N, place: Place) {
        let Stack { successors, used } = &mut *self.stack.borrow_mut();
        let successor = &successors[place as usize];
        *used = successor.end;
        state.clone_from(&successor.state);
    }

    fn pack(&self, state: &N) -> N {
        state.clone()
    }

    fn unpack(&self, packed: &N) -> N {
        packed.clone()
    }
}

impl<N, C, V, F, G, H> Heuristic<PathSpace<N, C, F, G>> for Estimated<H>
where
    PathSpace<N, C, F, G>: StateSpace<State = N, Cost = C>,
    V: StepCost<Cost = C>,
    H: FnMut(&N) -> V,
{
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        self.guarantees
    }

    #[inline]
    fn estimate(&self, _space: &PathSpace<N, C, F, G>, state: &N) -> C {
        self.of(state)
    }
}
