//! Grid maps: the map, the queries, and the lengths in scenario files.

use std::io::{Write, stderr};
use std::path::Path;

use tremaux_core::Limits;
use tremaux_maps::grid::{
    Cell, Grid, MapFile, Movement, Scenario, ScenarioFile, StepCosts, TerrainRules,
};
use tremaux_registry::paths::{
    GridPaths, LengthRatio, parse_cell, parse_costs, parse_movement, parse_terrain,
};

use crate::failure::{Failure, in_text, not_applicable, too_few};
use crate::input::{Input, ReadLimits, map_from, parsed};
use crate::interrupt::EndsProgram;
use crate::maps::options::{GridRules, PathOptions};
use crate::visible;

/// Maximum number of wrong lengths that are reported individually.
pub(crate) const MOST_WRONG_LENGTHS: usize = 10;

/// Fails if an option is given that applies only to graphs.
pub(crate) fn reject_graph_options(options: &PathOptions) -> Result<(), Failure> {
    if options.coordinates.is_some() {
        return not_applicable("--coordinates", "cells of a grid map already have coordinates");
    }
    if options.weight.is_some() {
        return not_applicable("--weight", "the map is a grid, not a graph");
    }
    if options.random.is_some() {
        return not_applicable("--random", "for many queries on a grid map use --scen FILE");
    }
    Ok(())
}

/// The cells of `--from` and `--to`.
pub(crate) fn query_endpoints(options: &PathOptions, grid: &Grid) -> Result<[Cell; 2], Failure> {
    let ends = [("--from", &options.from, true), ("--to", &options.to, false)];
    let mut cells = [Cell::default(); 2];
    for (cell, (option, text, must_be_free)) in cells.iter_mut().zip(ends) {
        let text = text.as_deref().unwrap_or_default();
        *cell =
            parse_cell(text, grid, must_be_free).map_err(|error| in_text(option, text, error))?;
    }
    Ok(cells)
}

/// The scenarios of a file for this map: all of them, or number `index`, counting from 1; and the
/// number of those that were left out because an end of theirs is blocked, which is reported.
pub(crate) fn scenarios_in(
    path: &Path,
    index: Option<u64>,
    grid: &Grid,
    costs: StepCosts,
    limits: &Limits,
) -> Result<(Vec<Scenario>, usize), Failure> {
    if costs != StepCosts::Euclidean {
        return not_applicable(
            "--costs",
            "scenario files list lengths with diagonal steps of cost sqrt2",
        );
    }
    let Input { origin, text } = map_from(path, &ReadLimits::of_map(limits))?;
    let ScenarioFile { mut scenarios, mut skipped } = match ScenarioFile::parse_for(&text, grid) {
        Ok(file) => file,
        Err(error) => return Err(in_text(&origin, text, error)),
    };
    let count = scenarios.len() + skipped.len();
    if let Some(index) = index {
        let number = usize::try_from(index).unwrap_or(usize::MAX);
        if let Some(at) = scenarios.iter().position(|it| it.number == number) {
            return Ok((vec![scenarios.swap_remove(at)], 0));
        }
        if number > count {
            return Err(too_few(index, &origin, count, "scenario"));
        }
        skipped.retain(|(skipped, _)| *skipped == number);
    }
    let count = skipped.len();
    if index.is_some() || scenarios.is_empty() {
        let (_, error) = skipped.swap_remove(0);
        return Err(in_text(&origin, text, error));
    }
    if let Some((number, error)) = skipped.first() {
        let (scenarios, are) = if count == 1 { ("scenario", "is") } else { ("scenarios", "are") };
        let place = visible::message(&format!("{origin}, {error}"));
        let message = format!("{count} {scenarios} {are} left out; number {number}: {place}");
        let _ = writeln!(stderr(), "{message}");
    }
    Ok((scenarios, count))
}

/// The map and its step costs, according to the options.
pub(crate) fn grid_of(rules: &GridRules, map: Input) -> Result<(Grid, StepCosts), Failure> {
    let movement = parsed("--movement", rules.movement.as_ref(), parse_movement)?;
    let costs = parsed("--costs", rules.costs.as_ref(), parse_costs)?;
    let terrain = parsed("--terrain", rules.terrain.as_ref(), parse_terrain)?;
    let terrain = terrain.unwrap_or_else(TerrainRules::land);
    let _ends = EndsProgram::for_now();
    let Input { origin, text } = map;
    let file = match MapFile::parse(&text, &terrain) {
        Ok(file) => file,
        Err(error) => return Err(in_text(&origin, text, error)),
    };
    drop(text);
    let grid = Grid::from_file(&file, &terrain, movement.unwrap_or(Movement::NoCornerCutting));
    Ok((grid, costs.unwrap_or(StepCosts::Euclidean)))
}

/// Reports that the path of a scenario, counting from 1, does not have the listed length.
pub(crate) fn report_wrong_length(nth: u64, scenario: &Scenario, cost: Option<f64>) {
    let found = cost.map_or("no path".into(), |cost| format!("{cost}"));
    let Scenario { start, goal, length, .. } = scenario;
    let listed = if scenario.has_path() { length.to_string() } else { "no path".into() };
    let message = format!("{start} to {goal}: found {found}, expected {listed}");
    let _ = writeln!(stderr(), "scenario {nth}: {message}");
}

/// Compares lengths with those that a scenario file lists.
///
/// Only shortest paths must have the listed lengths. Paths at any angle are usually shorter,
/// nearly shortest ones longer: they are reported as ratios.
pub(crate) struct LengthCheck {
    is_exact: bool,
    is_any_angle: bool,
    /// The number of wrong lengths.
    pub(crate) failures: usize,
    longest_error: f64,
    /// The number, the sum and the maximum of the ratios.
    ratios: (usize, f64, f64),
    /// The number of queries without a path, as the file says.
    pub(crate) unreachable: usize,
}

impl LengthCheck {
    pub(crate) fn new(paths: &GridPaths) -> Self {
        Self {
            is_exact: paths.is_exact(),
            is_any_angle: paths.is_any_angle(),
            failures: 0,
            longest_error: 0.0,
            ratios: (0, 0.0, 0.0),
            unreachable: 0,
        }
    }

    /// Adds the length of a path, `None` if there is none; returns whether it is wrong.
    pub(crate) fn add(&mut self, scenario: &Scenario, cost: Option<f64>) -> bool {
        if !scenario.has_path() {
            self.unreachable += usize::from(cost.is_none());
            self.failures += usize::from(cost.is_some());
            return cost.is_some();
        }
        let Scenario { length: listed, tolerance, .. } = *scenario;
        let is_wrong = match cost {
            None => true,
            Some(cost) if self.is_exact => (cost - listed).abs() > tolerance,
            // No path of steps is shorter than the shortest one.
            Some(cost) => !self.is_any_angle && cost < listed - tolerance,
        };
        self.failures += usize::from(is_wrong);
        let error = cost.map_or(listed, |cost| (cost - listed).abs());
        self.longest_error = self.longest_error.max(error);
        if let Some(cost) = cost.filter(|_| listed > 0.0) {
            let (count, sum, worst) = &mut self.ratios;
            let ratio = cost / listed;
            (*count, *sum, *worst) = (*count + 1, *sum + ratio, worst.max(ratio));
        }
        is_wrong
    }

    /// The largest difference from a listed length, if the paths must have these.
    pub(crate) fn longest_error(&self) -> Option<f64> {
        self.is_exact.then_some(self.longest_error)
    }

    /// The ratios to the listed lengths, if the paths may differ from these.
    pub(crate) fn ratio(&self) -> Option<LengthRatio> {
        let (count, sum, worst) = self.ratios;
        let ratio = LengthRatio { mean: sum / count as f64, worst };
        (!self.is_exact && count > 0).then_some(ratio)
    }
}
