//! The domain of mazes.

use std::borrow::Cow;
use std::sync::Arc;
use tremaux_core::erased::Typed;
use tremaux_domain::algorithms::{best_first, bidirectional, little_memory};
use tremaux_domain::{
    Built, Component, DefaultInfo, Domain, DomainEntry, DomainInfo, Entry, Generator,
    HeuristicEntry, Instance, OptionInfo, OptionKind, OptionValues, Pair, Problem, ReadError,
    RegistryError, Split, instance,
};

use crate::maze::generate::{Method, braided, obstacles, perfect};
use crate::maze::{Maze, MazeDistance, NeighbourOrder, Neighbours};
use tremaux_trace::{Place, Scene};

/// The domain's entry in the list of domains.
#[cfg(not(test))]
pub static MAZE: &dyn DomainEntry = &Entry::<Mazes>::new();

/// Mazes.
pub struct Mazes;

/// The methods of generating mazes, by name.
const METHODS: [(&str, Method); 5] = [
    ("depth-first", Method::DepthFirst),
    ("kruskal", Method::Kruskal),
    ("prim", Method::Prim),
    ("wilson", Method::Wilson),
    ("recursive-division", Method::RecursiveDivision),
];

/// The method of this name, if it generates perfect mazes.
pub(crate) fn method(name: &str) -> Option<Method> {
    METHODS.iter().find(|(known, _)| *known == name).map(|(_, method)| *method)
}

/// The method that does not generate perfect mazes.
const OBSTACLES: &str = "obstacles";

const WORDS: &[&str] =
    &["depth-first", "kruskal", "prim", "wilson", "recursive-division", OBSTACLES];

/// The maximum number of rooms of a generated maze.
const MOST_ROOMS: usize = 16_000_000;

const KIND: OptionInfo = OptionInfo {
    name: "kind",
    title: "how the maze is made: one path between any two rooms, or random walls (obstacles)",
    kind: OptionKind::Choice { words: WORDS },
    default: Some("depth-first"),
};

const BRAID: OptionInfo = OptionInfo {
    name: "braid",
    title: "percentage of dead ends to open, so that there are several paths",
    kind: OptionKind::Integer { least: 0, most: 100 },
    default: Some("0"),
};

const WALLS: OptionInfo = OptionInfo {
    name: "walls",
    title: "percentage of cells that are walls, with kind `obstacles`",
    kind: OptionKind::Integer { least: 0, most: 100 },
    default: Some("30"),
};

static INFO: DomainInfo = DomainInfo {
    name: "maze",
    aliases: &["labyrinth"],
    title: "Mazes: find the shortest path from the start to the goal",
    format: "Rows of cells: `#` is a wall, `.` a free cell, `S` the start, `G` the goal, `X` both. \
             Rows are lines, or separated by `/`.\n\
             In a file: mazes separated by blank lines.",
    example: "S.#/#../#.G",
    moves: "n ne e se s sw w nw: compass directions",
    options: &[
        OptionInfo {
            name: "movement",
            title: "allowed steps",
            kind: OptionKind::Choice { words: &["four", "eight-no-corners"] },
            default: Some("four"),
        },
        OptionInfo {
            name: "order",
            title: "order in which neighbours are tried: clockwise from north, or by distance to \
                    the goal",
            kind: OptionKind::Choice { words: &["compass", "nearest-first", "nearest-last"] },
            default: Some("compass"),
        },
        OptionInfo {
            name: "generate",
            title: "generate a maze of this size from --seed, as `generate` does, instead of \
                    reading INSTANCE",
            kind: OptionKind::Word { form: "COLUMNSxROWS, for example 20x10" },
            default: None,
        },
        KIND,
        BRAID,
        WALLS,
    ],
    generator: &[
        OptionInfo {
            name: "size",
            title: "size in rooms; N rooms in a row take 2N + 1 cells",
            kind: OptionKind::Word { form: "COLUMNSxROWS, for example 20x10" },
            default: Some("20x10"),
        },
        KIND,
        BRAID,
        WALLS,
    ],
    defaults: &[DefaultInfo {
        case: "all mazes",
        algorithm: "a-star",
        heuristic: "maze-distance",
        why: "consistent, so no cell is expanded twice, and it never expands more cells than blind \
              search",
    }],
};

static DISTANCE: Component = Component {
    source: "Manhattan distance; with eight neighbours, Chebyshev distance",
    guarantees: "consistent",
    use_when: "the maze has open areas or loops",
    avoid_when: "the maze is perfect (without loops): any search visits most of it",
    ..Component::new("maze-distance", "number of steps to the goal if there were no walls")
};

impl Problem for Mazes {
    type Space = Maze;
    type Key = u64;

    const HEURISTICS: &'static [HeuristicEntry<Self>] =
        &[HeuristicEntry { info: &DISTANCE, build: |_, _, _| Ok(Built::new(MazeDistance)) }];

    const COMPILED: &'static [Pair<Maze>] = &[
        Pair {
            algorithm: &best_first::BREADTH_FIRST,
            start: best_first::breadth_first,
            gain: "1.23 times the erased form, on a maze of 1000x1000 rooms with loops",
        },
        Pair {
            algorithm: &best_first::DEPTH_FIRST_GRAPH,
            start: best_first::depth_first_graph,
            gain: "1.38 times, there",
        },
        Pair {
            algorithm: &little_memory::FRONTIER,
            start: little_memory::frontier,
            gain: "2.13 times, there",
        },
        Pair {
            algorithm: &bidirectional::BREADTH_FIRST,
            start: bidirectional::breadth_first,
            gain: "1.37 times, there",
        },
    ];

    fn erase(space: Arc<Maze>) -> Typed<Maze> {
        Typed::new(space).with_predecessors()
    }

    fn place<'a>(space: &Maze, &cell: &u32, _scratch: &'a mut String) -> Place<'a> {
        let (x, y) = space.position(cell);
        Place::Cell { x, y }
    }

    fn scene(space: &Maze) -> Scene {
        let text = space.to_text();
        let row = |line: &str| line.chars().map(|c| if c == '#' { '#' } else { '.' }).collect();
        Scene::Grid {
            rows: text.lines().map(row).collect::<Vec<_>>().into(),
            start: Some(space.position(space.start())),
            goals: vec![space.position(space.goal())],
        }
    }
}

/// The options for generating a maze.
const MAKING: [(&str, &str); 3] = [("kind", "--kind"), ("braid", "--braid"), ("walls", "--walls")];

/// The rows in `text`, on lines or separated by `/`. The result has the same length.
pub(crate) fn rows(text: &str) -> Cow<'_, str> {
    if text.trim().contains('\n') { text.into() } else { text.replace('/', "\n").into() }
}

fn entered(maze: Maze, text: Option<String>, options: &OptionValues<'_>) -> Box<dyn Instance> {
    let neighbours = match options.word("movement") {
        "eight-no-corners" => Neighbours::Eight,
        _ => Neighbours::Four,
    };
    let order = match options.word("order") {
        "nearest-first" => NeighbourOrder::NearestFirst,
        "nearest-last" => NeighbourOrder::NearestLast,
        _ => NeighbourOrder::Compass,
    };
    let space = Arc::new(maze.with_neighbours(neighbours).with_order(order));
    let text = text.unwrap_or_else(|| space.to_text().trim_end().replace('\n', "/"));
    instance::<Mazes>(&INFO, space, text, &INFO.defaults[0])
}

/// The size in rooms.
fn size(option: &str, options: &OptionValues<'_>) -> Result<(usize, usize), RegistryError> {
    let sides = options.word(option).split_once('x').and_then(|(columns, rows)| {
        let columns: usize = columns.trim().parse().ok().filter(|&side| side > 0)?;
        let rows: usize = rows.trim().parse().ok().filter(|&side| side > 0)?;
        columns.checked_mul(rows).filter(|&rooms| rooms <= MOST_ROOMS)?;
        Some((columns, rows))
    });
    sides.ok_or_else(|| {
        let expected = format!("COLUMNSxROWS with at most {MOST_ROOMS} rooms, for example 20x10");
        options.wrong(option, expected)
    })
}

/// The settings for generating mazes.
#[derive(Clone, Copy)]
struct Make {
    /// `None` for random walls.
    method: Option<Method>,
    braid: u32,
    walls: u32,
}

impl Make {
    fn of(options: &OptionValues<'_>) -> Result<Self, RegistryError> {
        let name = options.word("kind");
        let method = method(name);
        let unused = if method.is_none() { ("braid", "--braid") } else { ("walls", "--walls") };
        if options.given(unused.0).is_some() {
            let reason = format!("mazes of kind {name} do not use it");
            return Err(RegistryError::NotApplicable { option: unused.1, reason });
        }
        let percent = |name| options.integer(name).unwrap_or(0) as u32;
        Ok(Self { method, braid: percent("braid"), walls: percent("walls") })
    }

    fn maze(self, (wide, high): (usize, usize), seed: u64) -> Option<Maze> {
        let Some(method) = self.method else {
            return obstacles(2 * wide + 1, 2 * high + 1, self.walls, seed);
        };
        let maze = perfect(wide, high, method, seed)?;
        Some(if self.braid > 0 { braided(&maze, self.braid, seed) } else { maze })
    }
}

/// The maze requested by `--generate`, and the options that reproduce it.
fn generated(options: &OptionValues<'_>) -> Result<(Maze, String), RegistryError> {
    let sides = size("generate", options)?;
    let make = Make::of(options)?;
    let seed = options.seed();
    let maze = make.maze(sides, seed).ok_or_else(|| options.wrong("generate", "fewer rooms"))?;
    let mut again = format!("--generate {}x{} --seed {seed}", sides.0, sides.1);
    for (name, option) in MAKING {
        if let Some(value) = options.given(name) {
            again.push_str(&format!(" {option} {value}"));
        }
    }
    Ok((maze, again))
}

impl Domain for Mazes {
    type Problem = Self;

    const INFO: &'static DomainInfo = &INFO;
    const SPLIT: Split = Split::BlankLines;
    const INSTANCE: &'static str = "a maze";

    fn read(text: &str, options: &OptionValues<'_>) -> Result<Box<dyn Instance>, ReadError> {
        for (name, option) in MAKING {
            if options.given(name).is_some() {
                let reason =
                    "it is used only when a maze is generated, but INSTANCE is a maze".into();
                return Err(RegistryError::NotApplicable { option, reason }.into());
            }
        }
        Ok(entered(Maze::parse(&rows(text))?, None, options))
    }

    fn named(
        options: &OptionValues<'_>,
    ) -> Result<Option<(&'static str, Box<dyn Instance>)>, RegistryError> {
        if options.given("generate").is_none() {
            return Ok(None);
        }
        let (maze, again) = generated(options)?;
        Ok(Some(("generate", entered(maze, Some(again), options))))
    }

    fn generator(seed: u64, options: &OptionValues<'_>) -> Result<Generator, RegistryError> {
        let sides = size("size", options)?;
        let make = Make::of(options)?;
        let mut seed = seed;
        Ok(Box::new(move || {
            let maze = make.maze(sides, seed).expect("a size that was checked");
            seed = seed.wrapping_add(1);
            maze.to_text()
        }))
    }
}
