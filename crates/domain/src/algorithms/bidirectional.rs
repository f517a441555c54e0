//! Searches from both ends by name.

use tremaux_core::{Algorithm, BackwardSpace};
use tremaux_search::{BidirectionalBreadthFirst, NearOptimalBidirectional};

use super::start::{AnySearchOf, Start, boxed};
use crate::describe::{AlgorithmInfo, Component, Need, Proves};
use crate::options::Options;
use crate::refuse::RegistryError;

/// Bidirectional breadth-first search.
pub static BREADTH_FIRST: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["bibfs", "bidirectional-bfs"],
        source: "Pohl 1969",
        guarantees: "finds a plan with the fewest actions; optimal if all actions cost the same",
        use_when: "you have no heuristic, all actions cost the same and there are few goals: each \
                   searches half the depth",
        needs: &[Need::Predecessors],
        avoid_when: "costs differ, or you have a good heuristic",
        ..Component::new(
            "bidirectional-breadth-first",
            "breadth-first search from both ends in alternation",
        )
    },
    proves: Proves::FewestActions,
    ..AlgorithmInfo::new(Component::new("", ""))
};

/// Bidirectional A*.
pub static A_STAR: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["nbs", "bidirectional-astar"],
        source: "Chen, Holte, Zilles and Sturtevant 2017",
        guarantees: "optimal even if the heuristic is inadmissible; with an admissible one it \
                     expands at most twice as many states as any search of its kind must",
        needs: &[Need::Predecessors],
        use_when: "estimates are weak, there are few goals and the states fit into memory",
        avoid_when: "the heuristic is strong: a-star then expands fewer states",
        ..Component::new(
            "bidirectional-a-star",
            "near-optimal bidirectional search (NBS): expands pairs of states, one from each end",
        )
    },
    is_informed: true,
    proves: Proves::Optimal,
    ..BREADTH_FIRST
};

/// Starts bidirectional breadth-first search.
pub fn breadth_first<S: BackwardSpace + 'static>(
    start: Start<'_, S>,
    _options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    Ok(boxed(BidirectionalBreadthFirst.start(start.space, start.estimator)))
}

/// Starts bidirectional A*.
pub fn a_star<S: BackwardSpace + 'static>(
    start: Start<'_, S>,
    _options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    Ok(boxed(NearOptimalBidirectional::new().start(start.space, start.estimator)))
}
