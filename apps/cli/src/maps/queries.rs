//! The queries about a map.

use std::path::Path;

use tremaux_core::{Limits, Random};
use tremaux_maps::grid::{Grid, Scenario, ScenarioFile, StepCosts};
use tremaux_registry::paths::{PathMap, parse_costs};

use crate::failure::{Failure, in_text, not_applicable, too_few};
use crate::input::{Input, ReadLimits, map_from};
use crate::maps::options::PathOptions;
use crate::visible;

/// A query about a map.
pub(crate) struct Query {
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// What a scenario file says of it.
    pub(crate) scenario: Option<Scenario>,
}

/// Queries about a map.
pub(crate) enum Queries {
    /// One.
    One(Query),
    /// Those of a scenario file, and how many of it are left out.
    Listed(Vec<Query>, usize),
    /// So many random ones with this seed, between so many nodes.
    Random { count: u64, seed: u64, nodes: u64 },
}

impl Queries {
    /// The queries that the options describe, about the map from `origin`.
    pub(crate) fn of(
        options: &PathOptions,
        map: &PathMap,
        origin: &str,
        limits: &Limits,
    ) -> Result<Self, Failure> {
        if let Some(path) = &options.scen {
            let Some(grid) = map.grid() else {
                return not_applicable("--scen", "the map is a graph, not a grid");
            };
            let (scenarios, skipped) = scenarios_in(path, options, grid, limits)?;
            let query = |scenario: Scenario| Query {
                from: map.place_of(scenario.start).unwrap_or_default(),
                to: map.place_of(scenario.goal).unwrap_or_default(),
                scenario: Some(scenario),
            };
            let mut queries: Vec<Query> = scenarios.into_iter().map(query).collect();
            return Ok(match options.index {
                Some(_) => Self::One(queries.swap_remove(0)),
                None => Self::Listed(queries, skipped),
            });
        }
        if let Some(count) = options.random {
            let Some(graph) = map.graph() else {
                return not_applicable(
                    "--random",
                    "for many queries on a grid map use --scen FILE",
                );
            };
            let nodes = graph.node_count() as u64;
            if nodes == 0 {
                return Err(Failure::Usage(format!("--random: {origin} has no nodes")));
            }
            return Ok(Self::Random { count, seed: options.seed, nodes });
        }
        let place = |option: &str, text: &Option<String>, must_be_free| {
            let text = text.as_deref().unwrap_or_default();
            map.parse_place(text, must_be_free).map_err(|error| in_text(option, text, error))
        };
        let from = place("--from", &options.from, true)?;
        let to = place("--to", &options.to, false)?;
        Ok(Self::One(Query { from, to, scenario: None }))
    }

    /// How many there are.
    pub(crate) fn count(&self) -> u64 {
        match self {
            Self::One(_) => 1,
            Self::Listed(queries, _) => queries.len() as u64,
            Self::Random { count, .. } => *count,
        }
    }

    /// All of them, with their numbers from 1.
    pub(crate) fn all(self) -> Box<dyn Iterator<Item = (u64, Query)>> {
        match self {
            Self::One(query) => Box::new(std::iter::once((1, query))),
            Self::Listed(queries, _) => Box::new(queries.into_iter().map(|query| {
                (query.scenario.as_ref().map_or(0, |scenario| scenario.number as u64), query)
            })),
            Self::Random { count, seed, nodes } => {
                let mut random = Random::new(seed);
                Box::new((1..=count).map(move |number| {
                    let [from, to] = [0, 1].map(|_| random.scaled(nodes) as u32);
                    (number, Query { from, to, scenario: None })
                }))
            }
        }
    }
}

/// The scenarios of a file for this map: all of them, or number `index`, counting from 1; and the
/// number of those that were left out because an end of theirs is blocked, which is reported.
fn scenarios_in(
    path: &Path,
    options: &PathOptions,
    grid: &Grid,
    limits: &Limits,
) -> Result<(Vec<Scenario>, usize), Failure> {
    let (index, costs) = (options.index, options.rules.costs.as_deref());
    if costs.is_some_and(|costs| parse_costs(costs) != Ok(StepCosts::Euclidean)) {
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
        visible::tell(&format!(
            "{count} {scenarios} {are} left out; number {number}: {origin}, {error}"
        ));
    }
    Ok((scenarios, count))
}
