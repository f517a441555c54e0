//! Closures as heuristics.

use std::fmt;

use crate::heuristic::{Guarantees, Heuristic};
use crate::space::StateSpace;

/// A heuristic that calls a closure; see [`admissible`] and [`consistent`].
#[derive(Clone, Copy)]
pub struct FromFn<F> {
    estimate: F,
    guarantees: Guarantees,
}

/// A heuristic from a closure that never returns more than the cost to the nearest goal.
///
/// The argument of the closure has a type: `|state: &State| …`. [`Cost::INFINITY`] marks a dead
/// end. Where this holds too, [`consistent`] saves some searches time.
///
/// ```
/// use tremaux::{Heuristic, StateSpace, search};
///
/// /// The states are points, and each step leads to a neighbour.
/// fn is_usable<S: StateSpace<State = (i32, i32), Cost = u32>>() {
///     let distance = |&(x, y): &(i32, i32)| x.abs_diff(7) + y.abs_diff(7);
///     let _: &dyn Heuristic<S, Memo = ()> = &search::consistent(distance);
/// }
/// ```
///
/// [`Cost::INFINITY`]: crate::Cost::INFINITY
pub const fn admissible<F>(estimate: F) -> FromFn<F> {
    FromFn { estimate, guarantees: Guarantees::ADMISSIBLE }
}

/// Like [`admissible`], for a closure that is zero at goals and never falls by more than an action
/// costs.
pub const fn consistent<F>(estimate: F) -> FromFn<F> {
    FromFn { estimate, guarantees: Guarantees::CONSISTENT }
}

impl<F> fmt::Debug for FromFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FromFn").field("guarantees", &self.guarantees).finish_non_exhaustive()
    }
}

impl<S: StateSpace + ?Sized, F: Fn(&S::State) -> S::Cost> Heuristic<S> for FromFn<F> {
    type Memo = ();

    #[inline]
    fn guarantees(&self) -> Guarantees {
        self.guarantees
    }

    #[inline]
    fn estimate(&self, _space: &S, state: &S::State) -> S::Cost {
        (self.estimate)(state)
    }
}
