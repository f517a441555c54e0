//! Searches on maps that are recorded.

use std::fmt::{self, Debug, Write};
use std::sync::Arc;

use tremaux_core::{
    Algorithm, Blind, Cost, Heuristic, Limits, Search, StateSpace, StopReason, Termination,
};
use tremaux_maps::graph::{ArcCost, Euclidean, Graph, GraphQuery};
use tremaux_maps::grid::{
    Cell, Direction, Grid, JumpQuery, OpenDistance, StepCosts, StepQuery, StepScale, WeightedQuery,
};
use tremaux_search::{BestFirst, Indexed, plan_cost};
use tremaux_trace::{
    Describe, Place, Scene, SearchRecorder, Selection, Shape, Sink, TraceCounts, TraceHeader,
};

use super::{GRAPH_ALGORITHMS, GRID_ALGORITHMS, GraphMap, Named};
use crate::error::RegistryError;

/// What came of a search that was recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TracedPath {
    /// The counts of the search.
    pub counts: TraceCounts,
    /// The path's cost, in straight steps on a grid; none if there is no path.
    pub cost: Option<f64>,
    /// The limit that stepped in.
    pub stopped: Option<StopReason>,
}

/// States are told of by where they are.
struct Placed<F>(F);

impl<S: StateSpace, F: Fn(&S::State) -> Place<'static>> Describe<S> for Placed<F> {
    fn place<'a>(&self, _space: &S, state: &S::State, _scratch: &'a mut String) -> Place<'a> {
        (self.0)(state)
    }

    fn write_action(
        &self,
        _space: &S,
        _state: &S::State,
        action: S::Action,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        write_debug(out, &action)
    }
}

/// A name of letters alone, made without allocating: a trace writes millions.
#[derive(Default)]
struct Name {
    letters: [u8; 16],
    length: usize,
}

impl Write for Name {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        let room = self.letters.get_mut(self.length..end).ok_or(fmt::Error)?;
        if !text.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return Err(fmt::Error);
        }
        room.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}

/// Directions are told of by their names; arcs have none.
fn write_debug(out: &mut dyn Write, action: &dyn Debug) -> fmt::Result {
    let mut name = Name::default();
    if write!(name, "{action:?}").is_err() {
        return Ok(());
    }
    let letters = str::from_utf8(&name.letters[..name.length]).unwrap_or_default();
    out.write_str(letters)
}

/// What is recorded, and where it goes.
struct Recording<'a> {
    limits: &'a Limits,
    selection: Selection,
    sink: &'a mut dyn Sink,
    /// What costs are divided by.
    unit: f64,
    algorithm: &'static str,
}

impl Recording<'_> {
    fn run<S, A, H, F>(
        self,
        space: &S,
        algorithm: &A,
        heuristic: H,
        place: F,
    ) -> Result<TracedPath, RegistryError>
    where
        S: StateSpace,
        A: Algorithm<S>,
        H: Heuristic<S>,
        F: Fn(&S::State) -> Place<'static>,
    {
        let Self { limits, selection, sink, unit, algorithm: name } = self;
        let told = Placed(place);
        let mut recorder = SearchRecorder::new(Shape::Graph, selection).in_unit(unit);
        let mut search = algorithm.start(space, heuristic);
        let _ = search.advance(limits, &mut recorder.watch(space, &told, sink));
        let report = search.report();
        let plan = report.plan.as_ref();
        if plan.is_some_and(|plan| plan_cost(space, &plan.actions) != Some(plan.cost)) {
            return Err(RegistryError::WrongPlan { algorithm: name });
        }
        let stopped = match report.termination {
            Termination::Stopped(reason) => Some(reason),
            _ => None,
        };
        let status = match (plan, stopped) {
            (Some(_), _) => "solved",
            (None, Some(_)) => "limit",
            (None, None) => "no-solution",
        };
        let actions = plan.map(|plan| plan.actions.as_slice());
        let counts = recorder.finish(space, &told, actions, status, sink);
        Ok(TracedPath { counts, cost: plan.map(|plan| plan.cost.to_f64() / unit), stopped })
    }
}

/// The algorithms on grids whose steps are told.
const TRACED_ON_GRIDS: [&str; 3] = ["dijkstra", "a-star", "jps"];

fn named_on_grid(algorithm: Option<&str>) -> Result<Named, RegistryError> {
    let named = Named::parse(GRID_ALGORITHMS, algorithm.unwrap_or("a-star"))?;
    if TRACED_ON_GRIDS.contains(&named.component.name) {
        return Ok(named);
    }
    Err(named.not_offered("its steps are not told; those of dijkstra, a-star and jps are"))
}

/// What a trace of a search on a grid is of. Without a name the algorithm is A*.
///
/// # Errors
///
/// Fails if the name is not known, or the algorithm is not one whose steps are told.
pub fn grid_trace_header(
    grid: &Grid,
    algorithm: Option<&str>,
    (start, goal): (Cell, Cell),
    selection: Selection,
) -> Result<TraceHeader, RegistryError> {
    let named = named_on_grid(algorithm)?;
    let letter = |cell: Cell| match (grid.is_free(cell), grid.weight(cell)) {
        (false, _) => '#',
        (true, 2..=9) => (b'0' + grid.weight(cell)) as char,
        (true, _) => '.',
    };
    let row = |y: u16| (0..grid.width()).map(|x| letter(Cell::new(x, y))).collect();
    let place = |cell: Cell| (u32::from(cell.x), u32::from(cell.y));
    let informed = named.component.name != "dijkstra";
    Ok(TraceHeader {
        instance: format!("{start} {goal}"),
        algorithm: named.canonical(),
        heuristic: informed.then(|| "octile distance".to_owned()),
        selection,
        scene: Scene::Grid {
            rows: (0..grid.height()).map(row).collect(),
            start: Some(place(start)),
            goals: vec![place(goal)],
        },
        ..TraceHeader::new("grid", Shape::Graph)
    })
}

/// Searches a path on a grid by the general engine, and tells `sink` of every step. Costs are
/// told in straight steps.
///
/// # Errors
///
/// Fails like [`grid_trace_header`], and if the algorithm does not fit the map.
pub fn trace_grid(
    grid: &Grid,
    costs: StepCosts,
    algorithm: Option<&str>,
    (start, goal): (Cell, Cell),
    limits: &Limits,
    (selection, sink): (Selection, &mut dyn Sink),
) -> Result<TracedPath, RegistryError> {
    let named = named_on_grid(algorithm)?;
    let movement = grid.movement();
    let place = |cell: &Cell| Place::Cell { x: u32::from(cell.x), y: u32::from(cell.y) };
    let (dijkstra, astar) =
        (BestFirst::dijkstra().table(Indexed), BestFirst::astar().table(Indexed));
    let name = named.component.name;
    if grid.is_weighted() {
        if name == "jps" {
            return Err(named.not_offered("it needs a map without weights"));
        }
        let bound = grid.free_cells() as u64 * u64::from(u8::MAX);
        let scale = StepScale::exact_for(costs, movement, bound)
            .ok_or_else(|| named.not_offered("the map is too large for its weights"))?;
        let query = WeightedQuery { grid, scale, start, goal };
        let unit = scale.step(Direction::North) as f64;
        let recording = Recording { limits, selection, sink, unit, algorithm: name };
        return match name {
            "dijkstra" => recording.run(&query, &dijkstra, Blind, place),
            _ => recording.run(&query, &astar, OpenDistance, place),
        };
    }
    let scale = StepScale::fast(costs, movement);
    let query = StepQuery { grid, scale, start, goal };
    let unit = f64::from(scale.step(Direction::North));
    let recording = Recording { limits, selection, sink, unit, algorithm: name };
    match name {
        "dijkstra" => recording.run(&query, &dijkstra, Blind, place),
        "jps" => {
            let query = JumpQuery { finder: grid, scale, start, goal };
            recording.run(&query, &astar, OpenDistance, place)
        }
        _ => recording.run(&query, &astar, OpenDistance, place),
    }
}

/// Beyond so many nodes the header of a trace does not hold the graph.
const MOST_NODES: usize = 20_000;

fn scene<C: ArcCost>(graph: &Graph<C>) -> Scene {
    let count = graph.node_count();
    if count > MOST_NODES {
        return Scene::Nowhere;
    }
    let nodes = 0..count as u32;
    let points = graph.points().unwrap_or_default();
    let from = |node: u32| {
        graph.arcs_from(node).map(move |arc| {
            let cost = graph.cost(arc).to_f64();
            (node, graph.head(arc), cost)
        })
    };
    Scene::Graph {
        names: nodes.clone().map(|node| graph.label(node)).collect(),
        points: points.iter().map(|point| (point.x, point.y)).collect(),
        arcs: nodes.flat_map(from).collect(),
    }
}

fn named_on_graph(algorithm: Option<&str>) -> Result<Named, RegistryError> {
    let named = Named::parse(GRAPH_ALGORITHMS, algorithm.unwrap_or("dijkstra"))?;
    if ["dijkstra", "a-star"].contains(&named.component.name) {
        return Ok(named);
    }
    Err(named.not_offered("its steps are not told; those of dijkstra and a-star are"))
}

impl GraphMap {
    /// What a trace of a search on the graph is of. Without a name the algorithm is
    /// Dijkstra's.
    ///
    /// # Errors
    ///
    /// Fails if the name is not known, or the algorithm is not one whose steps are told.
    pub fn trace_header(
        &self,
        algorithm: Option<&str>,
        (from, to): (u32, u32),
        selection: Selection,
    ) -> Result<TraceHeader, RegistryError> {
        let named = named_on_graph(algorithm)?;
        let informed = named.component.name == "a-star";
        Ok(TraceHeader {
            instance: format!("{} {}", self.label(from), self.label(to)),
            algorithm: named.canonical(),
            heuristic: informed.then(|| "straight line".to_owned()),
            selection,
            scene: match self {
                Self::Whole(graph) => scene(graph),
                Self::Real(graph) => scene(graph),
            },
            ..TraceHeader::new("graph", Shape::Graph)
        })
    }

    /// Searches a path by the general engine, and tells `sink` of every step.
    ///
    /// # Errors
    ///
    /// Fails like [`GraphMap::trace_header`], and if A* lacks coordinates.
    pub fn trace(
        &self,
        algorithm: Option<&str>,
        (from, to): (u32, u32),
        limits: &Limits,
        (selection, sink): (Selection, &mut dyn Sink),
    ) -> Result<TracedPath, RegistryError> {
        let named = named_on_graph(algorithm)?;
        let name = named.component.name;
        let recording = Recording { limits, selection, sink, unit: 1.0, algorithm: name };
        let place = |&vertex: &u32| Place::Vertex { vertex };
        let (dijkstra, astar) =
            (BestFirst::dijkstra().table(Indexed), BestFirst::astar().table(Indexed));
        let lacks = |reason: String| named.not_offered(reason);
        macro_rules! run {
            ($graph:expr) => {{
                let query = GraphQuery::new(Arc::clone($graph), from, to);
                if name == "dijkstra" {
                    recording.run(&query, &dijkstra, Blind, place)
                } else {
                    let heuristic = Euclidean::scaled(Arc::clone($graph));
                    let heuristic = heuristic.map_err(|error| lacks(error.to_string()))?;
                    recording.run(&query, &astar, &heuristic, place)
                }
            }};
        }
        match self {
            Self::Whole(graph) => run!(graph),
            Self::Real(graph) => run!(graph),
        }
    }
}
