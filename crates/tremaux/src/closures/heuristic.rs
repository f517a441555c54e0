//! Closures as heuristics.

use std::cell::RefCell;
use std::fmt::Debug;

use tremaux_core::Guarantees;

use super::step_cost::StepCost;

/// The heuristic that a closure computes.
pub struct Estimated<F> {
    estimate: RefCell<F>,
    pub(super) guarantees: Guarantees,
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

impl<F> Estimated<F> {
    /// What the closure says of a state.
    #[inline]
    pub(super) fn of<N, V: StepCost>(&self, state: &N) -> V::Cost
    where
        F: FnMut(&N) -> V,
    {
        checked((self.estimate.borrow_mut())(state))
    }
}
