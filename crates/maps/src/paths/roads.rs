//! The algorithms that only graphs have, prepared.

use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;
use tremaux_core::clock::Instant;

use tremaux_core::{Limits, Observer, StopReason};
use tremaux_domain::{BuiltTable, Need, Number, RegistryError, TableSource};
use tremaux_trace::{SearchRecorder, TraceShape};

use super::algorithm::Named;
use super::engine::{EngineFacts, FoundPath, PathEngine, Recording};
use super::graph::{AnyGraph, GraphMap};
use super::grid::is_same_cost;
use super::persist::{Persist, WritePolicy, load_or_build};
use super::traced::record;
use super::{GRAPH_ALGORITHMS, RoadAlgorithm, with_graph};
use crate::PreparedFileError;
use crate::graph::Graph;
use crate::road::{
    BidirectionalDijkstra, ContractionHierarchy, ContractionSettings, Dijkstra, HierarchySearch,
    LandmarkSearch, LandmarkSelection, Landmarks, PreparationError, RoadSearch, TooLong, Weight,
};
use crate::watch::MapSteps;

/// A graph whose costs are whole numbers of 32 bits, and the number by which they were multiplied.
struct Roads {
    graph: Arc<Graph<u32>>,
    unit: f64,
}

impl GraphMap {
    /// The graph with whole costs; fails if no power of ten makes them whole.
    fn roads(&self, named: &Named<RoadAlgorithm>) -> Result<Roads, RegistryError> {
        let whole = match &self.graph {
            AnyGraph::Whole(graph) => Some((Arc::clone(graph), 1.0)),
            AnyGraph::Long(_) => None,
            AnyGraph::Real(graph) => {
                graph.scaled_to_whole().map(|(graph, unit)| (Arc::new(graph), unit))
            }
        };
        let (graph, unit) = whole.ok_or_else(|| named.not_offered(Need::ShortCosts.reason()))?;
        Ok(Roads { graph, unit })
    }

    /// Builds in advance what an algorithm needs: see
    /// [`PathMap::build`](super::PathMap::build).
    pub(super) fn build(
        &self,
        algorithm: &str,
        tables: &TableSource,
    ) -> Result<BuiltTable, RegistryError> {
        let named = Named::parse(GRAPH_ALGORITHMS, algorithm)?;
        if named.how != RoadAlgorithm::Hierarchy {
            return Err(named.not_offered("it has no preprocessing to store in a file"));
        }
        let Roads { graph, .. } = self.roads(&named)?;
        let policy = WritePolicy::All;
        if is_short(&graph) {
            hierarchy::<u32>(&graph, &named, tables, policy).map(|(_, table)| table)
        } else {
            hierarchy::<u64>(&graph, &named, tables, policy).map(|(_, table)| table)
        }
    }

    /// Prepares an algorithm within the limits of `tables`. A contraction hierarchy that was built
    /// in advance is loaded from their folder; otherwise it is built and not stored.
    ///
    /// # Errors
    ///
    /// Fails if the algorithm does not fit the graph, and with [`RegistryError::Unprepared`] at a
    /// limit.
    pub(super) fn prepared(
        &self,
        named: &Named<RoadAlgorithm>,
        seed: u64,
        tables: &TableSource,
    ) -> Result<Box<dyn PathEngine>, RegistryError> {
        let roads = self.roads(named)?;
        if is_short(&roads.graph) {
            prepared::<u32>(&self.graph, roads, named, seed, tables)
        } else {
            prepared::<u64>(&self.graph, roads, named, seed, tables)
        }
    }
}

/// Whether path costs fit 32 bits, even the sum of two.
fn is_short(graph: &Graph<u32>) -> bool {
    graph.path_cost_bound() < u64::from(u32::MAX / 2)
}

impl<W: Weight> Persist for ContractionHierarchy<W> {
    fn entries(&self) -> u64 {
        self.arc_count() as u64
    }

    fn save(&self, path: &Path) -> Result<(), PreparedFileError> {
        Self::save(self, path)
    }
}

/// The error for an algorithm that could not be prepared.
fn unprepared(named: &Named<RoadAlgorithm>, error: PreparationError) -> RegistryError {
    match error {
        PreparationError::TooLong(error) => named.not_offered(error.to_string()),
        PreparationError::Stopped(reason) => named.stopped(reason),
    }
}

/// The contraction hierarchy of `graph`, from its file if it exists.
fn hierarchy<W: Weight>(
    graph: &Graph<u32>,
    named: &Named<RoadAlgorithm>,
    tables: &TableSource,
    policy: WritePolicy,
) -> Result<(ContractionHierarchy<W>, BuiltTable), RegistryError> {
    let open = |path: &Path| {
        let hierarchy = ContractionHierarchy::<W>::open(path)?;
        if hierarchy.belongs_to(graph) { Ok(hierarchy) } else { Err(PreparedFileError::OtherMap) }
    };
    let make = || {
        let settings = ContractionSettings::default();
        ContractionHierarchy::<W>::build_within(graph, &settings, &tables.limits())
            .map_err(|error| unprepared(named, error))
    };
    load_or_build(tables, &ContractionHierarchy::<W>::file_name(graph), policy, open, make)
}

/// Prepares one of the algorithms, with path costs of the type `W`.
fn prepared<W: Weight>(
    map: &AnyGraph,
    Roads { graph, unit }: Roads,
    named: &Named<RoadAlgorithm>,
    seed: u64,
    tables: &TableSource,
) -> Result<Box<dyn PathEngine>, RegistryError> {
    let started = Instant::now();
    let refused = |error: TooLong| named.not_offered(error.to_string());
    let facts = |estimate, table| EngineFacts {
        info: named.info,
        algorithm: named.canonical(),
        estimate,
        shape: TraceShape::Graph,
        preparation: started.elapsed(),
        table,
    };
    Ok(match named.how {
        RoadAlgorithm::Dijkstra => {
            let search = Dijkstra::<W>::new(&graph).map_err(refused)?;
            Road::boxed(map, search, unit, facts(None, None))
        }
        RoadAlgorithm::BothEnds => {
            let search = BidirectionalDijkstra::<W, _>::new(graph).map_err(refused)?;
            Road::boxed(map, search, unit, facts(None, None))
        }
        RoadAlgorithm::Landmarks => {
            let count = named.integer("landmarks")? as usize;
            let selection = LandmarkSelection::default();
            let limits = tables.limits();
            let landmarks = Landmarks::<W>::choose_within(&graph, count, selection, seed, &limits);
            let landmarks = landmarks.map_err(|error| unprepared(named, error))?;
            let search = LandmarkSearch::new(graph, Arc::new(landmarks)).map_err(refused)?;
            Road::boxed(map, search, unit, facts(Some("landmarks"), None))
        }
        RoadAlgorithm::Hierarchy => {
            let policy = WritePolicy::OnlyReplaced;
            let (hierarchy, table) = hierarchy::<W>(&graph, named, tables, policy)?;
            let search = HierarchySearch::new(Arc::new(hierarchy));
            Road::boxed(map, search, unit, facts(None, Some(table)))
        }
    })
}

/// A search for road networks, whose costs have the type `W`.
struct Road<S, W> {
    map: AnyGraph,
    search: S,
    /// The number by which costs were multiplied.
    unit: f64,
    facts: EngineFacts,
    costs: PhantomData<fn() -> W>,
}

impl<W: Weight, S: RoadSearch<W> + Send + 'static> Road<S, W> {
    fn boxed(map: &AnyGraph, search: S, unit: f64, facts: EngineFacts) -> Box<dyn PathEngine> {
        Box::new(Self { map: map.clone(), search, unit, facts, costs: PhantomData })
    }

    fn watched<O: Observer<MapSteps<u32>>>(
        &mut self,
        (from, to): (u32, u32),
        limits: &Limits,
        observer: &mut O,
    ) -> (Option<W>, FoundPath) {
        let (started, mut places) = (Instant::now(), Vec::new());
        let found = self.search.route_within(from, to, &mut places, limits, observer);
        let (elapsed, stopped) = (started.elapsed(), found.err());
        let (expanded, steps) = (self.search.settled(), places.len().saturating_sub(1));
        let path = FoundPath { places, steps, expanded, elapsed, stopped, ..FoundPath::default() };
        (found.ok().flatten(), path)
    }

    /// Whether the places are a path from one end to the other of this cost, by the graph alone.
    fn is_right(&self, (from, to): (u32, u32), places: &[u32], cost: Number) -> bool {
        let is_there = places.first() == Some(&from) && places.last() == Some(&to);
        let true_cost = with_graph!(&self.map, graph => graph.path_cost(places).map(Number::of));
        is_there
            && true_cost.is_some_and(|it| match (it, cost) {
                (Number::Whole(_), Number::Whole(_)) => it == cost,
                _ => is_same_cost(it.as_f64(), cost.as_f64()),
            })
    }
}

impl<W: Weight, S: RoadSearch<W> + Send + 'static> PathEngine for Road<S, W> {
    fn facts(&self) -> &EngineFacts {
        &self.facts
    }

    fn find(
        &mut self,
        ends: (u32, u32),
        limits: &Limits,
        recording: Option<Recording<'_>>,
    ) -> Result<FoundPath, RegistryError> {
        let (cost, mut found) = match recording {
            None => self.watched(ends, limits, &mut ()),
            Some(Recording { selection, sink }) => {
                let recorder = SearchRecorder::new(TraceShape::Graph, selection).in_unit(self.unit);
                let map = MapSteps { start: ends.0 };
                let ((cost, found), counts) = record(map, recorder, sink, |observer| {
                    let (cost, found) = self.watched(ends, limits, observer);
                    let (places, stopped): (_, Option<StopReason>) =
                        (found.places.clone(), found.stopped);
                    ((cost, found), places, stopped)
                });
                (cost, FoundPath { counts: Some(counts), ..found })
            }
        };
        found.cost = cost.map(|cost| match self.unit {
            1.0 => Number::Whole(cost.to_u64()),
            unit => Number::Real(cost.to_u64() as f64 / unit),
        });
        if found.cost.is_some_and(|cost| !self.is_right(ends, &found.places, cost)) {
            let algorithm = self.facts.info.component.name;
            return Err(RegistryError::WrongPlan { algorithm });
        }
        // All of them are exact.
        found.bound = found.cost;
        Ok(found)
    }

    fn bytes(&self) -> usize {
        self.search.bytes()
    }
}
