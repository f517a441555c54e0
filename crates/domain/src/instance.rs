//! Instances as trait objects.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tremaux_core::erased::{StateGraph, StateKey};
use tremaux_core::{Cost, ParseError, StopReason};
use tremaux_tables::memory_in_words;

use crate::active_search::{ActiveSearch, RunInfo, SearchOf};
use crate::advice::StateView;
use crate::algorithms::{ErasedForm, Proves};
use crate::checkpoint::Identity;
use crate::component::{OptionInfo, OptionKind};
use crate::domain::{DefaultInfo, DomainInfo, OptionPairs, Source};
use crate::erased_problem::{ErasedProblem, TypedProblem};
use crate::error::RegistryError;
use crate::expression::Expression;
use crate::informed_graph::{EstimatedGraph, InformedGraph};
use crate::problem::{BLIND, CostOf, HeuristicCache, Problem};
use crate::request::{ParsedRequest, SolveRequest, canonical, parsed};
use crate::state_reconstructor::{ProblemStates, StateReconstructor};

/// The origin of an instance: its source text and options.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The options of the domain with their values.
    options: String,
    /// The length and checksum of the text, and the number of the instance in it.
    text: String,
}

/// The length and checksum of a text.
fn summary(text: &str) -> String {
    let checksum = crc32fast::hash(text.as_bytes());
    format!("{} bytes, checksum {checksum:08x}", text.len())
}

impl Origin {
    /// The origin of all instances of a source: its text is read only once.
    pub(crate) fn new(info: &DomainInfo, source: Source<'_>, given: OptionPairs<'_>) -> Self {
        let value = |option: &OptionInfo| {
            let given = given.iter().find(|(name, _)| *name == option.name);
            let value = given.map(|(_, value)| value.trim()).or(option.default).unwrap_or("none");
            match option.kind {
                OptionKind::File { .. } => summary(value),
                _ => value.to_owned(),
            }
        };
        let options =
            info.options.iter().map(|option| format!("{}={}", option.name, value(option)));
        let text = match source {
            Source::One(text) | Source::Many(text) => text.trim(),
            Source::Options => "",
        };
        Self { options: options.collect::<Vec<_>>().join(", "), text: summary(text) }
    }

    /// The origin of one instance, by its number from 0.
    pub(crate) fn of_instance(&self, at: usize) -> Self {
        let text = format!("{}, instance {}", self.text, at + 1);
        Self { options: self.options.clone(), text }
    }
}

/// An instance of a domain.
pub trait Instance {
    /// The instance in its input format, on one line.
    fn text(&self) -> &str;

    /// Sets the origin of the instance.
    fn set_origin(&mut self, origin: Origin);

    /// The title of the instance in its file, if it has one.
    fn title(&self) -> Option<&str>;

    /// Sets the title of the instance.
    fn set_title(&mut self, title: Option<String>);

    /// Why the instance cannot be solved, if it is one of many in a file and only this one is
    /// wrong: its name, and the error that [`Instance::check`] returns.
    fn refusal(&self) -> Option<(&str, RegistryError)> {
        None
    }

    /// A drawing of the start in a few lines, with or without colours of a terminal.
    fn drawn_start(&self, with_color: bool) -> Option<String> {
        let _ = with_color;
        None
    }

    /// Notes for the user about the instance, shown before the search.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// A reconstructor for the states of a trace: see [`StateReconstructor`].
    fn state_reconstructor(&self) -> Option<Box<dyn StateReconstructor>> {
        None
    }

    /// A state, or the initial one, with the moves that lead on from it. `None` if there are no
    /// states.
    ///
    /// # Errors
    ///
    /// Returns the place of the error in the text of the state.
    fn look(&self, state: Option<&str>) -> Option<Result<StateView, ParseError>> {
        let _ = state;
        None
    }

    /// Why no goal can be reached, if that is known without a search.
    fn proof_of_no_solution(&self) -> Option<Cow<'static, str>> {
        None
    }

    /// The problem as a graph of numbers, where it is searched in erased form and its states have
    /// the same width.
    fn graph(&self) -> Option<Arc<dyn StateGraph>> {
        None
    }

    /// The problem as a graph of numbers with this heuristic, or the default one. Its tables come
    /// from `cache`.
    ///
    /// # Errors
    ///
    /// Fails if the heuristic is not offered, or a limit stops the building of a table.
    fn informed_graph(
        &self,
        _heuristic: Option<&str>,
        _cache: &HeuristicCache,
    ) -> Result<Arc<dyn InformedGraph>, RegistryError> {
        let reason = "its solutions are improved, not searched for".to_owned();
        Err(RegistryError::NotOffered { component: "hda-star".to_owned(), reason })
    }

    /// The default algorithm and heuristic.
    fn default_choice(&self) -> &'static DefaultInfo;

    /// Checks `request` like [`Instance::start`], without building anything.
    ///
    /// # Errors
    ///
    /// See [`Instance::start`].
    fn check(&self, request: &SolveRequest) -> Result<(), RegistryError>;

    /// Starts a search. Heuristics are taken from `cache`, or built and stored there.
    ///
    /// # Errors
    ///
    /// Fails if a name is not known, an argument is wrong, or a part of `request` does not
    /// apply.
    fn start(
        &self,
        request: &SolveRequest,
        cache: &HeuristicCache,
    ) -> Result<Box<dyn ActiveSearch>, RegistryError>;
}

/// An instance that cannot be solved.
struct RefusedInstance {
    name: String,
    error: RegistryError,
    default_choice: &'static DefaultInfo,
}

/// One of many instances, called `name`, that cannot be solved because of `error`.
pub fn refused(
    name: String,
    error: RegistryError,
    default_choice: &'static DefaultInfo,
) -> Box<dyn Instance> {
    Box::new(RefusedInstance { name, error, default_choice })
}

impl Instance for RefusedInstance {
    fn text(&self) -> &str {
        &self.name
    }

    fn set_origin(&mut self, _origin: Origin) {}

    fn title(&self) -> Option<&str> {
        None
    }

    fn set_title(&mut self, _title: Option<String>) {}

    fn refusal(&self) -> Option<(&str, RegistryError)> {
        Some((&self.name, self.error.clone()))
    }

    fn informed_graph(
        &self,
        _heuristic: Option<&str>,
        _cache: &HeuristicCache,
    ) -> Result<Arc<dyn InformedGraph>, RegistryError> {
        Err(self.error.clone())
    }

    fn default_choice(&self) -> &'static DefaultInfo {
        self.default_choice
    }

    fn check(&self, _request: &SolveRequest) -> Result<(), RegistryError> {
        Err(self.error.clone())
    }

    fn start(
        &self,
        _request: &SolveRequest,
        _cache: &HeuristicCache,
    ) -> Result<Box<dyn ActiveSearch>, RegistryError> {
        Err(self.error.clone())
    }
}

/// An instance of a problem whose states have the key `K` and whose costs are `C`.
pub struct InstanceParts<K: StateKey, C: Cost> {
    domain: &'static DomainInfo,
    problem: Arc<dyn ErasedProblem<K, C>>,
    text: String,
    default_choice: &'static DefaultInfo,
    origin: Origin,
    title: Option<String>,
}

/// An instance of the problem `P` with the space `space`, written as `text`.
pub fn instance<P: Problem>(
    domain: &'static DomainInfo,
    space: Arc<P::Space>,
    text: String,
    default_choice: &'static DefaultInfo,
) -> Box<dyn Instance> {
    <P::Key as ErasedForm<CostOf<P>>>::instance(instance_parts::<P>(
        domain,
        space,
        text,
        default_choice,
    ))
}

/// Like [`instance`], but returns the concrete type.
pub fn instance_parts<P: Problem>(
    domain: &'static DomainInfo,
    space: Arc<P::Space>,
    text: String,
    default_choice: &'static DefaultInfo,
) -> InstanceParts<P::Key, CostOf<P>> {
    let problem = Arc::new(TypedProblem::<P>::new(space));
    let (origin, title) = (Origin::default(), None);
    InstanceParts { domain, problem, text, default_choice, origin, title }
}

impl<K: StateKey, C: Cost> Instance for InstanceParts<K, C> {
    fn text(&self) -> &str {
        &self.text
    }

    fn set_origin(&mut self, origin: Origin) {
        self.origin = origin;
    }

    fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    fn set_title(&mut self, title: Option<String>) {
        self.title = title;
    }

    fn drawn_start(&self, with_color: bool) -> Option<String> {
        self.problem.drawn_start(with_color)
    }

    fn notes(&self) -> Vec<String> {
        self.problem.notes()
    }

    fn state_reconstructor(&self) -> Option<Box<dyn StateReconstructor>> {
        Some(Box::new(ProblemStates::new(Arc::clone(&self.problem))))
    }

    fn look(&self, state: Option<&str>) -> Option<Result<StateView, ParseError>> {
        Some(StateView::at(&*self.problem, state))
    }

    fn proof_of_no_solution(&self) -> Option<Cow<'static, str>> {
        self.problem.proof_of_no_solution()
    }

    fn graph(&self) -> Option<Arc<dyn StateGraph>> {
        self.problem.graph()
    }

    fn informed_graph(
        &self,
        heuristic: Option<&str>,
        cache: &HeuristicCache,
    ) -> Result<Arc<dyn InformedGraph>, RegistryError> {
        if self.problem.graph().is_none() {
            let reason = "its states differ in width".to_owned();
            return Err(RegistryError::NotOffered { component: "hda-star".to_owned(), reason });
        }
        let text = heuristic.unwrap_or(self.default_choice.heuristic);
        let expression = canonical(&self.problem.heuristics(), &parsed(text)?, text)?;
        let estimator = self.problem.estimator((&parsed(text)?, text), cache)?;
        Ok(Arc::new(EstimatedGraph {
            problem: Arc::clone(&self.problem),
            space: self.problem.space().clone(),
            estimator,
            heuristic: expression.to_string(),
        }))
    }

    fn default_choice(&self) -> &'static DefaultInfo {
        self.default_choice
    }

    fn check(&self, request: &SolveRequest) -> Result<(), RegistryError> {
        ParsedRequest::of(request, self.default_choice)?
            .prepare(&*self.problem, request)
            .map(|_| ())
    }

    fn start(
        &self,
        request: &SolveRequest,
        cache: &HeuristicCache,
    ) -> Result<Box<dyn ActiveSearch>, RegistryError> {
        Ok(Box::new(self.search(request, cache)?))
    }
}

impl<K: StateKey, C: Cost> InstanceParts<K, C> {
    /// Like [`Instance::start`], but returns the concrete type.
    ///
    /// # Errors
    ///
    /// See [`Instance::start`].
    pub fn search(
        &self,
        request: &SolveRequest,
        cache: &HeuristicCache,
    ) -> Result<SearchOf<K, C>, RegistryError> {
        let search = self.search_by(request, cache, None)?;
        if request.heuristic.is_some() || !search.lacks_memory() {
            return Ok(search);
        }
        for &smaller in self.problem.smaller() {
            let usual = self.default_choice.heuristic;
            let why = format!("{smaller} instead of {usual}, which exceeds the memory limit");
            let other = SolveRequest { heuristic: Some(smaller.to_owned()), ..request.clone() };
            let found = self.search_by(&other, cache, Some(why))?;
            if !found.lacks_memory() {
                return Ok(found);
            }
        }
        Ok(search)
    }

    /// The search of a request; `replaced` says if its heuristic stands in for another, and why.
    fn search_by(
        &self,
        request: &SolveRequest,
        cache: &HeuristicCache,
        replaced: Option<String>,
    ) -> Result<SearchOf<K, C>, RegistryError> {
        let parsed_request = ParsedRequest::of(request, self.default_choice)?;
        let (chosen, heuristic) = parsed_request.prepare(&*self.problem, request)?;
        let ParsedRequest { heuristic_text, .. } = &parsed_request;
        let info = chosen.info;
        let algorithm =
            Expression { name: info.component.name.into(), ..parsed_request.algorithm.clone() };
        let algorithm = algorithm.to_string();
        let has_estimates = !BLIND.is_called(&heuristic.name);
        let is_unguided = info.is_informed && info.proves == Proves::Nothing && !has_estimates;
        let heuristic = info.is_informed.then(|| heuristic.to_string());
        let identity = Identity::new([
            ("domain", self.domain.name.to_owned()),
            ("instance", self.text.clone()),
            ("goal", self.problem.heuristic_key()),
            ("set of domain options", self.origin.options.clone()),
            ("instance text", self.origin.text.clone()),
            ("algorithm", algorithm.clone()),
            ("heuristic", heuristic.clone().unwrap_or_else(|| "none".to_owned())),
            (
                "depth limit",
                request.depth.map_or_else(|| "any".to_owned(), |depth| depth.to_string()),
            ),
            ("seed", request.seed.to_string()),
        ]);
        let resume = request.resume.as_deref().map(|file| identity.open(file).map(<[u8]>::to_vec));
        let saved = resume.transpose().map_err(RegistryError::Checkpoint)?;
        let run_info = RunInfo {
            domain: self.domain.name,
            instance: self.text.clone(),
            algorithm,
            info,
            heuristic,
            seed: request.seed,
            threads: request.threads,
            depth: request.depth,
            building: Duration::ZERO,
            table_bytes: 0,
            replaced,
            is_unguided,
            identity,
        };
        let problem = Arc::clone(&self.problem);
        if let Some(proof) = problem.proof_of_no_solution() {
            return Ok(SearchOf::proved(problem, proof, run_info));
        }
        let started = Instant::now();
        let heuristic = (&parsed_request.heuristic, *heuristic_text);
        let tables = match info.is_informed {
            true => problem.estimator(heuristic, cache).map(|it| it.table_bytes()),
            false => Ok(0),
        };
        let search = tables.and_then(|bytes| {
            within_memory(bytes, run_info.heuristic.as_deref(), request, cache)?;
            Ok((bytes, problem.start(&chosen, heuristic, request, saved, cache)?))
        });
        let table_bytes = search.as_ref().map_or(0, |(bytes, _)| *bytes);
        let run_info = RunInfo { building: started.elapsed(), table_bytes, ..run_info };
        match search {
            Err(RegistryError::Stopped { reason, what }) => {
                Ok(SearchOf::stopped(problem, reason, what, run_info))
            }
            search => Ok(SearchOf::new(problem, search?.1, run_info)),
        }
    }
}

/// Checks that the tables of a heuristic fit into the memory limit.
fn within_memory(
    bytes: usize,
    heuristic: Option<&str>,
    request: &SolveRequest,
    cache: &HeuristicCache,
) -> Result<(), RegistryError> {
    let limit = request.memory.or_else(|| cache.tables().limits().memory);
    let Some(most) = limit.filter(|&most| bytes > most) else { return Ok(()) };
    let [bytes, most] = [bytes, most].map(|bytes| memory_in_words(bytes as u64));
    let heuristic = heuristic.unwrap_or("the heuristic");
    let what = format!("the tables of {heuristic} take {bytes}; the memory limit is {most}");
    Err(RegistryError::Stopped { reason: StopReason::MemoryLimit, what })
}
