//! Estimates that are raised by those next to them.

use tremaux_core::{ReversibleSpace, StateSpace};

/// Whether an estimate is raised by those of the states next to it.
pub trait Pathmax<S: StateSpace> {
    /// False if it is not.
    const IS_ON: bool;
    /// What the way back costs from where `action` leads.
    fn cost_back(space: &S, state: &S::State, action: S::Action) -> Option<S::Cost>;
}

/// Estimates stay as they are: right where they are consistent.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPathmax;

impl<S: StateSpace> Pathmax<S> for NoPathmax {
    const IS_ON: bool = false;

    #[inline]
    fn cost_back(_: &S, _: &S::State, _: S::Action) -> Option<S::Cost> {
        None
    }
}

/// Pathmax both ways (Felner, Zahavi, Holte, Schaeffer, Sturtevant and Zhang 2011): a child
/// is as far from the goal as its parent but for the step, and where the way back is known a
/// parent is as far as its child but for that. For inconsistent heuristics.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bidirectional;

impl<S: ReversibleSpace> Pathmax<S> for Bidirectional {
    const IS_ON: bool = true;

    #[inline]
    fn cost_back(space: &S, state: &S::State, action: S::Action) -> Option<S::Cost> {
        space.cost_back(state, action)
    }
}
