//! The settings of depth-first branch and bound.

use std::marker::PhantomData;
use std::ops::Deref;

use tremaux_core::{Algorithm, Heuristic, StateSpace};
use tremaux_tables::TwoLevel;

use super::growth::{Options, Rule};
use super::memory::{FullStates, HashedStates, MemoryKind, NoTable};
use super::ordering::{ActionOrder, AsListed};
use super::pathmax::{BidirectionalPathmax, NoPathmax, Pathmax};
use super::search::BranchAndBoundSearch;
use crate::depth_first::{
    ActionStack, CompactFrames, Copying, IdaStar, MakeUnmake, SuccessorSource, Undoing,
};

/// Depth-first search that cuts off states that cannot lead to a plan below a bound or below
/// the cost of the best plan found so far.
///
/// * [`BranchAndBound::new`] searches once (Land and Doig 1960): it finds a first plan early,
///   then better ones, and finally the proof. The report's bound and plan show the gap in the
///   meantime.
/// * [`BranchAndBound::ida_star`] starts again with increasing bounds, each the least `f` that
///   was cut off (Korf 1985).
/// * [`BranchAndBound::budgeted`] chooses the bounds so that the number of nodes grows steadily
///   (Helmert, Lattimore, Lelis, Orseau and Sturtevant 2019). Where costs are fine-grained,
///   IDA* takes as many iterations as there are different costs, and this search about the
///   logarithm of that number. Its last iteration exceeds the cost of the cheapest plan and
///   ends when that plan is proved optimal.
///
/// All of them prove their plan optimal if the heuristic is admissible. Memory consists of the
/// table, the path and the children along it; no node allocates. Without a table the time is
/// that of a tree search: a state is searched once for every path to it.
///
/// With a table ([`BranchAndBound::table`]; Reinefeld and Marsland 1994), a state reached again
/// is cut off if it was searched before at no greater cost, or if its stored bound exceeds the
/// limit. Stored bounds also account for the actions that [`StateSpace::actions_after`] leaves
/// out, so they hold for every path.
///
/// ```
/// use tremaux::{Algorithm, NoHeuristic, Limits, StateSpace};
/// use tremaux::search::{BranchAndBound, HashedStates};
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
/// let limits = Limits::default();
/// let plain = BranchAndBound::ida_star().solve(&Stairs, NoHeuristic, &limits, &mut ());
/// let algorithm = BranchAndBound::ida_star().hashed(1 << 16);
/// let remembering = algorithm.solve(&Stairs, NoHeuristic, &limits, &mut ());
/// assert!(remembering.is_proven_optimal());
/// assert_eq!(remembering.plan.unwrap().cost, 5);
/// assert!(remembering.statistics.expanded < plain.statistics.expanded);
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct BranchAndBound<T = NoTable, O = AsListed, X = NoPathmax, W = Copying, L = ActionStack> {
    options: Options,
    table: T,
    order: O,
    #[cfg_attr(feature = "serde", serde(skip))]
    kinds: PhantomData<(X, W, L)>,
}

impl BranchAndBound {
    fn with_rule(rule: Rule) -> Self {
        let options = Options { rule, tries_best_first: false, plan_count: 1 };
        Self { options, table: NoTable, order: AsListed, kinds: PhantomData }
    }

    /// A single search, bounded by the best plan found so far.
    ///
    /// No path visits a state twice, so the search ends on every finite space. The price is one
    /// lookup per state among those on the path.
    pub fn new() -> Self {
        Self::with_rule(Rule::Once)
    }

    /// Repeated searches, each bounded by the least `f` that the previous one cut off.
    pub fn ida_star() -> Self {
        Self::with_rule(Rule::LeastCut)
    }

    /// Repeated searches, each with at least twice as many nodes as the previous one, and not
    /// much more than eight times as many where this can be avoided.
    pub fn budgeted() -> Self {
        Self::with_rule(Rule::Budgeted)
    }
}

impl Default for BranchAndBound {
    fn default() -> Self {
        Self::new()
    }
}

impl<O, X, W, L> BranchAndBound<NoTable, O, X, W, L> {
    /// Continues until this many cheapest plans are found; `u64::MAX` finds all of them.
    ///
    /// Not for use with a table, which keeps only one of several paths of equal cost to a
    /// state.
    #[must_use]
    pub fn plan_count(self, plan_count: u64) -> Self {
        let options = Options { plan_count: plan_count.max(1), ..self.options };
        Self { options, ..self }
    }

    /// Uses this table of states. It also stores the best action of each state, which is tried
    /// first if [`BranchAndBound::best_first`] is set.
    #[must_use]
    pub fn table<T>(self, table: T) -> BranchAndBound<T, O, X, W, L> {
        let options = Options { plan_count: 1, ..self.options };
        BranchAndBound { options, table, order: self.order, kinds: PhantomData }
    }

    /// Uses a table of the given size that identifies states by a hash of 64 bits.
    #[must_use]
    pub fn hashed(self, bytes: usize) -> BranchAndBound<HashedStates<TwoLevel>, O, X, W, L> {
        self.table(HashedStates::with_bytes(bytes))
    }

    /// Uses a table of the given size that stores whole states.
    #[must_use]
    pub fn full(self, bytes: usize) -> BranchAndBound<FullStates, O, X, W, L> {
        self.table(FullStates::with_bytes(bytes))
    }
}

impl<T, O, X, W, L> BranchAndBound<T, O, X, W, L> {
    /// Sets whether the action that came closest to a goal in an earlier search, according to
    /// the table, is tried before all others.
    #[must_use]
    pub fn best_first(self, is_on: bool) -> Self {
        let options = Options { tries_best_first: is_on, ..self.options };
        Self { options, ..self }
    }

    /// Sets the order of actions.
    #[must_use]
    pub fn order<P>(self, order: P) -> BranchAndBound<T, P, X, W, L> {
        let Self { options, table, .. } = self;
        BranchAndBound { options, table, order, kinds: PhantomData }
    }

    /// Enables pathmax in both directions, for inconsistent heuristics on a
    /// [`ReversibleSpace`](tremaux_core::ReversibleSpace).
    #[must_use]
    pub fn bidirectional_pathmax(self) -> BranchAndBound<T, O, BidirectionalPathmax, W, L> {
        self.kinds()
    }

    /// Undoes actions in place instead of keeping a copy of each state on the path. Useful for
    /// large states.
    #[must_use]
    pub fn in_place(self) -> BranchAndBound<T, O, X, Undoing, L> {
        self.kinds()
    }

    /// Keeps actions in the path itself, for spaces with
    /// [`CompactActions`](tremaux_core::CompactActions). Has no effect together with an order of
    /// actions or pathmax.
    #[must_use]
    pub fn compact(self) -> BranchAndBound<T, O, X, W, CompactFrames> {
        self.kinds()
    }

    fn kinds<Y, V, M>(self) -> BranchAndBound<T, O, Y, V, M> {
        let Self { options, table, order, .. } = self;
        BranchAndBound { options, table, order, kinds: PhantomData }
    }
}

impl IdaStar {
    /// IDA* with a table of the given size that identifies states by a hash of 64 bits: fewer
    /// nodes, each of which takes longer. [`BranchAndBound`] offers other tables, and explains
    /// what is proved if two states have the same hash.
    #[must_use]
    pub fn with_table(self, bytes: usize) -> BranchAndBound<HashedStates<TwoLevel>> {
        BranchAndBound::ida_star().hashed(bytes)
    }
}

impl<S, T, O, X, W, L> Algorithm<S> for BranchAndBound<T, O, X, W, L>
where
    S: StateSpace,
    T: MemoryKind<S>,
    O: ActionOrder<S>,
    X: Pathmax<S>,
    W: MakeUnmake<S>,
    L: SuccessorSource<S>,
{
    type Search<P: Deref<Target = S>, H: Heuristic<S>> =
        BranchAndBoundSearch<P, H, S, T::Memory, O, X, W, L>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        heuristic: H,
    ) -> Self::Search<P, H> {
        let (memory, order) = (self.table.make(), self.order.clone());
        BranchAndBoundSearch::new(space, heuristic, memory, order, self.options)
    }
}
