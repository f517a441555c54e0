//! Queens in columns, as a state space.

use std::sync::OnceLock;

use tremaux_core::StateSpace;

/// A board of n columns and n rows.
///
/// An action puts a queen into a row of the first empty column that no other queen attacks. Each
/// costs 1.
#[derive(Clone, Debug)]
pub struct Queens {
    size: u16,
    pub(super) model: OnceLock<super::model::Variables>,
}

/// The row of the queen in each column, from 1; 0 where the column is empty.
pub type Rows = Box<[u16]>;

impl Queens {
    /// The largest board.
    pub const MOST: u16 = 1000;

    /// A board of this size, from 1 to [`Queens::MOST`].
    #[must_use]
    pub fn new(size: u16) -> Option<Self> {
        (1..=Self::MOST).contains(&size).then(|| Self { size, model: OnceLock::new() })
    }

    /// The number of columns.
    #[must_use]
    pub const fn size(&self) -> u16 {
        self.size
    }

    /// The first empty column.
    pub(super) fn next_column(&self, rows: &Rows) -> Option<usize> {
        rows.iter().position(|&row| row == 0)
    }

    /// Whether no queen attacks a row of a column.
    pub(super) fn is_free(&self, rows: &Rows, column: usize, row: u16) -> bool {
        let attacks = |(other, &its_row): (usize, &u16)| {
            let apart = usize::from(its_row.abs_diff(row));
            its_row > 0 && other != column && (apart == 0 || apart == column.abs_diff(other))
        };
        !rows.iter().enumerate().any(attacks)
    }
}

impl StateSpace for Queens {
    type State = Rows;
    type Packed = Rows;
    /// The row.
    type Action = u16;
    type Cost = u32;

    const MAY_NEED_CYCLE_CHECK: bool = false;

    fn initial_state(&self) -> Rows {
        vec![0; self.size.into()].into()
    }

    fn is_goal(&self, rows: &Rows) -> bool {
        let is_right = |(column, &row): (usize, &u16)| row > 0 && self.is_free(rows, column, row);
        rows.iter().enumerate().all(is_right)
    }

    fn actions(&self, rows: &Rows, actions: &mut Vec<u16>) {
        let Some(column) = self.next_column(rows) else { return };
        actions.extend((1..=self.size).filter(|&row| self.is_free(rows, column, row)));
    }

    fn cost(&self, _rows: &Rows, _row: u16) -> u32 {
        1
    }

    fn apply(&self, rows: &mut Rows, row: u16) {
        if let Some(column) = self.next_column(rows) {
            rows[column] = row;
        }
    }

    fn pack(&self, rows: &Rows) -> Rows {
        rows.clone()
    }

    fn unpack(&self, packed: &Rows) -> Rows {
        packed.clone()
    }

    fn packed_heap_bytes(&self) -> usize {
        2 * usize::from(self.size)
    }

    fn uniform_cost(&self) -> Option<u32> {
        Some(1)
    }
}
