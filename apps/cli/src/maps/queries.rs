//! The queries about a map.

use std::path::Path;

use tremaux_core::{Limits, Random};
use tremaux_maps::grid::{Cell, Grid, StepCosts};
use tremaux_registry::paths::PathMap;

use crate::failure::{Failure, in_text, not_applicable, too_few};
use crate::input::{Input, ReadLimits, map_from};
use crate::maps::listed::{ListedQueries, Query, in_scenarios, in_table, is_table};
use crate::maps::options::PathOptions;
use crate::visible;

/// Queries about a map.
pub(crate) enum Queries {
    /// One.
    One(Query),
    /// Those of a file, and how many of it are left out.
    Listed { queries: Vec<Query>, skipped: usize, has_lengths: bool },
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
            return in_file(path, options.index, map, limits);
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
            Self::Listed { queries, .. } => queries.len() as u64,
            Self::Random { count, .. } => *count,
        }
    }

    /// How many were left out.
    pub(crate) fn skipped(&self) -> usize {
        match self {
            Self::Listed { skipped, .. } => *skipped,
            _ => 0,
        }
    }

    /// Whether a file says how long all of the paths are.
    pub(crate) fn have_lengths(&self) -> bool {
        matches!(self, Self::Listed { has_lengths: true, .. })
    }

    /// All of them.
    pub(crate) fn all(self) -> Box<dyn Iterator<Item = Query>> {
        match self {
            Self::One(query) => Box::new(std::iter::once(query)),
            Self::Listed { queries, .. } => Box::new(queries.into_iter()),
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

/// The queries of the file at `path`: all of them, or one of them.
fn in_file(
    path: &Path,
    index: Option<u64>,
    map: &PathMap,
    limits: &Limits,
) -> Result<Queries, Failure> {
    let Input { origin, text, .. } = map_from(path, &ReadLimits::of_map(limits))?;
    let has_lengths = !is_table(&text);
    let found = match map.grid() {
        _ if !has_lengths => in_table(&text, map),
        None => {
            let reason = "the map is a graph, not a grid, and the file has no columns `from` \
                          and `to`";
            return not_applicable("--scen", reason);
        }
        Some(_) if map.costs() != Some(StepCosts::Euclidean) => {
            let reason = "scenario files list lengths with diagonal steps of cost sqrt2";
            return not_applicable("--costs", reason);
        }
        Some(grid) => in_scenarios(&text, map, grid),
    };
    let ListedQueries { mut queries, mut skipped } = match found {
        Ok(found) => found,
        Err(error) => return Err(in_text(&origin, text, error)),
    };
    let [one, many] = if has_lengths { ["scenario", "scenarios"] } else { ["query", "queries"] };
    if let Some(index) = index {
        if let Some(at) = queries.iter().position(|query| query.number == index) {
            return Ok(Queries::One(queries.swap_remove(at)));
        }
        let count = queries.len() + skipped.len();
        if index > count as u64 {
            return Err(too_few(index, &origin, count, one));
        }
        skipped.retain(|(number, _)| *number == index);
    }
    let count = skipped.len();
    if index.is_some() || queries.is_empty() {
        let (_, error) = skipped.swap_remove(0);
        return Err(in_text(&origin, text, error));
    }
    if let Some((number, error)) = skipped.first() {
        let these = if count == 1 { format!("{one} is") } else { format!("{many} are") };
        visible::tell(&format!("{count} {these} left out; number {number}: {origin}, {error}"));
    }
    Ok(Queries::Listed { queries, skipped: count, has_lengths })
}
