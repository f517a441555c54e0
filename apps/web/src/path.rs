//! Map algorithms: their steps, and the path that they find.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tremaux_core::{CancelToken, Limits, ParseError, StateSpace, StopReason};
use tremaux_maps::grid::{Cell, Grid, GridWorld, Movement, StepCosts, StepScale};
use tremaux_registry::paths::{
    GraphMap, GraphSearch, GraphSearchContext, GridPaths, MapKind, parse_costs, parse_movement,
};
use tremaux_registry::{Number, RegistryError, Status, TableSource};
use tremaux_trace::{Sink, Trace, TraceCounts, TraceHeader, TraceSelection, TraceShape};

use crate::limits::{self, Ceilings};
use crate::refusal::Refusal;
use crate::request_body::{JsonBody, text};
use crate::state::ServerState;
use crate::step_sender::StepSender;
use crate::stream::{Viewer, stream};

/// A request for a path on a grid or a graph, from its start to its only goal.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PathQuestion {
    domain: Ground,
    /// The map in the format of the domain.
    #[serde(deserialize_with = "text")]
    instance: String,
    /// The options of that domain.
    #[serde(default)]
    options: BTreeMap<String, String>,
    algorithm: String,
    /// Maximum number of steps to send.
    #[serde(default)]
    steps: u64,
    #[serde(default)]
    limits: limits::JsonBody,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Ground {
    Grid,
    Graph,
}

/// The result, with the fields of search reports.
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
    #[serde(
        serialize_with = "tremaux_registry::serialize_stopped",
        skip_serializing_if = "Option::is_none"
    )]
    stopped: Option<StopReason>,
    counts: BTreeMap<&'static str, u64>,
    seconds: f64,
    preparation_seconds: f64,
    /// Whether not all steps were sent.
    cut: bool,
}

/// The result of a search, in the reported unit.
struct Path {
    algorithm: String,
    cost: Option<f64>,
    /// Proved lower bound on the cost.
    bound: Option<f64>,
    length: Option<usize>,
    stopped: Option<StopReason>,
    elapsed: Duration,
    preparation: Duration,
}

impl Path {
    fn found(self, counts: &TraceCounts) -> Found {
        let TraceCounts { expanded, generated, reopened, recorded, events, .. } = *counts;
        let Self { algorithm, cost, bound, length, stopped, elapsed, preparation } = self;
        Found {
            algorithm,
            status: match (cost, stopped) {
                (Some(_), _) => Status::Solved,
                (None, Some(_)) => Status::Limit,
                (None, None) => Status::NoSolution,
            },
            cost: cost.map(Number),
            length,
            bound: bound.map(Number),
            optimal: cost.map(|cost| bound.is_some_and(|bound| cost <= bound)),
            stopped,
            counts: [("expanded", expanded), ("generated", generated), ("reopened", reopened)]
                .into_iter()
                .collect(),
            seconds: elapsed.as_secs_f64(),
            preparation_seconds: preparation.as_secs_f64(),
            cut: recorded < events,
        }
    }
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

impl PathQuestion {
    fn option(&self, name: &str) -> Option<&str> {
        self.options.get(name).map(|text| text.trim()).filter(|text| !text.is_empty())
    }

    /// The map.
    fn map(&self, ceilings: &Ceilings) -> Result<Map, Refusal> {
        if self.instance.len() > 2 * ceilings.cells {
            let text = &self.instance;
            let expected = format!("a map of at most {} characters", 2 * ceilings.cells);
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
        // Report costs as step costs of the grid; any-angle paths have their Euclidean length.
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
            let found = format!("{} goals", world.goals().len());
            let expected = "one goal: map algorithms find paths to a single goal";
            return Err(in_instance(text, ParseError::at(text, 0, 0, found, expected)));
        };
        let ends = (world.initial_state(), goal);
        Ok(Map::Grid { grid: Box::new(world.grid().clone()), costs, ends, unit })
    }

    fn graph(&self) -> Result<Map, Refusal> {
        let text = &self.instance;
        let kind = MapKind::of("", text);
        let graph = GraphMap::parse(kind, text).map_err(|error| in_instance(text, error))?;
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

    /// The trace of the search.
    pub(crate) fn trace(
        &self,
        ceilings: &Ceilings,
        selection: TraceSelection,
        cancel: &CancelToken,
    ) -> Result<Trace, Refusal> {
        let limits = self.limits.within(ceilings, cancel);
        // The header is known once the search is prepared.
        let mut trace = Trace::new(TraceHeader::new("", TraceShape::Graph));
        let (header, _) = self.record(ceilings, &limits, (selection, &mut trace))?;
        trace.header = header;
        Ok(trace)
    }

    /// Searches, sends steps and path to `viewer`, and returns the result.
    fn search(&self, ceilings: &Ceilings, viewer: &Viewer) -> Result<Found, Refusal> {
        let limits = self.limits.within(ceilings, viewer.cancel());
        let selection = TraceSelection::default().with_events(self.steps.min(ceilings.steps));
        let mut sender = StepSender::new(viewer, selection);
        let (_, found) = self.record(ceilings, &limits, (selection, &mut sender))?;
        sender.flush();
        Ok(Found { cut: found.cut && sender.is_full(), ..found })
    }

    /// Searches, sends steps and path to a sink, and returns the header and the result.
    fn record(
        &self,
        ceilings: &Ceilings,
        limits: &Limits,
        (selection, sink): (TraceSelection, &mut dyn Sink),
    ) -> Result<(TraceHeader, Found), Refusal> {
        let (algorithm, tables) = (Some(self.algorithm.as_str()), TableSource::default());
        match self.map(ceilings)? {
            Map::Grid { grid, costs, ends, unit } => {
                let mut paths = GridPaths::prepared(*grid, costs, algorithm, limits, &tables)?;
                // Integer costs are reported unchanged; those of any-angle paths are lengths.
                let unit = if paths.is_any_angle() { unit } else { 1.0 };
                let header = paths.trace_header(ends, selection);
                let (outcome, counts) = paths.trace(ends, unit, limits, (selection, sink))?;
                let is_found = outcome.cost.is_some();
                let (from, to) = ends;
                let bound =
                    if paths.is_exact() { outcome.cost } else { Some(paths.bound(from, to)) };
                let path = Path {
                    algorithm: paths.algorithm(),
                    cost: outcome.cost.map(|cost| cost * unit),
                    bound: bound.filter(|_| is_found).map(|bound| bound * unit),
                    length: if is_found { Some(paths.replay(from, to)?.steps) } else { None },
                    stopped: outcome.stopped,
                    elapsed: outcome.elapsed,
                    preparation: paths.preparation(),
                };
                Ok((header, path.found(&counts)))
            }
            Map::Graph { graph, ends } => {
                let record = |search: &mut dyn GraphSearch, setting: &GraphSearchContext| {
                    let header = graph.trace_header(setting, ends, selection);
                    let (mut nodes, recording) = (Vec::new(), (selection, sink));
                    let (outcome, counts) = search.trace(ends, limits, &mut nodes, recording);
                    let cost = outcome.cost.map(|cost| cost.as_f64());
                    let path = Path {
                        algorithm: setting.algorithm.clone(),
                        cost,
                        // All algorithms for graphs are exact.
                        bound: cost,
                        length: cost.map(|_| nodes.len().saturating_sub(1)),
                        stopped: outcome.stopped,
                        elapsed: outcome.elapsed,
                        preparation: setting.preparation,
                    };
                    (header, path.found(&counts))
                };
                Ok(graph.with_search(algorithm, 0, limits, &tables, record)?)
            }
        }
    }
}

/// Answers `POST /api/path`: events `steps` and one `report`.
pub(crate) async fn path(
    State(shared): State<ServerState>,
    JsonBody(question): JsonBody<PathQuestion>,
) -> Result<Response, Refusal> {
    let slot = shared.slots().take()?;
    let ceilings = *shared.ceilings();
    Ok(stream(slot, move |viewer| match question.search(&ceilings, viewer) {
        Ok(found) => viewer.send("report", &found),
        Err(refusal) => viewer.send("refusal", &json!({ "message": refusal.message() })),
    }))
}
