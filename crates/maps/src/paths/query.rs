//! A query about a map, as an instance.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;

use tremaux_core::StateGraph;
use tremaux_core::StateSpace;
use tremaux_domain::{
    ActiveSearch, DefaultInfo, Expression, Family, HeuristicCache, InformedGraph, Instance,
    NumberedRules, Origin, RegistryError, SolveRequest, StateReconstructor, Statement, with_choice,
};

use super::cells::number_of;
use super::map::{PathMap, general};
use super::search::MapSearch;
use crate::grid::{GridWorld, NeighbourOrder, StepCosts};

impl PathMap {
    /// The query for a cheapest path from a place to any of the goals, written as `text`.
    pub fn query(&self, from: u32, goals: Vec<u32>, text: String) -> Box<dyn Instance> {
        let (map, general) = (self.clone(), OnceCell::new());
        Box::new(MapQuery { map, from, goals, text, is_ordered: false, general })
    }

    /// The query of a world whose steps cost so much, written as `text`.
    pub(crate) fn of_world(
        world: GridWorld,
        costs: StepCosts,
        text: String,
        notes: Vec<String>,
    ) -> Box<dyn Instance> {
        let grid = Arc::clone(world.grid());
        let map = Self::of_noted(grid, costs, notes);
        let from = number_of(world.grid(), world.initial_state());
        let goals = world.goals().iter().map(|&goal| number_of(world.grid(), goal)).collect();
        let is_ordered = world.order() != NeighbourOrder::Compass;
        let general = OnceCell::from(general(world, costs, text.clone()));
        Box::new(MapQuery { map, from, goals, text, is_ordered, general })
    }
}

/// A query: the map for the algorithms that only maps have, an instance like any other for the
/// rest.
struct MapQuery {
    map: PathMap,
    from: u32,
    goals: Vec<u32>,
    text: String,
    /// Whether neighbours have an order that only the general instance knows.
    is_ordered: bool,
    /// Made when it is needed: it may look at the whole map, which one of many queries must not.
    general: OnceCell<Box<dyn Instance>>,
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

    fn statement(&self) -> Option<Statement> {
        self.general().statement()
    }

    fn is_stated(&self) -> bool {
        self.general().is_stated()
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

    fn rules(
        &self,
        heuristic: Option<&str>,
        cache: &HeuristicCache,
    ) -> Result<Box<dyn NumberedRules>, RegistryError> {
        self.general().rules(heuristic, cache)
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
            let search = MapSearch::start(
                self.map.clone(),
                self.text.clone(),
                [self.from, self.goals.first().copied().unwrap_or(self.from)],
                algorithm,
                request,
                cache.tables(),
            )?;
            Ok(Box::new(search) as Box<dyn ActiveSearch>)
        })
    }
}
