//! Graphs of numbered nodes.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tremaux_core::{Algorithm, CancelToken, Event, FloatCost, Limits, NoHeuristic, Observer};
use tremaux_maps::graph::{Graph as GraphMap, GraphBuilder, GraphQuery};
use tremaux_maps::road::{
    BidirectionalDijkstra, ContractionHierarchy, Dijkstra, HierarchySearch, RoadSearch,
};
use tremaux_search::{BestFirst, Indexed};

use crate::background::in_background;

/// The costs of the states that a search expands, by node.
struct Costs(Vec<f64>);

impl Observer<GraphQuery<FloatCost>> for Costs {
    fn observe(&mut self, event: Event<'_, GraphQuery<FloatCost>>) {
        if let Event::Expanded { state, g } = event {
            self.0[*state as usize] = g.get();
        }
    }
}

/// Floats as the machine has them in memory.
pub(crate) fn packed<'py>(py: Python<'py>, floats: &[f64]) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = floats.iter().flat_map(|it| it.to_ne_bytes()).collect();
    PyBytes::new(py, &bytes)
}

/// A path: its nodes, and its cost.
type Found = Option<(Vec<u32>, f64)>;

/// What answers queries.
enum Engine {
    /// Whole costs.
    Roads(Box<Roads>),
    /// Other costs.
    Floats(Arc<GraphMap<FloatCost>>),
}

struct Roads {
    graph: Arc<GraphMap<u32>>,
    /// From one node to one other.
    pairs: BidirectionalDijkstra<u64>,
    /// From one node to all; made when it is first asked.
    all: Option<Dijkstra<u64>>,
    hierarchy: Option<HierarchySearch<u64>>,
}

/// A directed graph with costs of zero or more, prepared for queries.
#[pyclass(module = "tremaux", frozen)]
pub(crate) struct Graph {
    engine: Arc<Mutex<Engine>>,
    nodes: u32,
}

fn wrong(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

impl Graph {
    fn check(&self, nodes: &[u32]) -> PyResult<()> {
        match nodes.iter().find(|&&node| node >= self.nodes) {
            Some(node) => {
                Err(PyIndexError::new_err(format!("no node {node}: there are {}", self.nodes)))
            }
            None => Ok(()),
        }
    }
}

fn float_distances(graph: &Arc<GraphMap<FloatCost>>, start: u32, nodes: u32) -> Vec<f64> {
    let mut costs = Costs(vec![f64::INFINITY; nodes as usize]);
    // Without a goal it goes on until all are expanded.
    let query = GraphQuery::to_any(Arc::clone(graph), start, Vec::new());
    let search = BestFirst::dijkstra().table(Indexed);
    let report = search.solve(&query, NoHeuristic, &Limits::default(), &mut costs);
    debug_assert!(report.plan.is_none(), "there is no goal");
    costs.0
}

#[pymethods]
impl Graph {
    /// Arcs from `tails` to `heads` with these costs.
    #[new]
    fn new(
        py: Python<'_>,
        nodes: u32,
        tails: Vec<u32>,
        heads: Vec<u32>,
        costs: Vec<f64>,
        is_hierarchy: bool,
    ) -> PyResult<Self> {
        if tails.len() != heads.len() || tails.len() != costs.len() {
            return Err(PyValueError::new_err("as many tails, heads and costs are expected"));
        }
        if let Some(node) = tails.iter().chain(&heads).find(|&&node| node >= nodes) {
            return Err(PyIndexError::new_err(format!("no node {node}: there are {nodes}")));
        }
        if let Some(cost) = costs.iter().find(|cost| !(0.0..f64::INFINITY).contains(*cost)) {
            return Err(PyValueError::new_err(format!(
                "a cost is {cost}; expected zero or more, and finite"
            )));
        }
        let is_whole = costs.iter().all(|cost| cost.fract() == 0.0 && *cost < 2_147_483_648.0);
        if is_hierarchy && !is_whole {
            return Err(PyValueError::new_err(
                "a hierarchy needs whole costs: multiply and round them",
            ));
        }
        let arcs = tails.into_iter().zip(heads).zip(costs);
        let work = move || -> Result<Engine, String> {
            if !is_whole {
                let mut builder = GraphBuilder::<FloatCost>::new(nodes as usize);
                arcs.for_each(|((tail, head), cost)| {
                    builder.add_arc(tail, head, FloatCost::new(cost))
                });
                return Ok(Engine::Floats(Arc::new(builder.build().map_err(|it| it.to_string())?)));
            }
            let mut builder = GraphBuilder::<u32>::new(nodes as usize);
            arcs.for_each(|((tail, head), cost)| builder.add_arc(tail, head, cost as u32));
            let graph = Arc::new(builder.build().map_err(|it| it.to_string())?);
            let pairs =
                BidirectionalDijkstra::new(Arc::clone(&graph)).map_err(|it| it.to_string())?;
            let hierarchy = is_hierarchy.then(|| ContractionHierarchy::build(&graph)).transpose();
            let hierarchy = hierarchy.map_err(|it| it.to_string())?;
            let hierarchy = hierarchy.map(|it| HierarchySearch::new(Arc::new(it)));
            Ok(Engine::Roads(Box::new(Roads { graph, pairs, all: None, hierarchy })))
        };
        let engine = in_background(py, &CancelToken::default(), work)?.map_err(wrong)?;
        Ok(Self { engine: Arc::new(Mutex::new(engine)), nodes })
    }

    /// A cheapest path, or None.
    fn path(&self, py: Python<'_>, start: u32, goal: u32) -> PyResult<Found> {
        self.check(&[start, goal])?;
        Ok(py.detach(|| {
            let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
            match &mut *engine {
                Engine::Roads(roads) => {
                    let mut nodes = Vec::new();
                    let cost = match &mut roads.hierarchy {
                        Some(search) => search.route(start, goal, &mut nodes),
                        None => roads.pairs.route(start, goal, &mut nodes),
                    };
                    cost.map(|cost| (nodes, cost as f64))
                }
                Engine::Floats(graph) => {
                    let query = GraphQuery::new(Arc::clone(graph), start, goal);
                    let search = BestFirst::dijkstra().table(Indexed);
                    let report = search.solve(&query, NoHeuristic, &Limits::default(), &mut ());
                    report.plan.map(|plan| {
                        let heads = plan.actions.iter().map(|&arc| graph.head(arc));
                        (std::iter::once(start).chain(heads).collect(), plan.cost.get())
                    })
                }
            }
        }))
    }

    /// The cost of a cheapest path from a node to each other, infinite where there is none, as
    /// floats.
    fn distances<'py>(&self, py: Python<'py>, start: u32) -> PyResult<Bound<'py, PyBytes>> {
        self.check(&[start])?;
        let (engine, nodes) = (Arc::clone(&self.engine), self.nodes);
        let work = move || -> Result<Vec<f64>, String> {
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            let roads = match &mut *engine {
                Engine::Roads(roads) => roads,
                Engine::Floats(graph) => return Ok(float_distances(graph, start, nodes)),
            };
            if roads.all.is_none() {
                roads.all = Some(Dijkstra::new(&roads.graph).map_err(|it| it.to_string())?);
            }
            let found = roads.all.as_mut().expect("it is there").distances_from(start);
            let costs = found.into_iter().map(|cost| cost.map_or(f64::INFINITY, |it| it as f64));
            Ok(costs.collect())
        };
        let found = in_background(py, &CancelToken::default(), work)?;
        Ok(packed(py, &found.map_err(wrong)?))
    }
}
