//! The domain of weighted grids with goals, for every search.

use std::borrow::Cow;
use std::sync::Arc;
use tremaux_core::Random;
use tremaux_core::erased::Typed;
use tremaux_domain::algorithms::best_first;
use tremaux_domain::{
    Built, Component, DefaultInfo, Domain, DomainEntry, DomainInfo, Entry, Generator,
    HeuristicEntry, Instance, OptionInfo, OptionKind, OptionValues, Pair, Problem, ReadError,
    RegistryError, Split, instance,
};

use crate::grid::{
    Cell, Components, Grid, GridWorld, Landscape, Measure, Movement, OpenDistance, OtherDistance,
    StepCosts, StepScale, TerrainRules,
};
use crate::maze::entry::{method, rows};
use crate::maze::generate::{braided, perfect};
use tremaux_core::StateSpace;
use tremaux_trace::{Place, Scene};

use crate::paths::{parse_costs, parse_movement};

/// The domain's entry in the list of domains.
#[cfg(not(test))]
pub static GRID: &dyn DomainEntry = &Entry::<Grids>::new();

/// Grids.
pub struct Grids;

/// The kinds of generated grids, by name.
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
    title: "Weighted grids: find the cheapest path from the start to any goal",
    format: "Rows of cells: `#` is a wall, `.` a free cell, `1` to `9` a free cell with this cost \
             multiplier, `S` the start, `G` a goal, `X` both. Rows are lines, or separated by `/`. \
             There may be several goals, or none.",
    example: "S.9G/.#.#/....",
    moves: "n ne e se s sw w nw: compass directions",
    options: &[
        OptionInfo {
            name: "movement",
            title: "allowed steps",
            kind: OptionKind::Choice {
                words: &["four", "eight-no-corners", "eight-one-side", "eight-always"],
            },
            default: Some("four"),
        },
        OptionInfo {
            name: "costs",
            title: "costs of a straight and a diagonal step",
            kind: OptionKind::Word { form: "two whole numbers, for example 10/14" },
            default: Some("1 with four directions, 10/14 with eight"),
        },
    ],
    generator: &[
        OptionInfo {
            name: "kind",
            title: "how to generate the grid",
            kind: OptionKind::Choice { words: KINDS },
            default: Some("depth-first"),
        },
        OptionInfo {
            name: "size",
            title: "cells",
            kind: OptionKind::Word { form: "COLUMNSxROWS, for example 41x21" },
            default: Some("41x21"),
        },
        OptionInfo {
            name: "braid",
            title: "percentage of a maze's dead ends to open",
            kind: PERCENT,
            default: Some("0"),
        },
        OptionInfo {
            name: "weights",
            title: "percentage of free cells that get a weight from 2 to 9",
            kind: PERCENT,
            default: Some("0"),
        },
    ],
    defaults: &[DefaultInfo {
        case: "all grids",
        algorithm: "a-star",
        heuristic: "open-distance",
        why: "consistent, so no cell is expanded twice, and it never expands more cells than blind \
              search",
    }],
};

static OPEN: Component = Component {
    aliases: &["octile"],
    source: "Manhattan distance; with eight directions, octile distance",
    guarantees: "consistent",
    use_when: "in most cases: it is exact on a grid without walls or weights",
    avoid_when: "the grid is a perfect maze: any search visits most of it",
    ..Component::new("open-distance", "cost to the nearest goal if there were no walls")
};

static MANHATTAN: Component = Component {
    aliases: &["taxicab"],
    source: "Manhattan distance",
    guarantees: "consistent with four directions; none with eight, where it may overestimate",
    use_when: "steps go in four directions; with eight, to study an inadmissible estimate",
    avoid_when: "steps go in eight directions and you need a cheapest path",
    ..Component::new("city-block", "columns plus rows to the nearest goal")
};

static CHEBYSHEV: Component = Component {
    guarantees: "consistent",
    use_when: "you want to see what a weaker estimate costs",
    avoid_when: "you want the best estimate: open-distance is never lower",
    ..Component::new("chebyshev", "the larger of columns and rows to the nearest goal")
};

static EUCLIDEAN: Component = Component {
    guarantees: "consistent, unless a diagonal step costs less than its length",
    use_when: "you want to compare it with open-distance, which is never lower",
    avoid_when: "time matters",
    ..Component::new("euclidean", "straight-line distance to the nearest goal, rounded down")
};

static EVERY_OTHER: Component = Component {
    guarantees: "admissible but not consistent: it can drop sharply between adjacent cells",
    use_when: "you want to see an inconsistent estimate reopen cells",
    avoid_when: "in all other cases",
    ..Component::new("every-other", "open-distance on every other cell, zero on the others")
};

impl Problem for Grids {
    type Space = GridWorld;
    type Key = u64;

    const HEURISTICS: &'static [HeuristicEntry<Self>] = &[
        HeuristicEntry { info: &OPEN, build: |_, _, _| Ok(Built::new(OpenDistance)) },
        HeuristicEntry { info: &MANHATTAN, build: |world, _, _| other(Measure::Manhattan, world) },
        HeuristicEntry { info: &CHEBYSHEV, build: |world, _, _| other(Measure::Chebyshev, world) },
        HeuristicEntry { info: &EUCLIDEAN, build: |world, _, _| other(Measure::Euclidean, world) },
        HeuristicEntry {
            info: &EVERY_OTHER,
            build: |world, _, _| other(Measure::EveryOther, world),
        },
    ];

    const COMPILED: &'static [Pair<GridWorld>] = &[
        Pair {
            algorithm: &best_first::DIJKSTRA,
            start: best_first::dijkstra,
            gain: "1.35 times the erased form, on a grid with weights",
        },
        Pair {
            algorithm: &best_first::BREADTH_FIRST,
            start: best_first::breadth_first,
            gain: "1.26 times, on random cells",
        },
    ];

    fn erase(space: Arc<GridWorld>) -> Typed<GridWorld> {
        Typed::new(space).with_predecessors()
    }

    fn heuristic_key(world: &GridWorld) -> String {
        // Guarantees depend on the movement rule and the costs; the goals are checked for each
        // grid.
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

fn other(measure: Measure, world: &Arc<GridWorld>) -> Result<Built<Grids>, RegistryError> {
    Ok(Built::new(OtherDistance::new(measure, world)))
}

/// The movement rule and the step costs.
fn rules(options: &OptionValues<'_>) -> Result<(Movement, StepScale<u32>), RegistryError> {
    let movement = options.parsed("movement", parse_movement)?;
    let is_four = movement == Movement::FourNeighbours;
    let costs = match options.given("costs") {
        None if is_four => StepCosts::Integers { straight: 1, diagonal: 1 },
        None => StepCosts::TEN_FOURTEEN,
        Some(_) => options.parsed("costs", parse_costs)?,
    };
    match costs {
        StepCosts::Integers { straight, diagonal } => {
            Ok((movement, StepScale { straight, diagonal, is_four }))
        }
        StepCosts::Euclidean => {
            Err(options.wrong("costs", "two whole numbers, for example `10/14`"))
        }
    }
}

/// Columns and rows.
fn size(options: &OptionValues<'_>) -> Result<(u16, u16), RegistryError> {
    let most = GridWorld::MOST_CELLS;
    let sides = options.word("size").split_once(['x', 'X']).and_then(|(columns, rows)| {
        let side = |word: &str| -> Option<u16> {
            word.trim().parse().ok().filter(|side| (2..=Grid::LARGEST_SIDE).contains(side))
        };
        let (columns, rows) = (side(columns)?, side(rows)?);
        (usize::from(columns) * usize::from(rows) <= most).then_some((columns, rows))
    });
    sides.ok_or_else(|| {
        let expected =
            format!("COLUMNSxROWS, at least 2 each and at most {most} cells, for example 41x21");
        options.wrong("size", expected)
    })
}

/// Which cells are free, row by row.
fn free_cells(kind: &str, (columns, rows): (u16, u16), braid: u32, seed: u64) -> Option<Vec<bool>> {
    let Some(method) = method(kind) else {
        let landscape = match kind {
            "rooms" => Landscape::Rooms { size: 7 },
            "caves" => Landscape::Caves,
            "random" => Landscape::Random { percent: 28 },
            _ => Landscape::City,
        };
        let (map, land) = (landscape.generate(columns, rows, seed), TerrainRules::land());
        return Some(map.letters().iter().map(|&letter| land.weight(letter).is_some()).collect());
    };
    // A maze of rooms has odd numbers of rows and columns; the remaining cells are walls.
    let (wide, high) = (usize::from(columns), usize::from(rows));
    let maze = perfect(((wide - 1) / 2).max(1), ((high - 1) / 2).max(1), method, seed)?;
    let maze = if braid > 0 { braided(&maze, braid, seed) } else { maze };
    let cells = (0..high).flat_map(|y| (0..wide).map(move |x| (x as i64, y as i64)));
    Some(cells.map(|(x, y)| maze.is_free(x, y)).collect())
}

/// Generates a grid as text. Start and goal are the first and the last cell of the largest
/// connected component.
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
    let mut random = Random::new(seed ^ 0x7765_6967_6874);
    let mut text = String::with_capacity(is_free.len() + usize::from(rows));
    for cell in cells() {
        let is_weighted = random.bits() % 100 < u64::from(weights);
        text.push(match is_free[index(cell)] {
            _ if cell == start && cell == goal => 'X',
            _ if cell == start => 'S',
            _ if cell == goal => 'G',
            false => '#',
            true if is_weighted => char::from(b'2' + (random.bits() % 8) as u8),
            true => '.',
        });
        if cell.x + 1 == columns {
            text.push('\n');
        }
    }
    Some(text)
}

impl Domain for Grids {
    type Problem = Self;

    const INFO: &'static DomainInfo = &INFO;
    const SPLIT: Split = Split::BlankLines;
    const INSTANCE: &'static str = "a grid";

    fn read(text: &str, options: &OptionValues<'_>) -> Result<Box<dyn Instance>, ReadError> {
        let (movement, scale) = rules(options)?;
        let world = GridWorld::parse(&rows(text), movement, scale)?;
        let text = world.to_text().trim_end().replace('\n', "/");
        Ok(instance::<Grids>(&INFO, Arc::new(world), text, &INFO.defaults[0]))
    }

    fn generator(seed: u64, options: &OptionValues<'_>) -> Result<Generator, RegistryError> {
        let sides = size(options)?;
        let percent = |name| options.integer(name).unwrap_or(0) as u32;
        let shares = (percent("braid"), percent("weights"));
        let word = options.word("kind");
        let kind = KINDS.iter().copied().find(|kind| *kind == word).expect("one of the choices");
        let mut seed = seed;
        let deadline = options.deadline();
        Ok(Box::new(move || {
            loop {
                if deadline.reached().is_some() {
                    return String::new();
                }
                let text = made(kind, sides, shares, seed);
                seed = seed.wrapping_add(1);
                if let Some(text) = text {
                    return text;
                }
            }
        }))
    }
}
