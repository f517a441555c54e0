//! Boards of Connect Four: how many columns and rows, known at compile time or not.

use std::fmt;

/// The size of a board, and the masks that follow from it.
///
/// Bits are numbered column by column from the bottom; the bit on top of each column stays
/// empty, so that no line of stones reaches from one column into the next.
pub trait Size: Copy + fmt::Debug + PartialEq {
    /// The number of columns.
    fn columns(self) -> u32;

    /// The number of rows.
    fn rows(self) -> u32;

    /// The lowest cell of every column.
    fn bottom(self) -> u64;

    /// Every cell.
    fn full(self) -> u64;

    /// The number of bits from a cell to its right neighbour.
    #[inline]
    fn stride(self) -> u32 {
        self.rows() + 1
    }

    /// The cells of a column.
    #[inline]
    fn column(self, column: u32) -> u64 {
        ((1 << self.rows()) - 1) << (column * self.stride())
    }

    /// Swaps the columns left and right of the middle, top bits included.
    #[inline]
    fn mirror(self, cells: u64) -> u64 {
        let (stride, columns) = (self.stride(), self.columns());
        let column = (1 << stride) - 1;
        let mut mirrored = 0;
        for left in 0..columns / 2 {
            let by = (columns - 1 - 2 * left) * stride;
            let mask = column << (left * stride);
            mirrored |= (cells & mask) << by | cells >> by & mask;
        }
        let middle = if columns % 2 == 1 { column << (columns / 2 * stride) } else { 0 };
        mirrored | cells & middle
    }
}

/// Seven columns of six cells: the standard board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standard;

impl Size for Standard {
    #[inline(always)]
    fn columns(self) -> u32 {
        7
    }

    #[inline(always)]
    fn rows(self) -> u32 {
        6
    }

    #[inline(always)]
    fn bottom(self) -> u64 {
        0x0000_0408_1020_4081
    }

    #[inline(always)]
    fn full(self) -> u64 {
        self.bottom() * ((1 << 6) - 1)
    }
}

/// A size chosen at run time. Searches on it are slower than on [`Standard`], whose masks
/// are constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnySize {
    columns: u32,
    rows: u32,
    bottom: u64,
}

impl AnySize {
    /// A board with this many columns and rows.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no cell, or if `columns * (rows + 1)` is more than 64.
    ///
    /// ```
    /// use tremaux::games::connect_four::AnySize;
    /// assert!(AnySize::new(8, 7).is_ok());
    /// assert!(AnySize::new(9, 7).is_err());
    /// ```
    pub fn new(columns: u32, rows: u32) -> Result<Self, SizeError> {
        let bits = u64::from(columns) * (u64::from(rows) + 1);
        // A single column of 63 cells would leave no room to shift by a whole column.
        if columns == 0 || rows == 0 || bits > 64 || rows > 62 {
            return Err(SizeError { columns, rows });
        }
        let bottom = (0..columns).fold(0, |cells, column| cells | 1 << (column * (rows + 1)));
        Ok(Self { columns, rows, bottom })
    }
}

impl Size for AnySize {
    #[inline]
    fn columns(self) -> u32 {
        self.columns
    }

    #[inline]
    fn rows(self) -> u32 {
        self.rows
    }

    #[inline]
    fn bottom(self) -> u64 {
        self.bottom
    }

    #[inline]
    fn full(self) -> u64 {
        self.bottom * ((1 << self.rows) - 1)
    }
}

/// The error for a board that has no cells or does not fit in 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
    columns: u32,
    rows: u32,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { columns, rows } = self;
        write!(f, "{columns} columns and {rows} rows: at least one of each, ")?;
        write!(f, "and columns × (rows + 1) at most 64")
    }
}

impl std::error::Error for SizeError {}
