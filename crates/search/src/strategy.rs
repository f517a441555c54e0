//! What a best-first search asks of its settings.

use tremaux_core::StateSpace;

use crate::node_table::NodeTable;
use crate::open_list::{Key, OpenList};
use crate::order::{Candidate, GoalTest, Reopening};

/// A [`BestFirst`](crate::BestFirst) that fits the space `S`, with its types resolved.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot search `{S}`",
    label = "its open list or its table does not fit the space",
    note = "the open lists `ChainedBuckets` and `PackedHeap` need `u32` costs and no tie-break: \
            `.ties(AnyOrder)`; the table `Indexed` needs an `IndexedSpace`, `Weighted` an \
            `IntegerCost` or `FloatCost`; the defaults fit every space"
)]
pub trait Strategy<S: StateSpace>: Copy {
    /// The first part of a key.
    type Rank: Copy + Ord;
    /// The second part of a key.
    type Tie: Copy + Ord;
    /// The open list.
    type Open: OpenList<Key<Self::Rank, Self::Tie>>;
    /// The node table.
    type Table: NodeTable<S>;

    /// See [`Priority::is_informed`](crate::Priority::is_informed).
    fn is_informed(&self) -> bool;
    /// See [`Priority::expands_by_cheapest`](crate::Priority::expands_by_cheapest).
    fn expands_by_cheapest(&self) -> bool;

    /// The first part of a key.
    fn rank(&self, g: S::Cost, h: S::Cost) -> Self::Rank;
    /// See [`Priority::estimate`](crate::Priority::estimate).
    fn estimate(&self, rank: Self::Rank, g: S::Cost) -> Option<S::Cost>;
    /// The second part of a key.
    fn tie(&self, candidate: &Candidate<'_, S>) -> Self::Tie;
    /// See [`Priority::bound`](crate::Priority::bound).
    fn bound(&self, least: Self::Rank, g: S::Cost, is_uniform: bool) -> Option<S::Cost>;
    /// When states are reopened.
    fn reopening(&self) -> Reopening;
    /// When goals are tested.
    fn goal_test(&self) -> GoalTest;
    /// The number of goals wanted.
    fn plan_count(&self) -> u64;
}
