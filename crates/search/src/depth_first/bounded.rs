//! Depth-first search bounded by the number of actions, once or again and again.

use std::marker::PhantomData;
use std::ops::Deref;

use tremaux_core::{Algorithm, Heuristic, StateSpace};

use super::checkpoint::CheckpointError;
use super::listing::{Canonical, Listed, Listing, Typed};
use super::measure::ByDepth;
use super::search::DepthFirstSearch;
use super::walk::{Copying, Walk};

/// Depth-first search of the tree of paths, bounded by the number of actions.
///
/// [`DepthFirst::bounded`] searches once: it finds some plan of at most so many actions, or
/// proves that there is none. [`DepthFirst::iterative_deepening`] raises the bound by one
/// until there is a plan (Slate and Atkin 1977; Korf 1985), which then has fewest actions,
/// and least cost where all actions cost the same.
///
/// Takes memory in proportion to the depth, and time in proportion to the number of paths,
/// about `b^d` for `b` actions a state: a state is searched once for every path to it. The
/// heuristic is asked for dead ends alone.
///
/// A bounded search that cut something off and found nothing ends with
/// [`StopReason::DepthLimit`](tremaux_core::StopReason::DepthLimit); where all actions cost
/// the same, the report's bound says what that proves.
#[derive(Clone, Copy, Debug)]
pub struct DepthFirst<W = Copying, L = Listed> {
    bound: Option<u32>,
    wanted: u64,
    kinds: PhantomData<(W, L)>,
}

impl DepthFirst {
    /// One search for a plan of at most so many actions.
    #[must_use]
    pub fn bounded(actions: u32) -> Self {
        Self { bound: Some(actions.min(u32::MAX - 1)), wanted: 1, kinds: PhantomData }
    }

    /// Searches for a plan of no actions, of one, of two, and so on.
    #[must_use]
    pub fn iterative_deepening() -> Self {
        Self { bound: None, wanted: 1, kinds: PhantomData }
    }
}

impl<W, L> DepthFirst<W, L> {
    /// Going on until there are so many plans, `u64::MAX` for all of them; see
    /// [`Search::solutions`](tremaux_core::Search::solutions). The report's plan is the
    /// cheapest. Paths are not followed beyond a goal.
    #[must_use]
    pub fn wanted(self, wanted: u64) -> Self {
        Self { wanted: wanted.max(1), ..self }
    }

    /// Going back by `Walk`: [`Undoing`](crate::Undoing) for large states.
    #[must_use]
    pub fn walk<V>(self, _walk: V) -> DepthFirst<V, L> {
        DepthFirst { bound: self.bound, wanted: self.wanted, kinds: PhantomData }
    }

    /// With actions in the frames, for spaces with
    /// [`TypedActions`](tremaux_core::TypedActions).
    #[must_use]
    pub fn typed(self) -> DepthFirst<W, Typed> {
        DepthFirst { bound: self.bound, wanted: self.wanted, kinds: PhantomData }
    }

    /// With one order only of actions that commute, for a
    /// [`CommutingSpace`](tremaux_core::CommutingSpace).
    #[must_use]
    pub fn canonical(self) -> DepthFirst<W, Canonical> {
        DepthFirst { bound: self.bound, wanted: self.wanted, kinds: PhantomData }
    }
}

impl<W, L> DepthFirst<W, L> {
    /// The search that made this [checkpoint](DepthFirstSearch::checkpoint), where it was;
    /// see [`IdaStar::resume`](crate::IdaStar::resume).
    ///
    /// # Errors
    ///
    /// If the bytes are no checkpoint, are damaged, or are of another algorithm or problem.
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
        W: Walk<S>,
        L: Listing<S>,
    {
        self.start(space, heuristic).restore(checkpoint)
    }
}

impl<S: StateSpace, W: Walk<S>, L: Listing<S>> Algorithm<S> for DepthFirst<W, L> {
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = DepthFirstSearch<P, H, S, ByDepth, W, L>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        heuristic: H,
    ) -> DepthFirstSearch<P, H, S, ByDepth, W, L> {
        DepthFirstSearch::new(space, heuristic, self.bound, self.wanted)
    }
}
