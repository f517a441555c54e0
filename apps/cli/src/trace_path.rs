//! `tremaux trace path`: how paths are found, one or a whole scenario file.

use std::io::Write;
use std::time::Instant;

use clap::{ArgMatches, FromArgMatches};
use serde_json::json;
use tremaux_core::{CancelToken, StopReason};
use tremaux_maps::grid::{Cell, Scenario};
use tremaux_registry::paths::{GraphSearch, GraphSetting, GridPaths, MapKind, PathLength};
use tremaux_registry::{Number, RegistryError};
use tremaux_trace::{Selection, Sink, TraceCounts, TraceHeader};

use crate::arguments::{Everywhere, Format, Written};
use crate::failure::Failure;
use crate::input::map_from;
use crate::interrupt;
use crate::path::{PathOptions, refused};
use crate::path_graph::{Asked, Random, check_path, graph_of, refuse_what_is_of_grids};
use crate::path_grid::{
    MOST_TOLD, ends_of, error_of, grid_of, refuse_what_is_of_graphs, scenarios_in,
    tell_wrong_length,
};
use crate::progress::ProgressLine;
use crate::quantity::grouped;
use crate::trace_output::{TraceOptions, TraceOutput};

/// Records what `matches`, those of the verb, ask for; returns the exit status.
pub(crate) fn trace_path(
    matches: &ArgMatches,
    everywhere: &Everywhere,
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    let options = TraceOptions::from_arg_matches(matches).expect("the options of a trace");
    let asked = PathOptions::from_arg_matches(matches).expect("the options of a path");
    let written = Written::from_arg_matches(matches).expect("the format");
    asked.check_what_is_asked()?;
    if asked.draw.is_some() {
        return refused("--draw", "--output FILE.svg draws the trace");
    }
    let is_one = asked.from.is_some() || asked.index.is_some();
    if !is_one {
        options.check_many()?;
    }
    let cancel = interrupt::token()?;
    let map = map_from(&asked.map)?;
    let (limits, preparation) = (asked.limits(&cancel), asked.preparation(&cancel));
    let (selection, tables) = (options.selection(), asked.tables(everywhere));
    let algorithm = asked.algorithm.as_deref();
    let in_algorithm = |error: RegistryError| Failure::of(error, "--algorithm");
    let mut session = Session {
        options: &options,
        out: Some(&mut *out),
        trace: None,
        header: None,
        answers: Answers::default(),
        first: asked.index.map_or(0, |index| index - 1),
        line: ProgressLine::new(everywhere.quiet, String::new()),
        said: Instant::now(),
    };
    match MapKind::of(&asked.map.to_string_lossy(), &map.text) {
        MapKind::Grid => {
            refuse_what_is_of_graphs(&asked)?;
            let (grid, costs) = grid_of(&asked.rules, map)?;
            let queries: Vec<(Cell, Cell, Option<Scenario>)> = match &asked.scen {
                Some(path) => {
                    let scenarios = scenarios_in(path, asked.index, &grid, costs)?;
                    let query = |it: Scenario| (it.start, it.goal, Some(it));
                    scenarios.into_iter().map(query).collect()
                }
                None => {
                    let [from, to] = ends_of(&asked, &grid)?;
                    vec![(from, to, None)]
                }
            };
            let paths = GridPaths::prepared(grid, costs, algorithm, &preparation, &tables);
            let mut paths = paths.map_err(in_algorithm)?;
            asked.check_limits(paths.is_limited(), &paths.algorithm())?;
            session.expect(queries.len() as u64)?;
            for (from, to, scenario) in &queries {
                if session.is_over(&cancel) {
                    break;
                }
                let ends = (*from, *to);
                let sink = session.next(paths.trace_header(ends, selection))?;
                let found = paths.trace(ends, 1.0, &limits, sink);
                let (outcome, counts) = found.map_err(in_algorithm)?;
                session.answered(outcome.cost, outcome.stopped, &counts);
                if let (Some(scenario), None) = (scenario, outcome.stopped) {
                    session.check(scenario, outcome.cost, everywhere.quiet);
                }
            }
        }
        kind => {
            refuse_what_is_of_grids(&asked)?;
            let origin = map.origin.clone();
            let graph = graph_of(kind, asked.coordinates.as_deref(), map)?;
            let queries = Asked::of(&asked, &graph, &origin)?;
            let record = |search: &mut dyn GraphSearch, setting: &GraphSetting| {
                asked.check_limits(setting.is_limited, &setting.algorithm)?;
                let (mut random, mut nodes) = (Random(asked.seed), Vec::new());
                let count = if let Asked::Random(count) = queries { count } else { 1 };
                session.expect(count)?;
                for _ in 0..count {
                    if session.is_over(&cancel) {
                        break;
                    }
                    let ends = match queries {
                        Asked::One(from, to) => (from, to),
                        Asked::Random(_) => random.pair(&graph),
                    };
                    let sink = session.next(graph.trace_header(setting, ends, selection))?;
                    let (outcome, counts) = search.trace(ends, &limits, &mut nodes, sink);
                    check_path(&graph, ends, (outcome.cost, &nodes), setting)?;
                    let cost = outcome.cost.map(PathLength::as_f64);
                    session.answered(cost, outcome.stopped, &counts);
                }
                Ok::<_, Failure>(())
            };
            graph
                .with_search(algorithm, asked.seed, &preparation, &tables, record)
                .map_err(in_algorithm)??;
        }
    }
    let (header, answers) = session.finish()?;
    if !options.takes_standard_output() {
        answers.tell(&header, (&asked, is_one), written.format, out)?;
    }
    Ok(answers.exit(is_one))
}

/// Queries that are recorded one after the other.
struct Session<'a> {
    options: &'a TraceOptions,
    /// Where the trace goes if it goes to standard output, until it is begun.
    out: Option<&'a mut dyn Write>,
    trace: Option<TraceOutput<'a>>,
    /// That of the last one.
    header: Option<TraceHeader>,
    answers: Answers,
    /// Which scenario the first one is, from 0.
    first: u64,
    line: ProgressLine,
    /// When the line was last changed.
    said: Instant,
}

impl Session<'_> {
    /// So many queries are to come.
    fn expect(&mut self, count: u64) -> Result<(), Failure> {
        self.answers.queries = count;
        if count == 0 {
            return Err(Failure::Usage("no query is asked: there is nothing to record".into()));
        }
        Ok(())
    }

    /// Whether no more are asked: the first one always is, and told to stop.
    fn is_over(&self, cancel: &CancelToken) -> bool {
        self.header.is_some() && cancel.is_cancelled()
    }

    /// Begins the next one, and returns what takes its steps.
    fn next(&mut self, header: TraceHeader) -> Result<(Selection, &mut dyn Sink), Failure> {
        let header = self.options.shortened(header);
        let selection = header.selection;
        self.header = Some(header.clone());
        match &mut self.trace {
            Some(trace) => trace.next(&header)?,
            none => {
                let out = self.out.take().expect("it is begun once");
                *none = Some(self.options.begin(header, out)?);
            }
        }
        Ok((selection, self.trace.as_mut().expect("it was begun").sink()))
    }

    /// What came of it.
    fn answered(&mut self, cost: Option<f64>, stopped: Option<StopReason>, counts: &TraceCounts) {
        self.answers.add(cost, stopped, counts);
        let Answers { queries, .. } = self.answers;
        if queries > 1 && self.said.elapsed() > ProgressLine::PERIOD {
            self.line.say(&format!("{} of {queries} queries", self.answers.asked()));
            self.said = Instant::now();
        }
    }

    /// Compares its length with the one that a scenario file lists.
    fn check(&mut self, scenario: &Scenario, cost: Option<f64>, is_quiet: bool) {
        self.answers.listed = Some(scenario.length);
        if error_of(scenario, cost) <= scenario.tolerance {
            return;
        }
        self.answers.failures += 1;
        if !is_quiet && self.answers.failures <= MOST_TOLD as u64 {
            self.line.clear();
            tell_wrong_length(self.first + self.answers.asked(), scenario, cost);
        }
    }

    /// Puts the trace where it belongs.
    fn finish(self) -> Result<(TraceHeader, Answers), Failure> {
        self.line.clear();
        if let Some(trace) = self.trace {
            trace.finish()?;
        }
        Ok((self.header.expect("a query was asked"), self.answers))
    }
}

/// What came of all queries.
#[derive(Default)]
struct Answers {
    queries: u64,
    solved: u64,
    unreachable: u64,
    /// Those that a limit stopped.
    stopped: u64,
    /// Those of another length than a scenario file lists.
    failures: u64,
    /// Of the last one.
    cost: Option<f64>,
    /// What a scenario file lists for it.
    listed: Option<f64>,
    expanded: u64,
    generated: u64,
    reopened: u64,
    duplicates: u64,
}

impl Answers {
    /// Adds a query.
    fn add(&mut self, cost: Option<f64>, stopped: Option<StopReason>, counts: &TraceCounts) {
        let sum = match (cost, stopped) {
            (Some(_), _) => &mut self.solved,
            (None, Some(_)) => &mut self.stopped,
            (None, None) => &mut self.unreachable,
        };
        *sum += 1;
        self.cost = cost;
        self.expanded += counts.expanded;
        self.generated += counts.generated;
        self.reopened += counts.reopened;
        self.duplicates += counts.duplicates;
    }

    /// How many were asked so far.
    const fn asked(&self) -> u64 {
        self.solved + self.unreachable + self.stopped
    }

    /// Those that a limit stopped or kept from being asked.
    const fn limited(&self) -> u64 {
        self.queries - self.solved - self.unreachable
    }

    /// What came of a query, if there was one.
    const fn state(&self) -> &'static str {
        match (self.solved, self.limited()) {
            (1.., _) => "solved",
            (0, 1..) => "limit",
            (0, 0) => "no-solution",
        }
    }

    /// The exit status.
    fn exit(&self, is_one: bool) -> u8 {
        match (self.limited(), self.failures) {
            (1.., _) => 3,
            (0, 1..) => 1,
            (0, 0) => u8::from(is_one && self.solved == 0),
        }
    }

    /// Prints what came of a query, or of all.
    fn tell(
        &self,
        header: &TraceHeader,
        (asked, is_one): (&PathOptions, bool),
        format: Format,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let counts = json!({
            "expanded": self.expanded, "generated": self.generated,
            "reopened": self.reopened, "duplicates": self.duplicates,
        });
        let (map, seed) = (asked.map_name(), asked.seed);
        let Self { queries, solved, unreachable, failures, .. } = *self;
        if format == Format::Text {
            if is_one {
                let cost = self.cost.map_or_else(String::new, |cost| format!(": cost {cost:.3}"));
                let listed = self.listed.filter(|_| failures > 0);
                let listed = listed.map_or_else(String::new, |it| format!(", the file lists {it}"));
                writeln!(out, "{}{cost}{listed}", self.state())?;
            } else {
                let (count, solved) = (grouped(queries), grouped(solved));
                let noun = if queries == 1 { "query" } else { "queries" };
                write!(out, "{count} {noun}: {solved} solved")?;
                let others = [
                    (unreachable, "without a path"),
                    (self.limited(), "stopped before their end"),
                    (failures, "not of the length listed"),
                ];
                for (count, what) in others.into_iter().filter(|(count, _)| *count > 0) {
                    write!(out, ", {} {what}", grouped(count))?;
                }
                writeln!(out)?;
            }
            let (expanded, generated) = (grouped(self.expanded), grouped(self.generated));
            writeln!(out, "{expanded} expanded, {generated} generated")?;
            return Ok(());
        }
        let report = if is_one {
            let mut report = json!({
                "schema": 1, "domain": header.problem, "map": map, "instance": header.instance,
                "algorithm": header.algorithm, "status": self.state(),
                "cost": self.cost.map(Number), "counts": counts, "seed": seed,
            });
            if let Some(listed) = self.listed {
                report["expected"] = json!(Number(listed));
            }
            report
        } else {
            json!({
                "schema": 1, "domain": header.problem, "map": map, "algorithm": header.algorithm,
                "queries": queries, "solved": solved, "unreachable": unreachable,
                "limited": self.limited(), "failures": failures, "counts": counts,
                "seed": seed,
            })
        };
        writeln!(out, "{report}")?;
        Ok(())
    }
}
