//! Grids with weights and goals by name, for every search.

use std::borrow::Cow;
use std::sync::Arc;

use tremaux_core::{AnyHeuristic, ParseError, StateSpace};
use tremaux_maps::grid::{
    Cell, Components, Grid, GridWorld, Landscape, MapFile, Measure, Movement, OpenDistance,
    OtherDistance, StepCosts, StepScale, TerrainRules,
};
use tremaux_maps::maze::generate::{Method, braided, perfect};
use tremaux_trace::{Place, Scene};

use crate::algorithms::AlgorithmInfo;
use crate::capability::{With, Without};
use crate::component::{Component, OptionInfo, OptionKind};
use crate::domain::{
    DefaultInfo, DomainEntry, DomainInfo, Given, Instance, InstanceOf, Source, offers,
};
use crate::error::RegistryError;
use crate::options::Options;
use crate::paths::{parse_costs, parse_movement};
use crate::problem::Problem;

/// The entry in [`DOMAINS`](crate::DOMAINS).
pub(crate) static GRID: Grids = Grids;

/// Grids.
pub(crate) struct Grids;

/// What grids are made, by name.
const KINDS: &[&str] = &[
    "depth-first",
    "kruskal",
    "prim",
    "wilson",
    "recursive-division",
    "rooms",
    "caves",
    "random",
    "city",
];

const PERCENT: OptionKind = OptionKind::Integer { least: 0, most: 100 };

static INFO: DomainInfo = DomainInfo {
    name: "grid",
    aliases: &["grid-world"],
    title: "Grids with weights: the cheapest way from a start to the nearest of some goals",
    format: "Rows of cells: `#` is a wall, `.` free, `1` to `9` free and so many times as dear to \
             step on, `S` the start, `G` a goal, `X` both. Rows are lines, or parted by `/`. There \
             may be several goals, or none.",
    example: "S.9G/.#.#/....",
    moves: "n ne e se s sw w nw, the points of the compass",
    options: &[
        OptionInfo {
            name: "movement",
            title: "which steps are allowed",
            kind: OptionKind::Choice {
                words: &["four", "eight-no-corners", "eight-one-side", "eight-always"],
            },
            default: Some("four"),
        },
        OptionInfo {
            name: "costs",
            title: "what a straight and a diagonal step cost",
            kind: OptionKind::Word { form: "two whole numbers, as 10/14" },
            default: Some("1 with four directions, 10/14 with eight"),
        },
    ],
    generator: &[
        OptionInfo {
            name: "kind",
            title: "how it is made",
            kind: OptionKind::Choice { words: KINDS },
            default: Some("depth-first"),
        },
        OptionInfo {
            name: "size",
            title: "cells",
            kind: OptionKind::Word { form: "columns x rows, as 41x21" },
            default: Some("41x21"),
        },
        OptionInfo {
            name: "braid",
            title: "how many dead ends of a maze in a hundred are opened",
            kind: PERCENT,
            default: Some("0"),
        },
        OptionInfo {
            name: "weights",
            title: "how many free cells in a hundred get a weight of 2 to 9",
            kind: PERCENT,
            default: Some("0"),
        },
    ],
    defaults: &[DefaultInfo {
        case: "all grids",
        algorithm: "a-star",
        heuristic: "open-distance",
        why: "consistent, so that no cell is expanded twice, and never more cells than without",
    }],
};

static OPEN: Component = Component {
    aliases: &["octile"],
    source: "Manhattan distance; with eight directions, octile distance",
    guarantees: "consistent",
    use_when: "nothing speaks for another: it is exact on a grid without walls and weights",
    avoid_when: "the grid is a maze with one way alone: most of it is looked at whatever is asked",
    ..Component::new("open-distance", "the cost to the nearest goal if there were no walls")
};

static MANHATTAN: Component = Component {
    aliases: &["taxicab"],
    source: "Manhattan distance",
    guarantees: "consistent with four directions, none with eight: then it may be too much",
    use_when: "steps go in four directions; with eight, to see what an inadmissible estimate does",
    avoid_when: "steps go in eight directions and the way is to be a cheapest one",
    ..Component::new("city-block", "columns and rows to the nearest goal, added up")
};

static CHEBYSHEV: Component = Component {
    guarantees: "consistent",
    use_when: "you want to see what a weaker estimate costs",
    avoid_when: "open-distance is never less",
    ..Component::new("chebyshev", "columns or rows to the nearest goal, whichever are more")
};

static EUCLIDEAN: Component = Component {
    guarantees: "consistent, unless a diagonal step costs less than its length",
    use_when: "you want to compare it with open-distance, which is never less",
    avoid_when: "time matters",
    ..Component::new("euclidean", "the straight line to the nearest goal, rounded down")
};

static EVERY_OTHER: Component = Component {
    guarantees: "admissible, not consistent: it drops from one cell to the next",
    use_when: "you want to see cells expanded again, as an inconsistent estimate asks for",
    avoid_when: "in all other cases",
    ..Component::new("every-other", "open-distance on every other cell, zero on the rest")
};

struct GridProblem;

impl Problem for GridProblem {
    type Space = GridWorld;
    type Typed = Without;
    type Undo = With;
    type Backward = Without;
    type Indexed = With;
    type Integer = With;

    const HEURISTICS: &'static [&'static Component] =
        &[&OPEN, &MANHATTAN, &CHEBYSHEV, &EUCLIDEAN, &EVERY_OTHER];

    fn heuristic(
        world: &GridWorld,
        component: &'static Component,
        _options: &Options<'_>,
    ) -> Result<Arc<dyn AnyHeuristic<GridWorld>>, RegistryError> {
        let measure = match component.name {
            "city-block" => Measure::Manhattan,
            "chebyshev" => Measure::Chebyshev,
            "euclidean" => Measure::Euclidean,
            "every-other" => Measure::EveryOther,
            _ => return Ok(Arc::new(OpenDistance)),
        };
        Ok(Arc::new(OtherDistance::new(measure, world)))
    }

    fn heuristic_key(world: &GridWorld) -> String {
        // What they promise depends on the rule of movement and the costs; the goals are asked
        // of each grid.
        format!("{:?} {:?}", world.grid().movement(), world.scale())
    }

    fn place<'a>(_: &GridWorld, cell: &Cell, _scratch: &'a mut String) -> Place<'a> {
        Place::Cell { x: cell.x.into(), y: cell.y.into() }
    }

    fn scene(world: &GridWorld) -> Scene {
        let text = world.to_text();
        let row = |line: &str| line.replace(['S', 'G', 'X', '1'], ".");
        let place = |cell: &Cell| (u32::from(cell.x), u32::from(cell.y));
        Scene::Grid {
            rows: text.lines().map(row).collect::<Vec<_>>().into(),
            start: Some(place(&world.initial_state())),
            goals: world.goals().iter().map(place).collect(),
        }
    }

    fn proof_of_no_solution(world: &GridWorld) -> Option<Cow<'static, str>> {
        world.goals().is_empty().then(|| "there is no goal".into())
    }
}

fn value<'a>(given: Given<'a>, name: &str) -> Option<&'a str> {
    given.iter().find(|(option, _)| *option == name).map(|(_, value)| value.as_str())
}

/// An error in the value of an option.
fn wrong(option: &'static str, text: &str, expected: impl Into<String>) -> RegistryError {
    let error = ParseError::about(text, text.trim(), expected);
    RegistryError::Instance { option: Some(option), text: text.to_owned(), error: error.into() }
}

/// The rule of movement and what steps cost.
fn rules(given: Given<'_>) -> Result<(Movement, StepScale<u32>), RegistryError> {
    let placed = |option, text: &str, error: ParseError| RegistryError::Instance {
        option: Some(option),
        text: text.to_owned(),
        error: error.into(),
    };
    let text = value(given, "movement").unwrap_or("four");
    let movement = parse_movement(text).map_err(|error| placed("movement", text, error))?;
    let is_four = movement == Movement::FourNeighbours;
    let costs = match value(given, "costs") {
        None if is_four => StepCosts::Integers { straight: 1, diagonal: 1 },
        None => StepCosts::TEN_FOURTEEN,
        Some(text) => parse_costs(text).map_err(|error| placed("costs", text, error))?,
    };
    match costs {
        StepCosts::Integers { straight, diagonal } => {
            Ok((movement, StepScale { straight, diagonal, is_four }))
        }
        StepCosts::Euclidean => {
            let text = value(given, "costs").unwrap_or_default();
            Err(wrong("costs", text, "two whole numbers, as `10/14`"))
        }
    }
}

/// A whole number of hundredths.
fn percent(given: Given<'_>, name: &'static str) -> Result<u32, RegistryError> {
    let text = value(given, name).unwrap_or("0");
    let percent = text.trim().parse().ok().filter(|percent| (0..=100_u32).contains(percent));
    percent.ok_or_else(|| wrong(name, text, PERCENT.in_words()))
}

/// Columns and rows.
fn size(given: Given<'_>) -> Result<(u16, u16), RegistryError> {
    let text = value(given, "size").unwrap_or("41x21");
    let most = GridWorld::MOST_CELLS;
    let expected = format!("columns x rows from 2 each, as 41x21, at most {most} cells");
    let sides = text.split_once(['x', 'X']).and_then(|(columns, rows)| {
        let side = |word: &str| -> Option<u16> {
            word.trim().parse().ok().filter(|side| (2..=Grid::LARGEST_SIDE).contains(side))
        };
        let (columns, rows) = (side(columns)?, side(rows)?);
        (usize::from(columns) * usize::from(rows) <= most).then_some((columns, rows))
    });
    sides.ok_or_else(|| wrong("size", text, expected))
}

/// Which cells are free, row by row.
fn free_cells(kind: &str, (columns, rows): (u16, u16), braid: u32, seed: u64) -> Option<Vec<bool>> {
    let method = match kind {
        "depth-first" => Method::DepthFirst,
        "kruskal" => Method::Kruskal,
        "prim" => Method::Prim,
        "wilson" => Method::Wilson,
        "recursive-division" => Method::RecursiveDivision,
        _ => {
            let landscape = match kind {
                "rooms" => Landscape::Rooms { size: 7 },
                "caves" => Landscape::Caves,
                "random" => Landscape::Random { percent: 28 },
                _ => Landscape::City,
            };
            let map: MapFile = landscape.generate(columns, rows, seed);
            let land = TerrainRules::land();
            return Some(
                map.letters().iter().map(|&letter| land.weight(letter).is_some()).collect(),
            );
        }
    };
    // A maze of rooms has an odd number of cells each way; what is left is wall.
    let (wide, high) = (usize::from(columns), usize::from(rows));
    let maze = perfect(((wide - 1) / 2).max(1), ((high - 1) / 2).max(1), method, seed)?;
    let maze = if braid > 0 { braided(&maze, braid, seed) } else { maze };
    let cells = (0..high).flat_map(|y| (0..wide).map(move |x| (x as i64, y as i64)));
    Some(cells.map(|(x, y)| maze.is_free(x, y)).collect())
}

/// The next of some random numbers (SplitMix64, Steele, Lea and Flood 2014).
fn draw(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let x = (*state ^ *state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}

/// A grid as text: start and goal are the first and the last cell of the largest part that
/// hangs together.
fn made(kind: &str, sides: (u16, u16), (braid, weights): (u32, u32), seed: u64) -> Option<String> {
    let (columns, rows) = sides;
    let is_free = free_cells(kind, sides, braid, seed)?;
    let index = |cell: Cell| usize::from(cell.y) * usize::from(columns) + usize::from(cell.x);
    let grid = Grid::new(columns, rows, Movement::FourNeighbours, |cell| is_free[index(cell)]);
    let parts = Components::new(&grid);
    let cells = || (0..rows).flat_map(|y| (0..columns).map(move |x| Cell { x, y }));
    let mut sizes = std::collections::BTreeMap::new();
    for part in cells().filter_map(|cell| parts.of(cell)) {
        *sizes.entry(part).or_insert(0_usize) += 1;
    }
    let (&largest, _) = sizes.iter().max_by_key(|&(_, &size)| size)?;
    let start = cells().find(|&cell| parts.of(cell) == Some(largest))?;
    let goal = cells().rev().find(|&cell| parts.of(cell) == Some(largest))?;
    let mut random = seed ^ 0x7765_6967_6874;
    let mut text = String::with_capacity(is_free.len() + usize::from(rows));
    for cell in cells() {
        let is_weighted = draw(&mut random) % 100 < u64::from(weights);
        text.push(match is_free[index(cell)] {
            _ if cell == start && cell == goal => 'X',
            _ if cell == start => 'S',
            _ if cell == goal => 'G',
            false => '#',
            true if is_weighted => char::from(b'2' + (draw(&mut random) % 8) as u8),
            true => '.',
        });
        if cell.x + 1 == columns {
            text.push('\n');
        }
    }
    Some(text)
}

impl DomainEntry for Grids {
    fn info(&self) -> &'static DomainInfo {
        &INFO
    }

    fn heuristics(&self) -> Vec<&'static Component> {
        offers::<GridProblem>().1
    }

    fn algorithms(&self) -> Vec<&'static AlgorithmInfo> {
        offers::<GridProblem>().0
    }

    fn instances(
        &self,
        source: Source<'_>,
        given: Given<'_>,
    ) -> Result<Vec<Box<dyn Instance>>, RegistryError> {
        let (movement, scale) = rules(given)?;
        let (Source::One(text) | Source::Many(text)) = source else {
            return Err(wrong("movement", "", "a grid"));
        };
        let mut instances: Vec<Box<dyn Instance>> = Vec::new();
        for (start, part) in super::maze::parted(text, source) {
            let rows =
                if part.trim().contains('\n') { part.into() } else { part.replace('/', "\n") };
            let world = GridWorld::parse(&rows, movement, scale).map_err(|error| {
                let ParseError { offset, length, found, expected, .. } = error;
                let error = ParseError::at(text, start + offset, length, found, expected).into();
                RegistryError::Instance { option: None, text: text.to_owned(), error }
            })?;
            let default_choice = &INFO.defaults[0];
            let (text, space) = (world.to_text().trim_end().replace('\n', "/"), Arc::new(world));
            let instance = InstanceOf::<GridProblem> { domain: &INFO, space, text, default_choice };
            instances.push(Box::new(instance));
        }
        Ok(instances)
    }

    fn generate(
        &self,
        seed: u64,
        count: u64,
        given: Given<'_>,
    ) -> Result<Box<dyn Iterator<Item = String>>, RegistryError> {
        let sides = size(given)?;
        let shares = (percent(given, "braid")?, percent(given, "weights")?);
        let text = value(given, "kind").unwrap_or("depth-first");
        let kind = KINDS.iter().copied().find(|kind| *kind == text.trim());
        let kind = kind.ok_or_else(|| wrong("kind", text, crate::suggest::in_words(KINDS)))?;
        let seeds = (0..count).map(move |at| seed.wrapping_add(at));
        Ok(Box::new(seeds.filter_map(move |seed| made(kind, sides, shares, seed))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_of_all_kinds_are_read_again() {
        for kind in KINDS {
            let options = [("kind", (*kind).to_owned()), ("weights", "30".into())];
            let made: Vec<String> = GRID.generate(7, 2, &options).expect("options").collect();
            assert_eq!(made.len(), 2, "{kind}");
            let given = [("movement", "eight-always".to_owned())];
            let grids = GRID.instances(Source::Many(&made.join("\n")), &given).expect("grids");
            assert_eq!(grids.len(), 2, "{kind}");
        }
    }

    #[test]
    fn errors_point_into_the_whole_text() {
        let place = |text: &str| {
            let error = GRID.instances(Source::Many(text), &[]).err().expect("no grids");
            error.place().map(|(_, error)| (error.line, error.column))
        };
        assert_eq!(place("SG\n\nS.\n.?\n"), Some((4, 2)));
        assert_eq!(place("S./.0"), Some((1, 5)));
    }

    #[test]
    fn wrong_options_are_refused() {
        for (name, text) in
            [("movement", "five"), ("costs", "sqrt2"), ("costs", "0/0"), ("costs", "x")]
        {
            assert!(GRID.instances(Source::One("SG"), &[(name, text.to_owned())]).is_err());
        }
        for (name, text) in
            [("size", "0x9"), ("size", "9"), ("size", "99999x9"), ("kind", "x"), ("braid", "101")]
        {
            assert!(GRID.generate(1, 1, &[(name, text.to_owned())]).is_err(), "{name}={text}");
        }
    }
}
