//! The settings of depth-first branch and bound.

use std::marker::PhantomData;
use std::ops::Deref;

use tremaux_core::{Algorithm, Heuristic, StateSpace};
use tremaux_tables::TwoLevel;

use super::growth::Rule;
use super::memory::{FullStates, HashedStates, MemoryKind, NoTable};
use super::ordering::{ActionOrder, AsListed};
use super::pathmax::{Bidirectional, NoPathmax, Pathmax};
use super::search::BranchAndBoundSearch;
use crate::depth_first::{Copying, IdaStar, Listed, Listing, Typed, Undoing, Walk};

/// Depth-first search that cuts off what cannot be cheaper than a bound or the best plan
/// found so far.
///
/// * [`BranchAndBound::new`] searches once (Land and Doig 1960): soon some plan, then better
///   ones, and at last the proof; the report's bound and plan show the gap meanwhile.
/// * [`BranchAndBound::ida_star`] begins again with greater bounds, each the least `f` that
///   was cut off (Korf 1985).
/// * [`BranchAndBound::budgeted`] lets bounds grow so that nodes do (Helmert, Lattimore,
///   Lelis, Orseau and Sturtevant 2019): where costs are fine-grained, IDA* has as many
///   iterations as there are costs, this one about the logarithm of that many. The last one
///   goes beyond the cheapest plan, and is searched until that is proved.
///
/// All prove their plan optimal if the heuristic is admissible. Memory is the table's, and
/// that of the path and its children; nothing is allocated for a node. Time is that of a
/// tree where nothing is remembered: one more for every path to a state.
///
/// With a table ([`BranchAndBound::table`]; Reinefeld and Marsland 1994) a state reached
/// again is cut off if it was searched before by a path that cost no more, or if the bound
/// that was stored for it says so. A stored bound counts the actions too that
/// [`StateSpace::actions_after`] leaves out, and so holds whatever the path.
///
/// ```
/// use tremaux_core::{Algorithm, Blind, Limits, StateSpace};
/// use tremaux_search::{BranchAndBound, HashedStates};
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
/// let limits = Limits::default();
/// let plain = BranchAndBound::ida_star().solve(&Stairs, Blind, &limits, &mut ());
/// let algorithm = BranchAndBound::ida_star().hashed(1 << 16);
/// let remembering = algorithm.solve(&Stairs, Blind, &limits, &mut ());
/// assert!(remembering.is_proven_optimal());
/// assert_eq!(remembering.plan.unwrap().cost, 5);
/// assert!(remembering.statistics.expanded < plain.statistics.expanded);
/// ```
#[derive(Clone, Debug)]
pub struct BranchAndBound<T = NoTable, O = AsListed, X = NoPathmax, W = Copying, L = Listed> {
    rule: Rule,
    table: T,
    order: O,
    tries_best_first: bool,
    wanted: u64,
    kinds: PhantomData<(X, W, L)>,
}

impl BranchAndBound {
    fn with_rule(rule: Rule) -> Self {
        Self {
            rule,
            table: NoTable,
            order: AsListed,
            tries_best_first: false,
            wanted: 1,
            kinds: PhantomData,
        }
    }

    /// One search, bounded by the best plan found so far.
    ///
    /// No path goes twice through one state, so that it ends on every finite space, at the
    /// expense of looking for each state among those on the path.
    #[must_use]
    pub fn new() -> Self {
        Self::with_rule(Rule::Once)
    }

    /// Searches bounded by the least `f` that was cut off before.
    #[must_use]
    pub fn ida_star() -> Self {
        Self::with_rule(Rule::LeastCut)
    }

    /// Searches each at least twice as large as the one before, and not much more than
    /// eight times where that can be avoided.
    #[must_use]
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
    /// Going on until there are so many cheapest plans, `u64::MAX` for all of them.
    ///
    /// Not with a table, which lets one of equal paths to a state suffice.
    #[must_use]
    pub fn wanted(self, wanted: u64) -> Self {
        Self { wanted: wanted.max(1), ..self }
    }

    /// With this table of states, in which the action that was best the last time is found
    /// and tried first if [`BranchAndBound::best_first`] says so.
    #[must_use]
    pub fn table<T>(self, table: T) -> BranchAndBound<T, O, X, W, L> {
        let Self { rule, order, tries_best_first, .. } = self;
        BranchAndBound { rule, table, order, tries_best_first, wanted: 1, kinds: PhantomData }
    }

    /// With a table of so many bytes that knows states by a hash of 64 bits.
    #[must_use]
    pub fn hashed(self, bytes: usize) -> BranchAndBound<HashedStates<TwoLevel>, O, X, W, L> {
        self.table(HashedStates::with_bytes(bytes))
    }

    /// With a table of so many bytes that keeps whole states.
    #[must_use]
    pub fn full(self, bytes: usize) -> BranchAndBound<FullStates, O, X, W, L> {
        self.table(FullStates::with_bytes(bytes))
    }
}

impl<T, O, X, W, L> BranchAndBound<T, O, X, W, L> {
    /// Whether the action that came nearest to a goal the last time, as the table knows, is
    /// tried before all others.
    #[must_use]
    pub fn best_first(self, is_on: bool) -> Self {
        Self { tries_best_first: is_on, ..self }
    }

    /// With actions in this order.
    #[must_use]
    pub fn order<P>(self, order: P) -> BranchAndBound<T, P, X, W, L> {
        let Self { rule, table, tries_best_first, wanted, .. } = self;
        BranchAndBound { rule, table, order, tries_best_first, wanted, kinds: PhantomData }
    }

    /// With estimates that raise each other, for inconsistent heuristics on a
    /// [`ReversibleSpace`](tremaux_core::ReversibleSpace).
    #[must_use]
    pub fn bidirectional_pathmax(self) -> BranchAndBound<T, O, Bidirectional, W, L> {
        self.kinds()
    }

    /// Taking actions back in place, instead of keeping a copy of each state on the path:
    /// for large states.
    #[must_use]
    pub fn in_place(self) -> BranchAndBound<T, O, X, Undoing, L> {
        self.kinds()
    }

    /// With actions in the path itself, for spaces with
    /// [`TypedActions`](tremaux_core::TypedActions). Makes no difference if an order of
    /// actions is set, or pathmax.
    #[must_use]
    pub fn typed(self) -> BranchAndBound<T, O, X, W, Typed> {
        self.kinds()
    }

    fn kinds<Y, V, M>(self) -> BranchAndBound<T, O, Y, V, M> {
        let Self { rule, table, order, tries_best_first, wanted, .. } = self;
        BranchAndBound { rule, table, order, tries_best_first, wanted, kinds: PhantomData }
    }
}

impl IdaStar {
    /// IDA* with a table of so many bytes, which knows states by a hash of 64 bits: fewer
    /// nodes, each of which takes longer. See [`BranchAndBound`] for other tables, and for
    /// what is proved if two states have one hash.
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
    W: Walk<S>,
    L: Listing<S>,
{
    type Search<P: Deref<Target = S>, H: Heuristic<S>> =
        BranchAndBoundSearch<P, H, S, T::Memory, O, X, W, L>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        heuristic: H,
    ) -> Self::Search<P, H> {
        let (memory, order) = (self.table.make(), self.order.clone());
        let options = (self.rule, self.tries_best_first, self.wanted);
        BranchAndBoundSearch::new(space, heuristic, memory, order, options)
    }
}
