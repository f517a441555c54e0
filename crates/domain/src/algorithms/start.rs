//! What searches are started with.

use std::sync::Arc;

use tremaux_core::{AnySearch, Cost, ParseError, Search, Session, StateSpace};
use tremaux_search::{Candidate, TieBreak};

use crate::describe::{AlgorithmInfo, TieBreakName};
use crate::erased::{ActionClasses, TieKey};
use crate::options::Options;
use crate::refuse::RegistryError;
use crate::run::SolveRequest;

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
    /// The key of a state, if the problem defines one.
    pub(crate) key: Option<TieKey<S>>,
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

impl<'a, S: StateSpace> Start<'a, S> {
    /// A start without ties and classes, from the beginning.
    pub(crate) fn new(
        space: Arc<S>,
        estimator: Session<S>,
        request: &SolveRequest,
        parse_state: &'a dyn Fn(&str) -> Result<S::Packed, ParseError>,
    ) -> Self {
        let &SolveRequest { depth, threads, memory, seed, is_limited, .. } = request;
        Self {
            space,
            estimator,
            tie: None,
            key: None,
            classes: None,
            depth,
            threads,
            seed,
            is_limited,
            memory,
            saved: None,
            parse_state,
        }
    }
}

/// A search of a space by any algorithm.
pub type AnySearchOf<S> = Box<dyn AnySearch<S>>;

pub(super) fn boxed<S: StateSpace, T: Search<S> + 'static>(search: T) -> AnySearchOf<S> {
    Box::new(search)
}

/// Starts a search.
///
/// # Errors
///
/// Fails if an option is wrong, or the algorithm is not offered for the space.
pub type StartSearch<S> = fn(Start<'_, S>, &Options<'_>) -> Result<AnySearchOf<S>, RegistryError>;

/// A selected algorithm with its options.
pub struct SelectedAlgorithm<'a> {
    /// Its description.
    pub info: &'static AlgorithmInfo,
    /// Its options.
    pub options: Options<'a>,
    /// The tie-break, if one was named.
    pub tie: Option<TieBreakName>,
}
