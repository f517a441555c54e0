//! Depth-first search bounded by the number of actions, single or iteratively deepened.

use std::marker::PhantomData;
use std::ops::Deref;

use tremaux_core::{Algorithm, Heuristic, StateSpace};

use super::checkpoint::CheckpointError;
use super::make_unmake::{Copying, MakeUnmake};
use super::measure::ByDepth;
use super::search::DepthFirstSearch;
use super::successor_source::{ActionStack, Canonical, CompactFrames, SuccessorSource};

/// Depth-first search of the tree of paths, bounded by the number of actions.
///
/// [`DepthFirst::bounded`] searches once: it finds some plan with at most the given number of
/// actions, or proves that there is none. [`DepthFirst::iterative_deepening`] raises the bound
/// by one until it finds a plan (Slate and Atkin 1977; Korf 1985). That plan has the fewest
/// actions, and the least cost if all actions cost the same.
///
/// Memory is proportional to the depth. Time is proportional to the number of paths, about
/// `b^d` for `b` actions per state: a state is searched once for every path to it. The
/// heuristic is only used to detect dead ends.
///
/// A bounded search that cut something off and found no plan ends with
/// [`StopReason::DepthLimit`](tremaux_core::StopReason::DepthLimit). If all actions cost the
/// same, the report's bound states the lower bound that this proves.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct DepthFirst<W = Copying, L = ActionStack> {
    bound: Option<u32>,
    plan_count: u64,
    #[cfg_attr(feature = "serde", serde(skip))]
    kinds: PhantomData<(W, L)>,
}

impl DepthFirst {
    /// A single search for a plan of at most `actions` actions.
    pub fn bounded(actions: u32) -> Self {
        Self { bound: Some(actions), plan_count: 1, kinds: PhantomData }
    }

    /// Repeated searches for a plan of no actions, one action, two actions, and so on.
    pub fn iterative_deepening() -> Self {
        Self { bound: None, plan_count: 1, kinds: PhantomData }
    }
}

impl<W, L> DepthFirst<W, L> {
    /// Continues until this many plans are found; `u64::MAX` finds all of them. See
    /// [`Search::solutions`](tremaux_core::Search::solutions). The report's plan is the
    /// cheapest. Paths are not followed beyond a goal.
    #[must_use]
    pub fn plan_count(self, plan_count: u64) -> Self {
        Self { plan_count: plan_count.max(1), ..self }
    }

    /// Sets how the search goes back; use [`Undoing`](crate::Undoing) for large states.
    #[must_use]
    pub fn make_unmake<V>(self, _make_unmake: V) -> DepthFirst<V, L> {
        DepthFirst { bound: self.bound, plan_count: self.plan_count, kinds: PhantomData }
    }

    /// Keeps actions in the frames, for spaces with
    /// [`CompactActions`](tremaux_core::CompactActions).
    #[must_use]
    pub fn compact(self) -> DepthFirst<W, CompactFrames> {
        DepthFirst { bound: self.bound, plan_count: self.plan_count, kinds: PhantomData }
    }

    /// Tries commuting actions in one order only, for a
    /// [`CommutingSpace`](tremaux_core::CommutingSpace).
    #[must_use]
    pub fn canonical(self) -> DepthFirst<W, Canonical> {
        DepthFirst { bound: self.bound, plan_count: self.plan_count, kinds: PhantomData }
    }
}

impl<W, L> DepthFirst<W, L> {
    /// Resumes the search that made this [checkpoint](DepthFirstSearch::checkpoint); see
    /// [`IdaStar::resume`](crate::IdaStar::resume).
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not a checkpoint, are damaged, or belong to another
    /// algorithm or problem.
    pub fn resume<S, P, H>(
        &self,
        space: P,
        heuristic: H,
        checkpoint: &[u8],
    ) -> Result<DepthFirstSearch<P, H, S, ByDepth, W, L>, CheckpointError>
    where
        S: StateSpace,
        P: Deref<Target = S>,
        H: Heuristic<S>,
        W: MakeUnmake<S>,
        L: SuccessorSource<S>,
    {
        self.start(space, heuristic).restore(checkpoint)
    }
}

impl<S: StateSpace, W: MakeUnmake<S>, L: SuccessorSource<S>> Algorithm<S> for DepthFirst<W, L> {
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = DepthFirstSearch<P, H, S, ByDepth, W, L>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        heuristic: H,
    ) -> DepthFirstSearch<P, H, S, ByDepth, W, L> {
        let bound = self.bound.map(|actions| actions.min(u32::MAX - 1));
        DepthFirstSearch::new(space, heuristic, bound, self.plan_count)
    }
}
