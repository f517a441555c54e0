//! Raises the bounds along the path.

use std::ops::Deref;

use tremaux_core::{Cost, Heuristic, StateSpace};

use super::memory::StateMemory;
use super::ordering::ActionOrder;
use super::pathmax::Pathmax;
use super::search::BranchAndBoundSearch;
use crate::depth_first::{MakeUnmake, SuccessorSource};

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
