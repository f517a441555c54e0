//! A query about a map, as an instance.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;

use tremaux_core::erased::StateGraph;
use tremaux_domain::{
    ActiveSearch, DefaultInfo, Expression, Family, HeuristicCache, InformedGraph, Instance, Origin,
    RegistryError, SolveRequest, StateReconstructor, with_choice,
};

use super::PathMap;
use super::search::MapSearch;

/// A query: the map for the algorithms that only maps have, an instance like any other for the
/// rest.
pub(super) struct MapQuery {
    pub(super) map: PathMap,
    pub(super) from: u32,
    pub(super) goals: Vec<u32>,
    pub(super) text: String,
    /// Whether neighbours have an order that only the general instance knows.
    pub(super) is_ordered: bool,
    /// Made when it is needed: it may look at the whole map, which one of many queries must not.
    pub(super) general: OnceCell<Box<dyn Instance>>,
}

impl MapQuery {
    fn general(&self) -> &dyn Instance {
        let make = || self.map.general(self.from, &self.goals, self.text.clone());
        &**self.general.get_or_init(make)
    }

    fn general_mut(&mut self) -> &mut dyn Instance {
        self.general();
        &mut **self.general.get_mut().expect("it was made")
    }

    /// Whether the general instance has the algorithm of the request.
    fn is_general(&self, request: &SolveRequest) -> bool {
        let Some(text) = &request.algorithm else { return true };
        let Ok(expression) = Expression::parse(text) else { return true };
        let all = self.map.all_algorithms();
        all.iter().any(|it| it.family != Family::Map && it.component.is_called(&expression.name))
    }

    /// Looks up the algorithm of a request that the general instance does not have.
    fn choose<T>(
        &self,
        request: &SolveRequest,
        begin: impl FnOnce(String) -> Result<T, RegistryError>,
    ) -> Result<T, RegistryError> {
        let all = self.map.all_algorithms();
        // The general instance has the default.
        let default = request.algorithm.as_deref().unwrap_or_default();
        with_choice(request, default, &all, |chosen, algorithm| {
            let component = &chosen.info.component;
            if self.is_ordered {
                return Err(component.refused("it tries neighbours in a fixed order"));
            }
            component.check_needs(|need| self.map.offers(need, self.goals.len()))?;
            begin(algorithm)
        })
    }
}

impl Instance for MapQuery {
    fn text(&self) -> &str {
        &self.text
    }

    fn set_origin(&mut self, origin: Origin) {
        self.general_mut().set_origin(origin);
    }

    fn title(&self) -> Option<&str> {
        self.general().title()
    }

    fn set_title(&mut self, title: Option<String>) {
        self.general_mut().set_title(title);
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = self.general().notes();
        notes.extend_from_slice(self.map.notes());
        notes
    }

    fn state_reconstructor(&self) -> Option<Box<dyn StateReconstructor>> {
        self.general().state_reconstructor()
    }

    fn proof_of_no_solution(&self) -> Option<Cow<'static, str>> {
        self.general().proof_of_no_solution()
    }

    fn graph(&self) -> Option<Arc<dyn StateGraph>> {
        self.general().graph()
    }

    fn informed_graph(
        &self,
        heuristic: Option<&str>,
        cache: &HeuristicCache,
    ) -> Result<Arc<dyn InformedGraph>, RegistryError> {
        self.general().informed_graph(heuristic, cache)
    }

    fn default_choice(&self) -> &'static DefaultInfo {
        self.general().default_choice()
    }

    fn check(&self, request: &SolveRequest) -> Result<(), RegistryError> {
        if self.is_general(request) {
            return self.general().check(request);
        }
        self.choose(request, |_| Ok(()))
    }

    fn start(
        &self,
        request: &SolveRequest,
        cache: &HeuristicCache,
    ) -> Result<Box<dyn ActiveSearch>, RegistryError> {
        if self.is_general(request) {
            return self.general().start(request, cache);
        }
        self.choose(request, |algorithm| {
            let search = MapSearch::start(self, algorithm, request, cache.tables())?;
            Ok(Box::new(search) as Box<dyn ActiveSearch>)
        })
    }
}
