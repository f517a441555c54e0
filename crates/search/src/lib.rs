//! Search engines for any state space. This crate depends on [`tremaux_core`] and the table
//! crate, and knows no specific problem.
//!
//! A search is a *configuration* of an engine: what decides the layout of data or the inner loop is
//! a type (a priority, a table, a measure), so that each configuration is compiled on its own, and
//! what costs an occasional branch is a value. There are few engines, since most algorithms of the
//! textbooks differ in one of these choices:
//!
//! * [`BestFirst`] keeps all states it has seen: breadth-first search, Dijkstra's algorithm, A*,
//!   weighted A* and greedy search differ in its [`Priority`]. Its loop *selects* a state from an
//!   [`OpenList`], *expands* it, and *relaxes* its actions, against a [`NodeTable`].
//! * [`DepthFirst`] and [`IdaStar`] keep one path: they differ in the [`Measure`] that is bounded.
//!   How the search goes back is a [`MakeUnmake`], and where actions wait a [`SuccessorSource`].
//!   [`BranchAndBound`] adds a table of states ([`StateMemory`]), an [`ActionOrder`], [`Pathmax`],
//!   and the rule by which bounds grow.
//! * [`NearOptimalBidirectional`] and [`BidirectionalBreadthFirst`] search from both ends,
//!   [`FrontierBreadthFirst`] keeps only the last layers, and [`KBest`] searches over paths.
//! * [`GraphSearch`] is the form of textbooks, whose conventions are values.
//! * [`AnytimeAStar`], [`MemoryBounded`], [`Beam`], [`EnforcedHillClimbing`], [`Fringe`],
//!   [`RecursiveBestFirst`], [`IterativeBroadening`] and [`IslandDriven`] are loops of their own
//!   over the same tables.
//!
//! Every search can be paused after any step and continued, stops at limits of nodes, time, memory,
//! cost and depth, reports each step to an observer that costs nothing if it ignores them, and says
//! which lower bound it has proved. That ledger is one (`search_core`), and counts what contradicts
//! the promises of a heuristic, which are never believed without a check: a bound that rests on a
//! broken promise is withdrawn.
//!
//! Read `best_first_search` first, then `depth_first::descent`.

#[cfg(feature = "serde")]
#[macro_use]
extern crate serde;

mod anytime;
mod beam;
mod best_first;
mod best_first_search;
mod bidirectional;
mod branch_and_bound;
mod buckets;
mod chained_buckets;
mod chunks;
mod depth_first;
mod distinct_states;
mod enforced_hill_climbing;
mod far_heap;
mod fringe_search;
mod frontier;
mod graph_search;
mod islands;
mod iterative_broadening;
mod k_best;
mod memory_bounded;
mod move_pruning;
mod node_table;
mod numbered_table;
mod open_list;
mod order;
mod packed_heap;
mod quaternary_heap;
mod queue;
mod recursive_best_first;
mod search_core;
mod strategy;
mod yen;
mod zero_costs;

pub use anytime::{AnytimeAStar, AnytimeAStarSearch};
pub use beam::{Beam, BeamSearch};
pub use best_first::BestFirst;
pub use best_first_search::{BestFirstSearch, SearchMemory};
pub use bidirectional::{
    BidirectionalBreadthFirst, BidirectionalBreadthFirstSearch, NearOptimalBidirectional,
    NearOptimalBidirectionalSearch,
};
pub use branch_and_bound::{
    ActionOrder, AsListed, BidirectionalPathmax, BranchAndBound, BranchAndBoundSearch, ByEstimate,
    ByEstimateThenHistory, ByHistory, FullMemory, FullStates, HashedMemory, HashedStates, Known,
    MemoryKind, NoPathmax, NoTable, Pathmax, Scheme, SchemedMemory, SchemedStates, StateMemory,
};
pub use buckets::{BucketOpen, Buckets};
pub use chained_buckets::{ChainedBuckets, ChainedOpen};
pub use depth_first::{
    ActionStack, ByCost, ByDepth, Canonical, CanonicalFrames, CheckpointError, CompactFrames,
    Copying, DepthFirst, DepthFirstSearch, IdaStar, MakeUnmake, Measure, SuccessorSource, Undoing,
};
#[cfg(feature = "system")]
pub use depth_first::{ParallelIdaStar, ParallelIdaStarSearch};
pub use enforced_hill_climbing::{EnforcedHillClimbing, EnforcedHillClimbingSearch};
pub use fringe_search::{Fringe, FringeSearch};
#[cfg(feature = "system")]
pub use frontier::{DistanceHistogram, LayerProgress};
pub use frontier::{FrontierBreadthFirst, FrontierBreadthFirstSearch};
pub use graph_search::{
    Conventions, DuplicateRule, ExpansionOrder, GraphSearch, GraphSearchRun, TieRule,
};
pub use islands::{IslandDriven, IslandDrivenSearch};
pub use iterative_broadening::{IterativeBroadening, IterativeBroadeningSearch};
pub use k_best::{KBest, KBestSearch};
pub use memory_bounded::{MemoryBounded, MemoryBoundedSearch};
#[cfg(feature = "system")]
pub use move_pruning::PrunedParallel;
pub use move_pruning::{
    MoveAutomaton, MovePruned, MovePruning, PrunedHeuristic, PrunedSearch, PrunedState,
};
pub use node_table::{Hashed, HashedTable, Indexed, IndexedTable, NodeTable, TableKind};
pub use open_list::{Heap, IntegerCost, Key, OpenKind, OpenList};
pub use order::{
    AnyOrder, ByKey, Candidate, Fifo, G, GPlusH, GoalTest, H, HighG, Lifo, LowH, Priority,
    Reopening, TieBreak, Weighted,
};
pub use packed_heap::{PackedHeap, PackedOpen};
pub use queue::{Discovery, Queue};
pub use recursive_best_first::{RecursiveBestFirst, RecursiveBestFirstSearch};
pub use strategy::Strategy;
pub use yen::{Yen, YenSearch};

use tremaux_core::{Cost, StateSpace};

/// Checks `actions` independently of any search. Returns `Some(cost)` if they lead to a goal.
pub fn plan_cost<S: StateSpace>(space: &S, actions: &[S::Action]) -> Option<S::Cost> {
    let mut state = space.initial_state();
    let mut applicable = Vec::new();
    let mut total = S::Cost::ZERO;
    for &action in actions {
        applicable.clear();
        space.actions(&state, &mut applicable);
        if !applicable.contains(&action) {
            return None;
        }
        total = total.plus(space.cost(&state, action));
        space.apply(&mut state, action);
    }
    space.is_goal(&state).then_some(total)
}
