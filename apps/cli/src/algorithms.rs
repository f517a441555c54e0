//! Algorithms of several domains and kinds of maps, as `list` and `explain` name them.

use tremaux_registry::paths::{GRAPH_ALGORITHMS, GRID_ALGORITHMS};
use tremaux_registry::{AlgorithmInfo, Component, DOMAINS};

/// The algorithms of `tremaux path`, by kind of map.
pub(crate) const PATH_ALGORITHMS: [(&str, &[Component]); 2] =
    [("grids", GRID_ALGORITHMS), ("graphs", GRAPH_ALGORITHMS)];

/// Every algorithm that a domain offers, in order of first occurrence.
pub(crate) fn all_algorithms() -> Vec<&'static AlgorithmInfo> {
    let mut all: Vec<&'static AlgorithmInfo> = Vec::new();
    for algorithm in DOMAINS.iter().flat_map(|domain| domain.algorithms()) {
        if all.iter().all(|there| there.component.name != algorithm.component.name) {
            all.push(algorithm);
        }
    }
    all
}
