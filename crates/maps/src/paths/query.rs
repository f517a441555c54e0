//! A query about a map, as an instance.

use std::borrow::Cow;
use std::sync::Arc;

use tremaux_core::erased::StateGraph;
use tremaux_domain::{
    ActiveSearch, DefaultInfo, Expression, Family, HeuristicCache, InformedGraph, Instance, Origin,
    RegistryError, SolveRequest, StateReconstructor, with_choice,
};

use super::PathMap;
use super::search::MapSearch;

/// A query: for the algorithms of every domain it is `general`, for those of maps it is the map.
pub(super) struct MapQuery {
    pub(super) map: PathMap,
    pub(super) from: u32,
    pub(super) goals: Vec<u32>,
    pub(super) general: Box<dyn Instance>,
}

impl MapQuery {
    /// Whether the general instance has the algorithm of the request.
    fn is_general(&self, request: &SolveRequest) -> bool {
        let Some(text) = &request.algorithm else { return true };
        let Ok(expression) = Expression::parse(text) else { return true };
        let all = crate::paths::algorithms_of_domain(self.map.domain());
        all.iter().any(|it| it.family != Family::Map && it.component.is_called(&expression.name))
    }

    /// Looks up the algorithm of a request that the general instance does not have.
    fn choose<T>(
        &self,
        request: &SolveRequest,
        begin: impl FnOnce(String) -> Result<T, RegistryError>,
    ) -> Result<T, RegistryError> {
        let all = crate::paths::algorithms_of_domain(self.map.domain());
        with_choice(request, self.default_choice().algorithm, &all, |chosen, algorithm| {
            let component = &chosen.info.component;
            component.check_needs(|need| self.map.offers(need, self.goals.len()))?;
            begin(algorithm)
        })
    }
}

impl Instance for MapQuery {
    fn text(&self) -> &str {
        self.general.text()
    }

    fn set_origin(&mut self, origin: Origin) {
        self.general.set_origin(origin);
    }

    fn title(&self) -> Option<&str> {
        self.general.title()
    }

    fn set_title(&mut self, title: Option<String>) {
        self.general.set_title(title);
    }

    fn notes(&self) -> Vec<String> {
        self.general.notes()
    }

    fn state_reconstructor(&self) -> Option<Box<dyn StateReconstructor>> {
        self.general.state_reconstructor()
    }

    fn proof_of_no_solution(&self) -> Option<Cow<'static, str>> {
        self.general.proof_of_no_solution()
    }

    fn graph(&self) -> Option<Arc<dyn StateGraph>> {
        self.general.graph()
    }

    fn informed_graph(
        &self,
        heuristic: Option<&str>,
        cache: &HeuristicCache,
    ) -> Result<Arc<dyn InformedGraph>, RegistryError> {
        self.general.informed_graph(heuristic, cache)
    }

    fn default_choice(&self) -> &'static DefaultInfo {
        self.general.default_choice()
    }

    fn check(&self, request: &SolveRequest) -> Result<(), RegistryError> {
        if self.is_general(request) {
            return self.general.check(request);
        }
        self.choose(request, |_| Ok(()))
    }

    fn start(
        &self,
        request: &SolveRequest,
        cache: &HeuristicCache,
    ) -> Result<Box<dyn ActiveSearch>, RegistryError> {
        if self.is_general(request) {
            return self.general.start(request, cache);
        }
        self.choose(request, |algorithm| {
            let search = MapSearch::start(self, algorithm, request, cache.tables())?;
            Ok(Box::new(search) as Box<dyn ActiveSearch>)
        })
    }
}
