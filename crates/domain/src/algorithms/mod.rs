//! The algorithms by name: the table is here, the entries are in the other files of this module.

pub mod anytime;
pub mod best_first;
pub mod bidirectional;
pub mod branch_and_bound;
mod construction;
pub mod depth_first;
pub mod little_memory;
pub mod local_search;
pub mod selective;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

pub use construction::{
    ConstructedPlan, Construction, MakePlan, OwnSolver, OwnStart, PlanBuilder, StartOwnSolver,
};
use serde::Serialize;
use tremaux_core::erased::{ActionClasses, Erased, Key, StateKey, TieKey};
use tremaux_core::{
    AnySearch, BackwardSpace, CommutingSpace, Cost, FloatCost, ParseError, Search, Session,
    StateSpace,
};
use tremaux_search::{Candidate, IntegerCost, Priority, TieBreak, Weighted};

use crate::component::Component;
use crate::error::{Kind, RegistryError};
use crate::expression::Expression;
use crate::instance::{Instance, InstanceParts};
use crate::options::Options;
use crate::problem::component;
use crate::request::{SolveRequest, check_request, parsed};
use tremaux_reading::in_words;

/// Facts about an algorithm besides its description.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AlgorithmInfo {
    /// The description.
    #[serde(flatten)]
    pub component: Component,
    /// The family, which determines the counts in its reports.
    pub family: Family,
    /// Whether it uses a heuristic.
    pub is_informed: bool,
    /// Whether it breaks ties, so that `--tie-break` applies.
    pub breaks_ties: bool,
    /// Whether `--depth` applies or is required.
    pub depth: DepthLimit,
    /// Whether it can be saved and resumed, so that `--checkpoint` applies.
    pub is_saved: bool,
    /// Whether it can run on several threads, if the problem allows it.
    pub runs_on_threads: bool,
    /// What it proves when it ends.
    pub proves: Proves,
    /// Whether it can go on until it has found every plan.
    pub finds_all: bool,
    /// Whether its paths on a grid run at any angle, not step by step.
    pub is_any_angle: bool,
}

impl AlgorithmInfo {
    /// An algorithm without a heuristic, a depth limit and a proof.
    pub const fn new(component: Component) -> Self {
        Self {
            component,
            family: Family::Other,
            is_informed: false,
            breaks_ties: false,
            depth: DepthLimit::Meaningless,
            is_saved: false,
            runs_on_threads: false,
            proves: Proves::Nothing,
            finds_all: false,
            is_any_angle: false,
        }
    }

    /// The same that proves more.
    #[must_use]
    pub const fn proving(self, proves: Proves) -> Self {
        Self { proves, ..self }
    }

    /// The same that can go on until it has found every plan.
    #[must_use]
    pub const fn finding_all(self) -> Self {
        Self { finds_all: true, ..self }
    }
}

/// What an algorithm proves when it ends, if the heuristic is what it promises to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proves {
    /// Nothing about costs; perhaps that there is no plan.
    Nothing,
    /// That no plan has fewer actions, so that none costs less if all actions cost the same.
    FewestActions,
    /// That the plan costs at most a factor more than the best one.
    WithinFactor,
    /// That no plan costs less.
    Optimal,
    /// That no plan costs less; where costs are whole, unless two states in its table have the
    /// same hash.
    UnlessHashesCollide,
}

impl Proves {
    /// What its proofs assume besides what the heuristic promises.
    pub const fn assumption(self) -> Option<&'static str> {
        match self {
            Self::Nothing | Self::FewestActions | Self::WithinFactor | Self::Optimal => None,
            Self::UnlessHashesCollide => {
                Some("no two states in the table have the same 64-bit hash")
            }
        }
    }
}

/// Whether an algorithm takes a depth limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DepthLimit {
    /// It takes none.
    Meaningless,
    /// It is optional.
    Optional,
    /// It is required: without it the algorithm may run forever.
    Required,
}

/// How an algorithm stores states, and so what it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Stores all generated states, in an open and a closed list.
    BestFirst,
    /// Stores only the states on one path.
    DepthFirst,
    /// Runs several searches, or stores only some of the generated states, so that no single
    /// tree contains all of them.
    Other,
    /// Searches one kind of map, for which it may be prepared once for many queries.
    Map,
}

/// The tie-break: which of two states of equal priority is expanded first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreakName {
    /// The oldest entry.
    Fifo,
    /// The newest entry.
    Lifo,
    /// The state with the longest path.
    HighG,
    /// The state nearest to a goal by estimate.
    LowH,
    /// The state with the least key, a number defined by the problem.
    Key,
}

impl TieBreakName {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Fifo, Self::Lifo, Self::HighG, Self::LowH, Self::Key];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fifo => "fifo",
            Self::Lifo => "lifo",
            Self::HighG => "high-g",
            Self::LowH => "low-h",
            Self::Key => "key",
        }
    }
}

impl fmt::Display for TieBreakName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for TieBreakName {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let found = Self::ALL.into_iter().find(|tie| tie.name() == text.trim());
        let names = Self::ALL.map(Self::name);
        found.ok_or_else(|| ParseError::about(text, text.trim(), in_words(&names)))
    }
}

/// A tie-break chosen at run time: one type for all, with one branch per entry.
pub(crate) struct NamedTie<S: StateSpace> {
    pub(crate) name: TieBreakName,
    pub(crate) key: Option<TieKey<S>>,
}

impl<S: StateSpace> Clone for NamedTie<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: StateSpace> Copy for NamedTie<S> {}

/// A number with the order of the costs: the bits of non-negative floats have it.
fn ordered<C: Cost>(cost: C) -> u64 {
    cost.to_f64().to_bits()
}

impl<S: StateSpace> TieBreak<S> for NamedTie<S> {
    type Value = u64;

    #[inline]
    fn value(&self, candidate: &Candidate<'_, S>) -> u64 {
        match self.name {
            TieBreakName::Fifo => u64::from(candidate.serial),
            TieBreakName::Lifo => u64::MAX - u64::from(candidate.serial),
            TieBreakName::HighG => u64::MAX - ordered(candidate.g),
            TieBreakName::LowH => ordered(candidate.h),
            TieBreakName::Key => self.key.map_or(0, |key| key(candidate.space, candidate.state)),
        }
    }
}

/// The arguments with which a search is started.
pub struct Start<'a, S: StateSpace> {
    /// The space.
    pub space: Arc<S>,
    /// The heuristic.
    pub estimator: Session<S>,
    /// The tie-break, if one was named.
    pub(crate) tie: Option<NamedTie<S>>,
    /// The classes of actions, if the problem has them.
    pub(crate) classes: Option<ActionClasses<S>>,
    /// The limit of depth.
    pub depth: Option<u32>,
    /// The number of threads.
    pub threads: usize,
    /// The seed of random choices.
    pub seed: u64,
    /// Whether time or nodes are limited.
    pub(crate) is_limited: bool,
    /// The memory limit for its tables in bytes, if there is one.
    pub memory: Option<usize>,
    /// The checkpoint to resume.
    pub saved: Option<Vec<u8>>,
    /// Parses a state.
    pub(crate) parse_state: &'a dyn Fn(&str) -> Result<S::Packed, ParseError>,
}

/// A search of a space by any algorithm.
pub type AnySearchOf<S> = Box<dyn AnySearch<S>>;

fn boxed<S: StateSpace, T: Search<S> + 'static>(search: T) -> AnySearchOf<S> {
    Box::new(search)
}

/// Starts a search.
///
/// # Errors
///
/// Fails if an option is wrong, or the algorithm is not offered for the space.
pub type StartSearch<S> = fn(Start<'_, S>, &Options<'_>) -> Result<AnySearchOf<S>, RegistryError>;

/// An algorithm for the space `S`.
pub struct AlgorithmEntry<S: StateSpace> {
    /// Its description.
    pub info: &'static AlgorithmInfo,
    /// Starts it.
    pub start: StartSearch<S>,
}

/// The table of algorithms for any space.
macro_rules! algorithms {
    ($(($info:path, $whole:path, $any:path),)*) => {
        /// All algorithms that work for every problem.
        pub static ALGORITHMS: &[&AlgorithmInfo] = &[$(&$info),*];

        /// For spaces with integer costs.
        fn whole_costs<S>() -> Vec<AlgorithmEntry<S>>
        where
            S: BackwardSpace<Cost: IntegerCost> + CommutingSpace + 'static,
        {
            vec![$(AlgorithmEntry { info: &$info, start: $whole }),*]
        }

        /// For a space of any costs.
        fn any_costs<S: BackwardSpace + CommutingSpace + 'static>() -> Vec<AlgorithmEntry<S>>
        where
            Weighted: Priority<S::Cost>,
        {
            vec![$(AlgorithmEntry { info: &$info, start: $any }),*]
        }
    };
}

algorithms! {
    (best_first::BREADTH_FIRST, best_first::breadth_first, best_first::breadth_first),
    (depth_first::DEPTH_FIRST, depth_first::depth_first, depth_first::depth_first),
    (best_first::DEPTH_FIRST_GRAPH, best_first::depth_first_graph, best_first::depth_first_graph),
    (depth_first::DEEPENING, depth_first::iterative_deepening, depth_first::iterative_deepening),
    (best_first::DIJKSTRA, best_first::dijkstra, best_first::dijkstra_any),
    (best_first::GREEDY, best_first::greedy, best_first::greedy_any),
    (best_first::A_STAR, best_first::a_star, best_first::a_star_any),
    (best_first::WEIGHTED_A_STAR, best_first::weighted_a_star, best_first::weighted_a_star),
    (depth_first::IDA_STAR, depth_first::ida_star_canonical, depth_first::ida_star_canonical),
    (best_first::FRINGE_SEARCH, best_first::fringe_search, best_first::fringe_search),
    (
        little_memory::RECURSIVE_BEST_FIRST,
        little_memory::recursive_best_first,
        little_memory::recursive_best_first
    ),
    (anytime::ANYTIME_A_STAR, anytime::anytime_a_star, anytime::anytime_a_star),
    (little_memory::MEMORY_BOUNDED, little_memory::memory_bounded, little_memory::memory_bounded),
    (
        branch_and_bound::BRANCH_AND_BOUND,
        branch_and_bound::branch_and_bound,
        branch_and_bound::branch_and_bound_any
    ),
    (little_memory::FRONTIER, little_memory::frontier, little_memory::frontier),
    (bidirectional::BREADTH_FIRST, bidirectional::breadth_first, bidirectional::breadth_first),
    (bidirectional::A_STAR, bidirectional::a_star, bidirectional::a_star),
    (selective::BEAM, selective::beam, selective::beam),
    (
        selective::ITERATIVE_BROADENING,
        selective::iterative_broadening,
        selective::iterative_broadening
    ),
    (selective::K_BEST, selective::k_best, selective::k_best),
    (selective::ISLAND_DRIVEN, selective::island_driven, selective::island_driven),
    (local_search::HILL_CLIMBING, local_search::hill_climbing, local_search::hill_climbing),
    (local_search::ANNEALING, local_search::annealing, local_search::annealing),
    (local_search::TABU, local_search::tabu, local_search::tabu),
    (local_search::LATE_ACCEPTANCE, local_search::late_acceptance, local_search::late_acceptance),
}

/// A form of erased spaces; every algorithm is compiled for it in this crate, and nowhere else.
pub trait ErasedForm<C: Cost>: StateKey {
    /// Every algorithm for spaces of this form.
    fn algorithms() -> Vec<AlgorithmEntry<Erased<Self, C>>>;

    /// An instance of a problem of this form.
    fn instance(parts: InstanceParts<Self, C>) -> Box<dyn Instance>;
}

macro_rules! erased_form {
    ($key:ty, $cost:ty, $algorithms:ident) => {
        impl ErasedForm<$cost> for $key {
            fn algorithms() -> Vec<AlgorithmEntry<Erased<Self, $cost>>> {
                $algorithms()
            }

            fn instance(parts: InstanceParts<Self, $cost>) -> Box<dyn Instance> {
                Box::new(parts)
            }
        }
    };
}

erased_form!(u64, u32, whole_costs);
erased_form!(Key, u32, whole_costs);
erased_form!(u64, u64, whole_costs);
erased_form!(u64, FloatCost, any_costs);

/// A selected algorithm with its options.
pub struct SelectedAlgorithm<'a> {
    /// Its description.
    pub info: &'static AlgorithmInfo,
    /// Its options.
    pub options: Options<'a>,
    /// The tie-break, if one was named.
    pub tie: Option<TieBreakName>,
}

/// Looks up the algorithm of a request among `offered`, or the one called `default`, rejects what
/// it does not take, and passes it to `begin` with its name and options as text.
///
/// # Errors
///
/// Fails if the name is not known or a part of the request does not apply, and if `begin` fails.
pub fn with_choice<T>(
    request: &SolveRequest,
    default: &str,
    offered: &[&'static AlgorithmInfo],
    begin: impl FnOnce(&SelectedAlgorithm<'_>, String) -> Result<T, RegistryError>,
) -> Result<T, RegistryError> {
    let text = request.algorithm.as_deref().unwrap_or(default);
    let expression = parsed(text)?;
    let chosen = choose(offered, (&expression, text), request.tie_break, false)?;
    check_request(chosen.info, offered, request)?;
    let name = Expression { name: chosen.info.component.name.into(), ..expression.clone() };
    begin(&chosen, name.to_string())
}

/// Looks up the algorithm named by `expression`, a part of `text`, among `offered`.
pub(crate) fn choose<'a>(
    offered: &[&'static AlgorithmInfo],
    (expression, text): (&'a Expression, &'a str),
    tie: Option<TieBreakName>,
    has_tie_key: bool,
) -> Result<SelectedAlgorithm<'a>, RegistryError> {
    let components: Vec<&'static Component> = offered.iter().map(|info| &info.component).collect();
    let found = component(Kind::Algorithm, components.into_iter(), expression, text)?;
    let info = *offered
        .iter()
        .find(|info| info.component.name == found.name)
        .expect("the component is one of these");
    let options = Options::read(&info.component, expression, text)?;
    let refused = |reason| Err(RegistryError::NotApplicable { option: "--tie-break", reason });
    if tie.is_some() && !info.breaks_ties {
        return refused(format!("{} has no ties to break", info.component.name));
    }
    if tie == Some(TieBreakName::Key) && !has_tie_key {
        return refused("this problem does not define keys of states".to_owned());
    }
    Ok(SelectedAlgorithm { info, options, tie })
}
