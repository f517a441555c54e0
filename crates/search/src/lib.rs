//! Single-agent search algorithms. Knows [`core`](tremaux_core), never a domain.

mod best_first;
mod ida_star;
mod node_table;
mod open_list;
mod order;
pub mod reference;

pub use best_first::{BestFirst, BestFirstSearch, Discovery, Memory, Queue, Strategy};
pub use ida_star::{Copying, IdaStar, IdaStarSearch, Listed, Listing, Typed, Undoing, Walk};
pub use node_table::{Hashed, HashedTable, Indexed, IndexedTable, NodeTable, TableKind};
pub use open_list::{
    BucketOpen, Buckets, Heap, IntegerCost, OpenKind, OpenList, QuadHeap, QuadHeapOpen,
};
pub use order::{
    AnyOrder, BucketKey, ByKey, Candidate, Fifo, G, GPlusH, GoalTest, H, HighG, Lifo, LowH,
    Priority, Reopening, TieBreak, Unordered, Weighted,
};

use tremaux_core::{Cost, StateSpace};

/// Checks `actions` independently of any search: `Some(cost)` if they lead to a goal.
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
