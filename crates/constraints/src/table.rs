//! Lists of allowed combinations.

use std::fmt;

/// A list of rows of values, all of the same length: the combinations that a constraint allows.
///
/// Rows are numbered from 0. For each column and value there is a bit set of the rows that have
/// this value there, so that a solver can intersect rows without looking at them. Several
/// constraints can share a table: [`Model::row`](crate::Model::row).
///
/// ```
/// use tremaux::constraints::Table;
/// let words = ["cat", "cow", "dog"];
/// let rows = words.map(|word| word.bytes().map(|letter| u32::from(letter - b'a')));
/// let table = Table::new(3, rows.into_iter().flatten());
/// assert_eq!((table.len(), table.row(1)), (3, &[2, 14, 22][..]));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Table {
    columns: u32,
    rows: u32,
    /// Row by row.
    cells: Box<[u32]>,
    /// The number of values of each column, one more than its greatest value.
    values: Box<[u32]>,
    /// The first bit set of each column.
    first: Box<[usize]>,
    /// The words of all bit sets: column by column, word by word, value by value. A domain is
    /// compared word by word with the sets of all values.
    sets: Box<[u64]>,
}

impl Table {
    /// The table of these rows, one after the other.
    ///
    /// # Panics
    ///
    /// Panics if `columns` is 0 or does not divide the number of cells.
    pub fn new(columns: usize, cells: impl IntoIterator<Item = u32>) -> Self {
        let cells: Box<[u32]> = cells.into_iter().collect();
        assert!(columns > 0 && cells.len().is_multiple_of(columns), "rows of {columns} values");
        let rows = cells.len() / columns;
        let mut values = vec![0; columns];
        for row in cells.chunks_exact(columns) {
            for (count, &value) in values.iter_mut().zip(row) {
                *count = (*count).max(value + 1);
            }
        }
        let words = rows.div_ceil(64);
        let mut first = Vec::with_capacity(columns);
        let mut length = 0;
        for &count in &values {
            first.push(length);
            length += words * count as usize;
        }
        let mut sets = vec![0; length];
        for (number, row) in cells.chunks_exact(columns).enumerate() {
            for (column, &value) in row.iter().enumerate() {
                let word = number / 64 * values[column] as usize + value as usize;
                sets[first[column] + word] |= 1 << (number % 64);
            }
        }
        let (columns, rows) = (columns as u32, rows as u32);
        let (values, first) = (values.into(), first.into());
        Self { columns, rows, cells, values, first, sets: sets.into() }
    }

    /// The number of values in a row.
    #[inline]
    pub fn columns(&self) -> usize {
        self.columns as usize
    }

    /// The number of rows.
    #[inline]
    pub fn len(&self) -> usize {
        self.rows as usize
    }

    /// Whether it has no row.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The values of row number `row`.
    ///
    /// # Panics
    ///
    /// Panics if there are not so many.
    #[inline]
    pub fn row(&self, row: usize) -> &[u32] {
        let columns = self.columns();
        &self.cells[row * columns..(row + 1) * columns]
    }

    /// The number of values of a column: one more than the greatest.
    #[inline]
    pub(crate) fn values(&self, column: usize) -> u32 {
        self.values[column]
    }

    /// For each value, the rows that have it in `column`: those of word number `word`.
    #[inline]
    pub(crate) fn sets(&self, column: usize, word: u32) -> &[u64] {
        let count = self.values[column] as usize;
        let start = self.first[column] + word as usize * count;
        &self.sets[start..start + count]
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({} rows of {})", self.rows, self.columns)
    }
}
