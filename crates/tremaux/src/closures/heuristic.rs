//! Closures as heuristics.

use std::cell::RefCell;
use std::fmt::Debug;
use std::hash::Hash;

use tremaux_core::{Cost, Guarantees, Heuristic, StateSpace};

use super::path_space::PathSpace;
use super::space::{ClosureSpace, StateNumber};
use super::step_cost::StepCost;

/// The heuristic that a closure computes.
pub struct Estimated<F> {
    estimate: RefCell<F>,
    guarantees: Guarantees,
}

impl<F> Estimated<F> {
    pub(super) fn new(estimate: F, guarantees: Guarantees) -> Self {
        Self { estimate: RefCell::new(estimate), guarantees }
    }
}

#[cold]
fn refuse(estimate: &dyn Debug) -> ! {
    panic!("an estimate is {estimate:?}; estimates must be zero or more")
}

#[inline]
pub(super) fn checked<V: StepCost>(estimate: V) -> V::Cost {
    let Some(known) = estimate.to_estimate() else { refuse(&estimate) };
    known
}

impl<N, C, V, F, G, P, H> Heuristic<ClosureSpace<N, C, F, G, P>> for Estimated<H>
where
    ClosureSpace<N, C, F, G, P>: StateSpace<State = StateNumber, Cost = C>,
    N: Eq + Hash,
    C: Cost,
    V: StepCost<Cost = C>,
    H: FnMut(&N) -> V,
{
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        self.guarantees
    }

    #[inline]
    fn estimate(&self, space: &ClosureSpace<N, C, F, G, P>, &state: &StateNumber) -> C {
        let of = |&number: &StateNumber| {
            space.with(number, |state| checked((self.estimate.borrow_mut())(state)))
        };
        // The source of several starts is as far from a goal as the nearest of them.
        match space.starts_from(state) {
            [] => of(&state),
            starts => starts.iter().map(of).min().unwrap_or(C::INFINITY),
        }
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
        checked((self.estimate.borrow_mut())(state))
    }
}
