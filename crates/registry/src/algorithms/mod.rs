//! The algorithms by name: one line each here, one entry each in the files beside.

mod anytime;
mod best_first;
mod bidirectional;
mod branch_and_bound;
mod construction;
mod depth_first;
mod little_memory;
mod selective;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

pub use construction::{Constructed, Construction, MakePlan, OwnSearch, StartOwn};
use serde::Serialize;
use tremaux_core::{AnySearch, Cost, ParseError, StateSpace};
use tremaux_search::{Candidate, TieBreak};

use crate::component::Component;
use crate::domain::Choice;
use crate::error::{Kind, RegistryError};
use crate::estimator::EstimatorSession;
use crate::expression::Expression;
use crate::options::Options;
use crate::problem::{Problem, TieKey, component};
use crate::suggest::in_words;

/// What the registry knows of an algorithm besides its description.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AlgorithmInfo {
    /// The description.
    #[serde(flatten)]
    pub component: Component,
    /// Which counts it keeps.
    pub family: Family,
    /// Whether it asks a heuristic.
    pub is_informed: bool,
    /// Whether it breaks ties, so that `--tie-break` means something.
    pub breaks_ties: bool,
    /// Whether `--depth` means something, and whether it needs that.
    pub depth: DepthLimit,
    /// Whether it can be saved and gone on with, so that `--checkpoint` means something.
    pub is_saved: bool,
    /// Whether it runs on several threads, where the problem allows.
    pub runs_on_threads: bool,
}

/// What a limit of depth means to an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DepthLimit {
    /// Nothing.
    Meaningless,
    /// It may be given.
    Optional,
    /// Without it the algorithm may run for ever.
    Required,
}

/// How an algorithm goes through the states, and so what it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Keeps all states it has seen, in an open and a closed list.
    BestFirst,
    /// Keeps the states on one path.
    DepthFirst,
    /// Does several searches, or keeps some of the states it has seen: no one tree leads to
    /// all of them.
    Other,
}

/// Which of two states that look equally good is expanded first.
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
    /// The state whose key, a number that the problem gives it, is least.
    Key,
}

impl TieBreakName {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Fifo, Self::Lifo, Self::HighG, Self::LowH, Self::Key];

    /// As on the command line.
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

/// A tie-break chosen at run time: one branch for each entry made, one type for all.
pub(crate) struct NamedTie<S: StateSpace> {
    name: TieBreakName,
    key: Option<TieKey<S>>,
}

impl<S: StateSpace> Clone for NamedTie<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: StateSpace> Copy for NamedTie<S> {}

/// A number in the order of the costs: the bits of a float that is not negative are.
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

/// What a search is started with.
pub(crate) struct Start<P: Problem> {
    pub(crate) space: Arc<P::Space>,
    pub(crate) estimator: EstimatorSession<P::Space>,
    pub(crate) tie: Option<NamedTie<P::Space>>,
    pub(crate) depth: Option<u32>,
    pub(crate) threads: usize,
    /// How many bytes its tables may take, if that is limited.
    pub(crate) memory: Option<usize>,
    /// What it goes on from.
    pub(crate) saved: Option<Vec<u8>>,
}

/// A search of a problem, whatever the algorithm.
pub(crate) type AnySearchOf<P> = Box<dyn AnySearch<<P as Problem>::Space>>;

/// An algorithm for the problem `P`.
pub(crate) struct Entry<P: Problem> {
    info: &'static AlgorithmInfo,
    start: fn(Start<P>, &Options<'_>) -> Result<AnySearchOf<P>, RegistryError>,
}

/// The whole table: every algorithm for any problem.
fn entries<P: Problem>() -> Vec<Entry<P>> {
    vec![
        Entry { info: &best_first::BREADTH_FIRST, start: best_first::breadth_first },
        Entry { info: &depth_first::DEPTH_FIRST, start: depth_first::depth_first },
        Entry { info: &best_first::DEPTH_FIRST_GRAPH, start: best_first::depth_first_graph },
        Entry { info: &depth_first::DEEPENING, start: depth_first::iterative_deepening },
        Entry { info: &best_first::DIJKSTRA, start: best_first::dijkstra },
        Entry { info: &best_first::GREEDY, start: best_first::greedy },
        Entry { info: &best_first::A_STAR, start: best_first::a_star },
        Entry { info: &best_first::WEIGHTED_A_STAR, start: best_first::weighted_a_star },
        Entry { info: &depth_first::IDA_STAR, start: depth_first::ida_star },
        Entry { info: &anytime::ANYTIME_A_STAR, start: anytime::anytime_a_star },
        Entry { info: &little_memory::MEMORY_BOUNDED, start: little_memory::memory_bounded },
        Entry {
            info: &branch_and_bound::BRANCH_AND_BOUND,
            start: branch_and_bound::branch_and_bound,
        },
        Entry { info: &little_memory::FRONTIER, start: little_memory::frontier },
        Entry { info: &bidirectional::BREADTH_FIRST, start: bidirectional::breadth_first },
        Entry { info: &bidirectional::A_STAR, start: bidirectional::a_star },
        Entry { info: &selective::BEAM, start: selective::beam },
        Entry { info: &selective::ITERATIVE_BROADENING, start: selective::iterative_broadening },
        Entry { info: &selective::K_BEST, start: selective::k_best },
        Entry { info: &selective::ISLAND_DRIVEN, start: selective::island_driven },
    ]
}

/// The algorithms offered for the problem `P`.
pub fn algorithms<P: Problem>() -> Vec<&'static AlgorithmInfo> {
    let own = P::CONSTRUCTIONS.iter().map(|construction| construction.info);
    let own = own.chain(P::SEARCHES.iter().map(|search| search.info));
    entries::<P>().into_iter().map(|entry| entry.info).chain(own).collect()
}

/// An algorithm that was chosen, with its options: makes searches.
pub(crate) struct Chosen<'a, P: Problem> {
    pub(crate) info: &'static AlgorithmInfo,
    options: Options<'a>,
    maker: Maker<P>,
    tie: Option<NamedTie<P::Space>>,
}

/// What makes searches.
enum Maker<P: Problem> {
    /// An algorithm for any problem.
    Start(fn(Start<P>, &Options<'_>) -> Result<AnySearchOf<P>, RegistryError>),
    /// A solver of this problem's own.
    Construction(Construction<P::Space>),
    /// A search of this problem's own.
    Search(OwnSearch<P::Space>),
}

impl<P: Problem> Chosen<'_, P> {
    pub(crate) fn start(
        &self,
        space: Arc<P::Space>,
        estimator: EstimatorSession<P::Space>,
        choice: &Choice,
        saved: Option<Vec<u8>>,
    ) -> Result<AnySearchOf<P>, RegistryError> {
        match &self.maker {
            Maker::Start(start) => {
                let tie = self.tie;
                let &Choice { depth, threads, memory, .. } = choice;
                let start_with = Start { space, estimator, tie, depth, threads, memory, saved };
                start(start_with, &self.options)
            }
            Maker::Construction(construction) => {
                if let Some(needed) = (construction.lacks)(&space) {
                    let reason = format!("{} needs {needed}", self.info.component.name);
                    return Err(RegistryError::NotApplicable { option: "--algorithm", reason });
                }
                Ok(Box::new(construction::Constructing::new(space, construction.plan)))
            }
            Maker::Search(own) => Ok((own.start)(space, &self.options)),
        }
    }
}

/// Looks up the algorithm that `expression` names, a part of `text`.
pub(crate) fn choose<'a, P: Problem>(
    expression: &'a Expression,
    text: &'a str,
    tie_break: Option<TieBreakName>,
) -> Result<Chosen<'a, P>, RegistryError> {
    let own = P::CONSTRUCTIONS.iter().map(|own| (own.info, Maker::Construction(*own)));
    let own = own.chain(P::SEARCHES.iter().map(|own| (own.info, Maker::Search(*own))));
    let entries = entries::<P>().into_iter().map(|entry| (entry.info, Maker::Start(entry.start)));
    let makers: Vec<(&'static AlgorithmInfo, Maker<P>)> = entries.chain(own).collect();
    let components: Vec<&'static Component> =
        makers.iter().map(|(info, _)| &info.component).collect();
    let found = component(Kind::Algorithm, components.into_iter(), expression, text)?;
    let (info, maker) = makers
        .into_iter()
        .find(|(info, _)| info.component.name == found.name)
        .expect("the component is one of these entries'");
    let options = Options::read(&info.component, expression, text)?;
    let name = info.component.name;
    if tie_break.is_some() && !info.breaks_ties {
        let reason = format!("{name} has no ties to break");
        return Err(RegistryError::NotApplicable { option: "--tie-break", reason });
    }
    let key = P::tie_key();
    if tie_break == Some(TieBreakName::Key) && key.is_none() {
        let reason = "this problem gives its states no key".to_owned();
        return Err(RegistryError::NotApplicable { option: "--tie-break", reason });
    }
    Ok(Chosen { info, options, maker, tie: tie_break.map(|name| NamedTie { name, key }) })
}
