//! Rows of cells as parts of a text.

use tremaux_core::ParseError;

use super::sides;

/// The cells of a grid in a text, row by row.
pub(super) struct Rows<'a> {
    pub(super) text: &'a str,
    pub(super) cells: Vec<Vec<&'a str>>,
    /// The number of rows that are shorter than the longest, which has blanks.
    pub(super) filled: usize,
}

impl<'a> Rows<'a> {
    /// Each sign of `body`, a part of `text`, is a cell, unless every second one is a separator.
    pub(super) fn of_signs(text: &'a str, body: &'a str) -> Self {
        let lines = || body.split('\n').map(|row| row.strip_suffix('\r').unwrap_or(row));
        let is_parted = |separator: char| {
            let is_row = |row: &str| {
                let row = row.trim_end();
                let is_even = |(at, sign): (usize, char)| (sign == separator) == (at % 2 == 1);
                row.chars().enumerate().all(is_even) && row.chars().count() > 1
            };
            lines().all(is_row)
        };
        let step = 1 + usize::from([' ', ',', ';', '\t'].into_iter().any(is_parted));
        let has_blanks = step == 1 && body.contains(' ');
        let row = |row: &'a str| -> Vec<&'a str> { signs_of(row).step_by(step).collect() };
        let mut cells: Vec<Vec<&str>> = lines().map(|line| row(line.trim_end())).collect();
        let width = cells.iter().map(Vec::len).max().unwrap_or(0);
        let mut filled = 0;
        if has_blanks {
            for (cells, line) in cells.iter_mut().zip(lines()) {
                // Blanks at the end of a line count if they are there.
                let whole = row(line);
                *cells = if whole.len() <= width { whole } else { std::mem::take(cells) };
                filled += usize::from(cells.len() < width);
            }
        }
        Self { text, cells, filled }
    }

    /// The sides: of rows of one length, or of the longest if the others are filled.
    pub(super) fn sides(&self) -> Result<(u16, u16), ParseError> {
        let first = self.cells.first().map_or(0, Vec::len);
        let longest = self.cells.iter().map(Vec::len).max().unwrap_or(0);
        let width = if self.filled > 0 { longest } else { first };
        for row in self.cells.iter().filter(|_| self.filled == 0) {
            let expected = || format!("a row of {width} cells, like the first row");
            if let Some(cell) = row.get(width) {
                return Err(ParseError::about(self.text, cell, expected()));
            }
            if row.len() < width {
                let Some(last) = row.last() else {
                    return Err(ParseError::at_end(self.text, expected()));
                };
                let end = last.as_ptr() as usize - self.text.as_ptr() as usize + last.len();
                let found = format!("the end of a row of {}", row.len());
                return Err(ParseError::at(self.text, end, 0, found, expected()));
            }
        }
        let expected = "a grid of 1 to 32767 columns and rows";
        sides(width, self.cells.len()).ok_or_else(|| ParseError::at_end(self.text, expected))
    }
}

/// The signs of a row.
pub(super) fn signs_of(row: &str) -> impl Iterator<Item = &str> {
    row.char_indices().map(|(at, sign)| &row[at..at + sign.len_utf8()])
}
