//! Cells of a grid, by number and as text.

use tremaux_core::ParseError;

use crate::grid::{Cell, Grid};

/// The names of the steps from a cell to its neighbours, by row from top to bottom and by
/// column.
pub const STEPS: [[&str; 3]; 3] = [["nw", "n", "ne"], ["w", "", "e"], ["sw", "s", "se"]];

/// The number of a cell, row by row.
pub(super) fn number_of(grid: &Grid, cell: Cell) -> u32 {
    u32::from(cell.y) * u32::from(grid.width()) + u32::from(cell.x)
}

/// The cell with this number.
pub(super) fn cell_of(grid: &Grid, number: u32) -> Cell {
    let width = u32::from(grid.width());
    Cell::new((number % width) as u16, (number / width) as u16)
}

/// Reads a cell of `grid`, as `10,20`: column and row, from 0. If `must_be_free`, it must not
/// be blocked.
///
/// # Errors
///
/// Returns the place of what is not a number, off the map or blocked.
pub fn parse_cell(text: &str, grid: &Grid, must_be_free: bool) -> Result<Cell, ParseError> {
    let Some((x, y)) = text.split_once(',') else {
        return Err(ParseError::about(
            text,
            text.trim(),
            "a column and a row, for example `10,20`",
        ));
    };
    let side = |word: &str, most: u16, what: &str| -> Result<u16, ParseError> {
        let number = word.trim().parse().ok().filter(|&number: &u16| number < most);
        let expected = || format!("a {what} from 0 to {}", most - 1);
        number.ok_or_else(|| ParseError::about(text, word.trim(), expected()))
    };
    let cell = Cell::new(side(x, grid.width(), "column")?, side(y, grid.height(), "row")?);
    if must_be_free && !grid.is_free(cell) {
        let start = text.len() - text.trim_start().len();
        let found = format!("the blocked cell {cell}");
        return Err(ParseError::at(text, start, text.trim().len(), found, "a free cell"));
    }
    Ok(cell)
}
