//! `tremaux trace path`: recording path queries, one or a whole scenario file.

use std::io::Write;
use std::time::Instant;

use clap::{ArgMatches, FromArgMatches};
use serde_json::json;
use tremaux_core::{CancelToken, Random, StopReason};
use tremaux_maps::grid::{Cell, Scenario};
use tremaux_registry::paths::{
    GraphSearch, GraphSearchContext, GridPaths, LengthRatio, MapKind, PathLength,
};
use tremaux_registry::{Number, RegistryError};
use tremaux_trace::{Sink, TraceCounts, TraceHeader, TraceSelection};

use crate::failure::{Failure, not_applicable};
use crate::input::{ReadLimits, map_from};
use crate::interrupt;
use crate::maps::graph::{
    GraphQueries, check_path, graph_of, random_pair, reject_grid_options, say_notes,
};
use crate::maps::grid::{
    LengthCheck, MOST_WRONG_LENGTHS, grid_of, query_endpoints, reject_graph_options,
    report_wrong_length, scenarios_in,
};
use crate::maps::options::PathOptions;
use crate::options::{Format, GlobalOptions, format_of};
use crate::progress::ProgressLine;
use crate::quantity::grouped;

use super::output::{TraceOptions, TraceOutput};

/// Records the queries given by `matches`; returns the exit status.
pub(crate) fn trace_path(
    matches: &ArgMatches,
    global: &GlobalOptions,
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    let options = TraceOptions::of(matches)?;
    let asked = PathOptions::from_arg_matches(matches).expect("the options of a path");
    let format = format_of(matches);
    asked.check_query()?;
    if asked.draw.is_some() {
        return not_applicable("--draw", "use --output FILE.svg to draw the trace");
    }
    let is_one = asked.from.is_some() || asked.index.is_some();
    if !is_one {
        options.check_many()?;
    }
    let cancel = interrupt::token()?;
    let map = map_from(&asked.map, &ReadLimits::of_map(&asked.limits(&cancel)))?;
    let (limits, preparation) = (asked.limits(&cancel), asked.preparation(&cancel));
    let line = ProgressLine::new(global.quiet, String::new());
    let (selection, tables) = (options.selection(), asked.tables(global, &line));
    let algorithm = asked.algorithm.as_deref();
    let in_algorithm = |error: RegistryError| Failure::of(error, "--algorithm");
    let mut session = Session {
        options: &options,
        trace: None,
        header: None,
        answers: Answers::default(),
        unwritten: None,
        line,
        said: Instant::now(),
    };
    match MapKind::of(&asked.map.to_string_lossy(), &map.text) {
        MapKind::Grid => {
            reject_graph_options(&asked)?;
            let (grid, costs) = grid_of(&asked.rules, map)?;
            let queries: Vec<(Cell, Cell, Option<Scenario>)> = match &asked.scen {
                Some(path) => {
                    let scenarios = scenarios_in(path, asked.index, &grid, costs, &limits)?.0;
                    let query = |it: Scenario| (it.start, it.goal, Some(it));
                    scenarios.into_iter().map(query).collect()
                }
                None => {
                    let [from, to] = query_endpoints(&asked, &grid)?;
                    vec![(from, to, None)]
                }
            };
            let paths = GridPaths::prepared(grid, costs, algorithm, &preparation, &tables);
            let mut paths = paths.map_err(in_algorithm)?;
            asked.check_limits(paths.is_limited(), paths.is_limited(), &paths.algorithm())?;
            session.expect(queries.len() as u64)?;
            let mut lengths = LengthCheck::new(&paths);
            for (from, to, scenario) in &queries {
                if session.is_over(&cancel) {
                    break;
                }
                let ends = (*from, *to);
                let sink = match session.next(paths.trace_header(ends, selection)) {
                    Ok(sink) => sink,
                    Err(failure) => {
                        session.give_up(failure)?;
                        break;
                    }
                };
                let found = paths.trace(ends, 1.0, &limits, sink);
                let (outcome, counts) = found.map_err(in_algorithm)?;
                session.answered(outcome.cost, outcome.stopped, &counts);
                if let (Some(scenario), None) = (scenario, outcome.stopped) {
                    session.check(scenario, &mut lengths, outcome.cost, global.quiet);
                }
            }
            session.answers.ratio = lengths.ratio();
        }
        kind => {
            reject_grid_options(&asked)?;
            let origin = map.origin.clone();
            let graph = graph_of(kind, asked.graph_form(), map, &limits)?;
            say_notes(&graph, global.quiet);
            let queries = GraphQueries::of(&asked, &graph, &origin)?;
            let record = |search: &mut dyn GraphSearch, setting: &GraphSearchContext| {
                asked.check_limits(true, setting.limits_memory, &setting.algorithm)?;
                let (mut random, mut nodes) = (Random::new(asked.seed), Vec::new());
                let count = if let GraphQueries::Random(count) = queries { count } else { 1 };
                session.expect(count)?;
                for _ in 0..count {
                    if session.is_over(&cancel) {
                        break;
                    }
                    let ends = match queries {
                        GraphQueries::One(from, to) => (from, to),
                        GraphQueries::Random(_) => random_pair(&mut random, &graph),
                    };
                    let sink = match session.next(graph.trace_header(setting, ends, selection)) {
                        Ok(sink) => sink,
                        Err(failure) => {
                            session.give_up(failure)?;
                            break;
                        }
                    };
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
    session.line.clear();
    let Session { trace, header, answers, unwritten, .. } = session;
    let header = header.expect("a query was asked");
    if !options.takes_standard_output() {
        answers.write_summary(&header, (&asked, is_one), format, out)?;
        out.flush()?;
    }
    // The trace comes last: the result is not lost if it cannot be written.
    let finished = trace.map_or(Ok(()), TraceOutput::finish);
    match (unwritten, finished) {
        (Some(failure), _) | (None, Err(failure)) => Err(failure.after_result()),
        (None, Ok(())) => Ok(answers.exit(is_one)),
    }
}

/// Queries that are recorded one after the other.
struct Session<'a> {
    options: &'a TraceOptions,
    trace: Option<TraceOutput>,
    /// The header of the last query.
    header: Option<TraceHeader>,
    answers: Answers,
    /// Why the trace cannot be written.
    unwritten: Option<Failure>,
    line: ProgressLine,
    /// When the line was last changed.
    said: Instant,
}

impl Session<'_> {
    /// Sets the number of queries.
    fn expect(&mut self, count: u64) -> Result<(), Failure> {
        self.answers.queries = count;
        if count == 0 {
            return Err(Failure::Usage("no queries: nothing to record".into()));
        }
        Ok(())
    }

    /// Whether to stop; the first query always runs and is cancelled itself.
    fn is_over(&self, cancel: &CancelToken) -> bool {
        self.header.is_some() && cancel.is_cancelled()
    }

    /// Starts the next query; returns the sink for its events.
    fn next(&mut self, header: TraceHeader) -> Result<(TraceSelection, &mut dyn Sink), Failure> {
        let header = self.options.shortened(header);
        let selection = header.selection;
        self.header = Some(header.clone());
        match &mut self.trace {
            Some(trace) => trace.next(&header)?,
            none => *none = Some(self.options.begin(header)?),
        }
        Ok((selection, self.trace.as_mut().expect("it was begun").sink()))
    }

    /// Records the result of a query.
    fn answered(&mut self, cost: Option<f64>, stopped: Option<StopReason>, counts: &TraceCounts) {
        self.answers.add(cost, stopped, counts);
        let Answers { queries, .. } = self.answers;
        if queries > 1 && self.said.elapsed() > ProgressLine::PERIOD {
            self.line.say(&format!("{} of {queries} queries", self.answers.asked()));
            self.said = Instant::now();
        }
    }

    /// Compares the length with the one in the scenario file.
    fn check(
        &mut self,
        scenario: &Scenario,
        lengths: &mut LengthCheck,
        cost: Option<f64>,
        is_quiet: bool,
    ) {
        self.answers.listed = Some(scenario.length);
        if !lengths.add(scenario, cost) {
            return;
        }
        self.answers.failures += 1;
        if !is_quiet && self.answers.failures <= MOST_WRONG_LENGTHS as u64 {
            self.line.clear();
            report_wrong_length(scenario.number as u64, scenario, cost);
        }
    }

    /// Asks no further queries because the trace cannot be written; fails if there is no result
    /// yet.
    fn give_up(&mut self, failure: Failure) -> Result<(), Failure> {
        if self.answers.asked() == 0 {
            return Err(failure);
        }
        self.unwritten = Some(failure);
        Ok(())
    }
}

/// Totals over all queries.
#[derive(Default)]
struct Answers {
    queries: u64,
    solved: u64,
    unreachable: u64,
    /// Queries stopped by a limit.
    stopped: u64,
    /// Queries with a wrong length.
    failures: u64,
    /// The lengths relative to those in the scenario file, if they may differ.
    ratio: Option<LengthRatio>,
    /// Cost of the last query.
    cost: Option<f64>,
    /// Its cost in the scenario file.
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

    /// Number of queries so far.
    const fn asked(&self) -> u64 {
        self.solved + self.unreachable + self.stopped
    }

    /// Queries that were not asked because of Ctrl-C.
    const fn not_asked(&self) -> u64 {
        self.queries - self.asked()
    }

    /// The status of a single query.
    const fn state(&self) -> &'static str {
        match (self.solved, self.stopped) {
            (1.., _) => "solved",
            (0, 1..) => "limit",
            (0, 0) => "no-solution",
        }
    }

    /// The exit status.
    fn exit(&self, is_one: bool) -> u8 {
        match (self.stopped + self.not_asked(), self.failures) {
            (1.., _) => 3,
            (0, 1..) => 1,
            (0, 0) => u8::from(is_one && self.solved == 0),
        }
    }

    /// Prints the result of one query, or the totals.
    fn write_summary(
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
        let Self { solved, unreachable, stopped, failures, .. } = *self;
        let (asked_for, not_asked) = (self.asked(), self.not_asked());
        if format == Format::Text {
            if is_one {
                let cost = self.cost.map_or_else(String::new, |cost| format!(": cost {cost:.3}"));
                let listed = self.listed.filter(|_| failures > 0);
                let listed = listed.map_or_else(String::new, |it| format!(", expected {it}"));
                writeln!(out, "{}{cost}{listed}", self.state())?;
            } else {
                let (count, solved) = (grouped(asked_for), grouped(solved));
                let noun = if asked_for == 1 { "query" } else { "queries" };
                write!(out, "{count} {noun}: {solved} solved")?;
                let others = [
                    (unreachable, "unreachable"),
                    (stopped, "stopped by a limit"),
                    (failures, "with a wrong length"),
                    (not_asked, "not started"),
                ];
                for (count, what) in others.into_iter().filter(|(count, _)| *count > 0) {
                    write!(out, ", {} {what}", grouped(count))?;
                }
                writeln!(out)?;
                if let Some(LengthRatio { mean, worst }) = self.ratio {
                    let words = format!("mean {mean:.4}, worst {worst:.4}");
                    writeln!(out, "ratio to the listed lengths: {words}")?;
                }
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
            let mut report = json!({
                "schema": 1, "domain": header.problem, "map": map, "algorithm": header.algorithm,
                "queries": asked_for, "solved": solved, "unreachable": unreachable,
                "limited": stopped, "failures": failures, "counts": counts, "seed": seed,
            });
            if not_asked > 0 {
                report["not_asked"] = not_asked.into();
            }
            if let Some(ratio) = self.ratio {
                report["ratio"] = json!(ratio);
            }
            report
        };
        writeln!(out, "{report}")?;
        Ok(())
    }
}
