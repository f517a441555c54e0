//! What a search did in a maze, cell by cell.

use super::{Maze, Step};
use tremaux_core::{Event, Observer};

/// What there is to say of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A wall.
    Wall,
    /// Free, and never seen.
    Free,
    /// Seen, and not gone on from.
    Frontier,
    /// Gone on from; the how-manieth that was, from 1.
    Visited(u32),
    /// On the way that was found.
    Path,
    /// Where the way starts.
    Start,
    /// Where it ends.
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

/// Watches a search and remembers for each cell when it was visited: four bytes a cell.
///
/// ```
/// use tremaux_core::{Algorithm, Blind, Limits};
/// use tremaux_maps::maze::{Maze, MazeTrace};
/// use tremaux_search::BestFirst;
/// let maze = Maze::parse("S..\n.#.\n..G\n")?;
/// let mut trace = MazeTrace::new(&maze);
/// let search = BestFirst::astar();
/// let report = search.solve(&maze, Blind, &Limits::default(), &mut trace);
/// let plan = report.plan.unwrap();
/// assert_eq!(trace.visited(), 7);
/// assert_eq!(trace.to_text(&maze, &plan.actions).matches('*').count(), 3);
/// # Ok::<(), tremaux_core::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MazeTrace {
    /// 0 for cells never seen, 1 for those seen, and one more than the number of the visit.
    seen: Vec<u32>,
    visited: u32,
}

impl MazeTrace {
    /// A trace of a search of `maze` that has not begun.
    #[must_use]
    pub fn new(maze: &Maze) -> Self {
        Self { seen: vec![0; maze.width() * maze.height()], visited: 0 }
    }

    /// How many cells were visited, again and again counted once each time.
    #[must_use]
    pub fn visited(&self) -> u32 {
        self.visited
    }

    /// All cells of `maze` row by row, with the way that `plan` takes.
    #[must_use]
    pub fn marks(&self, maze: &Maze, plan: &[Step]) -> Vec<Mark> {
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
    #[must_use]
    pub fn to_text(&self, maze: &Maze, plan: &[Step]) -> String {
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
