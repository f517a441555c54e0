//! The width and height of a board.

use std::fmt;
use std::str::FromStr;

use tremaux_core::ParseError;

use super::Slide;

/// The width and height of a board, each from 2 to 8.
///
/// ```
/// use tremaux::puzzles::tiles::Size;
/// let size: Size = "3x5".parse()?;
/// assert_eq!((size.width(), size.height(), size.cells()), (3, 5, 15));
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The smallest width and height: on a narrower board tiles cannot pass one another.
    pub const LEAST_SIDE: usize = 2;
    /// The largest width and height.
    pub const MOST_SIDE: usize = 8;
    /// The maximum number of cells of any board.
    pub const MOST_CELLS: usize = Self::MOST_SIDE * Self::MOST_SIDE;

    /// The size of `width` columns and `height` rows, or `None` if one is out of range.
    pub const fn new(width: usize, height: usize) -> Option<Self> {
        if width < Self::LEAST_SIDE
            || width > Self::MOST_SIDE
            || height < Self::LEAST_SIDE
            || height > Self::MOST_SIDE
        {
            return None;
        }
        Some(Self { width: width as u8, height: height as u8 })
    }

    /// The square board of this many cells, if there is one.
    pub fn square_of(cells: usize) -> Option<Self> {
        let side = cells.isqrt();
        Self::new(side, side).filter(|size| size.cells() == cells)
    }

    /// Columns.
    #[inline]
    #[must_use]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Rows.
    #[inline]
    #[must_use]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Cells, which is one more than tiles.
    #[inline]
    #[must_use]
    pub const fn cells(self) -> usize {
        self.width() * self.height()
    }

    /// Whether width and height are equal.
    #[must_use]
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// The row of a cell; cells are numbered row by row from 0.
    #[inline]
    #[must_use]
    pub const fn row(self, cell: usize) -> usize {
        cell / self.width()
    }

    /// The column of a cell.
    #[inline]
    #[must_use]
    pub const fn column(self, cell: usize) -> usize {
        cell % self.width()
    }

    /// The steps between two cells.
    #[must_use]
    pub const fn distance(self, a: usize, b: usize) -> usize {
        self.row(a).abs_diff(self.row(b)) + self.column(a).abs_diff(self.column(b))
    }

    /// The neighbour of `cell` in this direction, or `None` beyond the edge.
    #[must_use]
    pub const fn beside(self, cell: usize, slide: Slide) -> Option<usize> {
        match slide {
            Slide::Up if self.row(cell) > 0 => Some(cell - self.width()),
            Slide::Left if self.column(cell) > 0 => Some(cell - 1),
            Slide::Right if self.column(cell) + 1 < self.width() => Some(cell + 1),
            Slide::Down if self.row(cell) + 1 < self.height() => Some(cell + self.width()),
            _ => None,
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = ParseError;

    /// Reads a width, `x` and a height, as in `4x4`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        const EXPECTED: &str = "a width and a height from 2 to 8, for example `4x4`";
        let side = |word: &str| match word.trim().as_bytes() {
            [digit @ b'0'..=b'9'] => Some(usize::from(digit - b'0')),
            _ => None,
        };
        let word = text.trim();
        if word.is_empty() {
            return Err(ParseError::at_end(text, EXPECTED));
        }
        word.split_once(['x', 'X', '×'])
            .and_then(|(width, height)| Self::new(side(width)?, side(height)?))
            .ok_or_else(|| ParseError::about(text, word, EXPECTED))
    }
}
