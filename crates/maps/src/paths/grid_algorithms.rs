//! The descriptions of the algorithms for grid maps.

use tremaux_domain::{
    AlgorithmInfo, Component, NamedAlgorithm, Need, OptionInfo, Proves, RegistryError,
};

use super::algorithm::{Named, info, on_threads};
use crate::grid::{AnyAngle, PathMethod, SmallMemory};

const TABLE: OptionInfo = OptionInfo::integer("table", 0, 1 << 24)
    .title("size of the table of cells in KiB; 0 for no table")
    .default("256");

/// How an algorithm searches a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridSearch {
    /// For a shortest path of steps.
    Exact(PathMethod),
    /// Depth first, with a small table.
    SmallMemory(SmallMemory),
    /// In a hierarchy of regions.
    Hierarchy,
    /// For a path at any angle.
    AnyAngle(AnyAngle),
}

/// What is known of an algorithm whose paths run at any angle.
const fn at_any_angle(component: Component) -> AlgorithmInfo {
    AlgorithmInfo { is_any_angle: true, proves: Proves::Nothing, ..info(component) }
}

/// The algorithms for grid maps.
pub static GRID_ALGORITHMS: &[NamedAlgorithm<GridSearch>] = &[
    NamedAlgorithm {
        start: GridSearch::Exact(PathMethod::Auto),
        info: &info(Component {
            guarantees: "optimal",
            use_when: "the default; it looks at the weights and the density of jump points",
            avoid_when: "you compare algorithms, or can afford the preprocessing of jps-plus",
            needs: &[Need::OneGoal],
            ..Component::new(
                PathMethod::Auto.name(),
                "canonical-a-star or jps, whichever is expected to be faster on the map",
            )
        }),
    },
    NamedAlgorithm {
        start: GridSearch::Exact(PathMethod::Dijkstra),
        info: &info(Component {
            source: "Dijkstra 1959; canonical orders: Sturtevant and Rabin 2016",
            guarantees: "optimal",
            use_when: "you want a baseline, or distrust the estimates",
            avoid_when: "you want a path: A* with the octile distance visits far fewer cells",
            needs: &[Need::OneGoal],
            ..Component::new(
                PathMethod::Dijkstra.name(),
                "Dijkstra's algorithm with one order of steps among those of equal cost",
            )
        }),
    },
    NamedAlgorithm {
        start: GridSearch::Exact(PathMethod::AStar),
        info: &info(Component {
            source: "Hart, Nilsson and Raphael 1968; canonical orders: Sturtevant and Rabin 2016",
            guarantees: "optimal",
            use_when: "the map has weights, or single cells blocked at random",
            avoid_when: "the map has rooms, caves, streets or corridors and no weights: jps is \
                faster",
            needs: &[Need::OneGoal],
            ..Component::new(
                PathMethod::AStar.name(),
                "A* with one order of steps among those of equal cost",
            )
        }),
    },
    NamedAlgorithm {
        start: GridSearch::Exact(PathMethod::BidirectionalAStar),
        info: &info(Component {
            aliases: &["symmetric-a-star"],
            source: "balanced potentials: Ikeda et al. 1994",
            guarantees: "optimal; requires a map without weights",
            use_when: "the goal lies in a dead-end region",
            avoid_when: "jps applies: it is faster",
            needs: &[Need::OneGoal, Need::Unweighted],
            ..Component::new(
                PathMethod::BidirectionalAStar.name(),
                "A* from both ends, with estimates that agree with each other",
            )
        }),
    },
    NamedAlgorithm {
        start: GridSearch::Exact(PathMethod::JumpPoints),
        info: &info(Component {
            aliases: &["jump-points", "jump-point-search"],
            source: "Harabor and Grastien 2011, 2014",
            guarantees: "optimal; requires a map without weights",
            use_when: "the map has no weights and large free areas, rooms, caves or corridors",
            avoid_when: "single cells are blocked at random: canonical-a-star; or the map does not \
                         change and you need many paths: jps-plus",
            needs: &[Need::OneGoal, Need::Unweighted],
            ..Component::new(
                PathMethod::JumpPoints.name(),
                "jump point search, scanning 64 cells at a time",
            )
        }),
    },
    NamedAlgorithm {
        start: GridSearch::Exact(PathMethod::TabledJumpPoints),
        info: &on_threads(Component {
            aliases: &["jps+"],
            source: "Harabor and Grastien 2014",
            guarantees: "optimal; requires a map without weights",
            use_when: "you need many paths on a map that does not change",
            avoid_when: "the map changes often, or you need one path; jps-bounds is faster still",
            needs: &[Need::OneGoal, Need::Unweighted],
            ..Component::new(
                PathMethod::TabledJumpPoints.name(),
                "jump point search with precomputed jumps",
            )
        }),
    },
    NamedAlgorithm {
        start: GridSearch::Exact(PathMethod::BoundedJumpPoints),
        info: &on_threads(Component {
            aliases: &["jps-bb", "goal-bounding"],
            source: "Rabin and Sturtevant 2016; containers: Wagner and Willhalm 2003",
            guarantees: "optimal; requires a map without weights",
            use_when: "the map does not change and only query time matters",
            avoid_when: "preprocessing must be quick: it searches the map from every jump point, \
                         which takes seconds on 512 x 512 cells and minutes on the largest maps",
            needs: &[Need::OneGoal, Need::Unweighted],
            ..Component::new(
                PathMethod::BoundedJumpPoints.name(),
                "jps-plus that prunes jumps whose bounding box of goals misses the goal",
            )
        }),
    },
    NamedAlgorithm {
        start: GridSearch::SmallMemory(SmallMemory::LeastCut),
        info: &info(Component {
            source: "Korf 1985; table: Reinefeld and Marsland 1994, Brockington 2000",
            guarantees: "optimal; uses memory only for its table and the path",
            use_when: "memory is scarce and paths are short",
            avoid_when: "paths lead around obstacles: the time explodes, so set limits",
            options: &[TABLE],
            example: "table-ida-star(table=16)",
            needs: &[Need::OneGoal, Need::Unweighted],
            ..Component::new(
                "table-ida-star",
                "depth-first searches with increasing bounds and a small table of cells",
            )
        }),
    },
    NamedAlgorithm {
        start: GridSearch::SmallMemory(SmallMemory::Budgeted),
        info: &info(Component {
            aliases: &["a-star-table"],
            source: "Helmert et al. 2019; table: Reinefeld and Marsland 1994, Brockington 2000",
            guarantees: "optimal; uses memory only for its table and the path",
            use_when: "memory is scarce: each search visits a few times as many cells as the one \
                       before",
            avoid_when: "you have the memory for canonical-a-star",
            options: &[TABLE],
            example: "table-a-star(table=64)",
            needs: &[Need::OneGoal, Need::Unweighted],
            ..Component::new(
                "table-a-star",
                "depth-first searches with A*'s bounds and a small table of cells",
            )
        }),
    },
    NamedAlgorithm {
        start: GridSearch::Hierarchy,
        info: &info(Component {
            aliases: &["hpa"],
            source: "Botea, Müller and Schaeffer 2004",
            guarantees: "finds a path if there is one, about 1% above the optimum; requires a map \
                         without weights",
            use_when: "maps are large and slightly suboptimal paths are acceptable",
            avoid_when: "paths must be optimal",
            options: &[OptionInfo::integer("levels", 1, 4)
                .title("number of levels: clusters of 16 cells, then each four times as wide")
                .default("2")],
            example: "hpa-star(levels=3)",
            needs: &[Need::OneGoal, Need::Unweighted],
            ..Component::new(
                "hpa-star",
                "searches a graph of the map's regions, then refines the path",
            )
        })
        .proving(Proves::Nothing),
    },
    NamedAlgorithm {
        start: GridSearch::AnyAngle(AnyAngle::Theta),
        info: &at_any_angle(Component {
            aliases: &["theta"],
            source: "Nash, Daniel, Koenig and Felner 2007",
            guarantees: "finds an any-angle path if there is one, not always a shortest; requires \
                         a map without weights",
            use_when: "movement is not restricted to eight directions",
            avoid_when: "paths must be optimal, or consist of single steps",
            needs: &[Need::OneGoal, Need::Unweighted],
            ..Component::new("theta-star", "A* with any-angle paths")
        }),
    },
    NamedAlgorithm {
        start: GridSearch::AnyAngle(AnyAngle::LazyTheta),
        info: &at_any_angle(Component {
            aliases: &["lazy-theta"],
            source: "Nash, Koenig and Tovey 2010",
            guarantees: "same as theta-star",
            use_when: "theta-star is too slow: paths are nearly as short",
            avoid_when: "paths must be optimal, or consist of single steps",
            needs: &[Need::OneGoal, Need::Unweighted],
            ..Component::new(
                "lazy-theta-star",
                "Theta* with one line-of-sight check per expanded cell",
            )
        }),
    },
];

/// The method of the algorithm called `name`, which must find shortest paths of steps.
///
/// # Errors
///
/// Fails if the name is not known, with the nearest ones, or if it is that of another algorithm.
pub fn exact_method(name: &str) -> Result<PathMethod, RegistryError> {
    let named = Named::parse(GRID_ALGORITHMS, name)?;
    match named.how {
        GridSearch::Exact(method) => Ok(method),
        _ => Err(named.not_offered("`solve` and `tremaux path` run it")),
    }
}
