//! A board under construction.

use super::Shape;

/// The digits on a board with a side of at most `N`, and the digits used in each row, column and
/// box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board<const N: usize> {
    pub(super) cells: [[u8; N]; N],
    rows: [u32; N],
    columns: [u32; N],
    boxes: [u32; N],
    pub(super) empty: u16,
}

impl<const N: usize> Board<N> {
    /// The empty board.
    pub(super) const fn empty(shape: Shape) -> Self {
        Self {
            cells: [[0; N]; N],
            rows: [0; N],
            columns: [0; N],
            boxes: [0; N],
            empty: shape.cells() as u16,
        }
    }

    /// The digit in a cell, 0 if it is empty.
    #[inline]
    pub const fn digit(&self, row: usize, column: usize) -> u8 {
        self.cells[row][column]
    }

    /// The number of empty cells.
    #[inline]
    pub const fn empty_cells(&self) -> u32 {
        self.empty as u32
    }

    /// The digits that the row, the column or the box of a cell has: the lowest bit is 1.
    #[inline]
    pub(super) const fn taken(&self, row: usize, column: usize, in_box: usize) -> u32 {
        self.rows[row] | self.columns[column] | self.boxes[in_box]
    }

    /// Toggles `digit` in a cell: puts it into the empty cell or removes it.
    #[inline]
    const fn flip(&mut self, row: usize, column: usize, in_box: usize, digit: u8) {
        let bit = 1 << (digit - 1);
        self.rows[row] ^= bit;
        self.columns[column] ^= bit;
        self.boxes[in_box] ^= bit;
    }

    /// Puts `digit` into an empty cell.
    #[inline]
    pub(super) const fn put(&mut self, row: usize, column: usize, in_box: usize, digit: u8) {
        self.cells[row][column] = digit;
        self.empty -= 1;
        self.flip(row, column, in_box, digit);
    }

    /// Removes `digit` again.
    #[inline]
    pub(super) const fn take(&mut self, row: usize, column: usize, in_box: usize, digit: u8) {
        self.cells[row][column] = 0;
        self.empty += 1;
        self.flip(row, column, in_box, digit);
    }
}
