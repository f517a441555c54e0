//! `tremaux path` on grid maps.

use std::time::Instant;

use tremaux_core::Limits;
use tremaux_maps::grid::{Cell, Grid, Movement, Scenario, StepCosts};
use tremaux_registry::paths::{
    GridPaths, Mean, PathCounts, PathLength, PathReport, PathSummary, Times, costs_name,
    is_same_cost, movement_name,
};
use tremaux_registry::{BuiltTable, Number, Status, TableSource};

use crate::atomic_file::write_whole;
use crate::drawing::map_pixels::pixels;
use crate::drawing::map_svg::svg;
use crate::drawing::picture_file::has_extension;
use crate::failure::Failure;
use crate::input::Input;
use crate::instances::worse;
use crate::interrupt;
use crate::maps::grid::{
    LengthCheck, MOST_WRONG_LENGTHS, grid_of, query_endpoints, reject_graph_options,
    report_wrong_length, scenarios_in,
};
use crate::maps::options::PathOptions;
use crate::options::GlobalOptions;
use crate::progress::ProgressLine;

use super::output::{PathOutput, QueryRow};

/// Answers queries about the grid map in `map`; returns the exit status.
pub(crate) fn path(
    options: &PathOptions,
    map: Input,
    global: &GlobalOptions,
    output: &mut PathOutput<'_>,
) -> Result<u8, Failure> {
    reject_graph_options(options)?;
    let (grid, costs) = grid_of(&options.rules, map)?;
    match &options.scen {
        Some(path) => {
            let limits = options.limits(&interrupt::token()?);
            let scenarios = scenarios_in(path, options.index, &grid, costs, &limits)?;
            scenarios_of(options, scenarios, grid, costs, global, output)
        }
        None => {
            let cells = query_endpoints(options, &grid)?;
            let unprepared = UnpreparedMap::new(options, &grid, costs);
            output.line.work("preparing the search");
            let tables = options.tables(global, &output.line);
            let prepared = PreparedMap::new(options, grid, costs, &tables);
            let mut prepared = match prepared {
                Ok(prepared) => prepared,
                Err(failure) => {
                    return Err(unprepared.report(failure, cells, None, global, output)?);
                }
            };
            let limits = options.limits(&interrupt::token()?);
            output.line.work("searching");
            let report = prepared.report(cells[0], cells[1], &limits)?;
            output.report(&report, global.verbose)?;
            prepared.draw(cells[0], cells[1], &limits).map_err(Failure::after_result)?;
            Ok(worse(0, report.status))
        }
    }
}

/// A map with an algorithm and the options that reports need.
struct PreparedMap<'a> {
    options: &'a PathOptions,
    paths: GridPaths,
}

impl<'a> PreparedMap<'a> {
    fn new(
        options: &'a PathOptions,
        grid: Grid,
        costs: StepCosts,
        tables: &TableSource,
    ) -> Result<Self, Failure> {
        let limits = options.preparation(&interrupt::token()?);
        let algorithm = options.algorithm.as_deref();
        let paths = GridPaths::prepared(grid, costs, algorithm, &limits, tables)
            .map_err(|error| Failure::of(error, "--algorithm"))?;
        options.check_limits(paths.is_limited(), paths.is_limited(), &paths.algorithm())?;
        Ok(Self { options, paths })
    }

    /// Finds one path, replays it, and returns the report.
    fn report(&mut self, from: Cell, to: Cell, limits: &Limits) -> Result<PathReport, Failure> {
        let paths = &mut self.paths;
        let outcome = paths.find(from, to, limits);
        let mut report = PathReport {
            schema: 1,
            domain: "grid",
            map: self.options.map_name(),
            instance: format!("{from} {to}"),
            movement: Some(movement_name(paths.grid().movement())),
            costs: Some(paths.costs()),
            algorithm: paths.algorithm(),
            status: Status::Limit,
            cost: None,
            length: None,
            moves: None,
            path: None,
            bound: None,
            optimal: None,
            nearest: None,
            nearest_cost: None,
            nearest_path: None,
            expected: None,
            notes: Vec::new(),
            rounding: None,
            counts: PathCounts { expanded: outcome.expanded },
            seconds: outcome.elapsed.as_secs_f64(),
            preparation_seconds: paths.preparation().as_secs_f64(),
            prepared_file: paths.table().and_then(BuiltTable::file_taken),
            seed: self.options.seed,
            threads: self.options.threads as usize,
            stopped: outcome.stopped,
        };
        if let Some(cost) = outcome.cost {
            let replayed = self.replayed(from, to, cost)?;
            let paths = &self.paths;
            let bound = if paths.is_exact() { cost } else { paths.bound(from, to) };
            report.status = Status::Solved;
            report.cost = Some(PathLength::Real(cost));
            report.length = Some(replayed);
            report.moves = Some(paths.moves());
            report.path = Some(paths.turns().iter().map(Cell::to_string).collect());
            report.bound = Some(PathLength::Real(bound));
            report.optimal = Some(cost <= bound);
        } else if outcome.stopped.is_some() {
            report.bound = Some(PathLength::Real(paths.bound(from, to)));
        } else {
            report.status = Status::NoSolution;
            if let Some(nearest) = paths.nearest_reachable(from, to) {
                report.nearest = Some(nearest.to_string());
                let outcome = paths.find(from, nearest, limits);
                if let Some(cost) = outcome.cost {
                    self.replayed(from, nearest, cost)?;
                    let turns = self.paths.turns();
                    report.nearest_cost = Some(PathLength::Real(cost));
                    report.nearest_path = Some(turns.iter().map(Cell::to_string).collect());
                }
            }
        }
        Ok(report)
    }

    /// Draws the last path, if a picture is requested.
    fn draw(&mut self, from: Cell, to: Cell, limits: &Limits) -> Result<(), Failure> {
        let Some(path) = &self.options.draw else {
            return Ok(());
        };
        let goal = self.paths.turns().last().copied().unwrap_or(to);
        let expanded = self.paths.expanded_cells(from, goal, limits);
        let (grid, turns) = (self.paths.grid(), self.paths.turns());
        let picture = if has_extension(path, "svg") {
            svg(grid, &expanded, turns, from, to).into_bytes()
        } else {
            pixels(grid, &expanded, turns, from, to)?
        };
        write_whole(path, &picture)
    }

    /// The steps of the path, verified by replaying it.
    fn replayed(&self, from: Cell, to: Cell, cost: f64) -> Result<usize, Failure> {
        let replayed = self.paths.replay(from, to).map_err(Failure::Registry)?;
        if is_same_cost(replayed.cost, cost) {
            Ok(replayed.steps)
        } else {
            Err(Failure::Registry(self.paths.wrong_plan()))
        }
    }
}

/// A map whose preparation may be stopped by a limit.
struct UnpreparedMap<'a> {
    options: &'a PathOptions,
    movement: Movement,
    costs: StepCosts,
    started: Instant,
}

impl<'a> UnpreparedMap<'a> {
    fn new(options: &'a PathOptions, grid: &Grid, costs: StepCosts) -> Self {
        Self { options, movement: grid.movement(), costs, started: Instant::now() }
    }

    /// Writes the report of a query that was not asked, if a limit stopped the preparation;
    /// returns `failure`.
    fn report(
        &self,
        failure: Failure,
        [from, to]: [Cell; 2],
        listed: Option<f64>,
        global: &GlobalOptions,
        output: &mut PathOutput<'_>,
    ) -> Result<Failure, Failure> {
        let Some((algorithm, reason)) = failure.unprepared() else { return Ok(failure) };
        let report = PathReport {
            instance: format!("{from} {to}"),
            movement: Some(movement_name(self.movement)),
            costs: Some(costs_name(self.costs)),
            expected: listed.map(Number),
            preparation_seconds: self.started.elapsed().as_secs_f64(),
            seed: self.options.seed,
            threads: self.options.threads as usize,
            ..PathReport::unprepared("grid", self.options.map_name(), algorithm, reason)
        };
        output.report(&report, global.verbose)?;
        Ok(failure)
    }

    /// Writes the summary of queries that were not asked, if a limit stopped the preparation;
    /// returns `failure`.
    fn summary(
        &self,
        failure: Failure,
        count: usize,
        global: &GlobalOptions,
        output: &mut PathOutput<'_>,
    ) -> Result<Failure, Failure> {
        let Some((algorithm, _)) = failure.unprepared() else { return Ok(failure) };
        let summary = PathSummary {
            movement: Some(movement_name(self.movement)),
            preparation_seconds: self.started.elapsed().as_secs_f64(),
            seed: self.options.seed,
            ..PathSummary::unprepared(self.options.map_name(), algorithm, count)
        };
        output.summary(&summary, global.verbose)?;
        Ok(failure)
    }
}

fn scenarios_of(
    options: &PathOptions,
    (mut scenarios, skipped): (Vec<Scenario>, usize),
    grid: Grid,
    costs: StepCosts,
    global: &GlobalOptions,
    output: &mut PathOutput<'_>,
) -> Result<u8, Failure> {
    let count = scenarios.len();
    let unprepared = UnpreparedMap::new(options, &grid, costs);
    output.line.work("preparing the search");
    let tables = options.tables(global, &output.line);
    if options.index.is_some() {
        let scenario = scenarios.swap_remove(0);
        let prepared = PreparedMap::new(options, grid, costs, &tables);
        let mut prepared = match prepared {
            Ok(prepared) => prepared,
            Err(failure) => {
                let (ends, listed) = ([scenario.start, scenario.goal], Some(scenario.length));
                return Err(unprepared.report(failure, ends, listed, global, output)?);
            }
        };
        let limits = options.limits(&interrupt::token()?);
        output.line.work("searching");
        let mut report = prepared.report(scenario.start, scenario.goal, &limits)?;
        report.expected = Some(Number(scenario.length));
        output.report(&report, global.verbose)?;
        let drawn = prepared.draw(scenario.start, scenario.goal, &limits);
        drawn.map_err(Failure::after_result)?;
        let cost = report.cost.map(PathLength::as_f64);
        let is_wrong = LengthCheck::new(&prepared.paths).add(&scenario, cost);
        return Ok(match report.status {
            Status::Limit => worse(0, Status::Limit),
            _ => u8::from(is_wrong),
        });
    }
    let prepared = PreparedMap::new(options, grid, costs, &tables);
    let mut prepared = match prepared {
        Ok(prepared) => prepared,
        Err(failure) => return Err(unprepared.summary(failure, count, global, output)?),
    };
    let cancel = interrupt::token()?;
    let limits = options.limits(&cancel);
    output.line.clear();
    let line = ProgressLine::new(global.quiet, String::new());
    let mut seconds = Vec::with_capacity(count);
    let (mut limited, mut expanded) = (0, 0_u64);
    let mut lengths = LengthCheck::new(&prepared.paths);
    let mut last_said = Instant::now();
    let (map, algorithm) = (options.map_name(), prepared.paths.algorithm());
    for (at, scenario) in scenarios.iter().enumerate() {
        if cancel.is_cancelled() {
            break;
        }
        if last_said.elapsed() > ProgressLine::PERIOD {
            line.say(&format!("{at} of {count} queries, {} failures", lengths.failures));
            last_said = Instant::now();
        }
        let (start, goal) = (scenario.start, scenario.goal);
        let outcome = prepared.paths.find(start, goal, &limits);
        seconds.push(outcome.elapsed.as_secs_f64());
        expanded += outcome.expanded;
        let is_limited = outcome.stopped.is_some();
        limited += usize::from(is_limited);
        if let Some(cost) = outcome.cost.filter(|_| !is_limited) {
            prepared.replayed(start, goal, cost)?;
        }
        let is_wrong = !is_limited && lengths.add(scenario, outcome.cost);
        if output.has_rows() {
            output.row(&QueryRow {
                schema: 1,
                number: scenario.number as u64,
                map: &map,
                instance: format!("{start} {goal}"),
                algorithm: &algorithm,
                status: match (is_limited, outcome.cost) {
                    (true, _) => Status::Limit,
                    (false, Some(_)) => Status::Solved,
                    (false, None) => Status::NoSolution,
                },
                cost: outcome.cost.filter(|_| !is_limited).map(PathLength::Real),
                expected: Some(Number(scenario.length)),
                wrong: (!is_limited).then_some(is_wrong),
                counts: PathCounts { expanded: outcome.expanded },
                seconds: outcome.elapsed.as_secs_f64(),
                seed: options.seed,
            })?;
        }
        if is_wrong && lengths.failures <= MOST_WRONG_LENGTHS && !global.quiet {
            line.clear();
            report_wrong_length(scenario.number as u64, scenario, outcome.cost);
        }
    }
    line.clear();
    let asked = seconds.len();
    let summary = PathSummary {
        schema: 1,
        map: options.map_name(),
        movement: Some(movement_name(prepared.paths.grid().movement())),
        algorithm: prepared.paths.algorithm(),
        queries: asked,
        skipped,
        not_asked: count - asked,
        failures: lengths.failures,
        longest_error: lengths.longest_error(),
        ratio: lengths.ratio(),
        limited,
        unreachable: (lengths.unreachable > 0).then_some(lengths.unreachable),
        cost_sum: None,
        seconds: Times::of(seconds),
        expanded: Mean { mean: expanded as f64 / asked.max(1) as f64 },
        preparation_seconds: prepared.paths.preparation().as_secs_f64(),
        prepared_file: prepared.paths.table().and_then(BuiltTable::file_taken),
        seed: options.seed,
    };
    output.end_rows()?;
    output.summary(&summary, global.verbose)?;
    let is_cut_short = limited > 0 || asked < count;
    Ok(if is_cut_short { 3 } else { u8::from(lengths.failures > 0) })
}
