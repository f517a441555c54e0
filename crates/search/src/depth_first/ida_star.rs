//! IDA* (Korf 1985): optimal like A*, in linear memory.

use std::marker::PhantomData;
use std::ops::Deref;

use tremaux_core::{Algorithm, Heuristic, StateSpace};

use super::checkpoint::CheckpointError;
use super::make_unmake::{Copying, MakeUnmake, Undoing};
use super::measure::ByCost;
#[cfg(feature = "system")]
use super::parallel::ParallelIdaStar;
use super::search::DepthFirstSearch;
use super::successor_source::{
    ActionStack, Canonical, CanonicalFrames, CompactFrames, SuccessorSource,
};

/// IDA*, iterative-deepening A* (Korf 1985): repeated depth-first searches bounded by
/// `f = g + h`, each bound being the least `f` that the previous search cut off.
///
/// The plan is optimal if the heuristic is admissible. No node allocates; memory is
/// proportional to the length of the plan. Time is that of a tree search: a state is searched
/// once for every path to it within the bound, and again in each iteration. Zero-cost cycles are
/// cut, and all cycles if the space [has short ones](StateSpace::has_short_cycles): then the
/// search ends on every finite space. On other spaces with cycles it never ends on its own if
/// there is no plan: set limits.
///
/// `W` selects how the search goes back: by copies of the state, which every space allows, or
/// by undo. `L` selects where the actions of a state are kept: in a list on a stack, or typed
/// in its frame.
///
/// ```
/// use tremaux::{Algorithm, NoHeuristic, Limits, StateSpace};
/// use tremaux::search::IdaStar;
///
/// /// The numbers from 0 to 19; an action adds 3 or 5.
/// struct Stairs;
/// impl StateSpace for Stairs {
///     type State = u32;
///     type Packed = u32;
///     type Action = u32;
///     type Cost = u32;
///     fn initial_state(&self) -> u32 { 0 }
///     fn is_goal(&self, &at: &u32) -> bool { at == 19 }
///     fn actions(&self, &at: &u32, actions: &mut Vec<u32>) {
///         actions.extend([3, 5].into_iter().filter(|step| at + step <= 19));
///     }
///     fn cost(&self, _: &u32, _: u32) -> u32 { 1 }
///     fn apply(&self, at: &mut u32, step: u32) { *at += step; }
///     fn pack(&self, &at: &u32) -> u32 { at }
///     fn unpack(&self, &at: &u32) -> u32 { at }
/// }
/// let report = IdaStar::new().solve(&Stairs, NoHeuristic, &Limits::default(), &mut ());
/// assert!(report.is_proven_optimal());
/// assert_eq!(report.plan.unwrap().cost, 5);
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct IdaStar<W = Copying, L = ActionStack> {
    plan_count: u64,
    #[cfg_attr(feature = "serde", serde(skip))]
    kinds: PhantomData<(W, L)>,
}

impl<W, L> Default for IdaStar<W, L> {
    fn default() -> Self {
        Self { plan_count: 1, kinds: PhantomData }
    }
}

impl IdaStar {
    /// IDA* for every space. Keeps a copy of each state on the path.
    pub fn new() -> Self {
        Self::default()
    }

    /// IDA* that undoes actions in place. Useful for large states.
    pub fn in_place() -> IdaStar<Undoing> {
        IdaStar::default()
    }

    /// IDA* for spaces with [`CompactActions`](tremaux_core::CompactActions), where a node takes
    /// only a few nanoseconds.
    pub fn compact() -> IdaStar<Copying, CompactFrames> {
        IdaStar::default()
    }

    /// IDA* for a [`CommutingSpace`](tremaux_core::CommutingSpace): tries commuting actions in
    /// one order only.
    pub fn canonical() -> IdaStar<Copying, Canonical> {
        IdaStar::default()
    }

    /// Like [`IdaStar::compact`], and tries commuting actions in one order only, as
    /// [`CompactActions::canonical_action_set_after`](tremaux_core::CompactActions) says.
    pub fn canonical_compact() -> IdaStar<Copying, CanonicalFrames> {
        IdaStar::default()
    }
}

impl<W, L> IdaStar<W, L> {
    /// Continues until this many optimal plans are found; `u64::MAX` finds all of them. See
    /// [`Search::solutions`](tremaux_core::Search::solutions). Plans that differ only in
    /// actions that [`StateSpace::actions_after`] leaves out count as one.
    #[must_use]
    pub fn plan_count(self, plan_count: u64) -> Self {
        Self { plan_count: plan_count.max(1), ..self }
    }

    /// The same search on several threads, for a single plan.
    #[cfg(feature = "system")]
    #[must_use]
    pub fn parallel(self, threads: usize) -> ParallelIdaStar<W, L> {
        ParallelIdaStar::new(threads)
    }
}

impl<W, L> IdaStar<W, L> {
    /// Resumes the search that made this [checkpoint](DepthFirstSearch::checkpoint).
    ///
    /// The search finds the same plan and reports the same counts as if it had not been
    /// interrupted. Takes time proportional to the length of the path, which is replayed.
    ///
    /// The checkpoint contains the version of this crate, the types of space and heuristic, the
    /// options of the search, and a digest of the actions, costs and states on the path and of
    /// the first states of the tree, in order. A space or heuristic that differs in any of
    /// these is rejected. Differences anywhere else are not detected; the caller must ensure
    /// that there are none.
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
    ) -> Result<DepthFirstSearch<P, H, S, ByCost, W, L>, CheckpointError>
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

impl<S: StateSpace, W: MakeUnmake<S>, L: SuccessorSource<S>> Algorithm<S> for IdaStar<W, L> {
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = DepthFirstSearch<P, H, S, ByCost, W, L>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        heuristic: H,
    ) -> DepthFirstSearch<P, H, S, ByCost, W, L> {
        DepthFirstSearch::new(space, heuristic, None, self.plan_count)
    }
}
