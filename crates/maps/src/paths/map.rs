//! A map about which many paths are asked.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tremaux_core::{FloatCost, ParseError};
use tremaux_domain::{
    AlgorithmInfo, BuiltTable, Catalogue, DomainInfo, Instance, Need, RegistryError, RouteReport,
    TableSource,
};
use tremaux_trace::{MapRows, Scene};

use super::algorithm::{Named, row_of};
use super::cells::{cell_of, number_of, parse_cell};
use super::engine::PathEngine;
use super::graph_problem::{self, GraphAlgorithms, graph_instance};
use super::grid::GridPaths;
use super::grid_problem::{self, GridAlgorithms, grid_instance};
use super::grid_rules::{GridRules, costs_name};
use super::{GRAPH_ALGORITHMS, GRID_ALGORITHMS, GraphMap, GridSearch, RoadAlgorithm};
use crate::grid::{
    Cell, Direction, DrawnMap, Grid, GridWorld, Movement, PathMethod, StepCosts, StepScale,
};

/// A grid with step costs, or a graph, about which paths are asked. A clone is the same map.
#[derive(Clone)]
pub struct PathMap(Arc<Shared>);

struct Shared {
    ground: Ground,
    /// The start and the goals that the map itself has.
    ends: Option<(u32, Vec<u32>)>,
    /// How a grid was read.
    notes: Vec<String>,
    /// Prepared algorithms that no query uses, with their texts and seeds.
    engines: Mutex<Vec<(String, Box<dyn PathEngine>)>>,
}

enum Ground {
    Grid {
        grid: Arc<Grid>,
        costs: StepCosts,
        /// The rows for traces, built once.
        rows: OnceLock<MapRows>,
    },
    Graph(GraphMap),
}

impl PathMap {
    fn drawn(ground: Ground, ends: Option<(u32, Vec<u32>)>, notes: Vec<String>) -> Self {
        Self(Arc::new(Shared { ground, ends, notes, engines: Mutex::default() }))
    }

    /// A grid with step costs.
    pub fn of_grid(grid: Grid, costs: StepCosts) -> Self {
        Self::of_noted(Arc::new(grid), costs, Vec::new())
    }

    /// A grid that was read with these notes.
    pub(super) fn of_noted(grid: Arc<Grid>, costs: StepCosts, notes: Vec<String>) -> Self {
        Self::drawn(Ground::Grid { grid, costs, rows: OnceLock::new() }, None, notes)
    }

    /// Reads the grid map in `text` by `rules`.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong.
    pub fn parse_grid(text: &str, rules: &GridRules) -> Result<Self, ParseError> {
        Ok(Self::of_drawn(&rules.parse(text)?, rules.movement(text), rules.costs))
    }

    /// Reads a picture or an array by `rules`.
    ///
    /// # Errors
    ///
    /// Returns what was expected.
    pub fn parse_bytes(bytes: &[u8], rules: &GridRules) -> Result<Self, String> {
        let map = DrawnMap::of_bytes(bytes, &rules.drawn())?;
        Ok(Self::of_drawn(&map, rules.movement(""), rules.costs))
    }

    /// A drawn map with a movement rule and step costs.
    pub fn of_drawn(map: &DrawnMap, movement: Movement, costs: StepCosts) -> Self {
        let grid = Arc::new(map.grid(movement));
        let goals: Vec<u32> = map.goals().iter().map(|&goal| number_of(&grid, goal)).collect();
        let ends = map.start().filter(|_| !goals.is_empty());
        let ends = ends.map(|start| (number_of(&grid, start), goals));
        let ground = Ground::Grid { grid, costs, rows: OnceLock::new() };
        Self::drawn(ground, ends, map.notes().to_vec())
    }

    /// How a grid was read.
    pub(super) fn notes(&self) -> &[String] {
        &self.0.notes
    }

    /// The start and the goals that the map itself has.
    pub fn ends(&self) -> Option<(u32, &[u32])> {
        self.0.ends.as_ref().map(|(start, goals)| (*start, &**goals))
    }

    /// A graph.
    pub fn of_graph(graph: GraphMap) -> Self {
        Self::drawn(Ground::Graph(graph), None, Vec::new())
    }

    /// The grid, unless it is a graph.
    pub fn grid(&self) -> Option<&Grid> {
        match &self.0.ground {
            Ground::Grid { grid, .. } => Some(grid),
            Ground::Graph(_) => None,
        }
    }

    /// What steps cost, unless it is a graph.
    pub fn costs(&self) -> Option<StepCosts> {
        match self.0.ground {
            Ground::Grid { costs, .. } => Some(costs),
            Ground::Graph(_) => None,
        }
    }

    /// The graph, unless it is a grid.
    pub fn graph(&self) -> Option<&GraphMap> {
        match &self.0.ground {
            Ground::Grid { .. } => None,
            Ground::Graph(graph) => Some(graph),
        }
    }

    /// The domain of its queries.
    pub fn domain(&self) -> &'static DomainInfo {
        match &self.0.ground {
            Ground::Grid { .. } => grid_problem::INFO,
            Ground::Graph(_) => graph_problem::INFO,
        }
    }

    /// The algorithms that only maps of its kind have.
    pub fn algorithms(&self) -> Vec<&'static AlgorithmInfo> {
        match &self.0.ground {
            Ground::Grid { .. } => GRID_ALGORITHMS.iter().map(|it| it.info).collect(),
            Ground::Graph(_) => GRAPH_ALGORITHMS.iter().map(|it| it.info).collect(),
        }
    }

    /// Every algorithm of its domain.
    pub(super) fn all_algorithms(&self) -> Vec<&'static AlgorithmInfo> {
        match &self.0.ground {
            Ground::Grid { .. } => GridAlgorithms::algorithms(),
            Ground::Graph(_) => GraphAlgorithms::algorithms(),
        }
    }

    /// The name of the fastest algorithm for a single path, if it is one that only maps have.
    pub fn fastest(&self) -> Option<&'static str> {
        match &self.0.ground {
            Ground::Grid { .. } => {
                Some(row_of(GRID_ALGORITHMS, GridSearch::Exact(PathMethod::Auto)).name)
            }
            Ground::Graph(graph) if graph.has_short_costs() => {
                Some(row_of(GRAPH_ALGORITHMS, RoadAlgorithm::BothEnds).name)
            }
            Ground::Graph(_) => None,
        }
    }

    /// Reads a place: a cell, as `10,20`, or the name or number of a node. If it `must_be_free`, it
    /// is no blocked cell.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong.
    pub fn parse_place(&self, text: &str, must_be_free: bool) -> Result<u32, ParseError> {
        match &self.0.ground {
            Ground::Grid { grid, .. } => {
                parse_cell(text, grid, must_be_free).map(|cell| number_of(grid, cell))
            }
            Ground::Graph(graph) => graph.parse_node(text),
        }
    }

    /// The number of the cell in a grid.
    pub fn place_of(&self, cell: Cell) -> Option<u32> {
        self.grid().map(|grid| number_of(grid, cell))
    }

    /// The cell with this number in a grid, and the first one in a graph.
    pub fn cell(&self, place: u32) -> Cell {
        self.grid().map_or_else(Cell::default, |grid| cell_of(grid, place))
    }

    /// A place as text.
    pub fn label(&self, place: u32) -> String {
        match &self.0.ground {
            Ground::Grid { grid, .. } => cell_of(grid, place).to_string(),
            Ground::Graph(graph) => graph.label(place),
        }
    }

    /// The query for a cheapest path, for the algorithms of every domain.
    pub(super) fn general(&self, from: u32, goals: &[u32], text: String) -> Box<dyn Instance> {
        match &self.0.ground {
            Ground::Grid { grid, costs, .. } => {
                let ends = goals.iter().map(|&goal| cell_of(grid, goal)).collect();
                let scale = StepScale::fast(*costs, grid.movement());
                let world = GridWorld::new(Arc::clone(grid), scale, cell_of(grid, from), ends);
                general(world, *costs, text)
            }
            Ground::Graph(graph) => graph_instance(graph, from, goals.to_vec(), text),
        }
    }

    /// The start, turning points and goal of a path with these moves on a grid; all nodes on a
    /// graph. `None` if they are no moves of the map.
    pub fn path_of(&self, from: u32, moves: &[String]) -> Option<Vec<String>> {
        let Some(grid) = self.grid() else {
            let heads = moves.iter().map(|text| {
                let numbered = text.rsplit_once('#').map_or(&**text, |(node, _)| node);
                let nodes = [&**text, numbered].into_iter();
                let mut known = nodes.filter(|node| self.parse_place(node, false).is_ok());
                known.next().map(str::to_owned)
            });
            return std::iter::once(Some(self.label(from))).chain(heads).collect();
        };
        let mut cell = cell_of(grid, from);
        let mut path = vec![cell.to_string()];
        for (at, step) in moves.iter().enumerate() {
            let direction = Direction::ALL.into_iter().find(|known| known.name() == *step)?;
            cell = cell.stepped(direction, 1);
            if moves.get(at + 1) != Some(step) {
                path.push(cell.to_string());
            }
        }
        Some(path)
    }

    /// Builds in advance what an algorithm needs, by its name, within the limits of `tables`, and
    /// stores it in their folder, unless a valid file exists.
    ///
    /// # Errors
    ///
    /// Fails if the name is not known, if the algorithm has nothing to store, if it does not fit
    /// the map, and at a limit; no file is left behind then.
    pub fn build(
        &self,
        algorithm: &str,
        tables: &TableSource,
    ) -> Result<BuiltTable, RegistryError> {
        match &self.0.ground {
            Ground::Grid { grid, costs, .. } => GridPaths::build(grid, *costs, algorithm, tables),
            Ground::Graph(graph) => graph.build(algorithm, tables),
        }
    }

    /// What a report says of the map.
    pub fn route(&self) -> RouteReport {
        match &self.0.ground {
            Ground::Grid { grid, costs, .. } => RouteReport {
                movement: Some(grid.movement().name()),
                costs: costs_name(*costs, grid.movement()),
                notes: self.0.notes.clone(),
                ..RouteReport::default()
            },
            Ground::Graph(graph) => {
                RouteReport { notes: graph.notes().to_vec(), ..RouteReport::default() }
            }
        }
    }

    /// What an answer assumes: the cost of a path from a place to a goal, or that there is none.
    pub(super) fn assumes(&self, from: u32, goals: &[u32], cost: Option<f64>) -> Option<String> {
        self.graph().and_then(|graph| graph.assumes(from, goals, cost))
    }

    /// Whether it offers what an algorithm needs for this number of goals.
    pub(super) fn offers(&self, need: Need, goals: usize) -> bool {
        match (need, &self.0.ground) {
            (Need::OneGoal, _) => goals == 1,
            (Need::Unweighted, Ground::Grid { grid, .. }) => !grid.is_weighted(),
            // Other costs are looked at when the algorithm is prepared.
            (Need::ShortCosts, Ground::Graph(graph)) => !graph.has_long_costs(),
            _ => false,
        }
    }

    /// The algorithm called `algorithm`, prepared.
    pub(super) fn engine(
        &self,
        algorithm: &str,
        seed: u64,
        tables: &TableSource,
    ) -> Result<Box<dyn PathEngine>, RegistryError> {
        let key = format!("{algorithm} {seed}");
        let mut engines = self.0.engines.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = engines.iter().position(|(there, _)| *there == key) {
            return Ok(engines.swap_remove(at).1);
        }
        drop(engines);
        Ok(match &self.0.ground {
            Ground::Grid { grid, costs, .. } => {
                let named = Named::parse(GRID_ALGORITHMS, algorithm)?;
                Box::new(GridPaths::prepared(grid, *costs, named, tables)?)
            }
            Ground::Graph(graph) => {
                let named = Named::parse(GRAPH_ALGORITHMS, algorithm)?;
                graph.prepared(&named, seed, tables)?
            }
        })
    }

    /// Takes a prepared algorithm back for the next query.
    pub(super) fn give_back(&self, algorithm: &str, seed: u64, engine: Box<dyn PathEngine>) {
        let mut engines = self.0.engines.lock().unwrap_or_else(PoisonError::into_inner);
        engines.push((format!("{algorithm} {seed}"), engine));
    }

    /// The scene of a trace.
    pub(super) fn scene(&self, from: u32, goals: &[u32]) -> Scene {
        match &self.0.ground {
            Ground::Grid { grid, rows, .. } => {
                let place = |number: u32| {
                    let cell = cell_of(grid, number);
                    (u32::from(cell.x), u32::from(cell.y))
                };
                Scene::Grid {
                    rows: rows.get_or_init(|| super::traced::rows(grid)).clone(),
                    start: Some(place(from)),
                    goals: goals.iter().map(|&goal| place(goal)).collect(),
                }
            }
            Ground::Graph(graph) => graph.scene().clone(),
        }
    }

    /// The moves of a path through these places: steps, or cells and nodes.
    pub(super) fn moves(&self, places: &[u32], is_any_angle: bool) -> Vec<String> {
        let rest = || places.iter().skip(1).map(|&place| self.label(place)).collect();
        let Some(grid) = self.grid().filter(|_| !is_any_angle) else { return rest() };
        let mut moves = Vec::new();
        for leg in places.windows(2) {
            let (from, to) = (cell_of(grid, leg[0]), cell_of(grid, leg[1]));
            if let Some(direction) = Direction::between(from, to) {
                let steps = from.spans(to).0 as usize;
                moves.extend(std::iter::repeat_n(direction.name().to_owned(), steps));
            }
        }
        moves
    }
}

/// A grid for the algorithms of every domain.
pub(super) fn general(world: GridWorld, costs: StepCosts, text: String) -> Box<dyn Instance> {
    let is_four = world.grid().movement() == Movement::FourNeighbours;
    if costs != StepCosts::Euclidean || is_four {
        return grid_instance(world, text);
    }
    let (straight, diagonal) = (FloatCost::from(1), FloatCost::new(std::f64::consts::SQRT_2));
    grid_instance(world.with_scale(StepScale { straight, diagonal, is_four }), text)
}
