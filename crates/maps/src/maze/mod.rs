//! Mazes: small grids of free cells and walls, in which a search can be watched.
//!
//! A [`Maze`] is read from a text or made by [`generate`]; it is its own state space. For game
//! maps with costs and many queries, see grid maps.

#[cfg(feature = "catalog")]
pub mod entry;
pub mod generate;
mod space;
mod text;
mod trace;

pub use space::MazeDistance;
pub use trace::{Mark, MazeTrace};

/// Which cells are next to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Neighbours {
    /// Those that share a side.
    #[default]
    Four,
    /// Those that share a side or a corner; diagonally only if both cells beside the step are
    /// free.
    Eight,
}

/// The order in which the neighbours of a cell are generated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NeighbourOrder {
    /// Clockwise from north.
    #[default]
    Compass,
    /// The nearest to the goal by straight line first: for searches that take the first.
    NearestFirst,
    /// The nearest to the goal last: for searches that take the newest.
    NearestLast,
}

/// A grid of free cells and walls, with a start and a goal. Every step costs 1.
///
/// ```
/// use tremaux::{Algorithm, Blind, Limits};
/// use tremaux::maps::maze::Maze;
/// use tremaux::search::{BestFirst, Indexed};
/// let maze = Maze::parse("S.#\n#..\n#.G\n")?;
/// let breadth_first = BestFirst::breadth_first().table(Indexed);
/// let report = breadth_first.solve(&maze, Blind, &Limits::default(), &mut ());
/// assert!(report.is_proven_optimal());
/// assert_eq!(report.plan.unwrap().cost, 4);
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maze {
    width: u32,
    height: u32,
    /// Whether each cell is free, row by row.
    is_free: Vec<bool>,
    start: u32,
    goal: u32,
    neighbours: Neighbours,
    order: NeighbourOrder,
}

impl Maze {
    /// The maximum number of cells of a maze.
    pub const MOST_CELLS: usize = 1 << 30;

    /// A maze of `width` columns, given row by row.
    ///
    /// Returns `None` unless there are whole rows, at least one and not more cells than
    /// [`Maze::MOST_CELLS`], and `start` and `goal`, counted row by row, are free.
    pub fn new(width: usize, is_free: Vec<bool>, start: usize, goal: usize) -> Option<Self> {
        let cells = is_free.len();
        let is_whole = width > 0 && cells > 0 && cells.is_multiple_of(width);
        let ends_are_free = is_free.get(start) == Some(&true) && is_free.get(goal) == Some(&true);
        if !is_whole || !ends_are_free || cells > Self::MOST_CELLS {
            return None;
        }
        Some(Self {
            width: width as u32,
            height: (cells / width) as u32,
            is_free,
            start: start as u32,
            goal: goal as u32,
            neighbours: Neighbours::default(),
            order: NeighbourOrder::default(),
        })
    }

    /// With these neighbours.
    #[must_use]
    pub fn with_neighbours(self, neighbours: Neighbours) -> Self {
        Self { neighbours, ..self }
    }

    /// With neighbours in this order.
    #[must_use]
    pub fn with_order(self, order: NeighbourOrder) -> Self {
        Self { order, ..self }
    }

    /// The number of columns.
    #[inline]
    pub fn width(&self) -> usize {
        self.width as usize
    }

    /// The number of rows.
    #[inline]
    pub fn height(&self) -> usize {
        self.height as usize
    }

    /// Whether the cell at `(x, y)` exists and is free.
    #[inline]
    pub fn is_free(&self, x: i64, y: i64) -> bool {
        let is_inside =
            (0..i64::from(self.width)).contains(&x) && (0..i64::from(self.height)).contains(&y);
        is_inside && self.is_free[y as usize * self.width() + x as usize]
    }

    /// Column and row of a cell.
    #[inline]
    pub fn position(&self, cell: u32) -> (u32, u32) {
        (cell % self.width, cell / self.width)
    }

    /// The start cell.
    #[inline]
    pub fn start(&self) -> u32 {
        self.start
    }

    /// The goal cell.
    #[inline]
    pub fn goal(&self) -> u32 {
        self.goal
    }

    /// The number of free cells.
    #[inline]
    pub fn free_cells(&self) -> usize {
        self.is_free.iter().filter(|&&is_free| is_free).count()
    }
}
