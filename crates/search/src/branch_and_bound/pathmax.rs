//! Estimates that are raised by those next to them.

use std::ops::Deref;

use tremaux_core::{Cost, Heuristic, ReversibleSpace, StateSpace};

use super::memory::Memory;
use super::ordering::ActionOrder;
use super::search::BranchAndBoundSearch;
use crate::depth_first::{Listing, Walk};

/// Whether an estimate is raised by those of the states next to it.
pub trait Pathmax<S: StateSpace> {
    /// False if it is not.
    const IS_ON: bool;
    /// What a way back costs, if that is known; nothing if estimates are not raised.
    type Back: Copy + Default;
    /// What the way back costs from where `action` leads.
    fn cost_back(space: &S, state: &S::State, action: S::Action) -> Self::Back;
    /// What no plan costs less than from a state, if none does from one next to it that
    /// costs `back` to go back from.
    fn raised(back: Self::Back, bound: S::Cost) -> Option<S::Cost>;
}

/// Estimates stay as they are: right where they are consistent.
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

/// Pathmax both ways (Felner, Zahavi, Holte, Schaeffer, Sturtevant and Zhang 2011): a child
/// is as far from the goal as its parent but for the step, and where the way back is known a
/// parent is as far as its child but for that. For inconsistent heuristics.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bidirectional;

impl<S: ReversibleSpace> Pathmax<S> for Bidirectional {
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

impl<P, H, S, T, O, X, W, L> BranchAndBoundSearch<P, H, S, T, O, X, W, L>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
    T: Memory<S>,
    O: ActionOrder<S>,
    X: Pathmax<S>,
    W: Walk<S>,
    L: Listing<S>,
{
    /// Lets the bound of the last state raise those before it; passes over what is beyond
    /// the limit then.
    pub(super) fn raise(&mut self) {
        let mut highest = self.frames.len() - 1;
        while highest > 0 {
            let above = &self.frames[highest - 1];
            let child = &self.pool[above.next as usize - 1];
            match X::raised(child.back, self.frames[highest].bound) {
                Some(raised) if raised > above.bound => self.frames[highest - 1].bound = raised,
                _ => break,
            }
            highest -= 1;
        }
        let mut is_cut = false;
        for at in highest..self.frames.len() {
            if at > highest {
                let above = &self.frames[at - 1];
                let raised = above.bound.minus(self.pool[above.next as usize - 1].step);
                let frame = &mut self.frames[at];
                frame.bound = frame.bound.max(raised.unwrap_or(S::Cost::ZERO));
            }
            let (g, bound) = (self.frames[at].g, self.frames[at].bound);
            if !is_cut && self.cutoff.is_beyond(g, bound) {
                self.cut(g, bound);
                is_cut = true;
            }
            if is_cut {
                let frame = &mut self.frames[at];
                (frame.is_cut, frame.end) = (true, frame.next);
            }
        }
    }
}
