//! The depth-first family by name.

use std::sync::Arc;

use tremaux_core::{
    Algorithm, AnyHeuristic, CompactActions, Cost, Guarantees, Heuristic, LocalContextSpace,
    StateSpace, UndoSpace,
};
use tremaux_search::{DepthFirst, IdaStar, MoveAutomaton, MovePruning};

use super::start::{AnySearchOf, Start, boxed};
use crate::describe::{AlgorithmInfo, Component, DepthLimit, Family, OptionInfo, Proves};
use crate::erased::{Erased, IdaStarOrder, Selected, StateKey, TypedSearch};
use crate::options::Options;
use crate::refuse::RegistryError;

const BASE: AlgorithmInfo = AlgorithmInfo {
    component: Component::new("", ""),
    family: Family::DepthFirst,
    depth: DepthLimit::Optional,
    is_saved: true,
    proves: Proves::Optimal,
    ..AlgorithmInfo::new(Component::new("", ""))
};

const SOLUTIONS: OptionInfo = OptionInfo::integer("solutions", 0, u64::MAX)
    .title("number of plans to find; 0 for all")
    .default("1");

/// Depth-first search.
pub static DEPTH_FIRST: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["dfs"],
        source: "Trémaux, before 1882; Hopcroft and Tarjan 1973",
        guarantees: "finds a plan of at most `--depth` moves if there is one, not a best one",
        use_when: "memory is short, plans are many, and you know how long they may be",
        avoid_when: "the plan's cost matters, or many paths lead to one state",
        options: &[SOLUTIONS],
        example: "depth-first(solutions=0)",
        ..Component::new("depth-first", "follows one path to the depth limit, then backtracks")
    },
    depth: DepthLimit::Required,
    proves: Proves::Nothing,
    finds_all: true,
    ..BASE
};

/// Iterative deepening.
pub static DEEPENING: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["iddfs", "dfid"],
        source: "Slate and Atkin 1977; Korf 1985",
        guarantees: "a plan with the fewest actions; a cheapest one if all actions cost the same",
        use_when: "you have no heuristic, memory is short, and plans are short",
        avoid_when: "you have a heuristic (ida-star), or many paths lead to one state \
                     (breadth-first)",
        options: &[SOLUTIONS],
        ..Component::new("iterative-deepening", "depth-first to depth 0, then 1, then 2, and so on")
    },
    finds_all: true,
    proves: Proves::FewestActions,
    ..BASE
};

const STRINGS: OptionInfo = OptionInfo::integer("strings", 0, 16)
    .title("greatest length of superfluous strings of actions to learn and prune; 0 for none")
    .default("0");

/// IDA*.
pub static IDA_STAR: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["idastar", "ida*"],
        source: "Korf 1985; superfluous strings: Taylor and Korf 1993",
        guarantees: "optimal if the heuristic is admissible; its bound grows with every iteration; \
                     with --threads N the same proof, but the nodes of the last iteration, and \
                     which of several best plans is found, differ from run to run",
        use_when: "costs are small whole numbers, duplicates are rare, and memory is short",
        avoid_when: "many paths lead to one state, or costs differ widely: every iteration then \
                     adds little",
        options: &[SOLUTIONS, STRINGS],
        example: "ida-star(solutions=0)",
        ..Component::new("ida-star", "depth-first to an increasing bound on cost plus estimate")
    },
    is_informed: true,
    runs_on_threads: true,
    finds_all: true,
    has_plan_only_at_end: true,
    has_compiled_forms: true,
    ..BASE
};

/// The number of plans to find.
fn plan_count(options: &Options<'_>) -> u64 {
    match options.integer("solutions") {
        0 => u64::MAX,
        count => count,
    }
}

/// A search with these settings, from the start or from a checkpoint, in this form.
macro_rules! begin {
    ($settings:expr, $start:expr, $form:expr) => {{
        let (settings, Start { space, estimator, saved, .. }) = ($settings, $start);
        Ok(match saved {
            Some(bytes) => $form(settings.resume(space, estimator, &bytes)?),
            None => $form(settings.start(space, estimator)),
        })
    }};
}

fn bounded<S: StateSpace>(start: &Start<'_, S>, options: &Options<'_>) -> DepthFirst {
    DepthFirst::bounded(start.depth.unwrap_or(u32::MAX)).plan_count(plan_count(options))
}

fn deepening(options: &Options<'_>) -> DepthFirst {
    DepthFirst::iterative_deepening().plan_count(plan_count(options))
}

/// Starts depth-first search that copies the state for each node on the path.
pub fn depth_first<S: StateSpace + 'static>(
    start: Start<'_, S>,
    options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    begin!(bounded(&start, options), start, boxed)
}

/// Starts depth-first search with actions as small values.
pub fn depth_first_compact<S: CompactActions + 'static>(
    start: Start<'_, S>,
    options: &Options<'_>,
) -> Result<TypedSearch<S>, RegistryError> {
    begin!(bounded(&start, options).compact(), start, TypedSearch::unwatched)
}

/// Starts iterative deepening that copies the state for each node on the path.
pub fn iterative_deepening<S: StateSpace + 'static>(
    start: Start<'_, S>,
    options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    begin!(deepening(options), start, boxed)
}

/// Starts iterative deepening with actions as small values.
pub fn iterative_deepening_compact<S: CompactActions + 'static>(
    start: Start<'_, S>,
    options: &Options<'_>,
) -> Result<TypedSearch<S>, RegistryError> {
    begin!(deepening(options).compact(), start, TypedSearch::unwatched)
}

/// Rejects options that IDA* supports only if it is compiled for the heuristic.
fn check_plain<S: StateSpace>(
    start: &Start<'_, S>,
    options: &Options<'_>,
) -> Result<(), RegistryError> {
    let refused = |option, reason: &str| {
        Err(RegistryError::NotApplicable { option, reason: reason.to_owned() })
    };
    if start.threads > 1 {
        return refused("--threads", "ida-star runs on one thread in this domain");
    }
    if options.integer("strings") > 1 {
        return refused("strings", "this domain does not learn strings");
    }
    Ok(())
}

/// Starts IDA* of an erased space. It tries actions that commute in one order only, if one plan is
/// wanted.
pub fn ida_star<K: StateKey, C: Cost>(
    mut start: Start<'_, Erased<K, C>>,
    options: &Options<'_>,
) -> Result<AnySearchOf<Erased<K, C>>, RegistryError> {
    check_plain(&start, options)?;
    let plan_count = plan_count(options);
    if plan_count == 1 {
        start.space = Arc::new(start.space.in_one_order());
    }
    begin!(IdaStar::new().plan_count(plan_count), start, boxed)
}

/// Starts IDA* that takes actions back in place.
pub fn ida_star_in_place<S: UndoSpace<Undo: 'static> + 'static>(
    start: Start<'_, S>,
    options: &Options<'_>,
) -> Result<TypedSearch<S>, RegistryError> {
    check_plain(&start, options)?;
    begin!(IdaStar::in_place().plan_count(plan_count(options)), start, TypedSearch::unwatched)
}

/// Starts IDA* with actions as small values.
pub fn ida_star_compact<S: CompactActions + 'static>(
    start: Start<'_, S>,
    options: &Options<'_>,
) -> Result<TypedSearch<S>, RegistryError> {
    check_plain(&start, options)?;
    begin!(IdaStar::compact().plan_count(plan_count(options)), start, TypedSearch::unwatched)
}

/// Starts IDA* with actions as small values that can learn superfluous strings of actions and run
/// on several threads.
pub fn ida_star_with_strings<S>(
    start: Start<'_, S>,
    options: &Options<'_>,
) -> Result<TypedSearch<S>, RegistryError>
where
    S: LocalContextSpace<State: Send, Action: Send, Packed: Send> + Clone + Send + Sync + 'static,
    S: CompactActions<Actions: Send + Sync + FromIterator<S::Action>>,
{
    let strings = options.integer("strings") as u32;
    let settings = IdaStar::compact().plan_count(plan_count(options));
    if strings < 2 && start.threads == 1 {
        return begin!(settings, start, TypedSearch::unwatched);
    }
    let automaton = Arc::new(MoveAutomaton::learn(&*start.space, strings));
    if start.threads == 1 {
        return begin!(MovePruning::new(settings, automaton), start, TypedSearch::any);
    }
    let heuristic = FromScratch(Arc::clone(start.estimator.heuristic()));
    let parallel = MovePruning::new(settings.parallel(start.threads), automaton);
    Ok(TypedSearch::any(parallel.start(start.space, heuristic)))
}

/// A heuristic that threads share, because it evaluates every state from scratch.
struct FromScratch<S: StateSpace>(Arc<dyn AnyHeuristic<S>>);

impl<S: StateSpace> Heuristic<S> for FromScratch<S> {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        self.0.guarantees_any()
    }

    fn table_bytes(&self) -> usize {
        self.0.table_bytes_any()
    }

    fn estimate(&self, space: &S, state: &S::State) -> S::Cost {
        self.0.estimate_any(space, state)
    }
}

/// Starts IDA* if it is compiled for the heuristic; otherwise returns `None`.
pub(crate) fn ida_star_compiled<S: StateSpace + 'static>(
    space: &Arc<S>,
    selected: &Selected<S>,
    options: &Options<'_>,
    threads: usize,
    saved: Option<&[u8]>,
) -> Result<Option<TypedSearch<S>>, RegistryError> {
    let plan_count = plan_count(options);
    let refused = |reason: &str| {
        let reason = reason.to_owned();
        Err(RegistryError::NotApplicable { option: "--threads", reason })
    };
    if threads > 1 && plan_count > 1 {
        return refused("several threads can only search for one plan");
    }
    if threads > 1 && saved.is_some() {
        return refused("a saved search resumes on one thread");
    }
    if options.integer("strings") > 1 {
        return Ok(None);
    }
    let Some(compiled) = selected.compiled() else { return Ok(None) };
    let order = IdaStarOrder { plan_count, threads, saved };
    Ok(Some(compiled.ida_star(Arc::clone(space), &order)?))
}
