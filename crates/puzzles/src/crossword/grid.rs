//! Grids of crosswords.

use std::fmt;

use crate::notation::{short_row, signs};
use tremaux_core::ParseError;

/// The greatest number of columns or rows.
const MOST: usize = 100;

const CELL: &str = "a cell: `.` for an empty one, `#` for a block, or a given letter";

/// A cell of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// No letter.
    Block,
    /// A letter is wanted.
    Empty,
    /// A given letter, a capital.
    Letter(char),
}

/// The letter that a character stands for: a capital; `None` if it is no letter.
#[inline]
pub(crate) fn letter_of(sign: char) -> Option<char> {
    let mut capital = sign.to_uppercase();
    let first = capital.next().filter(|_| sign.is_alphabetic())?;
    Some(if capital.next().is_none() { first } else { sign })
}

/// A place for a word: at least two cells in a row or a column, between blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its cells in order, numbered row by row.
    pub cells: Box<[u16]>,
    /// The number in its first cell.
    pub number: u16,
    /// Whether it runs across, and not down.
    pub is_across: bool,
}

/// Writes `12-across`.
impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.number, if self.is_across { "across" } else { "down" })
    }
}

/// A rectangle of cells.
///
/// `Display` writes it on one line, rows separated by `/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    width: usize,
    cells: Box<[Cell]>,
}

impl Grid {
    /// A grid of these cells, row by row; `None` if they make no rows of this width, or too many.
    pub fn new(width: usize, cells: Vec<Cell>) -> Option<Self> {
        let is_rectangle = (1..=MOST).contains(&width)
            && !cells.is_empty()
            && cells.len().is_multiple_of(width)
            && cells.len() / width <= MOST;
        is_rectangle.then(|| Self { width, cells: cells.into() })
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// The cells, row by row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The places for words: those across, then those down, each kind by its first cell.
    pub fn slots(&self) -> Vec<Slot> {
        let width = self.width;
        let is_open = |cell: usize| self.cells[cell] != Cell::Block;
        let numbers = self.numbers();
        let mut slots = Vec::new();
        for is_across in [true, false] {
            for (first, &number) in numbers.iter().enumerate() {
                if !is_open(first) || self.has_before(first, is_across) {
                    continue;
                }
                let (step, length) = if is_across {
                    (1, width - first % width)
                } else {
                    (width, self.height() - first / width)
                };
                let run = (0..length).map(|at| first + at * step).take_while(|&it| is_open(it));
                let cells: Box<[u16]> = run.map(|cell| cell as u16).collect();
                if cells.len() > 1 {
                    slots.push(Slot { cells, number, is_across });
                }
            }
        }
        slots
    }

    /// Whether the cell before this one in its row or column is open.
    fn has_before(&self, cell: usize, is_across: bool) -> bool {
        match is_across {
            true => !cell.is_multiple_of(self.width) && self.cells[cell - 1] != Cell::Block,
            false => cell >= self.width && self.cells[cell - self.width] != Cell::Block,
        }
    }

    /// Whether the cell after this one in its row or column is open.
    fn has_after(&self, cell: usize, is_across: bool) -> bool {
        match is_across {
            true => !(cell + 1).is_multiple_of(self.width) && self.cells[cell + 1] != Cell::Block,
            false => self.cells.get(cell + self.width).is_some_and(|it| *it != Cell::Block),
        }
    }

    /// For each cell, its number if a word begins there, or else 0.
    fn numbers(&self) -> Vec<u16> {
        let mut last = 0;
        let number = |cell: usize| {
            let begins =
                |is_across| !self.has_before(cell, is_across) && self.has_after(cell, is_across);
            let is_first = self.cells[cell] != Cell::Block && (begins(true) || begins(false));
            last += u16::from(is_first);
            if is_first { last } else { 0 }
        };
        (0..self.cells.len()).map(number).collect()
    }

    /// Reads one grid: rows of equal length, on lines of their own or separated by `/`. `.`, `-`,
    /// `_`, `?` or `0` is an empty cell, `#` a block, a letter is given. Spaces are ignored.
    ///
    /// # Errors
    ///
    /// Returns the place of an invalid character, or of a row whose length differs.
    ///
    /// ```
    /// use tremaux::puzzles::crossword::Grid;
    /// let grid = Grid::parse("C..#/.#../....")?;
    /// assert_eq!((grid.width(), grid.slots().len()), (4, 6));
    /// let error = Grid::parse("C..\n.#").unwrap_err();
    /// let expected = "line 2, column 3: expected 3 cells in each row, like the first row, found \
    ///                 the end of the row";
    /// assert_eq!(error.to_string(), expected);
    /// # Ok::<(), tremaux::ParseError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let lines = text.lines().filter(|line| !is_remark(line));
        Self::of_rows(text, lines.flat_map(|line| line.split('/')))
    }

    /// Reads many grids, separated by blank lines or by lines that begin with `;`, which are
    /// titles. Lines that begin with `#` and a space are comments, unless they are rows:
    /// one with spaces between all cells, or several with `/` between them.
    ///
    /// # Errors
    ///
    /// As for [`Grid::parse`]; also the end of the text if there is no grid.
    pub fn parse_all(text: &str) -> Result<Vec<(Option<String>, Self)>, ParseError> {
        let (mut grids, mut title, mut rows) = (Vec::new(), None, Vec::new());
        // The empty line ends the last grid.
        for line in text.lines().chain([""]) {
            let is_title = line.trim_start().starts_with(';');
            if (is_title || line.trim().is_empty()) && !rows.is_empty() {
                let rows = std::mem::take(&mut rows);
                grids.push((title.take(), Self::of_rows(text, rows.into_iter())?));
            }
            if is_title {
                title = Some(line.trim().trim_start_matches(';').trim().to_owned());
            } else if !line.trim().is_empty() && !is_remark(line) {
                rows.extend(line.split('/'));
            }
        }
        if grids.is_empty() {
            return Err(ParseError::at_end(text, "rows of cells, for example `..# / ... / #..`"));
        }
        Ok(grids)
    }

    fn of_rows<'a>(text: &str, rows: impl Iterator<Item = &'a str>) -> Result<Self, ParseError> {
        let (mut width, mut cells) = (0, Vec::new());
        for (row, line) in rows.filter(|row| !row.trim().is_empty()).enumerate() {
            let start = cells.len();
            for (sign, here) in signs(line).filter(|(sign, _)| !sign.is_whitespace()) {
                let wrong = |expected: String| ParseError::about(text, here, expected);
                let cell = match sign {
                    '#' => Cell::Block,
                    '.' | '-' | '_' | '?' | '0' => Cell::Empty,
                    _ => Cell::Letter(letter_of(sign).ok_or_else(|| wrong(CELL.to_owned()))?),
                };
                let most = if row == 0 { MOST } else { width };
                if cells.len() - start == most {
                    return Err(wrong(match row {
                        0 => format!("at most {MOST} cells in a row"),
                        _ => format!("the end of the row after {width} cells, like the first row"),
                    }));
                }
                cells.push(cell);
            }
            if row == 0 {
                width = cells.len();
            }
            if cells.len() < start + width {
                let expected = format!("{width} cells in each row, like the first row");
                return Err(short_row(text, line.trim_end(), expected));
            }
            if row == MOST {
                return Err(ParseError::about(text, line.trim(), format!("at most {MOST} rows")));
            }
        }
        if cells.is_empty() {
            return Err(ParseError::at_end(text, "rows of cells, for example `..# / ... / #..`"));
        }
        Ok(Self { width, cells: cells.into() })
    }

    /// Writes cells as one row per line, or with another separator of rows.
    pub(super) fn write(
        &self,
        cells: impl Iterator<Item = Cell>,
        separator: char,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        for (at, cell) in cells.enumerate() {
            if at > 0 && at.is_multiple_of(self.width) {
                out.write_char(separator)?;
            }
            out.write_char(match cell {
                Cell::Block => '#',
                Cell::Empty => '.',
                Cell::Letter(letter) => letter,
            })?;
        }
        Ok(())
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(self.cells.iter().copied(), '/', f)
    }
}

/// Whether a line is a comment: it begins with `#` and a space, and is neither a row of single
/// cells nor several rows.
fn is_remark(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_foreign = |sign: char| !sign.is_alphabetic() && !"#.-_?0/".contains(sign);
    let is_text =
        |word: &str| word.contains(is_foreign) || !line.contains('/') && word.chars().count() > 1;
    words.next() == Some("#") && words.any(is_text)
}
