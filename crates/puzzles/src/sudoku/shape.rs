//! The size of a sudoku and the shape of its boxes.

use std::fmt;

/// The shape of a sudoku's boxes: rows and columns.
///
/// The side of a board is the number of cells in a box; it equals the numbers of rows, columns,
/// boxes and digits.
///
/// ```
/// use tremaux::puzzles::sudoku::Shape;
/// let shape = Shape::new(2, 3).expect("in range");
/// assert_eq!((shape.side(), shape.cells()), (6, 36));
/// assert_eq!(shape.box_of(1, 3), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    box_rows: u8,
    box_columns: u8,
    /// Whether the signs of digits begin with 0 and not with 1.
    is_from_zero: bool,
}

impl Shape {
    /// The largest side.
    pub const MOST: usize = 25;
    /// The usual one: nine boxes of three rows and three columns.
    pub const NINE: Self = Self::of_box(3, 3);

    /// The default shapes, implied by the number of cells: boxes as close to square as possible.
    pub const USUAL: [Self; 10] = [
        Self::of_box(2, 2),
        Self::of_box(2, 3),
        Self::of_box(2, 4),
        Self::NINE,
        Self::of_box(2, 5),
        Self::of_box(3, 4),
        Self::of_box(3, 5),
        Self::of_box(4, 4),
        Self::of_box(4, 5),
        Self::of_box(5, 5),
    ];

    const fn of_box(box_rows: u8, box_columns: u8) -> Self {
        Self { box_rows, box_columns, is_from_zero: false }
    }

    /// The same shape with digits that are written 0 to 9, then A to O.
    #[must_use]
    pub const fn from_zero(self) -> Self {
        Self { is_from_zero: true, ..self }
    }

    /// Boxes with these rows and columns, if their product is from 2 to [`Shape::MOST`].
    pub fn new(box_rows: usize, box_columns: usize) -> Option<Self> {
        let side = box_rows.checked_mul(box_columns)?;
        let small = |size| u8::try_from(size).ok();
        let shape = Self::of_box(small(box_rows)?, small(box_columns)?);
        (2..=Self::MOST).contains(&side).then_some(shape)
    }

    /// The shape of [`Shape::USUAL`] with this many cells, if there is one.
    pub fn of_cells(cells: usize) -> Option<Self> {
        Self::USUAL.into_iter().find(|shape| shape.cells() == cells)
    }

    /// Rows of a box.
    #[must_use]
    pub const fn box_rows(self) -> usize {
        self.box_rows as usize
    }

    /// Columns of a box.
    #[must_use]
    pub const fn box_columns(self) -> usize {
        self.box_columns as usize
    }

    /// Rows, columns, boxes and digits.
    #[must_use]
    pub const fn side(self) -> usize {
        self.box_rows as usize * self.box_columns as usize
    }

    /// Cells of the board.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.side() * self.side()
    }

    /// The box of a cell, row by row from 0.
    #[must_use]
    pub const fn box_of(self, row: usize, column: usize) -> usize {
        row / self.box_rows() * self.box_rows() + column / self.box_columns()
    }

    /// All digits: the lowest bit is the digit 1.
    #[must_use]
    pub const fn digits(self) -> u32 {
        (1 << self.side()) - 1
    }

    /// The sign of `digit`, from 1: 1 to 9, then A to P; one less if signs begin with 0.
    #[must_use]
    pub const fn sign(self, digit: u8) -> char {
        let digit = if self.is_from_zero { digit - 1 } else { digit };
        (if digit < 10 { b'0' + digit } else { b'A' - 10 + digit }) as char
    }

    /// The digit of `sign`, 0 for an empty cell; `None` if it is neither, or too large for the
    /// side.
    #[must_use]
    pub fn digit(self, sign: char) -> Option<u8> {
        let first = u8::from(self.is_from_zero);
        let digit = match sign {
            '.' | '*' | '_' => 0,
            '0' if !self.is_from_zero => 0,
            '0'..='9' => sign as u8 - b'0' + first,
            'A'..='P' => sign as u8 - b'A' + 10 + first,
            'a'..='p' => sign as u8 - b'a' + 10 + first,
            _ => return None,
        };
        (usize::from(digit) <= self.side()).then_some(digit)
    }
}

/// As `3x3`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.box_rows, self.box_columns)
    }
}
