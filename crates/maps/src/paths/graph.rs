//! Paths on graphs and road networks: one interface for all algorithms.

use std::fmt;
use std::marker::PhantomData;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tremaux_domain::{
    BuiltTable, Component, Need, Number, OptionInfo, OptionKind, RegistryError, TableSource,
};

use crate::PreparedFileError;
use crate::graph::{
    ArcCost, ArcId, CostKey, Euclidean, Graph, GraphQuery, dimacs, edge_list, graphml, node_link,
    table,
};
use crate::road::{
    Bidirectional, ContractionHierarchy, ContractionSettings, Dijkstra, HierarchySearch,
    LandmarkSearch, LandmarkSelection, Landmarks, PreparationError, RoadSearch, Weight,
};
use crate::watch::{MapSteps, Watched};
use serde::{Serialize, Serializer};
use tremaux_core::{
    Algorithm, Blind, Cost, FloatCost, Limits, Observer, ParseError, SearchReport, Termination,
};
use tremaux_search::{AnyOrder, BestFirst, Heap, HighG, Indexed, PackedHeap};
use tremaux_trace::{Scene, SearchRecorder, Sink, TraceCounts, TraceSelection, TraceShape};

use super::persist::{Persist, WritePolicy, load_or_build};
use super::traced::{record, scene_on_map};
use super::{MapKind, Named, PathAlgorithm, PathOutcome};

/// How an algorithm searches a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoadAlgorithm {
    /// Dijkstra's algorithm.
    Dijkstra,
    /// Dijkstra's algorithm from both ends.
    BothEnds,
    /// A* with straight-line distances.
    AStar,
    /// A* with distances to landmarks.
    Landmarks,
    /// In a contraction hierarchy.
    Hierarchy,
}

/// The algorithms for graphs.
pub static GRAPH_ALGORITHMS: &[PathAlgorithm<RoadAlgorithm>] = &[
    PathAlgorithm {
        how: RoadAlgorithm::Dijkstra,
        component: Component {
            aliases: &["ucs", "uniform-cost"],
            source: "Dijkstra 1959; buckets: Dial 1969, Cherkassky, Goldberg and Silverstein 1997",
            guarantees: "optimal",
            use_when: "you want a baseline to compare with",
            avoid_when: "you want a path: bidirectional-dijkstra visits fewer nodes",
            ..Component::new("dijkstra", "expands nodes in order of their distance from the start")
        },
    },
    PathAlgorithm {
        how: RoadAlgorithm::BothEnds,
        component: Component {
            aliases: &["bidirectional"],
            source: "Nicholson 1966",
            guarantees: "optimal; requires integer costs",
            use_when: "you need few paths: there is no preprocessing",
            avoid_when: "you need many paths: contraction-hierarchy",
            needs: &[Need::ShortCosts],
            ..Component::new("bidirectional-dijkstra", "runs Dijkstra's algorithm from both ends")
        },
    },
    PathAlgorithm {
        how: RoadAlgorithm::AStar,
        component: Component {
            aliases: &["astar", "a*"],
            source: "Hart, Nilsson and Raphael 1968",
            guarantees: "optimal; requires coordinates",
            use_when: "costs are roughly proportional to straight-line distances",
            avoid_when: "costs are not proportional to distances: alt gives better estimates",
            needs: &[Need::Coordinates],
            ..Component::new(
                "a-star",
                "expands nodes by distance plus scaled straight-line distance to the goal",
            )
        },
    },
    PathAlgorithm {
        how: RoadAlgorithm::Landmarks,
        component: Component {
            aliases: &["landmarks"],
            source: "Goldberg and Harrelson 2005; Goldberg and Werneck 2005",
            guarantees: "optimal; requires integer costs",
            use_when: "you need some hundred paths, or costs change occasionally",
            avoid_when: "you need many paths: contraction-hierarchy",
            options: &[OptionInfo {
                name: "landmarks",
                title: "number of landmarks",
                kind: OptionKind::Integer { least: 1, most: 64 },
                default: Some("16"),
            }],
            example: "alt(landmarks=8)",
            needs: &[Need::ShortCosts],
            ..Component::new("alt", "A* with lower bounds from distances to landmarks")
        },
    },
    PathAlgorithm {
        how: RoadAlgorithm::Hierarchy,
        component: Component {
            aliases: &["ch", "contraction-hierarchies"],
            source: "Geisberger, Sanders, Schultes and Delling 2008",
            guarantees: "optimal; requires integer costs",
            use_when: "you need thousands of paths",
            avoid_when: "you need one path: preprocessing takes longer than a search",
            needs: &[Need::ShortCosts],
            ..Component::new(
                "contraction-hierarchy",
                "searches upwards from both ends in a hierarchy of node importance",
            )
        },
    },
];

/// The cost of a path: an integer if the graph's costs are integers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathLength {
    /// Exact.
    Whole(u64),
    /// A floating-point number.
    Real(f64),
}

impl PathLength {
    /// As a float.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        match self {
            Self::Whole(length) => length as f64,
            Self::Real(length) => length,
        }
    }

    /// The sum, saturating at the largest number.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Whole(one), Self::Whole(other)) => Self::Whole(one.saturating_add(other)),
            (one, other) => Self::Real(one.as_f64() + other.as_f64()),
        }
    }
}

impl From<u32> for PathLength {
    fn from(length: u32) -> Self {
        Self::Whole(length.into())
    }
}

impl From<u64> for PathLength {
    fn from(length: u64) -> Self {
        Self::Whole(length)
    }
}

impl From<FloatCost> for PathLength {
    fn from(length: FloatCost) -> Self {
        Self::Real(length.get())
    }
}

impl fmt::Display for PathLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(length) => length.fmt(f),
            Self::Real(length) => length.fmt(f),
        }
    }
}

impl Serialize for PathLength {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Whole(length) => serializer.serialize_u64(*length),
            Self::Real(length) => Number(*length).serialize(serializer),
        }
    }
}

/// A graph with its scene for traces, which is built for the first trace and kept.
pub struct GraphMap {
    pub(crate) graph: AnyGraph,
    scene: OnceLock<Scene>,
}

/// A graph with costs of either type.
pub(crate) enum AnyGraph {
    /// Whole costs of 32 bits.
    Whole(Arc<Graph<u32>>),
    /// Larger whole costs, whose sums fit 64 bits.
    Long(Arc<Graph<u64>>),
    /// Costs as floats.
    Real(Arc<Graph<FloatCost>>),
}

/// Evaluates an expression for the graph of a [`GraphMap`], whatever its costs.
macro_rules! with_graph {
    ($any:expr, $graph:ident => $result:expr) => {
        match $any {
            $crate::paths::AnyGraph::Whole($graph) => $result,
            $crate::paths::AnyGraph::Long($graph) => $result,
            $crate::paths::AnyGraph::Real($graph) => $result,
        }
    };
}
pub(crate) use with_graph;

impl From<AnyGraph> for GraphMap {
    fn from(graph: AnyGraph) -> Self {
        Self { graph, scene: OnceLock::new() }
    }
}

impl From<Arc<Graph<u32>>> for GraphMap {
    fn from(graph: Arc<Graph<u32>>) -> Self {
        AnyGraph::Whole(graph).into()
    }
}

impl From<Graph<u64>> for GraphMap {
    fn from(graph: Graph<u64>) -> Self {
        AnyGraph::Long(Arc::new(graph)).into()
    }
}

impl From<Arc<Graph<FloatCost>>> for GraphMap {
    fn from(graph: Arc<Graph<FloatCost>>) -> Self {
        AnyGraph::Real(graph).into()
    }
}

impl From<Graph<u32>> for GraphMap {
    fn from(graph: Graph<u32>) -> Self {
        Arc::new(graph).into()
    }
}

impl From<Graph<FloatCost>> for GraphMap {
    fn from(graph: Graph<FloatCost>) -> Self {
        Arc::new(graph).into()
    }
}

/// An algorithm that answers queries about a graph.
pub trait GraphSearch {
    /// Searches for a path and puts its nodes into `nodes`; leaves it empty if there is none.
    fn find(
        &mut self,
        from: u32,
        to: u32,
        limits: &Limits,
        nodes: &mut Vec<u32>,
    ) -> PathOutcome<PathLength>;

    /// Like [`GraphSearch::find`], and reports every step and the path to `sink`.
    fn trace(
        &mut self,
        ends: (u32, u32),
        limits: &Limits,
        nodes: &mut Vec<u32>,
        recording: (TraceSelection, &mut dyn Sink),
    ) -> (PathOutcome<PathLength>, TraceCounts);
}

/// A search behind a [`GraphSearch`], compiled both with and without an observer.
trait Watchable {
    fn search<O: Observer<MapSteps<u32>>>(
        &mut self,
        ends: (u32, u32),
        limits: &Limits,
        nodes: &mut Vec<u32>,
        observer: &mut O,
    ) -> PathOutcome<PathLength>;

    /// The unit of recorded costs, in costs of the search.
    fn unit(&self) -> f64 {
        1.0
    }
}

impl<T: Watchable> GraphSearch for T {
    fn find(
        &mut self,
        from: u32,
        to: u32,
        limits: &Limits,
        nodes: &mut Vec<u32>,
    ) -> PathOutcome<PathLength> {
        self.search((from, to), limits, nodes, &mut ())
    }

    fn trace(
        &mut self,
        ends: (u32, u32),
        limits: &Limits,
        nodes: &mut Vec<u32>,
        recording: (TraceSelection, &mut dyn Sink),
    ) -> (PathOutcome<PathLength>, TraceCounts) {
        let (from, (selection, sink)) = (ends.0, recording);
        let recorder = SearchRecorder::new(TraceShape::Graph, selection).in_unit(self.unit());
        record(MapSteps { start: from }, recorder, sink, |observer| {
            let outcome = self.search(ends, limits, nodes, observer);
            (outcome, nodes.clone(), outcome.stopped)
        })
    }
}

/// Information about a prepared search.
#[derive(Clone, Debug)]
pub struct GraphSearchContext {
    /// The algorithm with its options.
    pub algorithm: String,
    /// The preprocessing time.
    pub preparation: Duration,
    /// Whether a memory limit ends a query. Other limits always do.
    pub limits_memory: bool,
    /// Whether costs of paths are sums of floats: then a path is optimal up to rounding.
    pub is_rounded: bool,
    /// The preprocessed data that can be stored in a file, and where it came from.
    pub table: Option<BuiltTable>,
}

impl GraphMap {
    /// Reads a graph, with integer costs if all costs are integers.
    ///
    /// Costs of road networks are integers. Those of other graphs are floats if any of them is
    /// not an integer.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong.
    pub fn parse(kind: MapKind, text: &str) -> Result<Self, ParseError> {
        if kind == MapKind::Dimacs {
            return Ok(dimacs::parse::<u32>(text)?.into());
        }
        Self::parse_by(kind, text, CostKey::Default)
    }

    /// Reads a graph whose links have their costs under the key `key`. For a kind without keys,
    /// this is [`GraphMap::parse`]: see [`MapKind::has_keys`].
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong.
    pub fn parse_with_key(kind: MapKind, text: &str, key: &str) -> Result<Self, ParseError> {
        match kind {
            MapKind::Dimacs | MapKind::Grid => Self::parse(kind, text),
            _ => Self::parse_by(kind, text, CostKey::Chosen(key)),
        }
    }

    /// A graph with whole costs, or with floats if one of them is not whole.
    fn parse_by(kind: MapKind, text: &str, key: CostKey<'_>) -> Result<Self, ParseError> {
        fn parsed<C: ArcCost>(
            kind: MapKind,
            text: &str,
            key: CostKey<'_>,
        ) -> Result<Graph<C>, ParseError> {
            match kind {
                MapKind::NodeLink => node_link::parse_by(text, key),
                MapKind::GraphMl => graphml::parse_by(text, key),
                MapKind::Table => table::parse_by(text, key),
                MapKind::Dimacs | MapKind::EdgeList | MapKind::Grid => {
                    edge_list::parse_by(text, key)
                }
            }
        }
        if let Ok(graph) = parsed::<u32>(kind, text, key) {
            return Ok(graph.into());
        }
        match parsed::<u64>(kind, text, key).ok().filter(Graph::has_exact_sums) {
            Some(graph) => Ok(graph.into()),
            None => parsed::<FloatCost>(kind, text, key).map(Self::from),
        }
    }

    /// Notes for people about how the graph was read.
    pub fn notes(&self) -> &[String] {
        with_graph!(&self.graph, graph => graph.notes())
    }

    /// Sets the positions of the nodes from a coordinate file.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong.
    pub fn set_coordinates(&mut self, text: &str) -> Result<(), ParseError> {
        let points = dimacs::parse_coordinates(text, self.node_count())?;
        self.scene = OnceLock::new();
        let set = with_graph!(&mut self.graph, graph => Arc::make_mut(graph).set_points(points));
        set.map_err(|error| ParseError::at_end(text, error.to_string()))
    }

    /// The scene for traces, built once.
    pub(super) fn scene(&self) -> &Scene {
        self.scene.get_or_init(|| with_graph!(&self.graph, graph => scene_on_map(graph)))
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        with_graph!(&self.graph, graph => graph.node_count())
    }

    /// The cost of a path of one node: zero in the graph's cost type.
    pub const fn zero(&self) -> PathLength {
        match &self.graph {
            AnyGraph::Whole(_) | AnyGraph::Long(_) => PathLength::Whole(0),
            AnyGraph::Real(_) => PathLength::Real(0.0),
        }
    }

    /// The name or number of a node.
    pub fn label(&self, node: u32) -> String {
        with_graph!(&self.graph, graph => graph.label(node))
    }

    /// Reads the name or number of a node.
    ///
    /// # Errors
    ///
    /// Fails if there is no such node.
    pub fn parse_node(&self, text: &str) -> Result<u32, ParseError> {
        let named = |name: &str| with_graph!(&self.graph, graph => graph.node(name));
        // Lists are named without blanks.
        let list = || serde_json::from_str::<serde_json::Value>(text.trim()).ok();
        let node = named(text.trim()).or_else(|| {
            list().filter(serde_json::Value::is_array).and_then(|it| named(&it.to_string()))
        });
        let count = self.node_count();
        let expected = || match count {
            0 => "a node, but the graph has none".to_owned(),
            1 => format!("`{}`, the only node of the graph", self.label(0)),
            _ => {
                let (first, last) = (self.label(0), self.label(count as u32 - 1));
                format!("one of the graph's {count} nodes, `{first}` to `{last}`")
            }
        };
        node.ok_or_else(|| ParseError::about(text, text.trim(), expected()))
    }

    /// The cost of the path through `nodes`, computed from the graph alone; `None` if it is not
    /// a path.
    pub fn replay(&self, nodes: &[u32]) -> Option<PathLength> {
        with_graph!(&self.graph, graph => graph.path_cost(nodes).map(PathLength::from))
    }

    /// Builds in advance what an algorithm needs, by its name, within `limits`, and stores it in
    /// the folder of `tables`, unless a valid file exists.
    ///
    /// # Errors
    ///
    /// Fails if the name is not known, if the algorithm has nothing to store, if it does not fit
    /// the graph, and at a limit; no file is left behind then.
    pub fn build(
        &self,
        algorithm: &str,
        limits: &Limits,
        tables: &TableSource,
    ) -> Result<BuiltTable, RegistryError> {
        let named = Named::parse(GRAPH_ALGORITHMS, algorithm)?;
        if named.how != RoadAlgorithm::Hierarchy {
            return Err(named.not_offered("it has no preprocessing to store in a file"));
        }
        let whole = self.whole();
        let (graph, _) = whole.ok_or_else(|| named.not_offered(Need::ShortCosts.reason()))?;
        let (from, policy) = ((limits, tables), WritePolicy::All);
        if is_short(&graph) {
            hierarchy::<u32>(&graph, &named, from, policy).map(|(_, table)| table)
        } else {
            hierarchy::<u64>(&graph, &named, from, policy).map(|(_, table)| table)
        }
    }

    /// The graph with whole costs of 32 bits, and the number by which they were multiplied; `None`
    /// if no power of ten makes them whole.
    fn whole(&self) -> Option<(Arc<Graph<u32>>, f64)> {
        match &self.graph {
            AnyGraph::Whole(graph) => Some((Arc::clone(graph), 1.0)),
            AnyGraph::Long(_) => None,
            AnyGraph::Real(graph) => {
                graph.scaled_to_whole().map(|(graph, unit)| (Arc::new(graph), unit))
            }
        }
    }

    /// Prepares an algorithm, by its name with its options, within `limits`, and calls `run`
    /// with it. A contraction hierarchy that was built in advance is loaded from the folder of
    /// `tables`; otherwise it is built and not stored. The default is Dijkstra's algorithm, from
    /// both ends if costs are integers.
    ///
    /// # Errors
    ///
    /// Fails if the name is not known, or the algorithm does not fit the graph.
    pub fn with_search<R>(
        &self,
        algorithm: Option<&str>,
        seed: u64,
        limits: &Limits,
        tables: &TableSource,
        run: impl FnOnce(&mut dyn GraphSearch, &GraphSearchContext) -> R,
    ) -> Result<R, RegistryError> {
        let default = match &self.graph {
            AnyGraph::Whole(_) => RoadAlgorithm::BothEnds,
            AnyGraph::Long(_) | AnyGraph::Real(_) => RoadAlgorithm::Dijkstra,
        };
        let default = PathAlgorithm::of(GRAPH_ALGORITHMS, default).name;
        let named = Named::parse(GRAPH_ALGORITHMS, algorithm.unwrap_or(default))?;
        let started = Instant::now();
        if let Some((graph, unit)) = self.whole()
            && named.how != RoadAlgorithm::AStar
        {
            let setting = || GraphSearchContext {
                algorithm: named.canonical(),
                preparation: started.elapsed(),
                limits_memory: false,
                is_rounded: false,
                table: None,
            };
            let costs = CostsOfRoads { seed, unit, limits, tables };
            return if is_short(&graph) {
                with_roads::<u32, R>(&graph, &named, &costs, setting, run)
            } else {
                with_roads::<u64, R>(&graph, &named, &costs, setting, run)
            };
        }
        with_graph!(&self.graph, graph => with_general(graph, &named, started, run))
    }
}

/// Runs A* or Dijkstra's algorithm of the general engine.
fn with_general<C: Narrow, R>(
    graph: &Arc<Graph<C>>,
    named: &Named<RoadAlgorithm>,
    started: Instant,
    run: impl FnOnce(&mut dyn GraphSearch, &GraphSearchContext) -> R,
) -> Result<R, RegistryError> {
    let heuristic = match named.how {
        RoadAlgorithm::Dijkstra => None,
        RoadAlgorithm::AStar => {
            let heuristic = Euclidean::scaled(Arc::clone(graph));
            Some(heuristic.map_err(|error| named.not_offered(error.to_string()))?)
        }
        _ => return Err(named.not_offered(Need::ShortCosts.reason())),
    };
    let setting = GraphSearchContext {
        algorithm: named.canonical(),
        preparation: started.elapsed(),
        limits_memory: true,
        is_rounded: C::ROUNDS,
        table: None,
    };
    Ok(run(&mut General { graph: Arc::clone(graph), heuristic }, &setting))
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
    (limits, tables): (&Limits, &TableSource),
    policy: WritePolicy,
) -> Result<(ContractionHierarchy<W>, BuiltTable), RegistryError> {
    let open = |path: &Path| {
        let hierarchy = ContractionHierarchy::<W>::open(path)?;
        if hierarchy.belongs_to(graph) { Ok(hierarchy) } else { Err(PreparedFileError::OtherMap) }
    };
    let make = || {
        let settings = ContractionSettings::default();
        ContractionHierarchy::<W>::build_within(graph, &settings, limits)
            .map_err(|error| unprepared(named, error))
    };
    load_or_build(tables, &ContractionHierarchy::<W>::file_name(graph), policy, open, make)
}

/// What the algorithms for road networks are prepared with, besides the graph.
struct CostsOfRoads<'a> {
    seed: u64,
    /// The number by which costs were multiplied.
    unit: f64,
    limits: &'a Limits,
    tables: &'a TableSource,
}

/// Prepares one of the algorithms for road networks, with path costs of the type `W`.
fn with_roads<W: Weight, R>(
    graph: &Graph<u32>,
    named: &Named<RoadAlgorithm>,
    &CostsOfRoads { seed, unit, limits, tables }: &CostsOfRoads<'_>,
    setting: impl Fn() -> GraphSearchContext,
    run: impl FnOnce(&mut dyn GraphSearch, &GraphSearchContext) -> R,
) -> Result<R, RegistryError> {
    let refused = |error: crate::road::TooLong| named.not_offered(error.to_string());
    match named.how {
        RoadAlgorithm::Dijkstra => {
            let mut search = Road::new(Dijkstra::<W>::new(graph).map_err(refused)?, unit);
            Ok(run(&mut search, &setting()))
        }
        RoadAlgorithm::Landmarks => {
            let count = named.integer("landmarks")? as usize;
            let selection = LandmarkSelection::default();
            let landmarks = Landmarks::<W>::choose_within(graph, count, selection, seed, limits);
            let landmarks = landmarks.map_err(|error| unprepared(named, error))?;
            let search = LandmarkSearch::new(graph, &landmarks).map_err(refused)?;
            Ok(run(&mut Road::<_, W>::new(search, unit), &setting()))
        }
        RoadAlgorithm::Hierarchy => {
            let (hierarchy, table) =
                hierarchy::<W>(graph, named, (limits, tables), WritePolicy::OnlyReplaced)?;
            let mut search = Road::<_, W>::new(HierarchySearch::new(&hierarchy), unit);
            Ok(run(&mut search, &GraphSearchContext { table: Some(table), ..setting() }))
        }
        RoadAlgorithm::BothEnds | RoadAlgorithm::AStar => {
            let search = Bidirectional::<W>::new(graph).map_err(refused)?;
            Ok(run(&mut Road::<_, W>::new(search, unit), &setting()))
        }
    }
}

/// A search for road networks, whose costs have the type `W`.
struct Road<S, W> {
    search: S,
    /// The number by which costs were multiplied.
    unit: f64,
    costs: PhantomData<W>,
}

impl<S, W> Road<S, W> {
    fn new(search: S, unit: f64) -> Self {
        Self { search, unit, costs: PhantomData }
    }
}

impl<W: Weight, S: RoadSearch<W>> Watchable for Road<S, W> {
    fn search<O: Observer<MapSteps<u32>>>(
        &mut self,
        (from, to): (u32, u32),
        limits: &Limits,
        nodes: &mut Vec<u32>,
        observer: &mut O,
    ) -> PathOutcome<PathLength> {
        let started = Instant::now();
        let found = self.search.route_within(from, to, nodes, limits, observer);
        let elapsed = started.elapsed();
        let cost = found.ok().flatten().map(|cost| match self.unit {
            1.0 => PathLength::Whole(cost.to_u64()),
            unit => PathLength::Real(cost.to_u64() as f64 / unit),
        });
        PathOutcome { cost, expanded: self.search.settled(), elapsed, stopped: found.err() }
    }

    fn unit(&self) -> f64 {
        self.unit
    }
}

/// A* of the general engine with straight-line distances, or Dijkstra's algorithm without them.
struct General<C: ArcCost> {
    graph: Arc<Graph<C>>,
    heuristic: Option<Euclidean<C>>,
}

/// Converts a report of the general engine to an outcome and the nodes of the path.
fn outcome<C: ArcCost, P: Cost + Into<PathLength>>(
    graph: &Graph<C>,
    from: u32,
    report: &SearchReport<ArcId, P>,
    started: Instant,
    nodes: &mut Vec<u32>,
) -> PathOutcome<PathLength> {
    let elapsed = started.elapsed();
    nodes.clear();
    if let Some(plan) = &report.plan {
        nodes.push(from);
        nodes.extend(plan.actions.iter().map(|&arc| graph.head(arc)));
    }
    let stopped = match report.termination {
        Termination::Stopped(reason) => Some(reason),
        _ => None,
    };
    let cost = report.plan.as_ref().map(|plan| plan.cost.into());
    PathOutcome { cost, expanded: report.statistics.expanded, elapsed, stopped }
}

/// Costs of arcs whose paths may be searched with narrower numbers.
trait Narrow: ArcCost<Path: Into<PathLength>> {
    /// The same query with path costs of 32 bits, if they fit.
    fn narrow<'a>(
        _query: &GraphQuery<Self>,
        _heuristic: &'a Euclidean<Self>,
    ) -> Option<(GraphQuery<u32, u32>, &'a Euclidean<u32>)> {
        None
    }
}

impl Narrow for u64 {}

impl Narrow for FloatCost {}

impl Narrow for u32 {
    fn narrow<'a>(
        query: &GraphQuery<Self>,
        heuristic: &'a Euclidean<Self>,
    ) -> Option<(GraphQuery<u32, u32>, &'a Euclidean<u32>)> {
        is_short(query.graph()).then(|| (query.clone().narrow(), heuristic))
    }
}

impl<C: Narrow> Watchable for General<C> {
    fn search<O: Observer<MapSteps<u32>>>(
        &mut self,
        (from, to): (u32, u32),
        limits: &Limits,
        nodes: &mut Vec<u32>,
        observer: &mut O,
    ) -> PathOutcome<PathLength> {
        let started = Instant::now();
        let watched = &mut Watched::new(observer, 1.0);
        let query = GraphQuery::new(Arc::clone(&self.graph), from, to);
        let Some(heuristic) = &self.heuristic else {
            let strategy = BestFirst::dijkstra().ties(HighG).open_list(Heap).table(Indexed);
            let report = strategy.solve(&query, Blind, limits, watched);
            return outcome(&self.graph, from, &report, started, nodes);
        };
        if let Some((query, heuristic)) = C::narrow(&query, heuristic) {
            let strategy = BestFirst::astar().ties(AnyOrder).open_list(PackedHeap).table(Indexed);
            let report = strategy.solve(&query, heuristic, limits, watched);
            return outcome(&self.graph, from, &report, started, nodes);
        }
        let strategy = BestFirst::astar().ties(HighG).open_list(Heap).table(Indexed);
        let report = strategy.solve(&query, heuristic, limits, watched);
        outcome(&self.graph, from, &report, started, nodes)
    }
}
