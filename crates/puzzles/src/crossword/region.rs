//! Rectangles of cells.

use tremaux_core::ParseError;

use super::Grid;

/// A rectangle of cells of a grid: only the words that lie in it are filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// The first and the last row, from 0.
    rows: [usize; 2],
    columns: [usize; 2],
}

/// The form of a region.
pub(super) const FORM: &str = "two opposite corners `ROW,COLUMN-ROW,COLUMN`, for example 1,1-5,8";

impl Region {
    /// Whether a cell lies in it.
    #[inline]
    #[must_use]
    pub fn contains(self, row: usize, column: usize) -> bool {
        let is_in = |[first, last]: [usize; 2], at| (first..=last).contains(&at);
        is_in(self.rows, row) && is_in(self.columns, column)
    }

    /// Reads two opposite corners of a rectangle in a grid, `ROW,COLUMN-ROW,COLUMN`, both from 1.
    ///
    /// # Errors
    ///
    /// Returns the place of what is no cell of the grid.
    pub fn parse(text: &str, grid: &Grid) -> Result<Self, ParseError> {
        let (first, last) =
            text.split_once('-').ok_or_else(|| ParseError::about(text, text.trim(), FORM))?;
        let number = |word: &str, most: usize| {
            let word = word.trim();
            let value = word.parse::<usize>().ok().filter(|it| (1..=most).contains(it));
            value
                .map(|it| it - 1)
                .ok_or_else(|| ParseError::about(text, word, format!("a number from 1 to {most}")))
        };
        let corner = |part: &str| -> Result<(usize, usize), ParseError> {
            let (row, column) =
                part.split_once(',').ok_or_else(|| ParseError::about(text, part.trim(), FORM))?;
            Ok((number(row, grid.height())?, number(column, grid.width())?))
        };
        let (a, b) = (corner(first)?, corner(last)?);
        let rows = [a.0.min(b.0), a.0.max(b.0)];
        Ok(Self { rows, columns: [a.1.min(b.1), a.1.max(b.1)] })
    }
}
