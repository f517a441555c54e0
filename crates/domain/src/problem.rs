//! The definition of a problem: its space, heuristics and notation.

use std::any::Any;
use std::borrow::Cow;
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use tremaux_core::erased::{ActionClasses, ActionCode, Erased, StateGraph, TieKey, ToKey, Typed};
use tremaux_core::{NoHeuristic, Notation, Plan, StateSpace, UnwatchedSearch};
use tremaux_trace::{Describe, NotationDescriber, Place, Scene};

use crate::algorithms::{AlgorithmInfo, ErasedForm, OwnSolver, Start, StartSearch};
use crate::compiled::Built;
use crate::component::{Component, Operands, OptionInfo, OptionKind};
use crate::error::{Kind, RegistryError};
use crate::estimator::{Factor, Selected};
use crate::expression::Expression;
use crate::options::Options;
use crate::report::RouteReport;
use crate::tables::TableSource;
use tremaux_reading::{in_words, nearest_names};

/// The costs of a problem.
pub type CostOf<P> = <<P as Problem>::Space as StateSpace>::Cost;

/// The erased form of a problem's space.
pub type ErasedSpaceOf<P> = Erased<<P as Problem>::Key, CostOf<P>>;

/// A kind of problem whose searches are started by name.
///
/// One short implementation makes every algorithm and every combination of heuristics available.
/// A domain whose instances have different state types has several problems.
pub trait Problem: Sized + 'static {
    /// The state space.
    type Space: Notation<State: Send, Packed: ToKey<Self::Key> + Send, Action: ActionCode + Send>
        + Send
        + Sync
        + 'static;
    /// The erased form of its states: `u64` if they fit, otherwise
    /// [`Key`](tremaux_core::erased::Key).
    type Key: ErasedForm<CostOf<Self>>;

    /// The heuristics of this problem, besides those that work for every problem.
    const HEURISTICS: &'static [HeuristicEntry<Self>];

    /// Solvers that work only for this problem.
    const SOLVERS: &'static [OwnSolver<Self::Space>] = &[];

    /// The algorithms that are compiled for this problem, because a benchmark shows that it is
    /// worthwhile.
    const COMPILED: &'static [Pair<Self::Space>] = &[];

    /// Whether each goal has exactly one path, so that different plans are different solutions.
    /// Then, if a search for all plans finds a single one, the solution is unique.
    const HAS_ONE_PATH_EACH: bool = false;

    /// What an action is called, in the singular and in the plural.
    const STEP: [&'static str; 2] = ["move", "moves"];

    /// Heuristics that stand in for the default one where its tables do not fit into the memory
    /// limit, the best first.
    const SMALLER: &'static [&'static str] = &[];

    /// How to prove the shortest plan, where the default algorithm does not: printed below a plan
    /// that is not proved optimal.
    const HOW_TO_PROVE: Option<&'static str> = None;

    /// A solver that finds some plan at once: its name, and a function that runs it. IDA*, which
    /// has no plan before it ends, reports this one if a limit stops it.
    const QUICK_SOLVER: Option<QuickSolver<Self::Space>> = None;

    /// The erased space with its optional capabilities.
    fn erase(space: Arc<Self::Space>) -> Typed<Self::Space> {
        Typed::new(space)
    }

    /// The maximum of `parts` as one heuristic, if that is compiled.
    fn greatest(parts: &[Built<Self>]) -> Option<Built<Self>> {
        let _ = parts;
        None
    }

    /// Two spaces with equal keys share heuristics that were built for one of them. Usually the
    /// goal in words; empty if heuristics do not depend on the instance.
    fn heuristic_key(space: &Self::Space) -> String {
        let _ = space;
        String::new()
    }

    /// A reason why no goal can be reached, if that is known without a search.
    fn proof_of_no_solution(space: &Self::Space) -> Option<Cow<'static, str>> {
        let _ = space;
        None
    }

    /// What a proof that there is no solution assumes, such as that words are of a list.
    fn assumes(space: &Self::Space) -> Option<String> {
        let _ = space;
        None
    }

    /// Whether some goals are better than others, and not only some plans.
    fn seeks_best_goal(space: &Self::Space) -> bool {
        let _ = space;
        false
    }

    /// A drawing of the goal of a plan in a few lines, for problems where the goal matters and
    /// not the moves.
    fn drawn_goal(
        space: &Self::Space,
        state: &<Self::Space as StateSpace>::State,
    ) -> Option<String> {
        let _ = (space, state);
        None
    }

    /// The goal in words, for problems whose instances do not name it: part of every report.
    fn goal_in_words(space: &Self::Space) -> Option<String> {
        let _ = space;
        None
    }

    /// The rules of the map that the space is: part of every report.
    fn route(space: &Self::Space) -> Option<RouteReport> {
        let _ = space;
        None
    }

    /// The number of parts of a goal, such as words, where a plan may have fewer steps because some
    /// complete others. [`Problem::STEP`] says what they are called.
    fn parts_of_goal(
        space: &Self::Space,
        state: &<Self::Space as StateSpace>::State,
    ) -> Option<usize> {
        let _ = (space, state);
        None
    }

    /// The total to which a plan of this cost leads, for problems that maximize a total.
    fn total_of(space: &Self::Space, cost: CostOf<Self>) -> Option<u64> {
        let _ = (space, cost);
        None
    }

    /// A drawing of the start in a few lines, with or without colours of a terminal, for problems
    /// whose text is hard to imagine.
    fn drawn_start(space: &Self::Space, with_color: bool) -> Option<String> {
        let _ = (space, with_color);
        None
    }

    /// Notes for the user about the instance, shown before the search.
    fn notes(space: &Self::Space) -> Vec<String> {
        let _ = space;
        Vec::new()
    }

    /// The moves of a plan in words, if they differ from the notation of its actions.
    fn plan_words(
        space: &Self::Space,
        plan: &[<Self::Space as StateSpace>::Action],
    ) -> Option<Vec<String>> {
        let _ = (space, plan);
        None
    }

    /// Notes for the user about a plan with these moves.
    fn plan_notes(words: &[String]) -> Vec<String> {
        let _ = words;
        Vec::new()
    }

    /// The place of `state` for traces; by default the state as text. A text is written into
    /// `scratch`, which is empty.
    fn place<'a>(
        space: &Self::Space,
        state: &<Self::Space as StateSpace>::State,
        scratch: &'a mut String,
    ) -> Place<'a> {
        NotationDescriber.place(space, state, scratch)
    }

    /// The scene of searches, for traces.
    fn scene(space: &Self::Space) -> Scene {
        let _ = space;
        Scene::Nowhere
    }

    /// The space as a graph of numbers that is made for it, if a benchmark shows a gain; by default
    /// the erased space is one.
    fn graph(space: &Self::Space) -> Option<Arc<dyn StateGraph>> {
        let _ = space;
        None
    }

    /// The key of a state for `--tie-break key`, if the problem has one.
    fn tie_key() -> Option<TieKey<Self::Space>> {
        None
    }

    /// The classes of actions for orders that learn, if the problem has them.
    fn action_classes() -> Option<ActionClasses<Self::Space>> {
        None
    }
}

/// Builds a heuristic for a space.
///
/// # Errors
///
/// Fails if it does not support this instance, or a limit stops the building of a table.
pub type BuildHeuristic<P> =
    fn(&Arc<<P as Problem>::Space>, &Options<'_>, &TableSource) -> Result<Built<P>, RegistryError>;

/// A heuristic of a problem: its description and its constructor.
pub struct HeuristicEntry<P: Problem> {
    /// The description.
    pub info: &'static Component,
    /// The constructor.
    pub build: BuildHeuristic<P>,
}

/// A solver that finds some plan at once: see [`Problem::QUICK_SOLVER`].
pub type QuickSolver<S> =
    (&'static str, fn(&S) -> Option<Plan<<S as StateSpace>::Action, <S as StateSpace>::Cost>>);

/// An algorithm that is compiled for one space.
pub struct Pair<S: StateSpace> {
    /// The algorithm.
    pub algorithm: &'static AlgorithmInfo,
    /// Starts it.
    pub start: StartPair<S>,
    /// The measured speed-up over the erased form.
    pub gain: &'static str,
}

/// How often an algorithm is compiled for one space.
pub enum StartPair<S: StateSpace> {
    /// Once, for watched and unwatched runs.
    Once(StartSearch<S>),
    /// Once for each: where a node takes a few nanoseconds, counting events takes a fifth of them.
    Twice(StartUnwatched<S>),
}

/// Starts a search that is compiled twice.
///
/// # Errors
///
/// Those of [`StartSearch`].
pub type StartUnwatched<S> =
    fn(Start<'_, S>, &Options<'_>) -> Result<Box<dyn UnwatchedSearch<S>>, RegistryError>;

/// A cache of built heuristics, reused for the next instance with the same goal.
#[derive(Default)]
pub struct HeuristicCache {
    built: Mutex<HashMap<String, Box<dyn Any + Send>>>,
    tables: TableSource,
}

impl HeuristicCache {
    /// An empty cache, for heuristics whose tables come from `tables`.
    pub fn new(tables: TableSource) -> Self {
        Self { built: Mutex::default(), tables }
    }

    /// Where tables come from.
    pub const fn tables(&self) -> &TableSource {
        &self.tables
    }

    fn get_or_build<T: Any + Clone + Send>(
        &self,
        key: &str,
        build: impl FnOnce() -> Result<T, RegistryError>,
    ) -> Result<T, RegistryError> {
        let mut cache = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(there) = cache.get(key).and_then(|there| there.downcast_ref::<T>()) {
            return Ok(there.clone());
        }
        let built = build()?;
        cache.insert(key.to_owned(), Box::new(built.clone()));
        Ok(built)
    }
}

/// The blind heuristic.
pub static BLIND: Component = Component {
    aliases: &["zero", "none"],
    guarantees: "consistent: zero is never too much",
    use_when: "you want A* to be Dijkstra's algorithm, or a base line to compare with",
    avoid_when: "any other heuristic is available",
    ..Component::new("blind", "no information: zero everywhere")
};

/// The maximum of several heuristics.
pub static MAX: Component = Component {
    guarantees: "admissible, consistent, safe where all its parts are",
    use_when: "several admissible heuristics are good in different places, and nodes are expensive",
    avoid_when: "one part is nearly always the greatest: you pay for all of them",
    operands: Operands { least: 2, most: 8 },
    example: "max(manhattan, misplaced)",
    ..Component::new("max", "the greatest of several heuristics")
};

/// A multiple of a heuristic.
pub static SCALED: Component = Component {
    guarantees: "a factor of at most 1 keeps admissibility and consistency; a greater one does \
                 not, and then nothing is proved optimal",
    use_when: "you want to see what a weaker or an inadmissible estimate does to a search",
    avoid_when: "you want a bound on the cost: weighted-a-star proves one",
    options: &[OptionInfo {
        name: "factor",
        title: "what the estimate is multiplied by, then rounded down",
        kind: OptionKind::Number { least: 0.0, most: 1000.0 },
        default: None,
    }],
    operands: Operands { least: 1, most: 1 },
    example: "scaled(manhattan, 0.5)",
    ..Component::new("scaled", "a heuristic times a factor")
};

const MILLION: NonZeroU32 = NonZeroU32::new(1_000_000).expect("not zero");

/// The heuristics that work for every problem.
pub const COMMON_HEURISTICS: &[&Component] = &[&BLIND, &MAX, &SCALED];

/// All heuristics of a problem.
pub fn heuristics<P: Problem>() -> Vec<&'static Component> {
    P::HEURISTICS.iter().map(|entry| entry.info).chain(COMMON_HEURISTICS.iter().copied()).collect()
}

/// Looks up the name of `expression`, a part of `text`, in `components`.
pub fn component(
    kind: Kind,
    components: impl Iterator<Item = &'static Component> + Clone,
    expression: &Expression,
    text: &str,
) -> Result<&'static Component, RegistryError> {
    let name = expression.name.as_str();
    if let Some(found) = components.clone().find(|component| component.is_called(name)) {
        return Ok(found);
    }
    let near = nearest_names(name, components.clone().flat_map(Component::names));
    Err(unknown(
        kind,
        components.map(|component| component.name),
        name,
        expression.offset,
        text,
        near,
    ))
}

/// The error for the unknown `name` at `offset` of `text`, where one of `all` was expected.
pub fn unknown(
    kind: Kind,
    all: impl Iterator<Item = &'static str>,
    name: &str,
    offset: usize,
    text: &str,
    nearest: Vec<&'static str>,
) -> RegistryError {
    let expected = if nearest.is_empty() {
        let all: Vec<&str> = all.collect();
        format!("{}: {}", kind.in_words(), in_words(&all))
    } else {
        format!("{} (did you mean {}?)", kind.in_words(), in_words(&nearest))
    };
    let error =
        tremaux_core::ParseError::at(text, offset, name.len(), format!("`{name}`"), expected);
    RegistryError::UnknownName { kind, text: text.to_owned(), error: Box::new(error), nearest }
}

/// Selects the heuristic named by `expression`, a part of `text`.
///
/// # Errors
///
/// Returns the place of an unknown name or an invalid argument.
pub fn select<P: Problem>(
    space: &Arc<P::Space>,
    expression: &Expression,
    text: &str,
    cache: &HeuristicCache,
) -> Result<Selected<P>, RegistryError> {
    // Recursion is bounded, because the parser limits the depth of the expression.
    let component = component(Kind::Heuristic, heuristics::<P>().into_iter(), expression, text)?;
    let options = Options::read(component, expression, text)?;
    let parts = || -> Result<Vec<Selected<P>>, RegistryError> {
        options.operands.iter().map(|part| select::<P>(space, part, text, cache)).collect()
    };
    if std::ptr::eq(component, &raw const BLIND) {
        return Ok(Selected::One(Built::new(NoHeuristic)));
    }
    if std::ptr::eq(component, &raw const MAX) {
        let parts = parts()?;
        let all: Option<Vec<Built<P>>> = parts
            .iter()
            .map(|part| match part {
                Selected::One(built) => Some(built.clone()),
                Selected::Max(_) | Selected::Scaled(..) => None,
            })
            .collect();
        let greatest = all.and_then(|all| P::greatest(&all));
        return Ok(greatest.map_or(Selected::Max(parts), Selected::One));
    }
    if std::ptr::eq(component, &raw const SCALED) {
        let part = parts()?.remove(0);
        // In millionths; the option's bounds keep them within 32 bits.
        let numerator = (options.number("factor") * 1e6).round() as u32;
        let factor = Factor { numerator, denominator: MILLION };
        return Ok(Selected::Scaled(Box::new(part), factor));
    }
    let entry = P::HEURISTICS.iter().find(|entry| std::ptr::eq(entry.info, component));
    let entry = entry.expect("the component is one of these");
    let written = Expression { name: component.name.into(), ..expression.clone() };
    let key = format!("{} {written} {}", std::any::type_name::<P>(), P::heuristic_key(space));
    let build = || (entry.build)(space, &options, &cache.tables);
    Ok(Selected::One(cache.get_or_build(&key, build)?))
}
