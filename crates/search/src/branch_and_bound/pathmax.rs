//! Pathmax: raises estimates by those of neighbouring states.

use std::ops::Deref;

use tremaux_core::{Cost, Heuristic, ReversibleSpace, StateSpace};

use super::memory::StateMemory;
use super::ordering::ActionOrder;
use super::search::BranchAndBoundSearch;
use crate::depth_first::{MakeUnmake, SuccessorSource};

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

impl<P, H, S, T, O, X, W, L> BranchAndBoundSearch<P, H, S, T, O, X, W, L>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
    T: StateMemory<S>,
    O: ActionOrder<S>,
    X: Pathmax<S>,
    W: MakeUnmake<S>,
    L: SuccessorSource<S>,
{
    /// Propagates the bound of the last state up the path and back down. Skips the remaining
    /// children of states that are now beyond the limit.
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
