//! Search engines for any state space. This crate depends on [`tremaux_core`] and the table
//! crate, and knows no specific problem.

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
mod far_heap;
mod fringe_search;
mod frontier;
mod islands;
mod iterative_broadening;
mod k_best;
mod memory_bounded;
mod move_pruning;
mod node_table;
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
pub use fringe_search::{Fringe, FringeSearch};
#[cfg(feature = "system")]
pub use frontier::{DistanceHistogram, LayerProgress};
pub use frontier::{FrontierBreadthFirst, FrontierBreadthFirstSearch};
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
