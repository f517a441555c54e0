//! The queries about a map.

use tremaux_core::{Limits, Random};
use tremaux_maps::grid::{Cell, Grid, Scenario, ScenarioFile, StepCosts};
use tremaux_registry::paths::PathMap;

use crate::failure::{Failure, in_text, not_applicable, too_few};
use crate::input::{Input, ReadLimits, map_from};
use crate::maps::listed::{ListedQueries, is_listed, listed};
use crate::maps::options::PathOptions;
use crate::visible;

/// A query about a map.
pub(crate) struct Query {
    /// Its number in the file, from 1.
    pub(crate) number: u64,
    pub(crate) from: u32,
    /// Any of these.
    pub(crate) goals: Vec<u32>,
    /// What a scenario file says of it.
    pub(crate) scenario: Option<Scenario>,
}

/// Queries about a map.
pub(crate) enum Queries {
    /// One.
    One(Query),
    /// Those of a scenario file, and how many of it are left out.
    Listed(Vec<Query>, usize),
    /// Those of a table, which has no lengths, and how many of it are left out.
    Tabled(Vec<Query>, usize),
    /// So many random ones with this seed, between these places.
    Random { count: u64, seed: u64, places: Places },
}

/// Places between which random queries are asked.
pub(crate) enum Places {
    /// The nodes below this number.
    Nodes(u64),
    /// Free cells.
    Cells(Vec<u32>),
}

impl Places {
    /// A random one.
    fn any(&self, random: &mut Random) -> u32 {
        match self {
            Self::Nodes(count) => random.scaled(*count) as u32,
            Self::Cells(cells) => cells[random.scaled(cells.len() as u64) as usize],
        }
    }
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
            let input = map_from(path, &ReadLimits::of_map(limits))?;
            if is_listed(&input.text) {
                return tabled(input, options, map);
            }
            let Some(grid) = map.grid() else {
                let reason = "the map is a graph, not a grid, and the file has no columns `from` \
                              and `to`";
                return not_applicable("--scen", reason);
            };
            let (scenarios, skipped) = scenarios_in(input, options.index, map, grid)?;
            let query = |scenario: Scenario| Query {
                number: scenario.number as u64,
                from: map.place_of(scenario.start).unwrap_or_default(),
                goals: vec![map.place_of(scenario.goal).unwrap_or_default()],
                scenario: Some(scenario),
            };
            let mut queries: Vec<Query> = scenarios.into_iter().map(query).collect();
            return Ok(match options.index {
                Some(_) => Self::One(queries.swap_remove(0)),
                None => Self::Listed(queries, skipped),
            });
        }
        if let Some(count) = options.random {
            let (places, none) = match (map.graph(), map.grid()) {
                (Some(graph), _) => (Places::Nodes(graph.node_count() as u64), "nodes"),
                (_, grid) => (Places::Cells(grid.map_or_else(Vec::new, free_cells)), "free cells"),
            };
            if matches!(&places, Places::Nodes(0))
                || matches!(&places, Places::Cells(it) if it.is_empty())
            {
                return Err(Failure::Usage(format!("--random: {origin} has no {none}")));
            }
            return Ok(Self::Random { count, seed: options.seed, places });
        }
        let place = |option: &str, text: &str, must_be_free| {
            map.parse_place(text, must_be_free).map_err(|error| in_text(option, text, error))
        };
        let missing = |options: &str| {
            let message = format!(
                "no query: the map has no start and goal of its own; pass {options}, --scen FILE \
                 or --random N"
            );
            Failure::Usage(message)
        };
        let own = map.ends();
        let (from, to) = (options.from.as_deref(), options.to.as_deref());
        let needed = match (from, to) {
            (None, None) => "--from and --to",
            (None, _) => "--from",
            _ => "--to",
        };
        let from = match (from, own) {
            (Some(text), _) => place("--from", text, true)?,
            (None, Some((start, _))) => start,
            (None, None) => return Err(missing(needed)),
        };
        let goals = match (to, own) {
            (Some(text), _) => vec![place("--to", text, false)?],
            (None, Some((_, goals))) => goals.to_vec(),
            (None, None) => return Err(missing(needed)),
        };
        Ok(Self::One(Query { number: 1, from, goals, scenario: None }))
    }

    /// How many there are.
    pub(crate) fn count(&self) -> u64 {
        match self {
            Self::One(_) => 1,
            Self::Listed(queries, _) | Self::Tabled(queries, _) => queries.len() as u64,
            Self::Random { count, .. } => *count,
        }
    }

    /// How many were left out.
    pub(crate) fn skipped(&self) -> usize {
        match self {
            Self::Listed(_, skipped) | Self::Tabled(_, skipped) => *skipped,
            _ => 0,
        }
    }

    /// All of them.
    pub(crate) fn all(self) -> Box<dyn Iterator<Item = Query>> {
        match self {
            Self::One(query) => Box::new(std::iter::once(query)),
            Self::Listed(queries, _) | Self::Tabled(queries, _) => Box::new(queries.into_iter()),
            Self::Random { count, seed, places } => {
                let mut random = Random::new(seed);
                Box::new((1..=count).map(move |number| {
                    let [from, to] = [0, 1].map(|_| places.any(&mut random));
                    Query { number, from, goals: vec![to], scenario: None }
                }))
            }
        }
    }
}

/// The free cells of a grid, by their numbers.
fn free_cells(grid: &Grid) -> Vec<u32> {
    let width = u32::from(grid.width());
    let cells = (0..width * u32::from(grid.height()))
        .filter(|number| grid.is_free(Cell::new((number % width) as u16, (number / width) as u16)));
    cells.collect()
}

/// The queries of a table: all of them, or number `index`.
fn tabled(input: Input, options: &PathOptions, map: &PathMap) -> Result<Queries, Failure> {
    let Input { origin, text, .. } = input;
    let ListedQueries { mut queries, mut skipped } = match listed(&text, map) {
        Ok(found) => found,
        Err(error) => return Err(in_text(&origin, text, error)),
    };
    if let Some(index) = options.index {
        if let Some(at) = queries.iter().position(|query| query.number == index) {
            return Ok(Queries::One(queries.swap_remove(at)));
        }
        let count = queries.len() + skipped.len();
        if index > count as u64 {
            return Err(too_few(index, &origin, count, "query"));
        }
        skipped.retain(|(number, _)| *number == index);
    }
    let count = skipped.len();
    if options.index.is_some() || queries.is_empty() {
        let (_, error) = skipped.swap_remove(0);
        return Err(in_text(&origin, text, error));
    }
    if let Some((number, error)) = skipped.first() {
        let (queries, are) = if count == 1 { ("query", "is") } else { ("queries", "are") };
        visible::tell(&format!(
            "{count} {queries} {are} left out; number {number}: {origin}, {error}"
        ));
    }
    Ok(Queries::Tabled(queries, count))
}

/// The scenarios of a file for this map: all of them, or number `index`, counting from 1; and the
/// number of those that were left out because an end of theirs is blocked, which is reported.
fn scenarios_in(
    input: Input,
    index: Option<u64>,
    map: &PathMap,
    grid: &Grid,
) -> Result<(Vec<Scenario>, usize), Failure> {
    if map.costs() != Some(StepCosts::Euclidean) {
        return not_applicable(
            "--costs",
            "scenario files list lengths with diagonal steps of cost sqrt2",
        );
    }
    let Input { origin, text, .. } = input;
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
