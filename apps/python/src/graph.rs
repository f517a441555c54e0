//! Graphs of numbered nodes.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::iter::once;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use tremaux_core::{
    Algorithm, CancelToken, Cost, Event, FloatCost, Guarantees, Heuristic, Limits, NoHeuristic,
    Observer, Optimality, Plan, Search, StopReason, Termination,
};
use tremaux_maps::graph::{
    ArcCost, ArcId, Euclidean, Graph as GraphMap, GraphBuilder, GraphQuery, Point,
};
use tremaux_maps::road::{
    BidirectionalDijkstra, ContractionHierarchy, Dijkstra, HierarchySearch, RoadSearch,
    TargetBuckets,
};
use tremaux_search::{BestFirst, Indexed, KBest};
use tremaux_trace::{
    GraphScene, Place, Scene, Sink, Trace, TraceCounts, TraceEvent, TraceHeader, TraceShape,
    drawing,
};

use crate::background::{answers, in_background, without_lock};
use crate::space::{PythonCost, estimate, noted};

/// Floats as the machine has them in memory.
pub(crate) fn packed<'py>(py: Python<'py>, floats: &[f64]) -> Bound<'py, PyBytes> {
    PyBytes::new(py, bytemuck::cast_slice(floats))
}

/// The cheapest paths from some nodes to all that can be reached at no more than a cost.
pub(crate) struct Tree {
    /// The cost of each node; infinite if it is not reached.
    pub(crate) costs: Vec<f64>,
    /// The node before each node that is reached; for a start, no node of the graph.
    before: Vec<u32>,
    cutoff: f64,
}

impl<C: ArcCost> Observer<GraphQuery<C>> for Tree {
    fn observe(&mut self, event: Event<'_, GraphQuery<C>>) {
        match event {
            Event::Generated { state, action: Some(arc), .. } => {
                self.before[*state as usize] = arc.tail();
            }
            Event::Expanded { state, g } if g.to_f64() <= self.cutoff => {
                self.costs[*state as usize] = g.to_f64();
            }
            _ => {}
        }
    }
}

impl Tree {
    /// Dijkstra's algorithm without a goal. From several nodes it starts at a further one, from
    /// which an arc leads to each at no cost.
    pub(crate) fn grow<C: ArcCost>(
        graph: &Arc<GraphMap<C>>,
        starts: &[u32],
        cutoff: f64,
        limits: &Limits,
    ) -> Result<Self, String> {
        let nodes = graph.node_count();
        let (costs, before) = (vec![f64::INFINITY; nodes + 1], vec![u32::MAX; nodes + 1]);
        let mut tree = Self { costs, before, cutoff };
        let (graph, start) = match starts {
            &[start] => (Arc::clone(graph), start),
            _ => (Arc::new(with_source(graph, starts)), nodes as u32),
        };
        let query = GraphQuery::to_any(graph, start, Vec::new());
        let limits = match cutoff.is_finite() {
            true => limits.clone().with_cost(cutoff),
            false => limits.clone(),
        };
        let search = BestFirst::dijkstra().table(Indexed);
        match search.solve(&query, NoHeuristic, &limits, &mut tree).termination {
            Termination::Stopped(reason) if reason != StopReason::CostLimit => {
                Err(reason.to_string())
            }
            _ => {
                tree.costs.truncate(nodes);
                Ok(tree)
            }
        }
    }
}

/// The graph with one more node, from which an arc leads to each of `starts` at no cost.
fn with_source<C: ArcCost>(graph: &GraphMap<C>, starts: &[u32]) -> GraphMap<C> {
    let source = graph.node_count() as u32;
    let mut builder = GraphBuilder::new(graph.node_count() + 1);
    for tail in 0..source {
        graph.outgoing(tail).iter().for_each(|link| builder.add_arc(tail, link.node, link.cost));
    }
    starts.iter().for_each(|&start| builder.add_arc(source, start, C::default()));
    builder.build().expect("one more node than a graph has")
}

/// The graph with the cheapest arc alone from each node to each other.
fn without_parallel_arcs<C: ArcCost>(graph: &GraphMap<C>) -> GraphMap<C> {
    let mut builder = GraphBuilder::new(graph.node_count());
    let mut cheapest = HashMap::new();
    for tail in 0..graph.node_count() as u32 {
        for link in graph.outgoing(tail) {
            let cost = cheapest.entry(link.node).or_insert(link.cost);
            if link.cost < *cost {
                *cost = link.cost;
            }
        }
        for link in graph.outgoing(tail) {
            if let Some(cost) = cheapest.remove(&link.node) {
                builder.add_arc(tail, link.node, cost);
            }
        }
    }
    builder.build().expect("no more arcs than a graph has")
}

/// A start and a goal.
type Ends = (u32, u32);

/// A path: its nodes, and its cost.
type Found = Option<(Vec<u32>, f64)>;

/// The nodes and the cost of a plan.
fn path_of<C: ArcCost>(
    graph: &GraphMap<C>,
    start: u32,
    plan: Plan<ArcId, C::Path>,
) -> (Vec<u32>, f64) {
    let heads = plan.actions.iter().map(|&arc| graph.head(arc));
    (once(start).chain(heads).collect(), plan.cost.to_f64())
}

/// A cheapest path by A*, and whether it is proved to be one: not if the heuristic was seen to
/// break its promise.
pub(crate) fn a_star<C: ArcCost, H: Heuristic<GraphQuery<C>>>(
    graph: &Arc<GraphMap<C>>,
    (start, goal): Ends,
    h: H,
    limits: &Limits,
) -> Result<(Found, bool), String> {
    let query = GraphQuery::new(Arc::clone(graph), start, goal);
    let report = BestFirst::a_star().table(Indexed).solve(&query, h, limits, &mut ());
    let is_proved = report.is_proven_unsolvable() || report.optimality() != Optimality::Open;
    match report.termination {
        Termination::Stopped(reason) => Err(reason.to_string()),
        _ => Ok((report.plan.map(|plan| path_of(graph, start, plan)), is_proved)),
    }
}

/// The cheapest paths that visit no node twice, the cheapest first.
fn k_shortest<C: ArcCost>(
    graph: &GraphMap<C>,
    (start, goal): Ends,
    count: u32,
    limits: &Limits,
) -> Result<Vec<(Vec<u32>, f64)>, String> {
    let graph = Arc::new(without_parallel_arcs(graph));
    let query = GraphQuery::new(Arc::clone(&graph), start, goal);
    let mut search = KBest::new(count).loopless().start(&query, NoHeuristic);
    let _ = search.advance(limits, &mut ());
    match search.report().termination {
        Termination::Stopped(reason) => Err(reason.to_string()),
        _ => Ok(search.solutions().into_iter().map(|it| path_of(&graph, start, it)).collect()),
    }
}

/// The estimates of a function in Python.
struct Estimates<'a, 'py> {
    /// What Python calls the nodes.
    nodes: &'a Bound<'py, PyList>,
    h: &'a Bound<'py, PyAny>,
    /// Whether an estimate was infinite.
    has_dead_ends: Cell<bool>,
    cancel: CancelToken,
    /// What the function raised, or what was wrong with what it returned.
    error: RefCell<Option<PyErr>>,
}

impl Estimates<'_, '_> {
    fn ask(&self, node: u32) -> PyResult<f64> {
        self.h.py().check_signals()?;
        let node = self.nodes.get_item(node as usize)?;
        let found = self.h.call1((&node,));
        let found = found.map_err(|error| noted(error, self.h.py(), "h", &node))?;
        let value = estimate(&node, &found)?;
        self.has_dead_ends.set(self.has_dead_ends.get() || value == f64::INFINITY);
        Ok(value)
    }
}

impl<C: ArcCost<Path: PythonCost>> Heuristic<GraphQuery<C>> for Estimates<'_, '_> {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::ADMISSIBLE
    }

    fn estimate(&self, _: &GraphQuery<C>, &node: &u32) -> C::Path {
        let is_over = self.cancel.is_cancelled();
        let asked = if is_over { Ok(0.0) } else { self.ask(node) };
        asked.map(C::Path::estimated).unwrap_or_else(|error| {
            self.error.replace(Some(error));
            self.cancel.cancel();
            C::Path::ZERO
        })
    }
}

/// Straight lines to the goal as estimates, for one graph.
#[derive(Clone)]
enum Line {
    Whole(Arc<GraphMap<u32>>, Euclidean<u32>),
    Floats(Arc<GraphMap<FloatCost>>, Euclidean<FloatCost>),
}

/// Estimates for A*: the straight line to the goal, times the largest factor that never estimates
/// too high.
#[pyclass(module = "tremaux", frozen)]
pub(crate) struct StraightLine {
    line: Line,
}

#[pymethods]
impl StraightLine {
    /// What lengths are multiplied by.
    #[getter]
    fn factor(&self) -> f64 {
        match &self.line {
            Line::Whole(_, line) => line.factor(),
            Line::Floats(_, line) => line.factor(),
        }
    }
}

/// The straight lines between nodes at these points.
pub(crate) fn euclidean<C: ArcCost>(
    graph: &GraphMap<C>,
    points: Vec<Point>,
) -> Result<Euclidean<C>, String> {
    let mut placed = graph.clone();
    placed.set_points(points).map_err(|error| error.to_string())?;
    Euclidean::scaled(Arc::new(placed)).map_err(|error| error.to_string())
}

/// What finds a path from one node to another. Each thread has its own.
#[derive(Clone)]
enum Finder {
    Pairs(Box<BidirectionalDijkstra<u64>>),
    Hierarchy(Box<HierarchySearch<u64>>),
    Floats(Arc<GraphMap<FloatCost>>),
}

impl Finder {
    fn find(&mut self, (start, goal): Ends, limits: &Limits) -> Result<Found, String> {
        let mut nodes = Vec::new();
        let cost = match self {
            Self::Pairs(search) => search.route_within(start, goal, &mut nodes, limits, &mut ()),
            Self::Hierarchy(search) => {
                search.route_within(start, goal, &mut nodes, limits, &mut ())
            }
            Self::Floats(graph) => {
                return a_star(graph, (start, goal), NoHeuristic, limits).map(|(found, _)| found);
            }
        };
        let cost = cost.map_err(|reason| reason.to_string())?;
        Ok(cost.map(|cost| (nodes, cost as f64)))
    }
}

/// The arcs.
enum Costs {
    Whole(Arc<GraphMap<u32>>),
    Floats(Arc<GraphMap<FloatCost>>),
}

/// Does the same with a graph, whatever its costs.
macro_rules! with_graph {
    ($costs:expr, $graph:ident => $work:expr) => {
        match &$costs {
            Costs::Whole($graph) => $work,
            Costs::Floats($graph) => $work,
        }
    };
}

/// What threads search with: each takes one that is idle, or makes its own.
type Idle<T> = Arc<Mutex<Vec<T>>>;

fn lent<T, A>(idle: &Idle<T>, make: impl FnOnce() -> T, work: impl FnOnce(&mut T) -> A) -> A {
    let all = || idle.lock().unwrap_or_else(PoisonError::into_inner);
    let known = all().pop();
    let mut own = known.unwrap_or_else(make);
    let answer = work(&mut own);
    all().push(own);
    answer
}

fn to_many(graph: &GraphMap<u32>) -> Dijkstra<u64> {
    Dijkstra::new(graph).expect("64 bits hold the cost of every path")
}

/// A graph as a picture, with a path. Without `points` the nodes lie on a circle.
#[pyfunction]
pub(crate) fn draw_graph(
    names: Vec<String>,
    points: Vec<(f64, f64)>,
    arcs: Vec<(u32, u32, f64)>,
    path: Vec<u32>,
) -> String {
    let scene = Scene::Graph(GraphScene { names, points, arcs }.into());
    let header = TraceHeader { scene, ..TraceHeader::new("graph", TraceShape::Graph) };
    let mut trace = Trace::new(header);
    for (id, vertex) in (0..).zip(path) {
        trace.take(&TraceEvent::Path { id, place: Some(Place::Vertex { vertex }) });
    }
    trace.take(&TraceEvent::End { counts: TraceCounts::default(), status: "solved".into() });
    drawing::svg(&trace, drawing::Style::default())
}

/// A directed graph with costs of zero or more, prepared for queries.
#[pyclass(module = "tremaux", frozen)]
pub(crate) struct Graph {
    costs: Costs,
    finder: Arc<Finder>,
    idle: Idle<Finder>,
    /// Distances from one node to many, for whole costs.
    to_many: Idle<Dijkstra<u64>>,
    nodes: u32,
    is_hierarchy: bool,
}

pub(crate) fn wrong(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

impl Graph {
    fn size(&self) -> usize {
        self.nodes as usize
    }

    fn tree(&self, py: Python<'_>, starts: Vec<u32>, cutoff: Option<f64>) -> PyResult<Tree> {
        let cutoff = cutoff.unwrap_or(f64::INFINITY);
        let found = with_graph!(self.costs, graph => {
            let graph = Arc::clone(graph);
            let grow = move |limits: &Limits| Tree::grow(&graph, &starts, cutoff, limits);
            without_lock(py, self.size(), grow)
        });
        found?.map_err(wrong)
    }
}

#[pymethods]
impl Graph {
    /// Arcs with costs, which the caller has checked: `u32` and `f64` as they are in memory.
    #[new]
    fn new(
        py: Python<'_>,
        nodes: u32,
        tails: &[u8],
        heads: &[u8],
        costs: &[u8],
        is_hierarchy: bool,
    ) -> PyResult<Self> {
        let [tails, heads] = [tails, heads].map(bytemuck::pod_collect_to_vec::<_, u32>);
        let costs = bytemuck::pod_collect_to_vec::<_, f64>(costs);
        let is_whole = costs.iter().all(|cost| cost.fract() == 0.0 && *cost < 2_147_483_648.0);
        let arcs = tails.into_iter().zip(heads).zip(costs);
        let work = move || -> Result<(Costs, Finder), String> {
            if !is_whole {
                let mut builder = GraphBuilder::<FloatCost>::new(nodes as usize);
                arcs.for_each(|((tail, head), cost)| {
                    builder.add_arc(tail, head, FloatCost::new(cost))
                });
                let graph = Arc::new(builder.build().map_err(|it| it.to_string())?);
                return Ok((Costs::Floats(Arc::clone(&graph)), Finder::Floats(graph)));
            }
            let mut builder = GraphBuilder::<u32>::new(nodes as usize);
            arcs.for_each(|((tail, head), cost)| builder.add_arc(tail, head, cost as u32));
            let graph = Arc::new(builder.build().map_err(|it| it.to_string())?);
            let finder = if is_hierarchy {
                let hierarchy = ContractionHierarchy::build(&graph).map_err(|it| it.to_string())?;
                Finder::Hierarchy(Box::new(HierarchySearch::new(Arc::new(hierarchy))))
            } else {
                let pairs = BidirectionalDijkstra::new(Arc::clone(&graph));
                Finder::Pairs(Box::new(pairs.map_err(|it| it.to_string())?))
            };
            Ok((Costs::Whole(graph), finder))
        };
        let (costs, finder) = in_background(py, &CancelToken::default(), work)?.map_err(wrong)?;
        let (finder, idle, to_many) = (Arc::new(finder), Idle::default(), Idle::default());
        Ok(Self { costs, finder, idle, to_many, nodes, is_hierarchy })
    }

    /// A cheapest path, or None.
    fn path(&self, py: Python<'_>, start: u32, goal: u32) -> PyResult<Found> {
        let (finder, idle) = (Arc::clone(&self.finder), Arc::clone(&self.idle));
        let find = move |limits: &Limits| {
            lent(&idle, || Finder::clone(&finder), |own| own.find((start, goal), limits))
        };
        // In a hierarchy all queries are short.
        let size = if self.is_hierarchy { 0 } else { self.size() };
        without_lock(py, size, find)?.map_err(wrong)
    }

    /// A cheapest path for each pair of start and goal, on some threads.
    fn paths(&self, py: Python<'_>, pairs: Vec<Ends>, threads: usize) -> PyResult<Vec<Found>> {
        let finder = Arc::clone(&self.finder);
        answers(py, pairs, threads, move || {
            let mut finder = Finder::clone(&finder);
            move |&ends: &Ends, limits: &Limits| finder.find(ends, limits)
        })
    }

    /// A cheapest path by A* with the estimates of a function of Python's `nodes`, and whether it
    /// is proved to be one.
    fn path_by_function(
        &self,
        start: u32,
        goal: u32,
        nodes: &Bound<'_, PyList>,
        h: &Bound<'_, PyAny>,
    ) -> PyResult<(Found, bool)> {
        let cancel = CancelToken::default();
        let limits = Limits::default().with_cancel(cancel.clone());
        let (has_dead_ends, error) = (Cell::new(false), RefCell::new(None));
        let h = Estimates { nodes, h, has_dead_ends, cancel, error };
        let found = with_graph!(self.costs, graph => {
            match a_star(graph, (start, goal), &h, &limits) {
                // An infinite estimate may hide a path.
                Ok((None, _)) if h.has_dead_ends.get() => {
                    let found = a_star(graph, (start, goal), NoHeuristic, &limits);
                    found.map(|(found, _)| (found.clone(), found.is_none()))
                }
                found => found,
            }
        });
        match h.error.into_inner() {
            Some(error) => Err(error),
            None => found.map_err(wrong),
        }
    }

    /// A cheapest path by A* with the straight lines of an equal graph as estimates, and whether it
    /// is proved to be one.
    fn path_by_line(
        &self,
        py: Python<'_>,
        start: u32,
        goal: u32,
        line: &StraightLine,
    ) -> PyResult<(Found, bool)> {
        let (line, ends) = (line.line.clone(), (start, goal));
        let find = move |limits: &Limits| match line {
            Line::Whole(graph, line) => a_star(&graph, ends, line, limits),
            Line::Floats(graph, line) => a_star(&graph, ends, line, limits),
        };
        without_lock(py, self.size(), find)?.map_err(wrong)
    }

    /// Estimates for A* from the places of all nodes.
    fn straight_line(&self, py: Python<'_>, points: Vec<(f64, f64)>) -> PyResult<StraightLine> {
        let points = points.into_iter().map(|(x, y)| Point { x, y }).collect();
        let line = match &self.costs {
            Costs::Whole(graph) => {
                let graph = Arc::clone(graph);
                let make = move |_: &Limits| {
                    euclidean(&graph, points).map(|line| Line::Whole(graph, line))
                };
                without_lock(py, self.size(), make)?
            }
            Costs::Floats(graph) => {
                let graph = Arc::clone(graph);
                let make = move |_: &Limits| {
                    euclidean(&graph, points).map(|line| Line::Floats(graph, line))
                };
                without_lock(py, self.size(), make)?
            }
        };
        Ok(StraightLine { line: line.map_err(wrong)? })
    }

    /// The cheapest paths that visit no node twice, the cheapest first.
    fn k_shortest(
        &self,
        py: Python<'_>,
        start: u32,
        goal: u32,
        count: u32,
    ) -> PyResult<Vec<(Vec<u32>, f64)>> {
        let cancel = CancelToken::default();
        let limits = Limits::default().with_cancel(cancel.clone());
        let found = with_graph!(self.costs, graph => {
            let graph = Arc::clone(graph);
            let find = move || k_shortest(&graph, (start, goal), count, &limits);
            in_background(py, &cancel, find)
        });
        found?.map_err(wrong)
    }

    /// The cost of a cheapest path from the nearest of `starts` to each node, infinite where there
    /// is none that costs at most `cutoff`, as floats.
    fn distances<'py>(
        &self,
        py: Python<'py>,
        starts: Vec<u32>,
        cutoff: Option<f64>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        if let (Costs::Whole(graph), &[start], None) = (&self.costs, &starts[..], cutoff) {
            let (graph, idle) = (Arc::clone(graph), Arc::clone(&self.to_many));
            let find =
                move |_: &Limits| lent(&idle, || to_many(&graph), |own| own.distances_from(start));
            let found = without_lock(py, self.size(), find)?.into_iter();
            let costs = found.map(|cost| cost.map_or(f64::INFINITY, |it| it as f64));
            return Ok(packed(py, &costs.collect::<Vec<_>>()));
        }
        Ok(packed(py, &self.tree(py, starts, cutoff)?.costs))
    }

    /// The node before each node on a cheapest path from the nearest of `starts`: itself for a
    /// start, and None where there is no path that costs at most `cutoff`.
    fn predecessors(
        &self,
        py: Python<'_>,
        starts: Vec<u32>,
        cutoff: Option<f64>,
    ) -> PyResult<Vec<Option<u32>>> {
        let Tree { costs, before, .. } = self.tree(py, starts, cutoff)?;
        let nodes = (0..self.nodes).zip(costs).zip(before);
        Ok(nodes
            .map(|((node, cost), before)| {
                let is_start = before >= self.nodes;
                cost.is_finite().then_some(if is_start { node } else { before })
            })
            .collect())
    }

    /// The costs of cheapest paths from each of `sources` to each of `targets`, row by row, as
    /// floats.
    fn matrix<'py>(
        &self,
        py: Python<'py>,
        sources: Vec<u32>,
        targets: Vec<u32>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let floats = |row: Vec<Option<u64>>| -> Vec<f64> {
            row.into_iter().map(|cost| cost.map_or(f64::INFINITY, |it| it as f64)).collect()
        };
        let targets = Arc::new(targets);
        let hierarchy = match &*self.finder {
            Finder::Hierarchy(search) => Some((**search).clone()),
            _ => None,
        };
        let rows = match (&self.costs, hierarchy) {
            (_, Some(mut search)) => {
                let bucketed = move || {
                    let buckets = TargetBuckets::new(&mut search, &targets);
                    (search, Arc::new(buckets))
                };
                let (search, buckets) = in_background(py, &CancelToken::default(), bucketed)?;
                answers(py, sources, threads, move || {
                    let (mut search, buckets) = (search.clone(), Arc::clone(&buckets));
                    move |&source: &u32, _: &Limits| {
                        let mut row = Vec::new();
                        buckets.distances_from(&mut search, source, &mut row);
                        Ok(floats(row))
                    }
                })?
            }
            (Costs::Whole(graph), None) => {
                let (graph, idle) = (Arc::clone(graph), Arc::clone(&self.to_many));
                answers(py, sources, threads, move || {
                    let (graph, idle) = (Arc::clone(&graph), Arc::clone(&idle));
                    let targets = Arc::clone(&targets);
                    move |&source: &u32, _: &Limits| {
                        let make = || to_many(&graph);
                        let rows = lent(&idle, make, |own| own.matrix(&[source], &targets));
                        Ok(rows.into_iter().flat_map(floats).collect::<Vec<_>>())
                    }
                })?
            }
            (Costs::Floats(graph), None) => {
                let graph = Arc::clone(graph);
                answers(py, sources, threads, move || {
                    let (graph, targets) = (Arc::clone(&graph), Arc::clone(&targets));
                    move |&source: &u32, limits: &Limits| {
                        let tree = Tree::grow(&graph, &[source], f64::INFINITY, limits)?;
                        Ok(targets.iter().map(|&it| tree.costs[it as usize]).collect::<Vec<_>>())
                    }
                })?
            }
        };
        Ok(packed(py, &rows.concat()))
    }
}
