//! The domain of grids and mazes, with weights and goals, for every search.

use std::borrow::Cow;

use tremaux_core::Random;
use tremaux_domain::{
    Domain, DomainEntry, DomainInfo, Entry, Generator, Instance, Options, ReadError, RegistryError,
    Split,
};

use crate::grid::{
    Cell, Components, DrawnMap, Grid, GridWorld, MapFile, MapKind, MazeMethod, Movement,
    NeighbourOrder, StepCosts, StepScale, TerrainRules,
};
use crate::paths::{GridAlgorithms, GridRules, PathMap, grid_problem, parse_cell};

/// The domain's entry in the list of domains.
#[cfg(not(test))]
pub static GRID: &dyn DomainEntry = &Entry::<Grids>::new();

/// Grids and mazes.
struct Grids;

/// Columns and rows.
fn size(option: &str, options: &Options<'_>) -> Result<(u16, u16), RegistryError> {
    let most = GridWorld::MOST_CELLS;
    let sides = options.word(option).split_once(['x', 'X']).and_then(|(columns, rows)| {
        let side = |word: &str| -> Option<u16> {
            word.trim().parse().ok().filter(|side| (2..=Grid::LARGEST_SIDE).contains(side))
        };
        let (columns, rows) = (side(columns)?, side(rows)?);
        (usize::from(columns) * usize::from(rows) <= most).then_some((columns, rows))
    });
    sides.ok_or_else(|| {
        let expected =
            format!("COLUMNSxROWS, at least 2 each and at most {most} cells, for example 41x21");
        options.wrong(option, expected)
    })
}

/// How grids are made.
#[derive(Clone, Copy)]
struct Making {
    landscape: MapKind,
    sides: (u16, u16),
    /// The percentage of cells with a weight.
    weights: u64,
}

/// The options of [`Making`] besides the size.
const MAKING: [(&str, &str); 4] =
    [("kind", "--kind"), ("braid", "--braid"), ("walls", "--walls"), ("weights", "--weights")];

/// Options of grids that are read, with which a drawing does not say everything.
const READING: [(&str, &str); 4] =
    [("from", "--from"), ("to", "--to"), ("terrain", "--terrain"), ("wall", "--wall")];

impl Making {
    /// By `options`, in which the size has the name `size_option`.
    fn of(size_option: &str, options: &Options<'_>) -> Result<Self, RegistryError> {
        let sides = size(size_option, options)?;
        let percent = |name| options.integer(name);
        let maze = |method| MapKind::WalledMaze { method, braid: percent("braid") as u8 };
        let kind = options.word("kind");
        let landscape = match kind {
            "kruskal" => maze(MazeMethod::Kruskal),
            "prim" => maze(MazeMethod::Prim),
            "wilson" => maze(MazeMethod::Wilson),
            "recursive-division" => maze(MazeMethod::RecursiveDivision),
            "rooms" => MapKind::Rooms { size: 7 },
            "caves" => MapKind::Caves,
            "random" => MapKind::Random { percent: percent("walls") as u8 },
            "city" => MapKind::City,
            _ => maze(MazeMethod::DepthFirst),
        };
        let has_braid = matches!(landscape, MapKind::WalledMaze { .. });
        let has_walls = matches!(landscape, MapKind::Random { .. });
        for (name, option, is_used) in
            [("braid", "--braid", has_braid), ("walls", "--walls", has_walls)]
        {
            if !is_used && options.given(name).is_some() {
                let reason = format!("grids of kind {kind} do not use it");
                return Err(RegistryError::NotApplicable { option, reason });
            }
        }
        Ok(Self { landscape, sides, weights: percent("weights") })
    }

    /// A grid as text. Start and goal are the first and the last cell of the largest connected
    /// component, or of the whole grid if no cell is free.
    fn text(self, seed: u64) -> String {
        let (columns, rows) = self.sides;
        let map = self.landscape.generate(columns, rows, seed);
        let grid = Grid::from_file(&map, &TerrainRules::land(), Movement::FourNeighbours);
        let parts = Components::new(&grid);
        let cells = || (0..rows).flat_map(|y| (0..columns).map(move |x| Cell { x, y }));
        let mut sizes = std::collections::BTreeMap::new();
        for part in cells().filter_map(|cell| parts.of(cell)) {
            *sizes.entry(part).or_insert(0_usize) += 1;
        }
        let largest = sizes.into_iter().max_by_key(|&(_, size)| size).map(|(part, _)| part);
        let start = cells().find(|&cell| parts.of(cell) == largest);
        let goal = cells().rev().find(|&cell| parts.of(cell) == largest);
        let mut random = Random::new(seed ^ 0x7765_6967_6874);
        let mut text = String::with_capacity((usize::from(columns) + 1) * usize::from(rows));
        for cell in cells() {
            let is_weighted = random.bits() % 100 < self.weights;
            text.push(match (Some(cell) == start, Some(cell) == goal) {
                (true, true) => 'X',
                (true, false) => 'S',
                (false, true) => 'G',
                _ if !grid.is_free(cell) => '#',
                _ if is_weighted => char::from(b'2' + (random.bits() % 8) as u8),
                _ => '.',
            });
            if cell.x + 1 == columns {
                text.push('\n');
            }
        }
        text
    }
}

/// The rows in `text`, on lines or separated by `/`. The result has the same length.
fn rows(text: &str) -> Cow<'_, str> {
    if text.trim().contains('\n') { text.into() } else { text.replace('/', "\n").into() }
}

/// The text of a grid if it is written as this program writes grids on one line.
fn canonical(text: &str) -> Option<String> {
    let is_usual = |it| matches!(it, b'#' | b'.' | b'2'..=b'9' | b'S' | b'G' | b'X' | b'/');
    let is_inside = !text.starts_with('/') && !text.ends_with('/');
    (is_inside && text.bytes().all(is_usual)).then(|| text.to_owned())
}

/// Refuses options that are given but do not apply.
fn refuse<const N: usize>(
    options: &Options<'_>,
    refused: [(&str, &'static str); N],
    reason: &str,
) -> Result<(), RegistryError> {
    match refused.into_iter().find(|(name, _)| options.given(name).is_some()) {
        Some((_, option)) => {
            Err(RegistryError::NotApplicable { option, reason: reason.to_owned() })
        }
        None => Ok(()),
    }
}

/// How a grid was read.
#[derive(Default)]
struct Read {
    /// The text of the instance, if that is not the grid.
    name: Option<String>,
    notes: Vec<String>,
}

/// A grid with its order of neighbours.
fn entered(
    world: GridWorld,
    costs: StepCosts,
    read: Read,
    options: &Options<'_>,
) -> Box<dyn Instance> {
    let order = match options.word("order") {
        "nearest-first" => NeighbourOrder::NearestFirst,
        "nearest-last" => NeighbourOrder::NearestLast,
        _ => NeighbourOrder::Compass,
    };
    let name = read.name.unwrap_or_else(|| world.to_text().trim_end().replace('\n', "/"));
    PathMap::of_world(world.with_order(order), costs, name, read.notes)
}

impl Domain for Grids {
    type Problem = GridAlgorithms;

    const INFO: &'static DomainInfo = grid_problem::INFO;
    const SPLIT: Split = Split::BlankLines;
    const INSTANCE: &'static str = "a grid";

    fn read(text: &str, options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        refuse(
            options,
            MAKING,
            "it is used only when a grid is generated, but INSTANCE is a grid",
        )?;
        let rules = GridRules::of(options)?;
        let (movement, costs) = (rules.movement(text), rules.costs);
        let scale = StepScale::fast(costs, movement);
        let is_drawn = READING.iter().all(|(name, _)| options.given(name).is_none());
        let rows = rows(text);
        let error = match GridWorld::parse(&rows, movement, scale) {
            Ok(world) if is_drawn => {
                let read = Read { name: canonical(text), notes: Vec::new() };
                return Ok(entered(world, costs, read, options));
            }
            drawn => drawn.err().filter(|_| is_drawn),
        };
        match error {
            Some(error) if !MapFile::has_header(text) && !DrawnMap::is_drawn(&rows) => {
                Err(error.into())
            }
            error => {
                let map = rules.parse(&rows)?;
                if let (Some(error), None, [_, ..]) = (error, map.start(), map.goals()) {
                    return Err(error.into());
                }
                let grid = map.grid(movement);
                let cell = |option: &'static str, drawn: Option<Cell>| match drawn {
                    Some(cell) if options.given(option).is_none() => Ok(cell),
                    _ => options.parsed(option, |text| parse_cell(text, &grid, option == "from")),
                };
                let from = cell("from", map.start())?;
                let goals = match map.goals() {
                    [_, ..] if options.given("to").is_none() => map.goals().to_vec(),
                    _ => vec![cell("to", None)?],
                };
                let ends = goals.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ");
                let name = Some(format!("{from} {ends}"));
                let world = GridWorld::new(grid, scale, from, goals);
                Ok(entered(world, costs, Read { name, notes: map.notes().to_vec() }, options))
            }
        }
    }

    fn named(
        options: &Options<'_>,
    ) -> Result<Option<(&'static str, Box<dyn Instance>)>, RegistryError> {
        if options.given("generate").is_none() {
            return Ok(None);
        }
        let making = Making::of("generate", options)?;
        let seed = options.seed();
        let mut name = format!("--generate {}x{} --seed {seed}", making.sides.0, making.sides.1);
        for (option, written) in MAKING {
            if let Some(value) = options.given(option) {
                name.push_str(&format!(" {written} {value}"));
            }
        }
        refuse(options, READING, "a generated grid has its start, goal and costs")?;
        let (text, rules) = (making.text(seed), GridRules::of(options)?);
        let (movement, costs) = (rules.movement(&text), rules.costs);
        let world = GridWorld::parse(&text, movement, StepScale::fast(costs, movement));
        let world = world.map_err(|error| ReadError::from(error).in_text(&text))?;
        let read = Read { name: Some(name), notes: Vec::new() };
        Ok(Some(("generate", entered(world, costs, read, options))))
    }

    fn generator(mut seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let making = Making::of("size", options)?;
        Ok(Box::new(move || {
            let text = making.text(seed);
            seed = seed.wrapping_add(1);
            text
        }))
    }
}
