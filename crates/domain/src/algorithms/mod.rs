//! The algorithms by name: the table is here, the rows are in the other files of this module.

pub mod anytime;
pub mod best_first;
pub mod bidirectional;
pub mod branch_and_bound;
pub mod climbing;
mod construction;
pub mod depth_first;
pub mod graph_search;
mod java_hash;
pub(crate) mod landscape;
pub mod little_memory;
pub mod local_search;
pub mod selective;
mod start;

pub use construction::{
    ConstructedPlan, Construction, MakePlan, OwnStart, PlanBuilder, StartOwnSolver,
};
pub use java_hash::java_hash;
pub use landscape::{OptimizationOf, OptimizationStart, StartOptimization};
pub(crate) use start::NamedTie;
pub use start::{AnySearchOf, SelectedAlgorithm, Start, StartSearch};
use tremaux_core::Cost;
use tremaux_search::{IntegerCost, Priority, Weighted};

use crate::describe::{AlgorithmInfo, NamedAlgorithm};
use crate::erased::{Erased, StateKey};

/// An algorithm of erased spaces, and what starts it.
pub(crate) type StartErased<K, C> = NamedAlgorithm<StartSearch<Erased<K, C>>>;

/// The table of algorithms for any space.
macro_rules! algorithms {
    ($(($info:path, $whole:path, $any:path),)*) => {
        /// All algorithms that work for every problem.
        pub static ALGORITHMS: &[&AlgorithmInfo] = &[$(&$info),*];

        /// For spaces with integer costs.
        pub(crate) fn whole_costs<K: StateKey, C: IntegerCost>() -> Vec<StartErased<K, C>> {
            vec![$(NamedAlgorithm { info: &$info, start: $whole }),*]
        }

        /// For a space of any costs.
        pub(crate) fn any_costs<K: StateKey, C: Cost>() -> Vec<StartErased<K, C>>
        where
            Weighted: Priority<C>,
        {
            vec![$(NamedAlgorithm { info: &$info, start: $any }),*]
        }
    };
}

algorithms! {
    (best_first::BREADTH_FIRST, best_first::breadth_first, best_first::breadth_first),
    (depth_first::DEPTH_FIRST, depth_first::depth_first, depth_first::depth_first),
    (best_first::DEPTH_FIRST_GRAPH, best_first::depth_first_graph, best_first::depth_first_graph),
    (depth_first::DEEPENING, depth_first::iterative_deepening, depth_first::iterative_deepening),
    (best_first::DIJKSTRA, best_first::dijkstra_whole, best_first::dijkstra_any),
    (best_first::GREEDY, best_first::greedy_whole, best_first::greedy_any),
    (best_first::A_STAR, best_first::a_star_whole, best_first::a_star_any),
    (best_first::WEIGHTED_A_STAR, best_first::weighted_a_star, best_first::weighted_a_star),
    (depth_first::IDA_STAR, depth_first::ida_star, depth_first::ida_star),
    (graph_search::GRAPH_SEARCH, graph_search::graph_search, graph_search::graph_search),
    (best_first::FRINGE_SEARCH, best_first::fringe_search, best_first::fringe_search),
    (
        little_memory::RECURSIVE_BEST_FIRST,
        little_memory::recursive_best_first,
        little_memory::recursive_best_first
    ),
    (anytime::ANYTIME_A_STAR, anytime::anytime_a_star, anytime::anytime_a_star),
    (little_memory::MEMORY_BOUNDED, little_memory::memory_bounded, little_memory::memory_bounded),
    (
        branch_and_bound::BRANCH_AND_BOUND,
        branch_and_bound::branch_and_bound,
        branch_and_bound::branch_and_bound_any
    ),
    (little_memory::FRONTIER, little_memory::frontier, little_memory::frontier),
    (bidirectional::BREADTH_FIRST, bidirectional::breadth_first, bidirectional::breadth_first),
    (bidirectional::A_STAR, bidirectional::a_star, bidirectional::a_star),
    (selective::BEAM, selective::beam, selective::beam),
    (
        selective::ITERATIVE_BROADENING,
        selective::iterative_broadening,
        selective::iterative_broadening
    ),
    (selective::K_BEST, selective::k_best, selective::k_best),
    (selective::ISLAND_DRIVEN, selective::island_driven, selective::island_driven),
    (climbing::ENFORCED, climbing::enforced, climbing::enforced),
    (local_search::HILL_CLIMBING, local_search::hill_climbing, local_search::hill_climbing),
    (local_search::ANNEALING, local_search::annealing, local_search::annealing),
    (local_search::TABU, local_search::tabu, local_search::tabu),
    (local_search::LATE_ACCEPTANCE, local_search::late_acceptance, local_search::late_acceptance),
}
