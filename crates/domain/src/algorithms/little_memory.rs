//! Searches in limited memory, by name.

use tremaux_core::{Algorithm, StateSpace};
use tremaux_search::{FrontierBreadthFirst, MemoryBounded, RecursiveBestFirst};

use super::start::{AnySearchOf, Start, boxed};
use crate::describe::{AlgorithmInfo, Component, Proves};
use crate::options::Options;
use crate::refuse::RegistryError;

/// Memory-bounded A*.
pub static MEMORY_BOUNDED: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["mba-star", "memory-bounded-astar", "sma-star"],
        source: "Sen and Bagchi 1989; Bu and Korf 2019",
        guarantees: "optimal even if the heuristic is inadmissible, within `--memory`; if a \
                     path does not fit, or states are found again a thousand times over, it \
                     ends with a proved lower bound",
        use_when: "you want a proved optimum and do not know whether the states fit into memory",
        avoid_when: "you have enough memory (a-star) or almost none (ida-star)",
        ..Component::new(
            "memory-bounded-a-star",
            "A* until the memory is full, then IDA* from the open states",
        )
    },
    is_informed: true,
    proves: Proves::Optimal,
    ..AlgorithmInfo::new(Component::new("", ""))
};

/// Starts memory-bounded A*.
pub fn memory_bounded<S: StateSpace + 'static>(
    start: Start<'_, S>,
    _options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    Ok(boxed(MemoryBounded.start(start.space, start.estimator)))
}

/// Frontier breadth-first search.
pub static FRONTIER: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["frontier", "frontier-search", "frontier-bfs"],
        source: "Korf, Zhang, Thayer and Hohwald 2005",
        guarantees: "a plan with the fewest actions; a cheapest one if all actions cost the same. \
                     If actions cannot be undone and there is no plan, it may not end",
        use_when: "breadth-first runs out of memory: it keeps three layers, and finds the path \
                   by searching again for states half way",
        avoid_when: "you have a heuristic, costs differ, or time is short",
        ..Component::new("frontier-breadth-first", "breadth-first that discards closed layers")
    },
    is_informed: false,
    proves: Proves::FewestActions,
    ..MEMORY_BOUNDED
};

/// Starts frontier breadth-first search.
pub fn frontier<S: StateSpace + 'static>(
    start: Start<'_, S>,
    _options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    Ok(boxed(FrontierBreadthFirst.start(start.space, start.estimator)))
}

/// Recursive best-first search.
pub static RECURSIVE_BEST_FIRST: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["rbfs"],
        source: "Korf 1993",
        guarantees: "optimal if the heuristic is admissible; it ends on every finite space",
        use_when: "memory is short and the heuristic is inconsistent: it expands states in \
                   best-first order even where f decreases along a path",
        avoid_when: "many states have different values of f: it then expands the same states \
                     again and again (ida-star, branch-and-bound)",
        ..Component::new(
            "recursive-best-first",
            "best-first order in memory that grows with the length of the path only",
        )
    },
    ..MEMORY_BOUNDED
};

/// Starts recursive best-first search.
pub fn recursive_best_first<S: StateSpace + 'static>(
    start: Start<'_, S>,
    _options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    Ok(boxed(RecursiveBestFirst::new().start(start.space, start.estimator)))
}
