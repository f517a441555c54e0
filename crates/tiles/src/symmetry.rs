//! The eight symmetries of a board.

use super::Size;

/// A rotation or reflection of a board: optionally exchange rows and columns, then optionally
/// reverse columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symmetry(u8);

impl Symmetry {
    /// Rows and columns are exchanged: the mirror is the main diagonal.
    pub(super) const DIAGONAL: Self = Self(1);

    /// All eight symmetries, the identity first.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..8).map(Self)
    }

    /// The size of the transformed board.
    #[inline]
    pub(super) fn size(self, size: Size) -> Size {
        match self.0 & 1 {
            0 => size,
            _ => Size::new(size.height(), size.width()).expect("in range as it was"),
        }
    }

    /// The image of a cell of a board of this size.
    #[inline]
    pub(super) fn cell(self, size: Size, cell: usize) -> usize {
        let (mut row, mut column) = (size.row(cell), size.column(cell));
        if self.0 & 1 != 0 {
            (row, column) = (column, row);
        }
        let to = self.size(size);
        if self.0 & 2 != 0 {
            column = to.width() - 1 - column;
        }
        if self.0 & 4 != 0 {
            row = to.height() - 1 - row;
        }
        row * to.width() + column
    }
}

#[cfg(test)]
mod tests {
    use super::{Size, Symmetry};

    #[test]
    fn neighbours_stay_neighbours_and_all_ways_differ() {
        let size = Size::new(3, 5).expect("in range");
        let mut ways = std::collections::HashSet::new();
        for symmetry in Symmetry::all() {
            let to = symmetry.size(size);
            let cells: Vec<usize> = (0..15).map(|cell| symmetry.cell(size, cell)).collect();
            for (a, b) in (0..15).flat_map(|a| (0..15).map(move |b| (a, b))) {
                assert_eq!(to.distance(cells[a], cells[b]), size.distance(a, b));
            }
            assert!(ways.insert((to, cells)));
        }
        assert_eq!(Symmetry::all().next().expect("eight").cell(size, 7), 7);
        assert_eq!(Symmetry::DIAGONAL.cell(size, 1), 5);
    }
}
