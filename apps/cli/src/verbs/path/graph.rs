//! `tremaux path` on graphs and road networks.

use std::time::Instant;

use tremaux_core::Random;
use tremaux_registry::paths::{
    GraphMap, GraphSearch, GraphSearchContext, MapKind, Mean, PathCounts, PathReport, PathSummary,
    Times,
};
use tremaux_registry::{BuiltTable, Number, Status};

use crate::failure::Failure;
use crate::input::Input;
use crate::interrupt;
use crate::maps::graph::{
    GraphQueries, check_path, cost_error, graph_of, random_pair, reject_grid_options, say_notes,
};
use crate::maps::options::PathOptions;
use crate::options::GlobalOptions;
use crate::progress::ProgressLine;

use super::output::{PathOutput, QueryRow};

/// Answers queries about the graph in `map`; returns the exit status.
pub(crate) fn path(
    kind: MapKind,
    options: &PathOptions,
    map: Input,
    global: &GlobalOptions,
    output: &mut PathOutput<'_>,
) -> Result<u8, Failure> {
    reject_grid_options(options)?;
    let origin = map.origin.clone();
    let preparation = options.preparation(&interrupt::token()?);
    let graph = graph_of(kind, options.graph_form(), map, &preparation)?;
    output.line.clear();
    say_notes(&graph, global.quiet);
    let queries = GraphQueries::of(options, &graph, &origin)?;
    let algorithm = options.algorithm.as_deref();
    output.line.work("preparing the search");
    let tables = options.tables(global, &output.line);
    let answer = |search: &mut dyn GraphSearch, setting: &GraphSearchContext| {
        options.check_limits(true, setting.limits_memory, &setting.algorithm)?;
        let query = Query { graph: &graph, options, setting };
        match queries {
            GraphQueries::One(from, to) => query.one(from, to, search, global, output),
            GraphQueries::Random(count) => query.random(count, search, global, output),
        }
    };
    let started = Instant::now();
    let answered = graph.with_search(algorithm, options.seed, &preparation, &tables, answer);
    let failure = match answered {
        Ok(answered) => return answered,
        Err(error) => Failure::of(error, "--algorithm"),
    };
    let Some((algorithm, reason)) = failure.unprepared() else { return Err(failure) };
    let (map, preparation_seconds) = (options.map_name(), started.elapsed().as_secs_f64());
    match queries {
        GraphQueries::One(from, to) => {
            let report = PathReport {
                instance: format!("{} {}", graph.label(from), graph.label(to)),
                preparation_seconds,
                seed: options.seed,
                ..PathReport::unprepared("graph", map, algorithm, reason)
            };
            output.report(&report, global.verbose)?;
        }
        GraphQueries::Random(count) => {
            let summary = PathSummary {
                preparation_seconds,
                seed: options.seed,
                ..PathSummary::unprepared(map, algorithm, count as usize)
            };
            output.summary(&summary, global.verbose)?;
        }
    }
    Err(failure)
}

/// The relative error of sums of floats up to which a path is optimal.
const ROUNDING: f64 = 1e-12;

struct Query<'a> {
    graph: &'a GraphMap,
    options: &'a PathOptions,
    setting: &'a GraphSearchContext,
}

impl Query<'_> {
    fn one(
        &self,
        from: u32,
        to: u32,
        search: &mut dyn GraphSearch,
        global: &GlobalOptions,
        output: &mut PathOutput<'_>,
    ) -> Result<u8, Failure> {
        let limits = self.options.limits(&interrupt::token()?);
        let mut nodes = Vec::new();
        output.line.work("searching");
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
            optimal: is_found.then_some(!self.setting.is_rounded),
            nearest: None,
            nearest_cost: None,
            nearest_path: None,
            expected: None,
            notes: self.graph.notes().to_vec(),
            rounding: outcome
                .cost
                .filter(|_| self.setting.is_rounded)
                .map(|cost| Number(ROUNDING * cost.as_f64())),
            counts: PathCounts { expanded: outcome.expanded },
            seconds: outcome.elapsed.as_secs_f64(),
            preparation_seconds: self.setting.preparation.as_secs_f64(),
            prepared_file: self.setting.table.as_ref().and_then(BuiltTable::file_taken),
            seed: self.options.seed,
            threads: 1,
            stopped: outcome.stopped,
        };
        output.report(&report, global.verbose)?;
        Ok(exit)
    }

    fn random(
        &self,
        count: u64,
        search: &mut dyn GraphSearch,
        global: &GlobalOptions,
        output: &mut PathOutput<'_>,
    ) -> Result<u8, Failure> {
        let cancel = interrupt::token()?;
        let limits = self.options.limits(&cancel);
        output.line.clear();
        let line = ProgressLine::new(global.quiet, String::new());
        let mut random = Random::new(self.options.seed);
        let (mut nodes, mut seconds) = (Vec::new(), Vec::new());
        let (mut failures, mut limited, mut unreachable, mut expanded) = (0, 0, 0, 0_u64);
        let mut longest_error = 0.0_f64;
        let mut sum = self.graph.zero();
        let mut last_said = Instant::now();
        let map = self.options.map_name();
        for at in 0..count {
            if cancel.is_cancelled() {
                break;
            }
            if last_said.elapsed() > ProgressLine::PERIOD {
                line.say(&format!("{at} of {count} queries"));
                last_said = Instant::now();
            }
            let (from, to) = random_pair(&mut random, self.graph);
            let outcome = search.find(from, to, &limits, &mut nodes);
            seconds.push(outcome.elapsed.as_secs_f64());
            expanded += outcome.expanded;
            let mut is_wrong = None;
            let status = match (outcome.cost, outcome.stopped) {
                (Some(cost), _) => {
                    let error = cost_error(self.graph, (from, to), cost, &nodes);
                    is_wrong = Some(error > 0.0);
                    failures += usize::from(error > 0.0);
                    longest_error = longest_error.max(error.min(cost.as_f64()));
                    sum = sum.plus(cost);
                    Status::Solved
                }
                (None, Some(_)) => {
                    limited += 1;
                    Status::Limit
                }
                (None, None) => {
                    unreachable += 1;
                    Status::NoSolution
                }
            };
            if output.has_rows() {
                output.row(&QueryRow {
                    schema: 1,
                    number: at + 1,
                    map: &map,
                    instance: format!("{} {}", self.graph.label(from), self.graph.label(to)),
                    algorithm: &self.setting.algorithm,
                    status,
                    cost: outcome.cost,
                    expected: None,
                    wrong: is_wrong,
                    counts: PathCounts { expanded: outcome.expanded },
                    seconds: outcome.elapsed.as_secs_f64(),
                    seed: self.options.seed,
                })?;
            }
        }
        line.clear();
        let asked = seconds.len();
        let summary = PathSummary {
            schema: 1,
            map: self.options.map_name(),
            movement: None,
            algorithm: self.setting.algorithm.clone(),
            queries: asked,
            skipped: 0,
            not_asked: count as usize - asked,
            failures,
            longest_error: Some(longest_error),
            ratio: None,
            limited,
            unreachable: Some(unreachable),
            cost_sum: Some(sum),
            seconds: Times::of(seconds),
            expanded: Mean { mean: expanded as f64 / asked.max(1) as f64 },
            preparation_seconds: self.setting.preparation.as_secs_f64(),
            prepared_file: self.setting.table.as_ref().and_then(BuiltTable::file_taken),
            seed: self.options.seed,
        };
        output.end_rows()?;
        output.summary(&summary, global.verbose)?;
        let is_cut_short = limited > 0 || (asked as u64) < count;
        Ok(if is_cut_short { 3 } else { u8::from(failures > 0) })
    }
}
