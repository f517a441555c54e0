//! The given digits of a sudoku.

use std::fmt;

use super::Shape;

/// The given digits and their cells. No row, column or box has a digit twice.
///
/// `Display` writes it on one line, row by row, with `.` for each empty cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clues {
    shape: Shape,
    cells: Box<[u8]>,
}

/// A row, a column or a box, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Unit {
    Row(usize),
    Column(usize),
    Box(usize),
}

impl Unit {
    /// The three units of a cell.
    pub(super) const fn all_of(shape: Shape, cell: usize) -> [Self; 3] {
        let (row, column) = (cell / shape.side(), cell % shape.side());
        [Self::Row(row), Self::Column(column), Self::Box(shape.box_of(row, column))]
    }

    /// All units.
    pub(super) fn all(shape: Shape) -> impl Iterator<Item = Self> {
        let kinds: [fn(usize) -> Self; 3] = [Self::Row, Self::Column, Self::Box];
        kinds.into_iter().flat_map(move |kind| (0..shape.side()).map(kind))
    }

    /// Its cells.
    #[inline]
    pub(super) fn cells(self, shape: Shape) -> impl Iterator<Item = usize> {
        let (side, columns) = (shape.side(), shape.box_columns());
        (0..side).map(move |at| match self {
            Self::Row(row) => row * side + at,
            Self::Column(column) => at * side + column,
            Self::Box(number) => {
                let row = number / shape.box_rows() * shape.box_rows() + at / columns;
                row * side + number % shape.box_rows() * columns + at % columns
            }
        })
    }
}

/// As `row 1`.
impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, number) = match self {
            Self::Row(row) => ("row", row),
            Self::Column(column) => ("column", column),
            Self::Box(number) => ("box", number),
        };
        write!(f, "{name} {}", number + 1)
    }
}

/// An immediate contradiction: why clues cannot be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// No digit fits into this cell.
    Cell(usize, usize),
    /// The digit with this sign fits into no cell of the unit.
    Digit(char, Unit),
}

/// Writes `no digit fits into row 1, column 9` or `box 3 has no cell left for the digit 5`.
impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Cell(row, column) => {
                write!(f, "no digit fits into row {}, column {}", row + 1, column + 1)
            }
            Kind::Digit(digit, unit) => {
                write!(f, "{unit} has no cell left for the digit {digit}")
            }
        }
    }
}

impl Clues {
    /// An empty board.
    pub fn empty(shape: Shape) -> Self {
        Self { shape, cells: vec![0; shape.cells()].into() }
    }

    /// These digits, row by row, 0 for each empty cell.
    ///
    /// Returns `None` if the number of digits differs from the number of cells, if a digit is
    /// larger than the side, or if a row, column or box has a digit twice.
    pub fn new(shape: Shape, cells: &[u8]) -> Option<Self> {
        let is_digit = |&digit: &u8| usize::from(digit) <= shape.side();
        let is_board = cells.len() == shape.cells() && cells.iter().all(is_digit);
        let clues = is_board.then(|| Self { shape, cells: cells.into() })?;
        clues.repeated().is_none().then_some(clues)
    }

    /// The shape of the board.
    #[inline]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The digits row by row, 0 for each empty cell.
    #[inline]
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// These cells, which may break the rules.
    pub(super) fn unchecked(shape: Shape, cells: Vec<u8>) -> Self {
        Self { shape, cells: cells.into() }
    }

    /// The first cell whose digit occurs earlier in one of its units, that unit, and the earlier
    /// cell.
    #[inline]
    pub(super) fn repeated(&self) -> Option<(usize, Unit, usize)> {
        for (cell, &digit) in self.cells.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            for unit in Unit::all_of(self.shape, cell) {
                for other in unit.cells(self.shape) {
                    if other >= cell {
                        break;
                    }
                    if self.cells[other] == digit {
                        return Some((cell, unit, other));
                    }
                }
            }
        }
        None
    }

    /// Whether a full board keeps these clues and has each digit once in every row, column and
    /// box. A plain check that shares nothing with the solvers.
    pub fn is_solution(&self, cells: &[u8]) -> bool {
        let side = self.shape.side();
        if cells.len() != self.cells.len() {
            return false;
        }
        let (all, columns) = (self.shape.digits(), self.shape.box_columns());
        let (mut in_columns, mut in_boxes) = ([0_u32; Shape::MOST], [0_u32; Shape::MOST]);
        // Batches check every board: iterators would take longer than the solver.
        let (mut row, mut cell) = (0, 0);
        while row < side {
            let (mut number, mut left) = (self.shape.box_of(row, 0), columns);
            let (mut in_row, mut column) = (0_u32, 0);
            while column < side {
                let (digit, clue) = (cells[cell], self.cells[cell]);
                if digit == 0 || usize::from(digit) > side || clue > 0 && clue != digit {
                    return false;
                }
                if left == 0 {
                    (number, left) = (number + 1, columns);
                }
                left -= 1;
                in_row |= 1 << digit;
                in_columns[column] |= 1 << digit;
                in_boxes[number] |= 1 << digit;
                (column, cell) = (column + 1, cell + 1);
            }
            // As many cells as digits, so none is there twice.
            if in_row >> 1 != all {
                return false;
            }
            row += 1;
        }
        let units = in_columns[..side].iter().chain(&in_boxes[..side]);
        units.copied().all(|digits| digits >> 1 == all)
    }

    /// The digits that an empty cell can take; the lowest bit is 1.
    #[inline]
    pub(super) fn candidates(&self, cell: usize) -> u32 {
        let mut left = self.shape.digits();
        for unit in Unit::all_of(self.shape, cell) {
            for other in unit.cells(self.shape) {
                let digit = self.cells[other];
                if digit > 0 {
                    left &= !(1 << (digit - 1));
                }
            }
        }
        left
    }

    /// The first of the empty cells with the fewest candidates, and these candidates.
    pub(super) fn narrowest(&self) -> Option<(usize, u32)> {
        let empty = (0..self.cells.len()).filter(|&cell| self.cells[cell] == 0);
        let candidates = empty.map(|cell| (cell, self.candidates(cell)));
        candidates.min_by_key(|(_, candidates)| candidates.count_ones())
    }

    /// Puts a digit into a cell, whatever the rules say.
    #[inline]
    pub(super) fn put(&mut self, cell: usize, digit: u8) {
        self.cells[cell] = digit;
    }

    /// Finds an empty cell into which no digit fits, or a digit for which a row, column or box
    /// has no cell left. If there is one, there is no solution.
    ///
    /// ```
    /// use tremaux::puzzles::sudoku::Clues;
    /// let clues = Clues::parse("12.. ..3. ...4 ....")?;
    /// let reason = clues.contradiction().expect("4 and 3 are taken").to_string();
    /// assert_eq!(reason, "no digit fits into row 1, column 4");
    /// # Ok::<(), tremaux::ParseError>(())
    /// ```
    pub fn contradiction(&self) -> Option<Contradiction> {
        let side = self.shape.side();
        let empty = |cell: &usize| self.cells[*cell] == 0;
        let dead = (0..self.cells.len()).filter(empty).find(|&cell| self.candidates(cell) == 0);
        if let Some(cell) = dead {
            return Some(Contradiction(Kind::Cell(cell / side, cell % side)));
        }
        Unit::all(self.shape).find_map(|unit| {
            let mut possible = 0;
            for cell in unit.cells(self.shape) {
                possible |= match self.cells[cell] {
                    0 => self.candidates(cell),
                    digit => 1 << (digit - 1),
                };
            }
            let missing = self.shape.digits() & !possible;
            let digit = missing.trailing_zeros() as u8 + 1;
            (missing != 0).then(|| Contradiction(Kind::Digit(self.shape.sign(digit), unit)))
        })
    }
}

impl fmt::Display for Clues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |&digit: &u8| if digit == 0 { '.' } else { self.shape.sign(digit) };
        f.write_str(&self.cells.iter().map(sign).collect::<String>())
    }
}
