//! Graphs and road networks: the map, the queries and the check of their answers.

use std::io::{Write, stderr};
use std::path::Path;

use tremaux_core::{Limits, ParseError, Random};
use tremaux_registry::paths::{GraphMap, GraphSearchContext, MapKind, PathLength, is_same_cost};
use tremaux_registry::{Field, RegistryError, algorithms_of};

use crate::failure::{Failure, in_text, not_applicable};
use crate::input::{Input, ReadLimits, map_from};
use crate::interrupt::EndsProgram;
use crate::maps::options::{NOT_A_GRID, PathOptions};
use crate::visible;

/// Fails if an option is given that applies only to grids.
pub(crate) fn reject_grid_options(options: &PathOptions) -> Result<(), Failure> {
    options.rules.reject()?;
    if options.scen.is_some() {
        return not_applicable("--scen", NOT_A_GRID);
    }
    if options.draw.is_some() {
        return not_applicable("--draw", NOT_A_GRID);
    }
    if options.threads > 1 {
        return not_applicable("--threads", "preprocessing of graphs runs on one thread");
    }
    Ok(())
}

/// What to do about a key of graph JSON that is not known.
const ABOUT_KEYS: &str = "--weight KEY names the cost of a link";

/// The graph, with coordinates and another key of the costs if the options give them.
pub(crate) fn graph_of(
    kind: MapKind,
    (coordinates, weight): (Option<&Path>, Option<&str>),
    map: Input,
    limits: &Limits,
) -> Result<GraphMap, Failure> {
    let _ends = EndsProgram::for_now();
    let Input { origin, text } = map;
    let parsed = match weight {
        None => GraphMap::parse(kind, &text),
        Some(key) if kind.has_keys(&text) => GraphMap::parse_with_key(kind, &text, key),
        Some(_) => return not_applicable("--weight", "links have no keys in this file"),
    };
    let mut graph = match parsed {
        Ok(graph) => graph,
        Err(error) => {
            let is_about_keys = weight.is_none() && error.expected.starts_with("a key of a ");
            let help = is_about_keys.then(|| ABOUT_KEYS.to_owned());
            return Err(Failure::Text { origin, text, error: error.into(), help });
        }
    };
    if graph.node_count() == 0 && Failure::hint(&text).is_some() {
        let error = ParseError::at_end(&text, "a graph with a node");
        return Err(in_text(&origin, text, error));
    }
    drop(text);
    if let Some(path) = coordinates {
        let Input { origin, text } = map_from(path, &ReadLimits::of_map(limits))?;
        if let Err(error) = graph.set_coordinates(&text) {
            return Err(in_text(&origin, text, error));
        }
    }
    Ok(graph)
}

/// Says how the graph was read, such as that links without a cost cost 1.
pub(crate) fn say_notes(graph: &GraphMap, is_quiet: bool) {
    for note in graph.notes().iter().filter(|_| !is_quiet) {
        let _ = writeln!(stderr(), "note: {}", visible::message(note));
    }
}

/// The difference between the cost that a search claims and that of its path; infinite if the
/// path is invalid.
pub(crate) fn cost_error(
    graph: &GraphMap,
    ends: (u32, u32),
    cost: PathLength,
    nodes: &[u32],
) -> f64 {
    let is_there = nodes.first() == Some(&ends.0) && nodes.last() == Some(&ends.1);
    match (cost, graph.replay(nodes).filter(|_| is_there)) {
        (_, None) => f64::INFINITY,
        (PathLength::Whole(claimed), Some(PathLength::Whole(true_cost))) => {
            claimed.abs_diff(true_cost) as f64
        }
        (claimed, Some(true_cost)) => {
            let (claimed, true_cost) = (claimed.as_f64(), true_cost.as_f64());
            if is_same_cost(claimed, true_cost) { 0.0 } else { (claimed - true_cost).abs() }
        }
    }
}

/// Fails if a path was found that is invalid or does not have the claimed cost.
pub(crate) fn check_path(
    graph: &GraphMap,
    ends: (u32, u32),
    (cost, nodes): (Option<PathLength>, &[u32]),
    setting: &GraphSearchContext,
) -> Result<(), Failure> {
    if cost.is_none_or(|cost| cost_error(graph, ends, cost, nodes) == 0.0) {
        return Ok(());
    }
    let name = setting.algorithm.split('(').next().unwrap_or_default();
    let all = algorithms_of(Field::Graphs);
    let algorithm = all.map(|known| known.name).find(|known| *known == name);
    let algorithm = algorithm.unwrap_or("the search");
    Err(Failure::Registry(RegistryError::WrongPlan { algorithm }))
}

/// The queries on a graph.
pub(crate) enum GraphQueries {
    One(u32, u32),
    Random(u64),
}

impl GraphQueries {
    /// The queries that the options describe, on the graph from `origin`.
    pub(crate) fn of(
        options: &PathOptions,
        graph: &GraphMap,
        origin: &str,
    ) -> Result<Self, Failure> {
        let node = |option: &str, text: &Option<String>| {
            let text = text.as_deref().unwrap_or_default();
            graph.parse_node(text).map_err(|error| in_text(option, text, error))
        };
        match options.random {
            Some(count) if graph.node_count() > 0 => Ok(Self::Random(count)),
            Some(_) => Err(Failure::Usage(format!("--random: {origin} has no nodes"))),
            None => Ok(Self::One(node("--from", &options.from)?, node("--to", &options.to)?)),
        }
    }
}

/// Two random nodes of a graph that is not empty.
pub(crate) fn random_pair(random: &mut Random, graph: &GraphMap) -> (u32, u32) {
    let bound = graph.node_count() as u64;
    let [from, to] = [0, 1].map(|_| random.scaled(bound) as u32);
    (from, to)
}
