//! `tremaux path` on graphs and road networks.

use std::path::Path;
use std::time::Instant;

use tremaux_registry::paths::{
    GraphMap, GraphSearch, GraphSetting, MapKind, Mean, PathCounts, PathLength, PathReport,
    PathSummary, Times, is_same_cost,
};
use tremaux_registry::{BuiltTable, RegistryError, Status};

use crate::arguments::Everywhere;
use crate::failure::Failure;
use crate::input::{Input, map_from};
use crate::interrupt;
use crate::path::{PathOptions, in_text, refused};
use crate::path_output::PathOutput;
use crate::progress::ProgressLine;

/// Answers queries about the graph in `map`; returns the exit status.
pub(crate) fn path(
    kind: MapKind,
    options: &PathOptions,
    map: Input,
    everywhere: &Everywhere,
    output: &mut PathOutput<'_>,
) -> Result<u8, Failure> {
    refuse_what_is_of_grids(options)?;
    let origin = map.origin.clone();
    let graph = graph_of(kind, options.coordinates.as_deref(), map)?;
    let asked = Asked::of(options, &graph, &origin)?;
    let preparation = options.preparation(&interrupt::token()?);
    let algorithm = options.algorithm.as_deref();
    let answer = |search: &mut dyn GraphSearch, setting: &GraphSetting| {
        options.check_limits(setting.is_limited, &setting.algorithm)?;
        let query = Query { graph: &graph, options, setting };
        match asked {
            Asked::One(from, to) => query.one(from, to, search, everywhere, output),
            Asked::Random(count) => query.random(count, search, everywhere, output),
        }
    };
    graph
        .with_search(algorithm, options.seed, &preparation, &options.tables(everywhere), answer)
        .map_err(|error| Failure::of(error, "--algorithm"))?
}

/// Fails if an option is given that graphs have no use for.
pub(crate) fn refuse_what_is_of_grids(options: &PathOptions) -> Result<(), Failure> {
    let of_grids = [
        ("--movement", options.rules.movement.is_some()),
        ("--cost", options.rules.cost.is_some()),
        ("--terrain", options.rules.terrain.is_some()),
        ("--scen", options.scen.is_some()),
        ("--draw", options.draw.is_some()),
    ];
    for (option, is_given) in of_grids {
        if is_given {
            return refused(option, "the map is a graph, not a grid");
        }
    }
    if options.threads > 1 {
        return refused("--threads", "on graphs all is prepared on one thread");
    }
    Ok(())
}

/// The graph with the places of its nodes, as the options say.
pub(crate) fn graph_of(
    kind: MapKind,
    coordinates: Option<&Path>,
    map: Input,
) -> Result<GraphMap, Failure> {
    let Input { origin, text } = map;
    let mut graph = match GraphMap::parse(kind, &text) {
        Ok(graph) => graph,
        Err(error) => return Err(in_text(&origin, text, error)),
    };
    drop(text);
    if let Some(path) = coordinates {
        let Input { origin, text } = map_from(path)?;
        if let Err(error) = graph.set_coordinates(&text) {
            return Err(in_text(&origin, text, error));
        }
    }
    Ok(graph)
}

/// By how much the cost that a search claims differs from that of its path; infinitely if that
/// is none.
fn error_of(graph: &GraphMap, ends: (u32, u32), cost: PathLength, nodes: &[u32]) -> f64 {
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

/// Fails if a path, if one was found, is none, or does not cost what the search claims.
pub(crate) fn check_path(
    graph: &GraphMap,
    ends: (u32, u32),
    (cost, nodes): (Option<PathLength>, &[u32]),
    setting: &GraphSetting,
) -> Result<(), Failure> {
    if cost.is_none_or(|cost| error_of(graph, ends, cost, nodes) == 0.0) {
        return Ok(());
    }
    let name = setting.algorithm.split('(').next().unwrap_or_default();
    let all = tremaux_registry::paths::GRAPH_ALGORITHMS.iter();
    let algorithm = all.map(|known| known.name).find(|known| *known == name);
    let algorithm = algorithm.unwrap_or("the search");
    Err(Failure::Registry(RegistryError::WrongPlan { algorithm }))
}

/// What is asked of a graph.
pub(crate) enum Asked {
    One(u32, u32),
    Random(u64),
}

impl Asked {
    /// What the options ask of the graph that comes from `origin`.
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
            Some(_) => Err(Failure::Usage(format!("--random: {origin} holds no node"))),
            None => Ok(Self::One(node("--from", &options.from)?, node("--to", &options.to)?)),
        }
    }
}

struct Query<'a> {
    graph: &'a GraphMap,
    options: &'a PathOptions,
    setting: &'a GraphSetting,
}

impl Query<'_> {
    fn one(
        &self,
        from: u32,
        to: u32,
        search: &mut dyn GraphSearch,
        everywhere: &Everywhere,
        output: &mut PathOutput<'_>,
    ) -> Result<u8, Failure> {
        let limits = self.options.limits(&interrupt::token()?);
        let mut nodes = Vec::new();
        let outcome = search.find(from, to, &limits, &mut nodes);
        let (status, exit) = match (outcome.cost, outcome.stopped) {
            (Some(_), _) => (Status::Solved, 0),
            (None, Some(_)) => (Status::Limit, 3),
            (None, None) => (Status::NoSolution, 1),
        };
        check_path(self.graph, (from, to), (outcome.cost, &nodes), self.setting)?;
        let labels: Vec<String> = nodes.iter().map(|&node| self.graph.label(node)).collect();
        let is_found = outcome.cost.is_some();
        let report = PathReport {
            schema: 1,
            domain: "graph",
            map: self.options.map_name(),
            instance: format!("{} {}", self.graph.label(from), self.graph.label(to)),
            movement: None,
            costs: None,
            algorithm: self.setting.algorithm.clone(),
            status,
            cost: outcome.cost,
            length: is_found.then(|| labels.len() - 1),
            moves: is_found.then(|| labels[1..].to_vec()),
            path: is_found.then_some(labels),
            bound: outcome.cost,
            // All algorithms for graphs are exact.
            optimal: is_found.then_some(true),
            nearest: None,
            nearest_cost: None,
            nearest_path: None,
            expected: None,
            counts: PathCounts { expanded: outcome.expanded },
            seconds: outcome.elapsed.as_secs_f64(),
            preparation_seconds: self.setting.preparation.as_secs_f64(),
            prepared_file: self.setting.table.as_ref().and_then(BuiltTable::file_taken),
            seed: self.options.seed,
            threads: 1,
            stopped: outcome.stopped,
        };
        output.report(&report, everywhere.verbose)?;
        Ok(exit)
    }

    fn random(
        &self,
        count: u64,
        search: &mut dyn GraphSearch,
        everywhere: &Everywhere,
        output: &mut PathOutput<'_>,
    ) -> Result<u8, Failure> {
        let cancel = interrupt::token()?;
        let limits = self.options.limits(&cancel);
        let line = ProgressLine::new(everywhere.quiet, String::new());
        let mut random = Random(self.options.seed);
        let (mut nodes, mut seconds) = (Vec::new(), Vec::new());
        let (mut failures, mut limited, mut unreachable, mut expanded) = (0, 0, 0, 0_u64);
        let mut longest_error = 0.0_f64;
        let mut sum = self.graph.zero();
        let mut last_said = Instant::now();
        for at in 0..count {
            if cancel.is_cancelled() {
                limited += (count - at) as usize;
                break;
            }
            if last_said.elapsed() > ProgressLine::PERIOD {
                line.say(&format!("{at} of {count} queries"));
                last_said = Instant::now();
            }
            let (from, to) = random.pair(self.graph);
            let outcome = search.find(from, to, &limits, &mut nodes);
            seconds.push(outcome.elapsed.as_secs_f64());
            expanded += outcome.expanded;
            match (outcome.cost, outcome.stopped) {
                (Some(cost), _) => {
                    let error = error_of(self.graph, (from, to), cost, &nodes);
                    failures += usize::from(error > 0.0);
                    longest_error = longest_error.max(error.min(cost.as_f64()));
                    sum = sum.plus(cost);
                }
                (None, Some(_)) => limited += 1,
                (None, None) => unreachable += 1,
            }
        }
        line.clear();
        let asked = seconds.len();
        let summary = PathSummary {
            schema: 1,
            map: self.options.map_name(),
            movement: None,
            algorithm: self.setting.algorithm.clone(),
            queries: count as usize,
            failures,
            longest_error,
            limited,
            unreachable: Some(unreachable),
            cost_sum: Some(sum),
            seconds: Times::of(seconds),
            expanded: Mean { mean: expanded as f64 / asked.max(1) as f64 },
            preparation_seconds: self.setting.preparation.as_secs_f64(),
            prepared_file: self.setting.table.as_ref().and_then(BuiltTable::file_taken),
            seed: self.options.seed,
        };
        output.summary(&summary, everywhere.verbose)?;
        Ok(if limited > 0 { 3 } else { u8::from(failures > 0) })
    }
}

/// Numbers from a seed, the same on every machine (SplitMix64, Steele et al. 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Two nodes of a graph that has some.
    pub(crate) fn pair(&mut self, graph: &GraphMap) -> (u32, u32) {
        let bound = graph.node_count() as u64;
        let [from, to] = [0, 1].map(|_| self.below(bound) as u32);
        (from, to)
    }

    /// A number below `bound`, which is not zero.
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(mixed ^ mixed >> 31) * u128::from(bound)) >> 64) as u64
    }
}
