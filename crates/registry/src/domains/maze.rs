//! Mazes by name.

use std::sync::Arc;

use tremaux_core::{AnyHeuristic, ParseError};
use tremaux_maps::maze::generate::{Method, braided, perfect};
use tremaux_maps::maze::{Maze, MazeDistance, Neighbours};
use tremaux_trace::{Place, Scene};

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

/// The most rooms of a maze that is made.
const MOST_ROOMS: usize = 16_000_000;

const BRAID: OptionKind = OptionKind::Integer { least: 0, most: 100 };

static INFO: DomainInfo = DomainInfo {
    name: "maze",
    aliases: &["labyrinth"],
    title: "Mazes: the fewest steps from the start to the goal",
    format: "Rows of cells: `#` is a wall, `.` free, `S` the start, `G` the goal, `X` both. Rows \
             are lines, or parted by `/`.\nIn a file: mazes parted by blank lines.",
    example: "S.#/#../#.G",
    moves: "n ne e se s sw w nw, the points of the compass",
    options: &[OptionInfo {
        name: "neighbours",
        title: "which cells are next to each other; corners are not cut",
        kind: OptionKind::Choice { words: &["four", "eight"] },
        default: Some("four"),
    }],
    generator: &[
        OptionInfo {
            name: "size",
            title: "rooms; a maze has twice as many cells each way, and one",
            kind: OptionKind::Word { form: "columns x rows, as 20x10" },
            default: Some("20x10"),
        },
        OptionInfo {
            name: "method",
            title: "how it is made",
            kind: OptionKind::Choice {
                words: &["depth-first", "kruskal", "prim", "wilson", "recursive-division"],
            },
            default: Some("depth-first"),
        },
        OptionInfo {
            name: "braid",
            title: "how many dead ends in a hundred are opened, so that there are several ways",
            kind: BRAID,
            default: Some("0"),
        },
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

struct MazeProblem;

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
            rows: text.lines().map(row).collect(),
            start: Some(space.position(space.start())),
            goals: vec![space.position(space.goal())],
        }
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

fn neighbours(given: Given<'_>) -> Result<Neighbours, RegistryError> {
    match value(given, "neighbours").map(str::trim) {
        None | Some("four") => Ok(Neighbours::Four),
        Some("eight") => Ok(Neighbours::Eight),
        Some(other) => Err(wrong("neighbours", other, "`four` or `eight`")),
    }
}

/// Reads one maze, the part of `text` from the byte `start` to `end`.
fn parse(text: &str, start: usize, end: usize) -> Result<Maze, ParseError> {
    let part = &text[start..end];
    let rows = if part.trim().contains('\n') { part.to_owned() } else { part.replace('/', "\n") };
    // Lines of the rows are not always lines of the text.
    Maze::parse(&rows).map_err(|error| {
        ParseError::at(text, start + error.offset, error.length, error.found, error.expected)
    })
}

/// Where the mazes in a text start and end: between blank lines.
fn parts(text: &str) -> Vec<(usize, usize)> {
    let mut parts: Vec<(usize, usize)> = Vec::new();
    let (mut offset, mut is_inside) = (0, false);
    for line in text.split_inclusive('\n') {
        let is_blank = line.trim().is_empty();
        let end = offset + line.len();
        match parts.last_mut() {
            Some((_, last)) if is_inside && !is_blank => *last = end,
            _ if !is_blank => parts.push((offset, end)),
            _ => {}
        }
        (is_inside, offset) = (!is_blank, end);
    }
    if parts.is_empty() { vec![(0, text.len())] } else { parts }
}

/// Where the parts of a text of one or many start, and the parts.
pub(super) fn parted<'a>(text: &'a str, source: Source<'_>) -> Vec<(usize, &'a str)> {
    let places =
        if matches!(source, Source::Many(_)) { parts(text) } else { vec![(0, text.len())] };
    places.into_iter().map(|(start, end)| (start, &text[start..end])).collect()
}

/// The size in rooms.
fn size(given: Given<'_>) -> Result<(usize, usize), RegistryError> {
    let text = value(given, "size").unwrap_or("20x10");
    let expected = format!("columns x rows, as 20x10, at most {MOST_ROOMS} rooms");
    let sides = text.split_once('x').and_then(|(columns, rows)| {
        let columns: usize = columns.trim().parse().ok().filter(|&side| side > 0)?;
        let rows: usize = rows.trim().parse().ok().filter(|&side| side > 0)?;
        columns.checked_mul(rows).filter(|&rooms| rooms <= MOST_ROOMS)?;
        Some((columns, rows))
    });
    sides.ok_or_else(|| wrong("size", text, expected))
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
        let neighbours = neighbours(given)?;
        let (text, parts) = match source {
            Source::One(text) => (text, vec![(0, text.len())]),
            Source::Many(text) => (text, parts(text)),
            Source::Options => ("", vec![(0, 0)]),
        };
        let mut instances: Vec<Box<dyn Instance>> = Vec::with_capacity(parts.len());
        for (start, end) in parts {
            let maze = parse(text, start, end).map_err(|error| RegistryError::Instance {
                option: None,
                text: text.to_owned(),
                error: error.into(),
            })?;
            let space = Arc::new(maze.with_neighbours(neighbours));
            let text = space.to_text().trim_end().replace('\n', "/");
            let default_choice = &INFO.defaults[0];
            let instance = InstanceOf::<MazeProblem> { domain: &INFO, space, text, default_choice };
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
        let (wide, high) = size(given)?;
        let name = value(given, "method").unwrap_or("depth-first");
        let method = METHODS.iter().find(|(known, _)| *known == name.trim());
        let (_, method) = method.ok_or_else(|| {
            let words = METHODS.map(|(name, _)| name);
            wrong("method", name, crate::suggest::in_words(&words))
        })?;
        let text = value(given, "braid").unwrap_or("0");
        let percent = text.trim().parse().ok().filter(|percent| (0..=100_u32).contains(percent));
        let percent = percent.ok_or_else(|| wrong("braid", text, BRAID.in_words()))?;
        let seeds = (0..count).map(move |at| seed.wrapping_add(at));
        Ok(Box::new(seeds.filter_map(move |seed| {
            let maze = perfect(wide, high, *method, seed)?;
            Some(if percent > 0 { braided(&maze, percent, seed) } else { maze }.to_text())
        })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mazes_are_parted_by_blank_lines() {
        let text = "\nS.\n.G\n\n\nSG\n";
        assert_eq!(parts(text), [(1, 7), (9, 12)]);
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
