//! Cells and the eight directions between them.

use std::fmt;

/// The maximum number of columns, and of rows, of a map.
pub(super) const LARGEST_SIDE: u16 = i16::MAX as u16;

/// A cell of a grid map by its coordinates.
///
/// ```
/// use tremaux::maps::grid::{Cell, Direction};
/// let cell = Cell::new(3, 5);
/// assert_eq!(cell.stepped(Direction::NorthEast, 2), Cell::new(5, 3));
/// assert_eq!(cell.to_string(), "3,5");
/// assert_eq!(cell, (3, 5).into());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Cell {
    /// The column, from the left, from 0.
    pub x: u16,
    /// The row, from the top, from 0.
    pub y: u16,
}

impl Cell {
    /// The cell in column `x` and row `y`.
    pub const fn new(x: u16, y: u16) -> Self {
        Self { x, y }
    }

    /// The cell `steps` steps away. Off the map the coordinates wrap around.
    #[inline]
    #[must_use]
    pub const fn stepped(self, direction: Direction, steps: u16) -> Self {
        let (dx, dy) = direction.step();
        Self {
            x: self.x.wrapping_add((dx as u16).wrapping_mul(steps)),
            y: self.y.wrapping_add((dy as u16).wrapping_mul(steps)),
        }
    }

    /// The larger and the smaller of the distances in columns and rows.
    #[inline]
    #[must_use]
    pub const fn spans(self, other: Self) -> (u32, u32) {
        let (dx, dy) = (self.x.abs_diff(other.x) as u32, self.y.abs_diff(other.y) as u32);
        if dx < dy { (dy, dx) } else { (dx, dy) }
    }

    /// The straight-line distance between the centres of the cells, in cells.
    #[inline]
    #[must_use]
    pub fn euclidean(self, other: Self) -> f64 {
        let (long, short) = self.spans(other);
        f64::from(long).hypot(f64::from(short))
    }
}

impl From<(u16, u16)> for Cell {
    /// The cell in this column and row.
    #[inline]
    fn from((x, y): (u16, u16)) -> Self {
        Self { x, y }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// One of eight directions, clockwise from north; rows are numbered southwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum Direction {
    /// Up.
    North,
    /// Up and right.
    NorthEast,
    /// Right.
    East,
    /// Down and right.
    SouthEast,
    /// Down.
    South,
    /// Down and left.
    SouthWest,
    /// Left.
    West,
    /// Up and left.
    NorthWest,
}

impl tremaux_core::codes::ActionCode for Direction {
    #[inline]
    fn code(self) -> u64 {
        self as u64
    }

    #[inline]
    fn from_code(code: u64) -> Self {
        Self::ALL[code as usize & 7]
    }
}

impl Direction {
    /// All directions, clockwise from north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The direction after `eighths` turns of 45 degrees clockwise.
    #[inline]
    #[must_use]
    pub const fn turned(self, eighths: usize) -> Self {
        let all = &Self::ALL;
        all[(self as usize + eighths) % 8]
    }

    /// Whether a step goes to another row and another column.
    #[inline]
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        self as u8 & 1 != 0
    }

    /// The step in columns and rows.
    #[inline]
    #[must_use]
    pub const fn step(self) -> (i16, i16) {
        const STEPS: &[(i16, i16); 8] =
            &[(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        STEPS[self as usize]
    }

    /// The direction of the straight or diagonal line from one cell to another; `None` if
    /// they are equal or on no such line.
    #[inline]
    pub fn between(from: Cell, to: Cell) -> Option<Self> {
        /// Indexed by the change of row and of column: backwards, none, forwards.
        const BY_STEP: [[Option<Direction>; 3]; 3] = [
            [Some(Direction::NorthWest), Some(Direction::North), Some(Direction::NorthEast)],
            [Some(Direction::West), None, Some(Direction::East)],
            [Some(Direction::SouthWest), Some(Direction::South), Some(Direction::SouthEast)],
        ];
        let dx = i32::from(to.x) - i32::from(from.x);
        let dy = i32::from(to.y) - i32::from(from.y);
        let is_line = dx == 0 || dy == 0 || dx.abs() == dy.abs();
        let at = |step: i32| (step.signum() + 1) as usize;
        if is_line { BY_STEP[at(dy)][at(dx)] } else { None }
    }

    /// Its name in texts: `n`, `ne`, `e` and so on.
    pub(crate) const fn name(self) -> &'static str {
        const NAMES: &[&str; 8] = &["n", "ne", "e", "se", "s", "sw", "w", "nw"];
        NAMES[self as usize]
    }

    /// The bit of this direction in a set of directions.
    #[inline]
    pub(super) const fn bit(self) -> u8 {
        1 << self as u8
    }
}
