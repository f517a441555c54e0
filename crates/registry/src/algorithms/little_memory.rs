//! Searches that keep less than all states, by name.

use tremaux_core::Algorithm;
use tremaux_search::{FrontierBreadthFirst, MemoryBounded};

use super::{AlgorithmInfo, AnySearchOf, DepthLimit, Family, Start};
use crate::component::Component;
use crate::error::RegistryError;
use crate::options::Options;
use crate::problem::Problem;

/// Memory-bounded A*.
pub(super) static MEMORY_BOUNDED: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["mba-star", "memory-bounded-astar", "sma-star"],
        source: "Sen and Bagchi 1989; Bu and Korf 2019",
        guarantees: "optimal, whatever the heuristic, within the limit of `--memory`; where a \
                     path does not fit into that, or states are found again a thousand times \
                     over, it ends with a true bound",
        use_when: "you want a proved optimum and do not know whether the states fit into memory",
        avoid_when: "you have memory enough (a-star) or next to none (ida-star)",
        ..Component::new(
            "memory-bounded-a-star",
            "A* until the memory is full, then IDA* from what is open",
        )
    },
    family: Family::Other,
    is_informed: true,
    breaks_ties: false,
    depth: DepthLimit::Meaningless,
    is_saved: false,
    runs_on_threads: false,
};

/// Starts memory-bounded A*.
pub(super) fn memory_bounded<P: Problem>(
    start: Start<P>,
    _options: &Options<'_>,
) -> Result<AnySearchOf<P>, RegistryError> {
    Ok(Box::new(MemoryBounded.start(start.space, start.estimator)))
}

/// Frontier breadth-first search.
pub(super) static FRONTIER: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["frontier", "frontier-search", "frontier-bfs"],
        source: "Korf, Zhang, Thayer and Hohwald 2005",
        guarantees: "a plan with the fewest actions; a cheapest one if all actions cost the same. \
                     Where actions cannot be taken back and there is no plan it may not end",
        use_when: "breadth-first runs out of memory: it keeps three layers, and finds the path \
                   by searching again to states half way",
        avoid_when: "you have a heuristic, costs differ, or time is short",
        ..Component::new(
            "frontier-breadth-first",
            "breadth-first that forgets the layers behind it",
        )
    },
    is_informed: false,
    ..MEMORY_BOUNDED
};

/// Starts frontier breadth-first search.
pub(super) fn frontier<P: Problem>(
    start: Start<P>,
    _options: &Options<'_>,
) -> Result<AnySearchOf<P>, RegistryError> {
    Ok(Box::new(FrontierBreadthFirst.start(start.space, start.estimator)))
}
