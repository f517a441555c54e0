//! Instances of any problem in erased form.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;
use tremaux_core::clock::Instant;

use tremaux_core::{Cost, Heuristic, ParseError, StateGraph, StopReason};
use tremaux_tables::memory_in_words;

use super::erased_problem::ErasedProblem;
use super::estimated_graph::EstimatedGraph;
use super::heuristic_cache::HeuristicCache;
use super::instance::{Instance, Origin};
use super::prepare::ParsedRequest;
use super::problem_rules::ProblemRules;
use super::search::{RunInfo, SearchOf};
use super::states::ProblemStates;
use crate::describe::{Common, DefaultInfo, DomainInfo, Proves};
use crate::erased::{Erased, Estimator, StateKey};
use crate::options::Expression;
use crate::refuse::RegistryError;
use crate::run::{
    ActiveSearch, Identity, InformedGraph, NumberedRules, SolveRequest, StateReconstructor,
    StateView, Statement,
};

/// An instance of a problem whose states have the key `K` and whose costs are `C`.
pub struct InstanceParts<K: StateKey, C: Cost> {
    pub(super) domain: &'static DomainInfo,
    pub(super) problem: Arc<dyn ErasedProblem<K, C>>,
    pub(super) text: String,
    pub(super) default_choice: &'static DefaultInfo,
    pub(super) origin: Origin,
    pub(super) title: Option<String>,
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

    fn statement(&self) -> Option<Statement> {
        self.problem.statement(&self.text)
    }

    fn is_stated(&self) -> bool {
        self.problem.is_stated(&self.text)
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
        let (expression, estimator) = self.estimator(heuristic, cache)?;
        Ok(Arc::new(EstimatedGraph {
            problem: Arc::clone(&self.problem),
            space: self.problem.space().clone(),
            estimator,
            heuristic: expression.to_string(),
        }))
    }

    fn rules(
        &self,
        heuristic: Option<&str>,
        cache: &HeuristicCache,
    ) -> Result<Box<dyn NumberedRules>, RegistryError> {
        let (_, estimator) = self.estimator(heuristic, cache)?;
        Ok(Box::new(ProblemRules::new(Arc::clone(&self.problem), estimator)))
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
    /// A heuristic, or the default one, with its usual name.
    fn estimator(
        &self,
        heuristic: Option<&str>,
        cache: &HeuristicCache,
    ) -> Result<(Expression, Estimator<Erased<K, C>>), RegistryError> {
        let text = heuristic.unwrap_or(self.default_choice.heuristic);
        let written = Expression::read(text)?;
        let expression = written.canonical(&self.problem.heuristics())?;
        let estimator = self.problem.estimator(&written, cache)?;
        Ok((expression, estimator))
    }

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
        let info = chosen.info;
        let algorithm = parsed_request.algorithm.renamed(info.component.name).to_string();
        let has_estimates = Common::called(&heuristic.name) != Some(Common::Blind);
        let is_chosen = request.heuristic.is_some() && info.proves != Proves::Nothing;
        let is_unguided = info.is_informed && !is_chosen && !has_estimates;
        let heuristic = info.is_informed.then(|| heuristic.to_string());
        let identity = self.identity(request, &algorithm, heuristic.as_deref());
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
        if !request.always_searches
            && let Some(proof) = problem.proof_of_no_solution()
        {
            return Ok(SearchOf::proved(problem, proof, run_info));
        }
        let started = Instant::now();
        let heuristic = &parsed_request.heuristic;
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

    /// Everything that determines the steps of a search.
    fn identity(
        &self,
        request: &SolveRequest,
        algorithm: &str,
        heuristic: Option<&str>,
    ) -> Identity {
        let depth = request.depth.map_or_else(|| "any".to_owned(), |depth| depth.to_string());
        Identity::new([
            ("domain", self.domain.name.to_owned()),
            ("instance", self.text.clone()),
            ("goal", self.problem.heuristic_key()),
            ("set of domain options", self.origin.options.clone()),
            ("instance text", self.origin.text.clone()),
            ("algorithm", algorithm.to_owned()),
            ("heuristic", heuristic.unwrap_or("none").to_owned()),
            ("depth limit", depth),
            ("seed", request.seed.to_string()),
        ])
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
