//! The domain of grids and mazes, with weights and goals, for every search.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;

use tremaux_core::erased::Typed;
use tremaux_core::{FloatCost, Random, StateSpace};
use tremaux_domain::algorithms::{best_first, bidirectional, little_memory};
use tremaux_domain::{
    AlgorithmInfo, Built, BuiltOf, Catalogue, Component, DefaultInfo, Domain, DomainEntry,
    DomainInfo, Entry, ErasedForm, Generator, HeuristicEntry, Instance, OptionInfo, OptionKind,
    Options, Pair, Problem, ReadError, RegistryError, RouteReport, Split, StartPair, instance,
};
use tremaux_trace::{Place, Scene};

use crate::grid::world::WorldCost;
use crate::grid::{
    Cell, Components, DrawnMap, Grid, GridWorld, MapFile, MapKind, MazeMethod, Measure, Movement,
    NeighbourOrder, OpenDistance, OtherDistance, StepCosts, StepScale, TerrainRules,
};
use crate::paths::{
    COSTS, GRID_ALGORITHMS, GridRules, MOVEMENT, PathMap, TERRAIN, WALL, costs_name, parse_cell,
};

/// The domain's entry in the list of domains.
#[cfg(not(test))]
pub static GRID: &dyn DomainEntry = &Entry::<Grids>::new();

/// Grids and mazes.
struct Grids;

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

const KIND: OptionInfo = OptionInfo {
    name: "kind",
    title: "how the grid is made: as a maze by one of five methods, or as a map",
    kind: OptionKind::Choice { words: KINDS },
    default: Some("depth-first"),
};

const PERCENT: OptionKind = OptionKind::Integer { least: 0, most: 100 };

const BRAID: OptionInfo = OptionInfo {
    name: "braid",
    title: "percentage of a maze's dead ends to open, so that there are several paths",
    kind: PERCENT,
    default: Some("0"),
};

const WALLS: OptionInfo = OptionInfo {
    name: "walls",
    title: "percentage of cells that are walls, with kind `random`",
    kind: PERCENT,
    default: Some("28"),
};

const WEIGHTS: OptionInfo = OptionInfo {
    name: "weights",
    title: "percentage of free cells that get a weight from 2 to 9",
    kind: PERCENT,
    default: Some("0"),
};

const SIZE: OptionKind = OptionKind::Word { form: "COLUMNSxROWS, for example 41x21" };

pub(crate) static INFO: &DomainInfo = &DomainInfo {
    name: "grid",
    aliases: &["grid-world", "maze", "labyrinth"],
    title: "Grids and mazes: find the cheapest path from the start to any goal",
    format: "Rows of cells: `#` is a wall, `.` a free cell, `1` to `9` a free cell with this cost \
             multiplier, `S` the start, `G` a goal, `X` both. Rows are lines, or separated by `/`. \
             There may be several goals, or none.\n\
             In a file: grids separated by blank lines.\n\
             Or a map as `path` reads it, of the MovingAI benchmarks and of many programs, with \
             --from and --to if it has no start and goal.",
    example: "S.9G/.#.#/....",
    moves: "n ne e se s sw w nw: compass directions",
    options: &[
        MOVEMENT,
        COSTS,
        OptionInfo {
            name: "order",
            title: "order in which neighbours are tried: clockwise from north, or by distance to \
                    the nearest goal",
            kind: OptionKind::Choice { words: &["compass", "nearest-first", "nearest-last"] },
            default: Some("compass"),
        },
        OptionInfo {
            name: "generate",
            title: "generate a grid of this size in cells from --seed, as `generate` does, instead \
                    of reading INSTANCE",
            kind: SIZE,
            default: None,
        },
        KIND,
        BRAID,
        WALLS,
        WEIGHTS,
        OptionInfo {
            name: "from",
            title: "start, instead of the one that is drawn",
            kind: OptionKind::Word { form: "a column and a row from 0, for example 10,20" },
            default: None,
        },
        OptionInfo {
            name: "to",
            title: "goal, instead of those that are drawn",
            kind: OptionKind::Word { form: "a column and a row from 0, for example 10,20" },
            default: None,
        },
        TERRAIN,
        WALL,
    ],
    generator: &[
        KIND,
        OptionInfo {
            name: "size",
            title: "columns and rows in cells; a maze of 41x21 cells has 20x10 rooms",
            kind: SIZE,
            default: Some("41x21"),
        },
        BRAID,
        WALLS,
        WEIGHTS,
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
    aliases: &["octile", "maze-distance"],
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

/// Costs of steps of an instance.
pub(crate) trait GridCost: WorldCost {
    /// The searches that are compiled for them.
    const COMPILED: &'static [Pair<GridWorld<Self>>] = &[];

    /// What steps cost on this scale.
    fn costs(scale: StepScale<Self>) -> StepCosts;
}

impl GridCost for FloatCost {
    fn costs(_: StepScale<Self>) -> StepCosts {
        StepCosts::Euclidean
    }
}

impl GridCost for u32 {
    fn costs(StepScale { straight, diagonal, .. }: StepScale<Self>) -> StepCosts {
        StepCosts::Integers { straight, diagonal }
    }

    const COMPILED: &'static [Pair<GridWorld>] = &[
        Pair {
            algorithm: &best_first::DIJKSTRA,
            start: StartPair::Once(best_first::dijkstra),
            gain: "1.35 times the erased form, on a grid with weights",
        },
        Pair {
            algorithm: &best_first::BREADTH_FIRST,
            start: StartPair::Once(best_first::breadth_first),
            gain: "1.41 times, on random cells",
        },
        Pair {
            algorithm: &best_first::DEPTH_FIRST_GRAPH,
            start: StartPair::Once(best_first::depth_first_graph),
            gain: "1.30 times, there",
        },
        Pair {
            algorithm: &little_memory::FRONTIER,
            start: StartPair::Once(little_memory::frontier),
            gain: "1.24 times, there; 1.10 on a maze of four million cells",
        },
        Pair {
            algorithm: &bidirectional::BREADTH_FIRST,
            start: StartPair::Once(bidirectional::breadth_first),
            gain: "1.38 times, there",
        },
    ];
}

/// Queries about grids whose steps cost `C`.
struct GridProblem<C>(PhantomData<C>);

/// The algorithms of grids: those of every domain, and those that only maps have.
pub(crate) struct GridAlgorithms;

impl Catalogue for GridAlgorithms {
    const HAS_STATES: bool = true;

    fn heuristics() -> Vec<&'static Component> {
        GridProblem::<u32>::heuristics()
    }

    fn algorithms() -> Vec<&'static AlgorithmInfo> {
        let of_maps = GRID_ALGORITHMS.iter().map(|it| it.info);
        GridProblem::<u32>::algorithms().into_iter().chain(of_maps).collect()
    }
}

impl<C: GridCost> Problem for GridProblem<C>
where
    u64: ErasedForm<C>,
{
    type Space = GridWorld<C>;
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

    const COMPILED: &'static [Pair<GridWorld<C>>] = C::COMPILED;

    fn erase(space: Arc<GridWorld<C>>) -> Typed<GridWorld<C>> {
        Typed::new(space).with_predecessors()
    }

    fn heuristic_key(world: &GridWorld<C>) -> String {
        // Guarantees depend on the movement rule and the costs; the goals are checked for each
        // grid.
        format!("{:?} {:?}", world.grid().movement(), world.scale())
    }

    fn place<'a>(_: &GridWorld<C>, cell: &Cell, _scratch: &'a mut String) -> Place<'a> {
        Place::Cell { x: cell.x.into(), y: cell.y.into() }
    }

    fn scene(world: &GridWorld<C>) -> Scene {
        let text = world.to_text();
        let row = |line: &str| line.replace(['S', 'G', 'X', '1'], ".");
        let place = |cell: &Cell| (u32::from(cell.x), u32::from(cell.y));
        Scene::Grid {
            rows: text.lines().map(row).collect::<Vec<_>>().into(),
            start: Some(place(&world.initial_state())),
            goals: world.goals().iter().map(place).collect(),
        }
    }

    fn route(world: &GridWorld<C>) -> Option<RouteReport> {
        let movement = world.grid().movement();
        let costs = costs_name(C::costs(world.scale()), movement);
        Some(RouteReport { movement: Some(movement.name()), costs, ..RouteReport::default() })
    }

    fn proof_of_no_solution(world: &GridWorld<C>) -> Option<Cow<'static, str>> {
        world.goals().is_empty().then(|| "there is no goal".into())
    }
}

fn other<C: GridCost>(
    measure: Measure,
    world: &Arc<GridWorld<C>>,
) -> Result<BuiltOf<GridProblem<C>>, RegistryError>
where
    u64: ErasedForm<C>,
{
    Ok(Built::new(OtherDistance::new(measure, world)))
}

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

/// An instance of a grid.
pub(crate) fn grid_instance<C: GridCost>(world: GridWorld<C>, text: String) -> Box<dyn Instance>
where
    u64: ErasedForm<C>,
{
    instance::<GridProblem<C>>(INFO, Arc::new(world), text, &INFO.defaults[0])
}

impl Domain for Grids {
    type Problem = GridAlgorithms;

    const INFO: &'static DomainInfo = INFO;
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
            Ok(world) if is_drawn => return Ok(entered(world, costs, Read::default(), options)),
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
