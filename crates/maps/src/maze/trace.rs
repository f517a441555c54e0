//! A trace of a search in a maze, cell by cell.

use super::Maze;
use crate::grid::Direction;
use tremaux_core::{Event, Observer};

/// The mark of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A wall.
    Wall,
    /// Free and never generated.
    Free,
    /// Generated but not expanded.
    Frontier,
    /// Expanded, with its position in the order of expansions, from 1.
    Visited(u32),
    /// On the path that was found.
    Path,
    /// The start.
    Start,
    /// The goal.
    Goal,
}

impl Mark {
    /// One character for each kind.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Wall => '#',
            Self::Free => ' ',
            Self::Frontier => '?',
            Self::Visited(_) => '.',
            Self::Path => '*',
            Self::Start => 'S',
            Self::Goal => 'G',
        }
    }
}

/// Observes a search and records for each cell when it was expanded. Takes four bytes per cell.
///
/// ```
/// use tremaux::{Algorithm, Blind, Limits};
/// use tremaux::maps::maze::{Maze, MazeTrace};
/// use tremaux::search::BestFirst;
/// let maze = Maze::parse("S..\n.#.\n..G\n")?;
/// let mut trace = MazeTrace::new(&maze);
/// let search = BestFirst::astar();
/// let report = search.solve(&maze, Blind, &Limits::default(), &mut trace);
/// let plan = report.plan.unwrap();
/// assert_eq!(trace.visited(), 7);
/// assert_eq!(trace.to_text(&maze, &plan.actions).matches('*').count(), 3);
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MazeTrace {
    /// 0 for cells never generated, 1 for those generated, and one more than the number of the
    /// expansion for those expanded.
    seen: Vec<u32>,
    visited: u32,
}

impl MazeTrace {
    /// An empty trace for a search of `maze`.
    pub fn new(maze: &Maze) -> Self {
        Self { seen: vec![0; maze.width() * maze.height()], visited: 0 }
    }

    /// The number of expansions; a cell expanded several times counts each time.
    pub fn visited(&self) -> u32 {
        self.visited
    }

    /// The marks of all cells of `maze`, row by row, with the path of `plan`.
    pub fn marks(&self, maze: &Maze, plan: &[Direction]) -> Vec<Mark> {
        let mark = |(cell, &seen): (usize, &u32)| match seen {
            _ if !maze.is_free[cell] => Mark::Wall,
            0 => Mark::Free,
            1 => Mark::Frontier,
            number => Mark::Visited(number - 1),
        };
        let mut marks: Vec<Mark> = self.seen.iter().enumerate().map(mark).collect();
        let mut cell = maze.start();
        for &step in plan {
            cell = maze.after(cell, step);
            if let Some(mark) = marks.get_mut(cell as usize) {
                *mark = Mark::Path;
            }
        }
        marks[maze.start() as usize] = Mark::Start;
        marks[maze.goal() as usize] = Mark::Goal;
        marks
    }

    /// [`MazeTrace::marks`] as text, a line for each row.
    pub fn to_text(&self, maze: &Maze, plan: &[Direction]) -> String {
        let mut text = String::new();
        for row in self.marks(maze, plan).chunks(maze.width()) {
            text.extend(row.iter().map(|mark| mark.letter()));
            text.push('\n');
        }
        text
    }
}

impl Observer<Maze> for MazeTrace {
    fn observe(&mut self, event: Event<'_, Maze>) {
        match event {
            Event::Generated { state, .. } => {
                let seen = &mut self.seen[*state as usize];
                *seen = (*seen).max(1);
            }
            Event::Expanded { state, .. } => {
                self.visited += 1;
                self.seen[*state as usize] = self.visited.saturating_add(1);
            }
            _ => {}
        }
    }
}
