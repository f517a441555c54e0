//! The definition of a problem: its space, heuristics and notation.

use std::borrow::Cow;
use std::sync::Arc;

use tremaux_core::StateGraph;
use tremaux_core::codes::{ActionCode, ToKey};
use tremaux_core::{Notation, Plan, StateSpace};
use tremaux_trace::{Describe, NotationDescriber, Place, Scene};

use super::erased_form::ErasedForm;
use crate::algorithms::{Start, StartOwnSolver, StartSearch};
use crate::describe::{AlgorithmInfo, Component, NamedAlgorithm};
use crate::erased::{ActionClasses, Built, Erased, TieKey, Typed, TypedSearch};
use crate::options::Options;
use crate::refuse::RegistryError;
use crate::run::{RouteReport, Statement, TableSource, Total};

/// The costs of a problem.
pub type CostOf<P> = <<P as Problem>::Space as StateSpace>::Cost;

/// A heuristic of a problem.
pub type BuiltOf<P> = Built<<P as Problem>::Space>;

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
    /// [`Key`](tremaux_core::codes::Key).
    type Key: ErasedForm<CostOf<Self>>;

    /// The heuristics of this problem, besides those that work for every problem.
    const HEURISTICS: &'static [HeuristicEntry<Self>];

    /// Solvers that work only for this problem.
    const SOLVERS: &'static [NamedAlgorithm<StartOwnSolver<Self::Space>>] = &[];

    /// The algorithms that are compiled for this problem, because a benchmark shows that it is
    /// worthwhile.
    const COMPILED: &'static [Pair<Self::Space>] = &[];

    /// Whether searches are compiled for the space itself: those of [`Problem::COMPILED`], or of
    /// [`Built::compiled`] or [`Problem::greatest`], for which this is to be set. Without, nothing
    /// is compiled for searches of such spaces.
    const IS_COMPILED: bool = !Self::COMPILED.is_empty();

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
    fn greatest(_parts: &[BuiltOf<Self>]) -> Option<BuiltOf<Self>> {
        None
    }

    /// Two spaces with equal keys share heuristics that were built for one of them. Usually the
    /// goal in words; empty if heuristics do not depend on the instance.
    fn heuristic_key(_space: &Self::Space) -> String {
        String::new()
    }

    /// The problem as proofs in files state it, if they can; `text` is the instance.
    fn statement(_space: &Self::Space, _text: &str) -> Option<Statement> {
        None
    }

    /// Whether there is a [`statement`](Self::statement), without making it where that takes long.
    fn is_stated(space: &Self::Space, text: &str) -> bool {
        Self::statement(space, text).is_some()
    }

    /// A reason why no goal can be reached, if that is known without a search.
    fn proof_of_no_solution(_space: &Self::Space) -> Option<Cow<'static, str>> {
        None
    }

    /// What the proof of an answer assumes, such as that words are of a list: that a plan of this
    /// cost is optimal or, without a cost, that there is none.
    fn assumes(_space: &Self::Space, _cost: Option<f64>) -> Option<String> {
        None
    }

    /// Whether some goals are better than others, and not only some plans.
    fn seeks_best_goal(_space: &Self::Space) -> bool {
        false
    }

    /// A drawing of the goal of a plan in a few lines, for problems where the goal matters and
    /// not the moves.
    fn drawn_goal(
        _space: &Self::Space,
        _state: &<Self::Space as StateSpace>::State,
    ) -> Option<String> {
        None
    }

    /// The goal in words, for problems whose instances do not name it: part of every report.
    fn goal_in_words(_space: &Self::Space) -> Option<String> {
        None
    }

    /// The rules of the map that the space is: part of every report.
    fn route(_space: &Self::Space) -> Option<RouteReport> {
        None
    }

    /// The number of parts of a goal, such as words, where a plan may have fewer steps because some
    /// complete others. [`Problem::STEP`] says what they are called.
    fn parts_of_goal(
        _space: &Self::Space,
        _state: &<Self::Space as StateSpace>::State,
    ) -> Option<usize> {
        None
    }

    /// The total to which a plan of this cost leads, for problems that ask for the best total.
    fn total_of(_space: &Self::Space, _cost: CostOf<Self>) -> Option<Total> {
        None
    }

    /// A drawing of the start in a few lines, with or without colours of a terminal, for problems
    /// whose text is hard to imagine.
    fn drawn_start(_space: &Self::Space, _with_color: bool) -> Option<String> {
        None
    }

    /// Notes for the user about the instance, shown before the search.
    fn notes(_space: &Self::Space) -> Vec<String> {
        Vec::new()
    }

    /// The moves of a plan in words, if they differ from the notation of its actions.
    fn plan_words(
        _space: &Self::Space,
        _plan: &[<Self::Space as StateSpace>::Action],
    ) -> Option<Vec<String>> {
        None
    }

    /// Notes for the user about a plan with these moves.
    fn plan_notes(_words: &[String]) -> Vec<String> {
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
    fn scene(_space: &Self::Space) -> Scene {
        Scene::Nowhere
    }

    /// The space as a graph of numbers that is made for it, if a benchmark shows a gain; by default
    /// the erased space is one.
    fn graph(_space: &Self::Space) -> Option<Arc<dyn StateGraph>> {
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
pub type BuildHeuristic<P> = fn(
    &Arc<<P as Problem>::Space>,
    &Options<'_>,
    &TableSource,
) -> Result<BuiltOf<P>, RegistryError>;

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

impl<S: StateSpace> Pair<S> {
    /// An algorithm for all runs.
    pub const fn any(
        algorithm: &'static AlgorithmInfo,
        start: StartSearch<S>,
        gain: &'static str,
    ) -> Self {
        Self { algorithm, start: StartPair::Any(start), gain }
    }

    /// An algorithm for unwatched runs.
    pub const fn unwatched(
        algorithm: &'static AlgorithmInfo,
        start: StartUnwatched<S>,
        gain: &'static str,
    ) -> Self {
        Self { algorithm, start: StartPair::Unwatched(start), gain }
    }
}

/// For which runs an algorithm is compiled for one space.
pub enum StartPair<S: StateSpace> {
    /// For watched and unwatched ones.
    Any(StartSearch<S>),
    /// For unwatched ones, where a node takes a few nanoseconds and counting events a fifth of
    /// them. Watched ones are those of the erased space.
    Unwatched(StartUnwatched<S>),
}

/// Starts a search that is compiled for unwatched runs.
///
/// # Errors
///
/// Those of [`StartSearch`].
pub type StartUnwatched<S> =
    fn(Start<'_, S>, &Options<'_>) -> Result<TypedSearch<S>, RegistryError>;
