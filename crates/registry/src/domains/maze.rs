//! Mazes by name.

use std::sync::Arc;

use tremaux_core::{AnyHeuristic, ParseError};
use tremaux_maps::maze::generate::{Method, braided, obstacles, perfect};
use tremaux_maps::maze::{Maze, MazeDistance, NeighbourOrder, Neighbours};
use tremaux_trace::{Place, Scene};

use super::reading::{in_instance, moved, number, parts, value, wrong};
use crate::algorithms::AlgorithmInfo;
use crate::capability::{With, Without};
use crate::component::{Component, OptionInfo, OptionKind};
use crate::domain::{
    DefaultInfo, DomainEntry, DomainInfo, Given, Instance, InstanceOf, Source, offers,
};
use crate::error::RegistryError;
use crate::options::Options;
use crate::problem::Problem;

/// The entry in [`DOMAINS`](crate::DOMAINS).
pub(crate) static MAZE: Mazes = Mazes;

/// Mazes.
pub(crate) struct Mazes;

/// The methods of making mazes, by name.
const METHODS: [(&str, Method); 5] = [
    ("depth-first", Method::DepthFirst),
    ("kruskal", Method::Kruskal),
    ("prim", Method::Prim),
    ("wilson", Method::Wilson),
    ("recursive-division", Method::RecursiveDivision),
];

/// The method that makes no perfect maze.
const OBSTACLES: &str = "obstacles";

const WORDS: &[&str] =
    &["depth-first", "kruskal", "prim", "wilson", "recursive-division", OBSTACLES];

/// The most rooms of a maze that is made.
const MOST_ROOMS: usize = 16_000_000;

const METHOD: OptionInfo = OptionInfo {
    name: "method",
    title: "how it is made: with one way between any two rooms, or with walls at random",
    kind: OptionKind::Choice { words: WORDS },
    default: Some("depth-first"),
};

const BRAID: OptionInfo = OptionInfo {
    name: "braid",
    title: "how many dead ends in a hundred are opened, so that there are several ways",
    kind: OptionKind::Integer { least: 0, most: 100 },
    default: Some("0"),
};

const WALLS: OptionInfo = OptionInfo {
    name: "walls",
    title: "how many cells in a hundred are walls, with the method `obstacles`",
    kind: OptionKind::Integer { least: 0, most: 100 },
    default: Some("30"),
};

static INFO: DomainInfo = DomainInfo {
    name: "maze",
    aliases: &["labyrinth"],
    title: "Mazes: the fewest steps from the start to the goal",
    format: "Rows of cells: `#` is a wall, `.` free, `S` the start, `G` the goal, `X` both. Rows \
             are lines, or parted by `/`.\nIn a file: mazes parted by blank lines.",
    example: "S.#/#../#.G",
    moves: "n ne e se s sw w nw, the points of the compass",
    options: &[
        OptionInfo {
            name: "neighbours",
            title: "which cells are next to each other; corners are not cut",
            kind: OptionKind::Choice { words: &["four", "eight"] },
            default: Some("four"),
        },
        OptionInfo {
            name: "order",
            title: "in which order neighbours are tried: from north on, or by their distance to \
                    the goal",
            kind: OptionKind::Choice { words: &["compass", "nearest-first", "nearest-last"] },
            default: Some("compass"),
        },
        OptionInfo {
            name: "generate",
            title: "instead of INSTANCE, a maze of this size made from --seed as `generate` does",
            kind: OptionKind::Word { form: "columns x rows, as 20x10" },
            default: None,
        },
        METHOD,
        BRAID,
        WALLS,
    ],
    generator: &[
        OptionInfo {
            name: "size",
            title: "rooms; a maze has twice as many cells each way, and one",
            kind: OptionKind::Word { form: "columns x rows, as 20x10" },
            default: Some("20x10"),
        },
        METHOD,
        BRAID,
        WALLS,
    ],
    defaults: &[DefaultInfo {
        case: "all mazes",
        algorithm: "a-star",
        heuristic: "maze-distance",
        why: "consistent, so that no cell is expanded twice, and never more cells than without",
    }],
};

static DISTANCE: Component = Component {
    source: "Manhattan distance; with eight neighbours, Chebyshev distance",
    guarantees: "consistent",
    use_when: "there are open places or loops",
    avoid_when: "the maze has one way alone: whatever is asked, most of it is looked at",
    ..Component::new("maze-distance", "the fewest steps there would be without walls")
};

/// Mazes.
pub(crate) struct MazeProblem;

impl Problem for MazeProblem {
    type Space = Maze;
    type Typed = Without;
    type Undo = Without;
    type Backward = With;
    type Indexed = With;
    type Integer = With;

    const HEURISTICS: &'static [&'static Component] = &[&DISTANCE];

    fn heuristic(
        _space: &Maze,
        _component: &'static Component,
        _options: &Options<'_>,
    ) -> Result<Arc<dyn AnyHeuristic<Maze>>, RegistryError> {
        Ok(Arc::new(MazeDistance))
    }

    fn heuristic_key(_space: &Maze) -> String {
        // The heuristic asks each maze for its goal.
        String::new()
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

fn neighbours(given: Given<'_>) -> Result<Neighbours, RegistryError> {
    match value(given, "neighbours").map(str::trim) {
        None | Some("four") => Ok(Neighbours::Four),
        Some("eight") => Ok(Neighbours::Eight),
        Some(other) => Err(wrong("neighbours", other, "`four` or `eight`")),
    }
}

fn order(given: Given<'_>) -> Result<NeighbourOrder, RegistryError> {
    match value(given, "order").map(str::trim) {
        None | Some("compass") => Ok(NeighbourOrder::Compass),
        Some("nearest-first") => Ok(NeighbourOrder::NearestFirst),
        Some("nearest-last") => Ok(NeighbourOrder::NearestLast),
        Some(other) => Err(wrong("order", other, "`compass`, `nearest-first` or `nearest-last`")),
    }
}

/// Reads one maze, the part of `text` from the byte `start` to `end`.
fn parse(text: &str, start: usize, end: usize) -> Result<Maze, ParseError> {
    let part = &text[start..end];
    let rows = if part.trim().contains('\n') { part.to_owned() } else { part.replace('/', "\n") };
    // Lines of the rows are not always lines of the text.
    Maze::parse(&rows).map_err(|error| moved(text, start, error))
}

/// Where the parts of a text of one or many start, and the parts.
pub(super) fn parted<'a>(text: &'a str, source: Source<'_>) -> Vec<(usize, &'a str)> {
    let places =
        if matches!(source, Source::Many(_)) { parts(text) } else { vec![(0, text.len())] };
    places.into_iter().map(|(start, end)| (start, &text[start..end])).collect()
}

/// The size in rooms.
fn size(option: &'static str, text: &str) -> Result<(usize, usize), RegistryError> {
    let expected = format!("columns x rows, as 20x10, at most {MOST_ROOMS} rooms");
    let sides = text.split_once('x').and_then(|(columns, rows)| {
        let columns: usize = columns.trim().parse().ok().filter(|&side| side > 0)?;
        let rows: usize = rows.trim().parse().ok().filter(|&side| side > 0)?;
        columns.checked_mul(rows).filter(|&rooms| rooms <= MOST_ROOMS)?;
        Some((columns, rows))
    });
    sides.ok_or_else(|| wrong(option, text, expected))
}

/// How mazes are made.
#[derive(Clone, Copy)]
struct Make {
    /// Nothing for walls at random.
    method: Option<Method>,
    braid: u32,
    walls: u32,
}

impl Make {
    fn of(given: Given<'_>) -> Result<Self, RegistryError> {
        let name = value(given, "method").unwrap_or("depth-first").trim();
        let method = METHODS.iter().find(|(known, _)| *known == name).map(|(_, method)| *method);
        if method.is_none() && name != OBSTACLES {
            return Err(wrong("method", name, METHOD.kind.in_words()));
        }
        let percent = |name: &'static str| -> Result<u32, RegistryError> {
            Ok(number(given, INFO.generator, name)?.unwrap_or(0) as u32)
        };
        let unused = if method.is_none() { ("braid", "--braid") } else { ("walls", "--walls") };
        if value(given, unused.0).is_some() {
            let reason = format!("mazes made by {name} do not ask for it");
            return Err(RegistryError::NotApplicable { option: unused.1, reason });
        }
        Ok(Self { method, braid: percent("braid")?, walls: percent("walls")? })
    }

    fn maze(self, (wide, high): (usize, usize), seed: u64) -> Option<Maze> {
        let Some(method) = self.method else {
            return obstacles(2 * wide + 1, 2 * high + 1, self.walls, seed);
        };
        let maze = perfect(wide, high, method, seed)?;
        Some(if self.braid > 0 { braided(&maze, self.braid, seed) } else { maze })
    }
}

/// The maze that `--generate` asks for, and how it can be asked for again.
fn generated(given: Given<'_>, text: &str) -> Result<(Maze, String), RegistryError> {
    let sides = size("generate", text)?;
    let make = Make::of(given)?;
    let seed = value(given, "seed").and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let maze = make.maze(sides, seed).ok_or_else(|| wrong("generate", text, "fewer rooms"))?;
    let mut again = format!("--generate {}x{} --seed {seed}", sides.0, sides.1);
    for name in ["method", "braid", "walls"] {
        if let Some(value) = value(given, name) {
            again.push_str(&format!(" --{name} {}", value.trim()));
        }
    }
    Ok((maze, again))
}

/// The mazes of a source, as instances whose searches can be drawn.
pub(crate) fn mazes(
    source: Source<'_>,
    given: Given<'_>,
) -> Result<Vec<InstanceOf<MazeProblem>>, RegistryError> {
    let (neighbours, order) = (neighbours(given)?, order(given)?);
    let entered = |maze: Maze, text: Option<String>| {
        let space = Arc::new(maze.with_neighbours(neighbours).with_order(order));
        let text = text.unwrap_or_else(|| space.to_text().trim_end().replace('\n', "/"));
        let default_choice = &INFO.defaults[0];
        InstanceOf::<MazeProblem> { domain: &INFO, space, text, default_choice }
    };
    let (text, parts) = match (source, value(given, "generate")) {
        (Source::Options, Some(sides)) => {
            let (maze, again) = generated(given, sides)?;
            return Ok(vec![entered(maze, Some(again))]);
        }
        (Source::One(text) | Source::Many(text), Some(_)) => {
            let expected = "no maze beside --generate, which makes one";
            return Err(in_instance(text, ParseError::about(text, text.trim(), expected)));
        }
        (Source::Options, None) => {
            let expected = "a maze, --file FILE or --generate SIZE";
            return Err(in_instance("", ParseError::at_end("", expected)));
        }
        (Source::One(text), None) => (text, vec![(0, text.len())]),
        (Source::Many(text), None) => (text, parts(text)),
    };
    for name in ["method", "braid", "walls"] {
        if value(given, name).is_some() {
            let option = match name {
                "method" => "--method",
                "braid" => "--braid",
                _ => "--walls",
            };
            let reason = "it tells how to make a maze, and this one is given".into();
            return Err(RegistryError::NotApplicable { option, reason });
        }
    }
    let parsed = parts.into_iter().map(|(start, end)| {
        let maze = parse(text, start, end).map_err(|error| in_instance(text, error))?;
        Ok(entered(maze, None))
    });
    parsed.collect()
}

impl DomainEntry for Mazes {
    fn info(&self) -> &'static DomainInfo {
        &INFO
    }

    fn heuristics(&self) -> Vec<&'static Component> {
        offers::<MazeProblem>().1
    }

    fn algorithms(&self) -> Vec<&'static AlgorithmInfo> {
        offers::<MazeProblem>().0
    }

    fn instances(
        &self,
        source: Source<'_>,
        given: Given<'_>,
    ) -> Result<Vec<Box<dyn Instance>>, RegistryError> {
        let all = mazes(source, given)?;
        Ok(all.into_iter().map(|maze| Box::new(maze) as Box<dyn Instance>).collect())
    }

    fn generate(
        &self,
        seed: u64,
        count: u64,
        given: Given<'_>,
    ) -> Result<Box<dyn Iterator<Item = String>>, RegistryError> {
        let (wide, high) = size("size", value(given, "size").unwrap_or("20x10"))?;
        let make = Make::of(given)?;
        let seeds = (0..count).map(move |at| seed.wrapping_add(at));
        let mazes = seeds.filter_map(move |seed| make.maze((wide, high), seed));
        Ok(Box::new(mazes.map(|maze| maze.to_text())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mazes_are_parted_by_blank_lines() {
        let text = "\nS.\n.G\n\n\nSG\n";
        let found = MAZE.instances(Source::Many(text), &[]).expect("two mazes");
        let texts: Vec<&str> = found.iter().map(|maze| maze.text()).collect();
        assert_eq!(texts, ["S./.G", "SG"]);
    }

    #[test]
    fn errors_point_into_the_whole_text() {
        let place = |text: &str| {
            let error = MAZE.instances(Source::Many(text), &[]).err().expect("no mazes");
            error.place().map(|(_, error)| (error.line, error.column))
        };
        assert_eq!(place("SG\n\nS.\n.?\n"), Some((4, 2)));
        assert_eq!(place("S./.?"), Some((1, 5)));
    }

    #[test]
    fn mazes_of_all_methods_are_read_again() {
        for (name, _) in METHODS {
            let given = [("method", name.to_owned()), ("braid", "50".to_owned())];
            let made: Vec<String> = MAZE.generate(7, 3, &given).expect("options").collect();
            assert_eq!(made.len(), 3);
            assert_ne!(made[0], made[1], "{name}");
            let all = made.join("\n");
            assert_eq!(MAZE.instances(Source::Many(&all), &[]).expect("mazes").len(), 3);
        }
    }
}
