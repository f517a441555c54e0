//! Searches made for maps: their steps where they are told, and the path that they find.

use std::collections::BTreeMap;
use std::time::Instant;

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tremaux_core::{CancelToken, Limits, ParseError, StateSpace, StopReason};
use tremaux_maps::grid::{Cell, Grid, GridWorld, Movement, StepCosts, StepScale};
use tremaux_registry::paths::{
    GraphMap, GridPaths, MapKind, TracedPath, grid_trace_header, parse_costs, parse_movement,
    trace_grid,
};
use tremaux_registry::{Number, RegistryError, Status, TableSource};
use tremaux_trace::{Place, Selection, Sink, Trace, TraceCounts, TraceEvent};

use crate::answer::Asked;
use crate::limits::{self, Ceilings};
use crate::refusal::Refusal;
use crate::search::Told;
use crate::server::Shared;
use crate::stream::{Viewer, stream};

/// Asks for a path on a grid or a graph, from its start to its one goal.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PathQuestion {
    domain: Ground,
    /// The map as the domain of that name writes it.
    instance: String,
    /// The options of that domain.
    #[serde(default)]
    options: BTreeMap<String, String>,
    algorithm: String,
    /// How many steps are told.
    #[serde(default)]
    steps: u64,
    #[serde(default)]
    limits: limits::Asked,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Ground {
    Grid,
    Graph,
}

/// What came of it, in the words of the reports of searches.
#[derive(Serialize)]
struct Found {
    algorithm: String,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<bool>,
    counts: BTreeMap<&'static str, u64>,
    seconds: f64,
    preparation_seconds: f64,
    /// Whether the algorithm tells its steps.
    told: bool,
    /// Whether not all of them were sent.
    cut: bool,
}

/// A map with a start and a goal.
enum Map {
    Grid { grid: Box<Grid>, costs: StepCosts, ends: (Cell, Cell), unit: f64 },
    Graph { graph: GraphMap, ends: (u32, u32) },
}

fn in_option(option: &'static str, text: &str, error: ParseError) -> Refusal {
    let (text, error) = (text.to_owned(), Box::new(error));
    RegistryError::Instance { option: Some(option), text, error }.into()
}

fn in_instance(text: &str, error: ParseError) -> Refusal {
    RegistryError::Instance { option: None, text: text.to_owned(), error: Box::new(error) }.into()
}

/// Tells of costs in another unit.
struct InUnit<'a>(&'a mut dyn Sink, f64);

impl InUnit<'_> {
    /// A millionth of a step more or less is rounding.
    fn of(&self, cost: f64) -> f64 {
        in_unit(cost, self.1)
    }
}

fn in_unit(cost: f64, unit: f64) -> f64 {
    let millionths = (cost * unit * 1e6).round() / 1e6;
    if millionths.is_finite() { millionths } else { cost }
}

impl Sink for InUnit<'_> {
    fn take(&mut self, event: &TraceEvent<'_>) {
        let mut event = event.clone();
        match &mut event {
            TraceEvent::Generated { g, h, .. } => (*g, *h) = (self.of(*g), self.of(*h)),
            TraceEvent::Expanded { g, .. } => *g = self.of(*g),
            TraceEvent::Iteration { limit: cost }
            | TraceEvent::Bound { cost }
            | TraceEvent::Solution { cost } => *cost = self.of(*cost),
            _ => {}
        }
        self.0.take(&event);
    }
}

impl PathQuestion {
    fn option(&self, name: &str) -> Option<&str> {
        self.options.get(name).map(|text| text.trim()).filter(|text| !text.is_empty())
    }

    /// The map.
    fn map(&self, ceilings: &Ceilings) -> Result<Map, Refusal> {
        if self.instance.len() > 2 * ceilings.cells {
            let text = &self.instance;
            let expected = format!("a map of at most {} letters", 2 * ceilings.cells);
            return Err(in_instance(text, ParseError::about(text, text, expected)));
        }
        let known: &[&str] = match self.domain {
            Ground::Grid => &["movement", "costs"],
            Ground::Graph => &["from", "to"],
        };
        if let Some(name) = self.options.keys().find(|name| !known.contains(&name.as_str())) {
            let expected = format!("one of the options {}", known.join(", "));
            return Err(Refusal::Malformed(ParseError::about(name, name, expected).to_string()));
        }
        match self.domain {
            Ground::Grid => self.grid(),
            Ground::Graph => self.graph(),
        }
    }

    fn grid(&self) -> Result<Map, Refusal> {
        let text = self.option("movement").unwrap_or("four");
        let movement = parse_movement(text).map_err(|error| in_option("movement", text, error))?;
        let is_any_angle = self.algorithm.contains("theta");
        let costs = match self.option("costs") {
            None if movement == Movement::FourNeighbours => {
                StepCosts::Integers { straight: 1, diagonal: 1 }
            }
            None => StepCosts::TEN_FOURTEEN,
            Some(text) => parse_costs(text).map_err(|error| in_option("costs", text, error))?,
        };
        // Costs are told as the steps of the grid cost; lines at any angle are as long as
        // they are.
        let unit = match costs {
            StepCosts::Integers { straight, .. } => f64::from(straight),
            StepCosts::Euclidean => 1.0,
        };
        let costs = if is_any_angle { StepCosts::Euclidean } else { costs };
        let rows = match self.instance.trim() {
            rows if rows.contains('\n') => self.instance.clone(),
            _ => self.instance.replace('/', "\n"),
        };
        let scale: StepScale<u32> = StepScale::fast(costs, movement);
        let world = GridWorld::parse(&rows, movement, scale).map_err(|error| {
            let ParseError { offset, length, found, expected, .. } = error;
            let text = &self.instance;
            in_instance(text, ParseError::at(text, offset, length, found, expected))
        })?;
        let [goal] = *world.goals() else {
            let text = &self.instance;
            let found = format!("{} of them", world.goals().len());
            let expected = "one goal: searches made for maps go from one cell to one other";
            return Err(in_instance(text, ParseError::at(text, 0, 0, found, expected)));
        };
        let ends = (world.initial_state(), goal);
        Ok(Map::Grid { grid: Box::new(world.grid().clone()), costs, ends, unit })
    }

    fn graph(&self) -> Result<Map, Refusal> {
        let text = &self.instance;
        let kind = MapKind::of("", text);
        // Arcs may stand on one line, as the domain has them; offsets stay what they are.
        let is_line = kind == MapKind::EdgeList && !text.trim().contains('\n');
        let lines = if is_line { text.replace(';', "\n") } else { text.clone() };
        let graph = GraphMap::parse(kind, &lines).map_err(|error| {
            let ParseError { offset, length, found, expected, .. } = error;
            in_instance(text, ParseError::at(text, offset, length, found, expected))
        })?;
        let end = |name: &'static str, otherwise: u32| match self.option(name) {
            Some(text) => graph.parse_node(text).map_err(|error| in_option(name, text, error)),
            None => Ok(otherwise),
        };
        let Some(last) = (graph.node_count() as u32).checked_sub(1) else {
            return Err(in_instance(text, ParseError::at_end(text, "a graph with a node")));
        };
        let ends = (end("from", 0)?, end("to", last)?);
        Ok(Map::Graph { graph, ends })
    }

    /// The trace of the search, of algorithms that tell their steps.
    pub(crate) fn trace(
        &self,
        ceilings: &Ceilings,
        selection: Selection,
        cancel: &CancelToken,
    ) -> Result<Trace, Refusal> {
        let limits = self.limits.within(ceilings, cancel);
        let algorithm = Some(self.algorithm.as_str());
        match self.map(ceilings)? {
            Map::Grid { grid, costs, ends, unit } => {
                let header = grid_trace_header(&grid, algorithm, ends, selection)?;
                let mut trace = Trace::new(header);
                let sink = &mut InUnit(&mut trace, unit) as &mut dyn Sink;
                trace_grid(&grid, costs, algorithm, ends, &limits, (selection, sink))?;
                Ok(trace)
            }
            Map::Graph { graph, ends } => {
                let mut trace = Trace::new(graph.trace_header(algorithm, ends, selection)?);
                graph.trace(algorithm, ends, &limits, (selection, &mut trace))?;
                Ok(trace)
            }
        }
    }

    /// Searches, tells `viewer` of steps and path, and returns what came of it.
    fn search(&self, ceilings: &Ceilings, viewer: &Viewer) -> Result<Found, Refusal> {
        let limits = self.limits.within(ceilings, viewer.cancel());
        let selection = Selection::default().with_events(self.steps.min(ceilings.steps));
        let algorithm = Some(self.algorithm.as_str());
        let mut told = Told::new(viewer);
        let started = Instant::now();
        let found = match self.map(ceilings)? {
            Map::Grid { grid, costs, ends, unit } => {
                if grid_trace_header(&grid, algorithm, ends, selection).is_ok() {
                    let sink = &mut InUnit(&mut told, unit) as &mut dyn Sink;
                    let traced =
                        trace_grid(&grid, costs, algorithm, ends, &limits, (selection, sink))?;
                    self.of_trace(traced, unit, started)
                } else {
                    self.on_grid(*grid, costs, (ends, unit), &limits, &mut told)?
                }
            }
            Map::Graph { graph, ends } => {
                if graph.trace_header(algorithm, ends, selection).is_ok() {
                    let recording = (selection, &mut told as &mut dyn Sink);
                    let traced = graph.trace(algorithm, ends, &limits, recording)?;
                    self.of_trace(traced, 1.0, started)
                } else {
                    self.on_graph(&graph, ends, &limits, &mut told)?
                }
            }
        };
        told.flush();
        Ok(found)
    }

    /// The algorithms whose steps are told are exact.
    fn of_trace(&self, traced: TracedPath, unit: f64, started: Instant) -> Found {
        let TracedPath { counts, cost, stopped } = traced;
        let TraceCounts { expanded, generated, reopened, recorded, events, .. } = counts;
        let cost = cost.map(|cost| Number(in_unit(cost, unit)));
        Found {
            algorithm: self.algorithm.clone(),
            status: status(cost.is_some(), stopped),
            cost,
            length: None,
            bound: cost,
            optimal: cost.map(|_| true),
            counts: [("expanded", expanded), ("generated", generated), ("reopened", reopened)]
                .into_iter()
                .collect(),
            seconds: started.elapsed().as_secs_f64(),
            preparation_seconds: 0.0,
            told: true,
            cut: recorded < events,
        }
    }

    fn on_grid(
        &self,
        grid: Grid,
        costs: StepCosts,
        ((from, to), unit): ((Cell, Cell), f64),
        limits: &Limits,
        told: &mut Told<'_>,
    ) -> Result<Found, Refusal> {
        let algorithm = Some(self.algorithm.as_str());
        let tables = TableSource::default();
        let mut paths = GridPaths::prepared(grid, costs, algorithm, limits, &tables)?;
        let outcome = paths.find(from, to, limits);
        let mut length = None;
        if outcome.cost.is_some() {
            length = Some(paths.replay(from, to)?.steps);
        }
        for (id, cell) in paths.turns().iter().enumerate() {
            let place = Place::Cell { x: u32::from(cell.x), y: u32::from(cell.y) };
            told.take(&TraceEvent::Path { id: id as u32, place: Some(place) });
        }
        let bound = match outcome.cost {
            Some(cost) if paths.is_exact() => Some(cost),
            Some(_) => Some(paths.bound(from, to)),
            None => None,
        };
        // Whole costs are told as they are; those of lines at any angle are lengths.
        let unit = if paths.is_any_angle() { unit } else { 1.0 };
        let told_in = |cost: f64| Number(in_unit(cost, unit));
        Ok(Found {
            algorithm: paths.algorithm(),
            status: status(outcome.cost.is_some(), outcome.stopped),
            cost: outcome.cost.map(told_in),
            length,
            bound: bound.map(told_in),
            optimal: outcome.cost.map(|cost| bound.is_some_and(|bound| cost <= bound)),
            counts: [("expanded", outcome.expanded)].into_iter().collect(),
            seconds: outcome.elapsed.as_secs_f64(),
            preparation_seconds: paths.preparation().as_secs_f64(),
            told: false,
            cut: false,
        })
    }

    fn on_graph(
        &self,
        graph: &GraphMap,
        (from, to): (u32, u32),
        limits: &Limits,
        told: &mut Told<'_>,
    ) -> Result<Found, Refusal> {
        let algorithm = Some(self.algorithm.as_str());
        let tables = TableSource::default();
        let found = graph.with_search(algorithm, 0, limits, &tables, |search, setting| {
            let mut nodes = Vec::new();
            let outcome = search.find(from, to, limits, &mut nodes);
            for &vertex in &nodes {
                told.take(&TraceEvent::Path { id: vertex, place: Some(Place::Vertex { vertex }) });
            }
            let cost = outcome.cost.map(|cost| Number(cost.as_f64()));
            Found {
                algorithm: setting.algorithm.clone(),
                status: status(cost.is_some(), outcome.stopped),
                cost,
                length: cost.map(|_| nodes.len().saturating_sub(1)),
                // All algorithms for graphs are exact.
                bound: cost,
                optimal: cost.map(|_| true),
                counts: [("expanded", outcome.expanded)].into_iter().collect(),
                seconds: outcome.elapsed.as_secs_f64(),
                preparation_seconds: setting.preparation.as_secs_f64(),
                told: false,
                cut: false,
            }
        })?;
        Ok(found)
    }
}

const fn status(is_found: bool, stopped: Option<StopReason>) -> Status {
    match (is_found, stopped) {
        (true, _) => Status::Solved,
        (false, Some(_)) => Status::Limit,
        (false, None) => Status::NoSolution,
    }
}

/// Answers `POST /api/path`: events `steps` and one `report`.
pub(crate) async fn path(
    State(shared): State<Shared>,
    Asked(question): Asked<PathQuestion>,
) -> Result<Response, Refusal> {
    let slot = shared.slots().take()?;
    let ceilings = *shared.ceilings();
    Ok(stream(slot, move |viewer| match question.search(&ceilings, viewer) {
        Ok(found) => viewer.send("report", &found),
        Err(refusal) => viewer.send("refusal", &json!({ "message": refusal.message() })),
    }))
}
