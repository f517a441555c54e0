//! IDA* (Korf 1985): A*'s optimality in linear memory.

use std::marker::PhantomData;
use std::ops::Deref;

use tremaux_core::{Algorithm, Heuristic, StateSpace};

use super::checkpoint::CheckpointError;
use super::listing::{Canonical, Listed, Listing, Typed};
use super::measure::ByCost;
use super::parallel::ParallelIdaStar;
use super::search::DepthFirstSearch;
use super::walk::{Copying, Undoing, Walk};

/// Depth-first searches bounded by `f = g + h`, each by the least `f` that the one before
/// cut off (Korf 1985).
///
/// The plan is optimal if the heuristic is admissible. Allocates nothing per node; memory
/// is proportional to the length of the plan. Time is that of a tree: a state is searched
/// once for every path to it within the bound, and once more in each iteration. Never
/// terminates on its own if no plan exists and the space has cycles: set limits. Cycles of
/// zero cost are cut.
///
/// `W` says how it goes back: by copies of the state, as every space allows, or by undo.
/// `L` says where the actions of a state are: listed on a stack, or typed in its frame.
///
/// ```
/// use tremaux_core::{Algorithm, Blind, Limits, StateSpace};
/// use tremaux_search::IdaStar;
///
/// /// From 0, by 3 or 5 at a time, to 19.
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
/// let report = IdaStar::new().solve(&Stairs, Blind, &Limits::default(), &mut ());
/// assert!(report.is_proven_optimal());
/// assert_eq!(report.plan.unwrap().cost, 5);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct IdaStar<W = Copying, L = Listed> {
    wanted: u64,
    kinds: PhantomData<(W, L)>,
}

impl<W, L> Default for IdaStar<W, L> {
    fn default() -> Self {
        Self { wanted: 1, kinds: PhantomData }
    }
}

impl IdaStar {
    /// IDA* for every space, which keeps a copy of each state on the path.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// IDA* that takes actions back in place: for large states.
    #[must_use]
    pub fn in_place() -> IdaStar<Undoing> {
        IdaStar::default()
    }

    /// IDA* for spaces with [`TypedActions`](tremaux_core::TypedActions): for nodes of a few
    /// nanoseconds.
    #[must_use]
    pub fn typed() -> IdaStar<Copying, Typed> {
        IdaStar::default()
    }

    /// IDA* for a [`CommutingSpace`](tremaux_core::CommutingSpace): actions that commute are
    /// tried in one order only.
    #[must_use]
    pub fn canonical() -> IdaStar<Copying, Canonical> {
        IdaStar::default()
    }
}

impl<W, L> IdaStar<W, L> {
    /// Going on until there are so many optimal plans, `u64::MAX` for all of them; see
    /// [`Search::solutions`](tremaux_core::Search::solutions). Plans that differ only in
    /// actions that [`StateSpace::actions_after`] leaves out count as one.
    #[must_use]
    pub fn wanted(self, wanted: u64) -> Self {
        Self { wanted: wanted.max(1), ..self }
    }

    /// The same by several threads, for one plan.
    #[must_use]
    pub fn parallel(self, threads: usize) -> ParallelIdaStar<W, L> {
        ParallelIdaStar::new(threads)
    }
}

impl<W, L> IdaStar<W, L> {
    /// The search that made this [checkpoint](DepthFirstSearch::checkpoint), where it was.
    ///
    /// Goes on to the same plan, and to the same counts as if it had never been interrupted.
    /// Takes time in proportion to the length of the path, which is walked again.
    ///
    /// # Errors
    ///
    /// If the bytes are no checkpoint, are damaged, or are of another algorithm or problem.
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
        W: Walk<S>,
        L: Listing<S>,
    {
        self.start(space, heuristic).restore(checkpoint)
    }
}

impl<S: StateSpace, W: Walk<S>, L: Listing<S>> Algorithm<S> for IdaStar<W, L> {
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = DepthFirstSearch<P, H, S, ByCost, W, L>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        heuristic: H,
    ) -> DepthFirstSearch<P, H, S, ByCost, W, L> {
        DepthFirstSearch::new(space, heuristic, None, self.wanted)
    }
}
