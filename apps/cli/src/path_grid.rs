//! `tremaux path` on grid maps.

use std::io::{Write, stderr};
use std::path::Path;
use std::time::Instant;

use tremaux_core::Limits;
use tremaux_maps::grid::{
    Cell, Grid, MapFile, Movement, Scenario, ScenarioFile, StepCosts, TerrainRules,
};
use tremaux_registry::paths::{
    GridPaths, Mean, PathCounts, PathLength, PathReport, PathSummary, Times, is_same_cost,
    movement_name, parse_cell, parse_costs, parse_movement, parse_terrain,
};
use tremaux_registry::{BuiltTable, Number, Status, TableSource};

use crate::arguments::Everywhere;
use crate::drawing::svg;
use crate::drawing_pixels::pixels;
use crate::failure::Failure;
use crate::input::{Input, map_from};
use crate::interrupt;
use crate::path::{GridRules, PathOptions, in_text, refused};
use crate::path_output::PathOutput;
use crate::progress::ProgressLine;
use crate::replacing::write_whole;

/// So many wrong lengths are told one by one.
pub(crate) const MOST_TOLD: usize = 10;

/// Answers queries about the grid map in `map`; returns the exit status.
pub(crate) fn path(
    options: &PathOptions,
    map: Input,
    everywhere: &Everywhere,
    output: &mut PathOutput<'_>,
) -> Result<u8, Failure> {
    refuse_what_is_of_graphs(options)?;
    let (grid, costs) = grid_of(&options.rules, map)?;
    match &options.scen {
        Some(path) => {
            let scenarios = scenarios_in(path, options.index, &grid, costs)?;
            scenarios_of(options, scenarios, grid, costs, everywhere, output)
        }
        None => {
            let cells = ends_of(options, &grid)?;
            let mut asked = Asked::new(options, grid, costs, &options.tables(everywhere))?;
            let limits = options.limits(&interrupt::token()?);
            let report = asked.report(cells[0], cells[1], &limits)?;
            asked.draw(cells[0], cells[1], &limits)?;
            output.report(&report, everywhere.verbose)?;
            Ok(status_of(&report))
        }
    }
}

/// Fails if an option is given that grid maps have no use for.
pub(crate) fn refuse_what_is_of_graphs(options: &PathOptions) -> Result<(), Failure> {
    if options.coordinates.is_some() {
        return refused("--coordinates", "a grid map tells where its cells are");
    }
    if options.random.is_some() {
        return refused("--random", "on grid maps, --scen FILE asks many queries");
    }
    Ok(())
}

/// The cells of `--from` and `--to`.
pub(crate) fn ends_of(options: &PathOptions, grid: &Grid) -> Result<[Cell; 2], Failure> {
    let ends = [("--from", &options.from, true), ("--to", &options.to, false)];
    let mut cells = [Cell::default(); 2];
    for (cell, (option, text, must_be_free)) in cells.iter_mut().zip(ends) {
        let text = text.as_deref().unwrap_or_default();
        *cell =
            parse_cell(text, grid, must_be_free).map_err(|error| in_text(option, text, error))?;
    }
    Ok(cells)
}

/// The scenarios of a file for this map: all of them, or the one that `index` says, from 1.
pub(crate) fn scenarios_in(
    path: &Path,
    index: Option<u64>,
    grid: &Grid,
    costs: StepCosts,
) -> Result<Vec<Scenario>, Failure> {
    if costs != StepCosts::Euclidean {
        return refused("--cost", "scenario files list lengths by the square root of two");
    }
    let Input { origin, text } = map_from(path)?;
    let mut scenarios = match ScenarioFile::parse_for(&text, grid) {
        Ok(file) => file.scenarios,
        Err(error) => return Err(in_text(&origin, text, error)),
    };
    let count = scenarios.len();
    match index.map(|index| usize::try_from(index - 1).unwrap_or(usize::MAX)) {
        None => Ok(scenarios),
        Some(at) if at < count => Ok(vec![scenarios.swap_remove(at)]),
        Some(at) => {
            let scenarios = if count == 1 { "scenario" } else { "scenarios" };
            let message = format!("--index {}: {origin} holds {count} {scenarios}", at + 1);
            Err(Failure::Usage(message))
        }
    }
}

/// The map and what steps on it cost, as the options say.
pub(crate) fn grid_of(rules: &GridRules, map: Input) -> Result<(Grid, StepCosts), Failure> {
    let given =
        |option: &str, text: &Option<String>| text.clone().map(|text| (option.to_owned(), text));
    let movement = match given("--movement", &rules.movement) {
        Some((origin, text)) => {
            parse_movement(&text).map_err(|error| in_text(&origin, text, error))?
        }
        None => Movement::NoCornerCutting,
    };
    let costs = match given("--cost", &rules.cost) {
        Some((origin, text)) => {
            parse_costs(&text).map_err(|error| in_text(&origin, text, error))?
        }
        None => StepCosts::Euclidean,
    };
    let terrain = match given("--terrain", &rules.terrain) {
        Some((origin, text)) => {
            parse_terrain(&text).map_err(|error| in_text(&origin, text, error))?
        }
        None => TerrainRules::land(),
    };
    let Input { origin, text } = map;
    let file = match MapFile::parse(&text, &terrain) {
        Ok(file) => file,
        Err(error) => return Err(in_text(&origin, text, error)),
    };
    drop(text);
    let grid = Grid::from_file(&file, &terrain, movement);
    Ok((grid, costs))
}

fn status_of(report: &PathReport) -> u8 {
    match report.status {
        Status::Solved => 0,
        Status::NoSolution => 1,
        Status::Limit => 3,
    }
}

/// A map with an algorithm, and what reports about it have in common.
struct Asked<'a> {
    options: &'a PathOptions,
    paths: GridPaths,
}

impl<'a> Asked<'a> {
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
        options.check_limits(paths.is_limited(), &paths.algorithm())?;
        Ok(Self { options, paths })
    }

    /// Asks for one path, replays it, and tells all about it.
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

    /// Draws the path last found, if a picture is wanted.
    fn draw(&mut self, from: Cell, to: Cell, limits: &Limits) -> Result<(), Failure> {
        let Some(path) = &self.options.draw else {
            return Ok(());
        };
        let goal = self.paths.turns().last().copied().unwrap_or(to);
        let expanded = self.paths.expanded_cells(from, goal, limits);
        let (grid, turns) = (self.paths.grid(), self.paths.turns());
        let is_svg =
            path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"));
        let picture = if is_svg {
            svg(grid, &expanded, turns, from, to).into_bytes()
        } else {
            pixels(grid, &expanded, turns, from, to)?
        };
        write_whole(path, &picture)
    }

    /// The steps of the path that was found, once it has stood up to being replayed.
    fn replayed(&self, from: Cell, to: Cell, cost: f64) -> Result<usize, Failure> {
        let replayed = self.paths.replay(from, to).map_err(Failure::Registry)?;
        if is_same_cost(replayed.cost, cost) {
            Ok(replayed.steps)
        } else {
            Err(Failure::Registry(self.paths.wrong_plan()))
        }
    }
}

/// Says that the path of a scenario, the first being 1, has a length that is not the listed one.
pub(crate) fn tell_wrong_length(nth: u64, scenario: &Scenario, cost: Option<f64>) {
    let found = cost.map_or("no path".into(), |cost| format!("{cost}"));
    let Scenario { start, goal, length: listed, .. } = scenario;
    let message = format!("{start} to {goal}: {found} instead of {listed}");
    let _ = writeln!(stderr(), "scenario {nth}: {message}");
}

/// By how much a length differs from the listed one; infinitely if there is no path.
pub(crate) fn error_of(scenario: &Scenario, cost: Option<f64>) -> f64 {
    cost.map_or(f64::INFINITY, |cost| (cost - scenario.length).abs())
}

fn scenarios_of(
    options: &PathOptions,
    mut scenarios: Vec<Scenario>,
    grid: Grid,
    costs: StepCosts,
    everywhere: &Everywhere,
    output: &mut PathOutput<'_>,
) -> Result<u8, Failure> {
    let count = scenarios.len();
    if options.index.is_some() {
        let scenario = scenarios.swap_remove(0);
        let mut asked = Asked::new(options, grid, costs, &options.tables(everywhere))?;
        let limits = options.limits(&interrupt::token()?);
        let mut report = asked.report(scenario.start, scenario.goal, &limits)?;
        asked.draw(scenario.start, scenario.goal, &limits)?;
        report.expected = Some(Number(scenario.length));
        output.report(&report, everywhere.verbose)?;
        let cost = report.cost.map(PathLength::as_f64);
        let is_wrong = error_of(&scenario, cost) > scenario.tolerance;
        return Ok(if report.status != Status::Limit && is_wrong { 1 } else { status_of(&report) });
    }
    let mut asked = Asked::new(options, grid, costs, &options.tables(everywhere))?;
    let cancel = interrupt::token()?;
    let limits = options.limits(&cancel);
    let line = ProgressLine::new(everywhere.quiet, String::new());
    let mut seconds = Vec::with_capacity(count);
    let (mut failures, mut limited, mut expanded) = (0, 0, 0_u64);
    let mut longest_error = 0.0_f64;
    let mut last_said = Instant::now();
    for (at, scenario) in scenarios.iter().enumerate() {
        if cancel.is_cancelled() {
            limited += count - at;
            break;
        }
        if last_said.elapsed() > ProgressLine::PERIOD {
            line.say(&format!("{at} of {count} queries, {failures} failures"));
            last_said = Instant::now();
        }
        let (start, goal) = (scenario.start, scenario.goal);
        let outcome = asked.paths.find(start, goal, &limits);
        seconds.push(outcome.elapsed.as_secs_f64());
        expanded += outcome.expanded;
        if outcome.stopped.is_some() {
            limited += 1;
            continue;
        }
        if let Some(cost) = outcome.cost {
            asked.replayed(start, goal, cost)?;
        }
        let error = error_of(scenario, outcome.cost);
        longest_error = longest_error.max(if error.is_finite() { error } else { scenario.length });
        if error > scenario.tolerance {
            failures += 1;
            if failures <= MOST_TOLD && !everywhere.quiet {
                line.clear();
                tell_wrong_length(at as u64 + 1, scenario, outcome.cost);
            }
        }
    }
    line.clear();
    let asked_for = seconds.len();
    let summary = PathSummary {
        schema: 1,
        map: options.map_name(),
        movement: Some(movement_name(asked.paths.grid().movement())),
        algorithm: asked.paths.algorithm(),
        queries: count,
        failures,
        longest_error,
        limited,
        unreachable: None,
        cost_sum: None,
        seconds: Times::of(seconds),
        expanded: Mean { mean: expanded as f64 / asked_for.max(1) as f64 },
        preparation_seconds: asked.paths.preparation().as_secs_f64(),
        prepared_file: asked.paths.table().and_then(BuiltTable::file_taken),
        seed: options.seed,
    };
    output.summary(&summary, everywhere.verbose)?;
    Ok(if limited > 0 { 3 } else { u8::from(failures > 0) })
}
