//! The methods of local search by name.

use std::sync::Arc;

use tremaux_landscape::{
    AnnealedBestFirst, Annealing, Choice, Genetic, HillClimbing, Landscape, LateAcceptance,
    LocalSearch, LocalSearchMethod, Optimization, Recombination, Restarts, Schedule, Tabu,
};

use crate::describe::{AlgorithmInfo, Component, NamedAlgorithm, OptionInfo};
use crate::options::Options;
use crate::refuse::RegistryError;

/// How a search for a best solution starts.
#[derive(Clone, Copy, Debug)]
pub struct OptimizationStart<'a> {
    /// The options of the algorithm.
    pub options: &'a Options<'a>,
    /// Determines all that is random.
    pub seed: u64,
    /// Whether the time or the solutions evaluated are limited: then a search that can improve
    /// its solution for ever does so.
    pub is_limited: bool,
}

/// A search for a best solution in the landscape `L`.
pub type OptimizationOf<L> = Box<dyn Optimization<<L as Landscape>::Solution>>;

/// Starts a search for a best solution.
///
/// # Errors
///
/// Fails if an option is wrong, or the landscape lacks what the solver needs.
pub type StartOptimization<L> =
    fn(Arc<L>, &OptimizationStart<'_>) -> Result<OptimizationOf<L>, RegistryError>;

const MANY: u64 = u32::MAX as u64;

const fn integer(
    name: &'static str,
    title: &'static str,
    least: u64,
    default: &'static str,
) -> OptionInfo {
    OptionInfo::integer(name, least, MANY).title(title).default(default)
}

const fn number(
    name: &'static str,
    title: &'static str,
    most: f64,
    default: &'static str,
) -> OptionInfo {
    OptionInfo::number(name, 0.0, most).title(title).default(default)
}

const STEPS: OptionInfo = integer(
    "steps",
    "solutions evaluated before it ends; 0: 500 for each neighbour, at least 100,000; with a \
     limit of time or nodes it restarts until the limit is reached",
    0,
    "0",
);

pub(crate) static HILL_CLIMBING: AlgorithmInfo = AlgorithmInfo::new(Component {
    aliases: &["climbing"],
    source: "Simon and Newell 1958; Minsky 1961",
    guarantees: "none: a local optimum, unless `choice` is `random`",
    use_when: "good solutions are needed at once, or the landscape has few local optima",
    avoid_when: "it has many foothills, plateaus or ridges: annealing and tabu leave them",
    options: &[
        OptionInfo::choice("choice", &["steepest", "first", "random"])
            .title(
                "neighbour to move to: the first better one, the best, or a random one that is not \
                 worse",
            )
            .default("steepest"),
        integer("sideways", "most moves in succession that leave the value as it is", 0, "0"),
        integer(
            "restarts",
            "number of restarts, from another solution or from the same state",
            0,
            "0",
        ),
        integer("steps", "solutions evaluated before it ends; 0: no limit", 0, "0"),
    ],
    example: "hill-climbing(first, restarts=10)",
    ..Component::new("hill-climbing", "moves to a better neighbour until there is none")
});

pub(crate) static ANNEALING: AlgorithmInfo = AlgorithmInfo::new(Component {
    aliases: &["simulated-annealing"],
    source: "Kirkpatrick, Gelatt and Vecchi 1983; adaptive: Lam and Delosme 1988, Boyan 1998",
    guarantees: "none",
    use_when: "the landscape has many local optima and there is some time",
    avoid_when: "the first good solution will do: hill-climbing is faster",
    options: &[
        OptionInfo::choice("schedule", &["geometric", "adaptive", "reheating"])
            .title(
                "how the temperature falls: by the same factor; so that the rate of accepted moves \
                 falls as planned; in several rounds",
            )
            .default("geometric"),
        number("start", "first temperature; calibrated from the instance by default", 1e300, ""),
        number("end", "last temperature; a thousandth of the first by default", 1e300, ""),
        STEPS,
    ],
    example: "annealing(adaptive, steps=200000)",
    ..Component::new(
        "annealing",
        "moves to a worse neighbour too, with a probability that falls with the temperature",
    )
});

pub(crate) static TABU: AlgorithmInfo = AlgorithmInfo::new(Component {
    aliases: &["tabu-search"],
    source: "Glover 1989",
    guarantees: "none",
    use_when: "neighbours are few or fast to evaluate",
    avoid_when: "solutions have many thousands of neighbours: give `sample`, or use annealing",
    options: &[
        integer("tenure", "moves for which what was lost stays tabu", 0, "20"),
        integer("sample", "random neighbours looked at before a move; 0: all", 0, "0"),
        STEPS,
    ],
    example: "tabu(tenure=10)",
    ..Component::new("tabu", "moves to the best neighbour that is not tabu")
});

pub(crate) static LATE_ACCEPTANCE: AlgorithmInfo = AlgorithmInfo::new(Component {
    aliases: &["late-acceptance-hill-climbing"],
    source: "Burke and Bykov 2017",
    guarantees: "none",
    use_when: "you want annealing with one setting that is easy to choose",
    avoid_when: "a fixed time has to be used well: its length is not known in advance",
    options: &[integer("history", "moves that it looks back", 1, "1000"), STEPS],
    example: "late-acceptance(history=5000)",
    ..Component::new("late-acceptance", "accepts what is no worse than the solution some moves ago")
});

static ANNEALED_BEST_FIRST: AlgorithmInfo = AlgorithmInfo::new(Component {
    source: "Ginsberg 1993, chapter 4",
    guarantees: "none",
    use_when: "you want to see annealing as a tree search",
    avoid_when: "solutions are large: it stores many of them",
    options: &[
        number("probability", "that another node is expanded, at the beginning", 1.0, "0.5"),
        integer("width", "most solutions on the open list", 1, "1000"),
        integer("children", "random neighbours of each solution; 0: all", 0, "0"),
        STEPS,
    ],
    example: "annealed-best-first(children=20)",
    ..Component::new(
        "annealed-best-first",
        "expands the best solution, or another with a probability that falls",
    )
});

static GENETIC: AlgorithmInfo = AlgorithmInfo::new(Component {
    aliases: &["genetic-algorithm"],
    source: "Holland 1975; steady state: Syswerda 1989",
    guarantees: "none",
    use_when: "parts of good solutions fit together",
    avoid_when: "neighbours can be evaluated much faster than whole solutions",
    options: &[
        integer("population", "solutions in the population", 2, "100"),
        integer("tournament", "random solutions among which the best becomes a parent", 1, "3"),
        number("crossover", "probability that a child has two parents", 1.0, "0.9"),
        number("mutations", "mean number of random moves in a child", 1e6, "1"),
        STEPS,
    ],
    example: "genetic(population=50)",
    ..Component::new("genetic", "combines and changes the solutions of a population")
});

/// Starts a method that ends after a number of solutions: without an option of it, and with a
/// limit, it starts again and again.
fn repeated<L, M>(
    landscape: Arc<L>,
    method: M,
    start: &OptimizationStart<'_>,
) -> Result<OptimizationOf<L>, RegistryError>
where
    L: Landscape + 'static,
    M: LocalSearchMethod<L, State: 'static> + 'static,
{
    Ok(if start.is_limited && start.options.integer("steps") == 0 {
        Box::new(LocalSearch::new(landscape, Restarts(method), start.seed))
    } else {
        Box::new(LocalSearch::new(landscape, method, start.seed))
    })
}

/// Hill climbing with its options.
pub(crate) fn hill_climbing(options: &Options<'_>) -> HillClimbing {
    let choice = match options.word("choice") {
        "first" => Choice::First,
        "random" => Choice::Random,
        _ => Choice::Steepest,
    };
    let (sideways, restarts) = (options.integer("sideways"), options.integer("restarts"));
    HillClimbing::default()
        .choice(choice)
        .sideways(sideways)
        .restarts(restarts)
        .steps(options.integer("steps"))
        .patience(0)
}

/// Annealing with its options.
pub(crate) fn annealing(options: &Options<'_>) -> Annealing {
    let schedule = match options.word("schedule") {
        "adaptive" => Schedule::Adaptive,
        "reheating" => Schedule::Reheating,
        _ => Schedule::Geometric,
    };
    let (start, end) = (options.optional_number("start"), options.optional_number("end"));
    Annealing::default().schedule(schedule).start(start).end(end).steps(options.integer("steps"))
}

/// Tabu search with its options.
pub(crate) fn tabu(options: &Options<'_>) -> Tabu {
    let count = |name| options.integer(name) as usize;
    Tabu::default().tenure(count("tenure")).sample(count("sample")).steps(options.integer("steps"))
}

/// Late acceptance with its options.
pub(crate) fn late_acceptance(options: &Options<'_>) -> LateAcceptance {
    let history = options.integer("history") as usize;
    LateAcceptance::default().history(history).steps(options.integer("steps"))
}

/// Every algorithm for a landscape: those of its problem first.
pub(crate) fn all<L: Recombination + 'static>(
    own: &[NamedAlgorithm<StartOptimization<L>>],
) -> Vec<NamedAlgorithm<StartOptimization<L>>> {
    let mut all = own.to_vec();
    let mut add = |info, start| all.push(NamedAlgorithm::new(info, start));
    add(&HILL_CLIMBING, |landscape, start| {
        let method = hill_climbing(start.options);
        Ok(Box::new(LocalSearch::new(landscape, method, start.seed)))
    });
    add(&ANNEALING, |landscape, start| repeated(landscape, annealing(start.options), start));
    add(&TABU, |landscape, start| repeated(landscape, tabu(start.options), start));
    add(&LATE_ACCEPTANCE, |landscape, start| {
        repeated(landscape, late_acceptance(start.options), start)
    });
    add(&ANNEALED_BEST_FIRST, |landscape, start| {
        let options = start.options;
        let method = AnnealedBestFirst::default()
            .probability(options.number("probability"))
            .width(options.integer("width") as usize)
            .children(options.integer("children") as usize)
            .steps(options.integer("steps"));
        repeated(landscape, method, start)
    });
    add(&GENETIC, |landscape, start| {
        let options = start.options;
        let method = Genetic::default()
            .population(options.integer("population") as usize)
            .tournament(options.integer("tournament") as usize)
            .crossover(options.number("crossover"))
            .mutations(options.number("mutations"))
            .steps(options.integer("steps"));
        repeated(landscape, method, start)
    });
    all
}
