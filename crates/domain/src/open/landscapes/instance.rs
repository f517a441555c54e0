//! Instances of landscape problems.

use std::sync::Arc;

use super::super::choice::with_choice;
use super::super::entry::Catalogue;
use super::super::heuristic_cache::HeuristicCache;
use super::super::instance::{Instance, Origin};
use super::problem::{LandscapeProblem, Landscapes};
use super::search::LandscapeSearch;
use crate::algorithms::{OptimizationStart, SelectedAlgorithm, StartOptimization, landscape};
use crate::describe::{DefaultInfo, DomainInfo, NamedAlgorithm};
use crate::refuse::RegistryError;
use crate::run::{ActiveSearch, SolveRequest};

/// An instance of the problem `P`.
struct LandscapeInstance<P: LandscapeProblem> {
    domain: &'static DomainInfo,
    landscape: Arc<P::Landscape>,
    text: String,
    default_choice: &'static DefaultInfo,
    title: Option<String>,
}

/// An instance of the problem `P` with this landscape, written as `text`.
pub fn landscape_instance<P: LandscapeProblem>(
    domain: &'static DomainInfo,
    landscape: Arc<P::Landscape>,
    text: String,
    default_choice: &'static DefaultInfo,
) -> Box<dyn Instance> {
    Box::new(LandscapeInstance::<P> { domain, landscape, text, default_choice, title: None })
}

impl<P: LandscapeProblem> LandscapeInstance<P> {
    /// Looks up the algorithm, rejects options that do not apply, and passes it to `begin` with
    /// its name.
    fn choose<T>(
        &self,
        request: &SolveRequest,
        begin: impl FnOnce(
            NamedAlgorithm<StartOptimization<P::Landscape>>,
            &SelectedAlgorithm<'_>,
            String,
        ) -> Result<T, RegistryError>,
    ) -> Result<T, RegistryError> {
        let offered = Landscapes::<P>::algorithms();
        with_choice(request, self.default_choice.algorithm, &offered, |chosen, algorithm| {
            let name = chosen.info.component.name;
            let mut all = landscape::all(P::SOLVERS).into_iter();
            let entry = all.find(|entry| entry.info.component.name == name);
            begin(entry.expect("it was chosen among these"), chosen, algorithm)
        })
    }
}

impl<P: LandscapeProblem> Instance for LandscapeInstance<P> {
    fn text(&self) -> &str {
        &self.text
    }

    fn set_origin(&mut self, _origin: Origin) {
        // Only checkpoints need it.
    }

    fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    fn set_title(&mut self, title: Option<String>) {
        self.title = title;
    }

    fn notes(&self) -> Vec<String> {
        P::notes(&self.landscape)
    }

    fn default_choice(&self) -> &'static DefaultInfo {
        self.default_choice
    }

    fn check(&self, request: &SolveRequest) -> Result<(), RegistryError> {
        self.choose(request, |_, _, _| Ok(()))
    }

    fn start(
        &self,
        request: &SolveRequest,
        _cache: &HeuristicCache,
    ) -> Result<Box<dyn ActiveSearch>, RegistryError> {
        self.choose(request, |entry, chosen, algorithm| {
            let landscape = Arc::clone(&self.landscape);
            let SolveRequest { seed, is_limited, .. } = *request;
            let start = OptimizationStart { options: &chosen.options, seed, is_limited };
            let search = (entry.start)(Arc::clone(&landscape), &start)?;
            let default_time = entry.info.default_time.filter(|_| !is_limited);
            let default_time = default_time.filter(|_| chosen.options.integer("steps") == 0);
            Ok(Box::new(LandscapeSearch::<P> {
                domain: self.domain,
                instance: self.text.clone(),
                algorithm,
                info: entry.info,
                landscape,
                search,
                seed: request.seed,
                default_time,
                stopped: None,
                is_recorded: false,
            }) as Box<dyn ActiveSearch>)
        })
    }
}
