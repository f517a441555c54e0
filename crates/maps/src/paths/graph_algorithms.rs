//! The descriptions of the algorithms for graphs.

use tremaux_domain::{Component, NamedAlgorithm, Need, OptionInfo};

use super::algorithm::info;

/// How an algorithm searches a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoadAlgorithm {
    /// Dijkstra's algorithm.
    Dijkstra,
    /// Dijkstra's algorithm from both ends.
    BothEnds,
    /// A* with distances to landmarks.
    Landmarks,
    /// In a contraction hierarchy.
    Hierarchy,
}

/// The algorithms for graphs.
pub static GRAPH_ALGORITHMS: &[NamedAlgorithm<RoadAlgorithm>] = &[
    NamedAlgorithm {
        start: RoadAlgorithm::Dijkstra,
        info: &info(Component {
            source: "Dijkstra 1959; buckets: Dial 1969, Cherkassky, Goldberg and Silverstein 1997",
            guarantees: "optimal; requires integer costs",
            use_when: "you want a baseline to compare with",
            avoid_when: "you want a path: bidirectional-dijkstra visits fewer nodes",
            needs: &[Need::OneGoal, Need::ShortCosts],
            ..Component::new("bucket-dijkstra", "Dijkstra's algorithm with a queue of buckets")
        }),
    },
    NamedAlgorithm {
        start: RoadAlgorithm::BothEnds,
        info: &info(Component {
            aliases: &["bidirectional"],
            source: "Nicholson 1966",
            guarantees: "optimal; requires integer costs",
            use_when: "you need few paths: there is no preprocessing",
            avoid_when: "you need many paths: contraction-hierarchy",
            needs: &[Need::OneGoal, Need::ShortCosts],
            ..Component::new("bidirectional-dijkstra", "runs Dijkstra's algorithm from both ends")
        }),
    },
    NamedAlgorithm {
        start: RoadAlgorithm::Landmarks,
        info: &info(Component {
            aliases: &["landmarks"],
            source: "Goldberg and Harrelson 2005; Goldberg and Werneck 2005",
            guarantees: "optimal; requires integer costs",
            use_when: "you need some hundred paths, or costs change occasionally",
            avoid_when: "you need many paths: contraction-hierarchy",
            options: &[OptionInfo::integer("landmarks", 1, 64)
                .title("number of landmarks")
                .default("16")],
            example: "alt(landmarks=8)",
            needs: &[Need::OneGoal, Need::ShortCosts],
            ..Component::new("alt", "A* with lower bounds from distances to landmarks")
        }),
    },
    NamedAlgorithm {
        start: RoadAlgorithm::Hierarchy,
        info: &info(Component {
            aliases: &["ch", "contraction-hierarchies"],
            source: "Geisberger, Sanders, Schultes and Delling 2008",
            guarantees: "optimal; requires integer costs",
            use_when: "you need thousands of paths",
            avoid_when: "you need one path: preprocessing takes longer than a search",
            needs: &[Need::OneGoal, Need::ShortCosts],
            ..Component::new(
                "contraction-hierarchy",
                "searches upwards from both ends in a hierarchy of node importance",
            )
        }),
    },
];
