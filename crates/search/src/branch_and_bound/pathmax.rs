//! Pathmax: raises estimates by those of neighbouring states.

use tremaux_core::{Cost, ReversibleSpace, StateSpace};

/// Whether and how an estimate is raised by those of neighbouring states.
pub trait Pathmax<S: StateSpace> {
    /// False if estimates are not raised.
    const IS_ON: bool;
    /// The cost of the way back, if it is known; empty if estimates are not raised.
    type Back: Copy + Default;
    /// The cost of the way back from the successor by `action`.
    fn cost_back(space: &S, state: &S::State, action: S::Action) -> Self::Back;
    /// The lower bound of a state that follows from the lower bound `bound` of a neighbour from
    /// which the way back costs `back`.
    fn raised(back: Self::Back, bound: S::Cost) -> Option<S::Cost>;
}

/// Leaves estimates as they are. Sufficient for consistent heuristics.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPathmax;

impl<S: StateSpace> Pathmax<S> for NoPathmax {
    const IS_ON: bool = false;
    type Back = ();

    #[inline]
    fn cost_back(_: &S, _: &S::State, _: S::Action) {}
    #[inline]
    fn raised((): (), _: S::Cost) -> Option<S::Cost> {
        None
    }
}

/// Bidirectional pathmax (Felner, Zahavi, Holte, Schaeffer, Sturtevant and Zhang 2011), for
/// inconsistent heuristics: a child's estimate is at least its parent's minus the cost of the
/// action. If the cost of the way back is known, a parent's estimate is at least its child's
/// minus that cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct BidirectionalPathmax;

impl<S: ReversibleSpace> Pathmax<S> for BidirectionalPathmax {
    const IS_ON: bool = true;
    type Back = Option<S::Cost>;

    #[inline]
    fn cost_back(space: &S, state: &S::State, action: S::Action) -> Option<S::Cost> {
        space.cost_back(state, action)
    }
    #[inline]
    fn raised(back: Option<S::Cost>, bound: S::Cost) -> Option<S::Cost> {
        back.and_then(|back| bound.minus(back))
    }
}
