//! The algorithms for grid maps, as they describe themselves.

use crate::component::{Component, OptionInfo, OptionKind};

const TABLE: OptionInfo = OptionInfo {
    name: "table",
    title: "kibibytes of the table of cells; 0 for none",
    kind: OptionKind::Integer { least: 0, most: 1 << 24 },
    default: Some("256"),
};

/// The algorithms for grid maps.
pub static GRID_ALGORITHMS: &[Component] = &[
    Component {
        aliases: &["ucs", "uniform-cost"],
        source: "Dijkstra 1959",
        guarantees: "optimal",
        use_when: "you want to compare, or distrust the estimates",
        avoid_when: "you want a path: A* with the octile distance looks at far fewer cells",
        ..Component::new("dijkstra", "cells by their distance from the start")
    },
    Component {
        aliases: &["astar", "a*"],
        source: "Hart, Nilsson and Raphael 1968; canonical orders: Sturtevant and Rabin 2016",
        guarantees: "optimal",
        use_when: "the map has weights",
        avoid_when: "it has none: jump points are far faster",
        ..Component::new("a-star", "cells by distance plus octile distance to the goal")
    },
    Component {
        aliases: &["bidirectional-astar"],
        source: "balanced potentials: Ikeda et al. 1994",
        guarantees: "optimal; needs a map without weights",
        use_when: "the goal lies in a pocket",
        avoid_when: "jump points will do",
        ..Component::new("bidirectional-a-star", "A* from both ends")
    },
    Component {
        aliases: &["jump-points", "jump-point-search"],
        source: "Harabor and Grastien 2011, 2014",
        guarantees: "optimal; needs a map without weights",
        use_when: "always on maps without weights: nothing is prepared",
        avoid_when: "the map does not change and many paths are asked for: jps-plus",
        ..Component::new("jps", "jump point search, scanning 64 cells at a time")
    },
    Component {
        aliases: &["jps+"],
        source: "Harabor and Grastien 2014",
        guarantees: "optimal; needs a map without weights",
        use_when: "many paths are asked for on a map that does not change",
        avoid_when: "the map is edited often, or one path is all you want; jps-bounds is faster yet",
        ..Component::new("jps-plus", "jump point search with a table of jumps")
    },
    Component {
        aliases: &["jps-bb", "goal-bounding"],
        source: "Rabin and Sturtevant 2016; containers: Wagner and Willhalm 2003",
        guarantees: "optimal; needs a map without weights",
        use_when: "the map does not change and all that counts is the time of a query",
        avoid_when: "it must be ready soon: the map is searched once from each jump point, which \
                     takes seconds on 512 x 512 cells and minutes on the largest",
        ..Component::new("jps-bounds", "jps-plus with the box of all goals that each jump leads to")
    },
    Component {
        aliases: &["ida", "ida*"],
        source: "Korf 1985; table: Reinefeld and Marsland 1994, Brockington 2000",
        guarantees: "optimal; memory is that of its table and the path",
        use_when: "memory is what counts and paths are short",
        avoid_when: "paths lead around obstacles: time multiplies, so set limits",
        options: &[TABLE],
        example: "ida-star(table=16)",
        ..Component::new("ida-star", "depth-first searches with ever greater bounds")
    },
    Component {
        aliases: &["a-star-table"],
        source: "Helmert et al. 2019; table: Reinefeld and Marsland 1994, Brockington 2000",
        guarantees: "optimal; memory is that of its table and the path",
        use_when: "memory is what counts: each search looks at some times as many cells as the last",
        avoid_when: "there is memory for a-star",
        options: &[TABLE],
        example: "table-a-star(table=64)",
        ..Component::new("table-a-star", "A* by depth-first searches and a small table of cells")
    },
    Component {
        aliases: &["hpa"],
        source: "Botea, Müller and Schaeffer 2004",
        guarantees: "finds a path if there is one, about a hundredth above the optimum; needs a \
                     map without weights",
        use_when: "maps are large and a path a little too long will do",
        avoid_when: "paths must be shortest",
        options: &[OptionInfo {
            name: "levels",
            title: "sizes of clusters, from 16 cells, each four times the one before",
            kind: OptionKind::Integer { least: 1, most: 4 },
            default: Some("2"),
        }],
        example: "hpa-star(levels=3)",
        ..Component::new("hpa-star", "a search of a graph of the map's regions, then filled in")
    },
    Component {
        aliases: &["theta"],
        source: "Nash, Daniel, Koenig and Felner 2007",
        guarantees: "finds a path at any angle if there is one; needs a map without weights",
        use_when: "whoever goes there need not keep to eight directions",
        avoid_when: "paths must be shortest, or made of steps",
        ..Component::new("theta-star", "A* whose paths run at any angle")
    },
    Component {
        aliases: &["lazy-theta"],
        source: "Nash, Koenig and Tovey 2010",
        guarantees: "as theta-star",
        use_when: "theta-star takes too long: paths are nearly as short",
        avoid_when: "paths must be shortest, or made of steps",
        ..Component::new("lazy-theta-star", "Theta* that looks for a line of sight once a cell")
    },
];
