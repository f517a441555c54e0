//! Graph search with every convention as an option, by name.

use tremaux_core::{Algorithm, StateSpace};
use tremaux_search::{Conventions, DuplicateRule, ExpansionOrder, GoalTest, GraphSearch, TieRule};

use super::start::{AnySearchOf, Start, boxed};
use crate::describe::{AlgorithmInfo, Component, Family, OptionInfo, Proves};
use crate::options::Options;
use crate::refuse::RegistryError;

const TIES: &[&str] = &["fifo", "lifo", "high-g", "low-g", "low-h", "key"];

/// Graph search by stated conventions. The options are those by which the referee judges.
pub static GRAPH_SEARCH: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["textbook-search"],
        source: "Nilsson 1971; Russell and Norvig",
        guarantees: "what the conventions justify: with order=f, an admissible heuristic, \
                     reopen=yes and goal=expansion the plan is optimal; also with order=g, and \
                     with order=fewest-moves if all actions cost the same; other orders prove \
                     nothing",
        use_when: "you compare node counts with a text, an exercise or another program",
        avoid_when: "you want a plan: a-star, dijkstra and breadth-first are faster",
        options: &[
            OptionInfo::choice("order", &["f", "g", "h", "fewest-moves", "most-moves"])
                .title("what is least, or most, in the path that is extended next")
                .default("f"),
            OptionInfo::choice("ties", TIES)
                .title("which of several states of equal priority comes first")
                .default("fifo"),
            OptionInfo::choice("then", TIES)
                .title("which comes first if that is equal, too")
                .default("fifo"),
            OptionInfo::choice("successors", &["rules", "reversed"])
                .title("the order in which the successors of a state are taken")
                .default("rules"),
            OptionInfo::choice("goal", &["expansion", "generation"])
                .title("when a state is tested for being a goal")
                .default("expansion"),
            OptionInfo::choice("reopen", &["yes", "no"])
                .title("whether a closed state is opened again if a cheaper path is found")
                .default("yes"),
            OptionInfo::choice("duplicates", &["all", "closed", "generated", "path", "none"])
                .title("which states are dropped when they are generated again")
                .default("all"),
            OptionInfo::integer("depth", 0, u32::MAX as u64)
                .title("the greatest depth")
                .default("4294967295"),
            OptionInfo::number("weight", 0.0, 1e6).title("the weight of h in f").default("1"),
            OptionInfo::choice("same", &["state", "key"])
                .title("which states count as the same: equal ones, or those with equal keys")
                .default("state"),
            OptionInfo::integer("solutions", 0, u64::MAX)
                .title("number of goals to find; 0 for all")
                .default("1"),
        ],
        example: "graph-search(order=f, ties=lifo, duplicates=generated)",
        ..Component::new("graph-search", "best-first search by stated conventions, as in textbooks")
    },
    family: Family::BestFirst,
    is_informed: true,
    proves: Proves::Optimal,
    ..AlgorithmInfo::new(Component::new("", ""))
};

fn tie(word: &str) -> TieRule {
    match word {
        "lifo" => TieRule::Lifo,
        "high-g" => TieRule::HighG,
        "low-g" => TieRule::LowG,
        "low-h" => TieRule::LowH,
        "key" => TieRule::Key,
        _ => TieRule::Fifo,
    }
}

/// The conventions that options of [`GRAPH_SEARCH`] state.
pub fn conventions(options: &Options<'_>) -> Conventions {
    let weight = options.number("weight");
    let is = |name, word| options.word(name) == word;
    Conventions {
        order: match options.word("order") {
            "g" => ExpansionOrder::G,
            "h" => ExpansionOrder::H,
            "fewest-moves" => ExpansionOrder::FewestMoves,
            "most-moves" => ExpansionOrder::MostMoves,
            _ if weight == 1.0 => ExpansionOrder::F,
            _ => ExpansionOrder::WeightedF(weight),
        },
        ties: ["ties", "then"].map(|name| tie(options.word(name))),
        reverses_successors: is("successors", "reversed"),
        goal_test: match is("goal", "generation") {
            true => GoalTest::OnGeneration,
            false => GoalTest::OnExpansion,
        },
        reopens: is("reopen", "yes"),
        duplicates: match options.word("duplicates") {
            "closed" => DuplicateRule::Closed,
            "generated" => DuplicateRule::Generated,
            "path" => DuplicateRule::Path,
            "none" => DuplicateRule::None,
            _ => DuplicateRule::All,
        },
        merges_equal_keys: is("same", "key"),
        depth: u32::try_from(options.integer("depth")).ok().filter(|&depth| depth < u32::MAX),
    }
}

/// Starts graph search.
pub fn graph_search<S: StateSpace + 'static>(
    start: Start<'_, S>,
    options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    let keyed = ["ties", "then", "same"].into_iter().find(|name| options.word(name) == "key");
    if let (Some(name), None) = (keyed, start.key) {
        return Err(options.wrong(name, "another value, as this problem defines no keys of states"));
    }
    if options.number("weight") != 1.0 && options.word("order") != "f" {
        return Err(options.wrong("weight", "no weight: only order=f has one"));
    }
    let plan_count = match options.integer("solutions") {
        0 => u64::MAX,
        count => count,
    };
    let search = GraphSearch::by(conventions(options)).plan_count(plan_count);
    let search = start.key.into_iter().fold(search, GraphSearch::with_key);
    Ok(boxed(search.start(start.space, start.estimator)))
}
