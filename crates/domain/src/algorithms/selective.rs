//! Searches that prune states, and searches for several paths, by name.

use tremaux_core::{Algorithm, StateSpace};
use tremaux_search::{Beam, IslandDriven, IterativeBroadening, KBest};

use super::start::{AnySearchOf, Start, boxed};
use crate::describe::{AlgorithmInfo, Component, DepthLimit, OptionInfo, Proves};
use crate::options::Options;
use crate::refuse::RegistryError;

/// Beam search.
pub static BEAM: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["beam-search"],
        source: "Lowerre 1976",
        guarantees: "none, unless the beam was never too narrow: then it is a complete \
                     breadth-first search",
        use_when: "the heuristic is good, the problem large, and any plan will do",
        avoid_when: "you need a plan whenever there is one, or the best",
        options: &[OptionInfo::integer("width", 1, u32::MAX as u64)
            .title("number of states kept in each layer")
            .default("1000")],
        example: "beam(width=100)",
        ..Component::new("beam", "breadth-first that keeps the best few states of every layer")
    },
    is_informed: true,
    ..AlgorithmInfo::new(Component::new("", ""))
};

/// Starts beam search.
pub fn beam<S: StateSpace + 'static>(
    start: Start<'_, S>,
    options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    let width = usize::try_from(options.integer("width")).unwrap_or(usize::MAX);
    Ok(boxed(Beam::new(width).start(start.space, start.estimator)))
}

/// Iterative broadening.
pub static ITERATIVE_BROADENING: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["broadening"],
        source: "Ginsberg and Harvey 1992",
        guarantees: "finds a plan of at most `--depth` moves if there is one, not a best one",
        use_when: "plans are many, all about as long, and early mistakes are expensive",
        avoid_when: "the plan's cost matters, or many paths lead to one state",
        ..Component::new(
            "iterative-broadening",
            "depth-first of one child of each state, then of two, and so on",
        )
    },
    is_informed: true,
    depth: DepthLimit::Required,
    ..AlgorithmInfo::new(Component::new("", ""))
};

/// Starts iterative broadening.
pub fn iterative_broadening<S: StateSpace + 'static>(
    start: Start<'_, S>,
    _options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    let depth = start.depth.unwrap_or(u32::MAX);
    Ok(boxed(IterativeBroadening::new(depth).start(start.space, start.estimator)))
}

/// The k best paths.
pub static K_BEST: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["k-shortest-paths", "kbest"],
        source: "compare Hoffman and Pavley 1959",
        guarantees: "the `paths` cheapest plans, each ending at the first goal it reaches; \
                     optimal even if the heuristic is inadmissible",
        use_when: "you want to choose among the best plans, or see how many there are",
        avoid_when: "one plan is enough: a-star keeps one path for each state",
        options: &[
            OptionInfo::integer("paths", 1, u32::MAX as u64)
                .title("number of plans to find")
                .default("3"),
            OptionInfo::choice("loops", &["yes", "no"])
                .title(
                    "whether a plan may go through a state twice; without, it may take much longer",
                )
                .default("yes"),
        ],
        example: "k-best(paths=5, loops=no)",
        ..Component::new("k-best", "the best plan, the second best, and so on")
    },
    proves: Proves::Optimal,
    ..BEAM
};

/// Starts the search for the k best paths.
pub fn k_best<S: StateSpace + 'static>(
    start: Start<'_, S>,
    options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    let paths = u32::try_from(options.integer("paths")).unwrap_or(u32::MAX);
    let settings = KBest::new(paths);
    Ok(match options.word("loops") {
        "no" => boxed(settings.loopless().start(start.space, start.estimator)),
        _ => boxed(settings.start(start.space, start.estimator)),
    })
}

/// Island-driven search.
pub static ISLAND_DRIVEN: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["islands"],
        source: "Chakrabarti, Ghose and DeSarkar 1986",
        guarantees: "a cheapest plan of those through the states given, in their order, if the \
                     heuristic is admissible; proved optimal only if there are none",
        use_when: "you know states on the way, and the parts are much easier than the whole",
        avoid_when: "you need the optimum, and do not know that it leads through those states",
        options: &[OptionInfo::word(
            "through",
            "states with `.` for spaces and `+` between, or none",
        )
        .title("the states on the way")
        .default("none")],
        ..Component::new("island-driven", "A* from one given state to the next")
    },
    proves: Proves::Nothing,
    ..BEAM
};

/// Starts island-driven search.
pub fn island_driven<S: StateSpace + 'static>(
    start: Start<'_, S>,
    options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    let mut islands = Vec::new();
    for island in options.word("through").split('+').filter(|&word| word != "none") {
        let state = (start.parse_state)(&island.replace('.', " "));
        islands.push(state.map_err(|error| options.wrong("through", &error.expected))?);
    }
    Ok(boxed(IslandDriven::through(islands).start(start.space, start.estimator)))
}
