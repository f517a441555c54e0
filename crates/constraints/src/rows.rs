//! Cells that hold a row of a table.

use std::sync::Arc;

use crate::possible_values::PossibleValues;
use crate::store::{Empty, Store};
use crate::{Table, Variable};

/// The cells hold the row of a table whose number is the value of `row`.
///
/// The domain of `row` is the set of rows that are still possible: this is compact-table
/// (Demeulenaere and others 2016), with the set as a variable that other constraints can use.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    pub(crate) row: Variable,
    pub(crate) cells: Box<[Variable]>,
    pub(crate) table: Arc<Table>,
}

/// Working memory of a [`Rows`].
#[derive(Clone, Debug)]
pub(crate) struct RowsMemory {
    /// For each column and value, the word of the domain that had a row for it last.
    found: Box<[u32]>,
    /// The first of them for each column.
    first: Box<[u32]>,
}

impl RowsMemory {
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.found) + size_of_val(&*self.first)
    }
}

/// Working memory that all constraints share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// Values of the changed columns, one column after the other.
    values: Vec<u32>,
    /// For each changed column: its number, the end of its values, whether these are the removed
    /// ones.
    columns: Vec<(u32, u32, bool)>,
    /// Values without a known row.
    doubtful: Vec<u32>,
    /// A set of values or rows.
    pub(crate) set: Vec<u64>,
}

/// Bit `position` modulo 64.
#[inline]
pub(crate) const fn bit(position: usize) -> u64 {
    1 << (position % 64)
}

impl Rows {
    pub(crate) fn memory(&self) -> RowsMemory {
        let mut first = Vec::with_capacity(self.cells.len());
        let mut length = 0;
        for column in 0..self.cells.len() {
            first.push(length);
            length += self.table.values(column);
        }
        RowsMemory { found: vec![0; length as usize].into(), first: first.into() }
    }

    /// The number of values of all columns together.
    #[inline]
    pub(crate) fn value_count(&self) -> usize {
        (0..self.cells.len()).map(|column| self.table.values(column) as usize).sum()
    }

    /// The number of possible rows with a value in a column.
    #[inline]
    pub(crate) fn count(&self, store: &Store, column: usize, value: u32) -> u32 {
        let mut count = 0;
        for &word in store.active(self.row) {
            let rows = self.table.sets(column, word)[value as usize];
            count += (rows & store.word(self.row, word)).count_ones();
        }
        count
    }

    /// Removes impossible rows and values, where the cells of the columns `changed` (bits modulo
    /// 64; `row` comes after the last) have changed.
    pub(crate) fn propagate(
        &self,
        store: &mut Store,
        memory: &mut RowsMemory,
        scratch: &mut Scratch,
        changed: u64,
    ) -> Result<(), Empty> {
        let before = store.size(self.row);
        self.remove_rows(store, scratch, changed)?;
        let is_same = store.size(self.row) == before && changed & bit(self.cells.len()) == 0;
        if is_same { Ok(()) } else { self.remove_values(store, memory, scratch) }
    }

    /// Removes the rows with a value that its cell can no longer have.
    fn remove_rows(
        &self,
        store: &mut Store,
        scratch: &mut Scratch,
        changed: u64,
    ) -> Result<(), Empty> {
        let Scratch { values, columns, .. } = scratch;
        values.clear();
        columns.clear();
        for (column, &cell) in self.cells.iter().enumerate() {
            if changed & bit(column) == 0 {
                continue;
            }
            // Every row has one value in the column: those with a value that is left, or all but
            // those with one that is not.
            let count = self.table.values(column);
            let is_removed = 2 * store.size(cell) > count;
            if is_removed {
                for value in 0..count {
                    if !store.contains(cell, value) {
                        values.push(value);
                    }
                }
            } else {
                store.for_each(cell, |value| {
                    if value < count {
                        values.push(value);
                    }
                });
            }
            columns.push((column as u32, values.len() as u32, is_removed));
        }
        if columns.is_empty() {
            return Ok(());
        }
        store.retain(self.row, |word| {
            let mut left = u64::MAX;
            let mut start = 0;
            for &(column, end, is_removed) in &*columns {
                let sets = self.table.sets(column as usize, word);
                let mut rows = 0;
                for &value in &values[start as usize..end as usize] {
                    rows |= sets[value as usize];
                }
                left &= if is_removed { !rows } else { rows };
                start = end;
            }
            left
        })
    }

    /// Removes the values that are in no possible row.
    fn remove_values(
        &self,
        store: &mut Store,
        memory: &mut RowsMemory,
        scratch: &mut Scratch,
    ) -> Result<(), Empty> {
        if store.is_fixed(self.row) {
            let row = self.table.row(store.value(self.row) as usize);
            for (&cell, &value) in self.cells.iter().zip(row) {
                if !store.is_fixed(cell) {
                    store.assign(cell, value)?;
                }
            }
            return Ok(());
        }
        let doubtful = &mut scratch.doubtful;
        for (column, &cell) in self.cells.iter().enumerate() {
            if store.is_fixed(cell) {
                continue;
            }
            doubtful.clear();
            let count = self.table.values(column);
            let start = memory.first[column] as usize;
            let found = &mut memory.found[start..start + count as usize];
            store.for_each(cell, |value| {
                let is_sure = value < count && {
                    let word = found[value as usize];
                    let rows = self.table.sets(column, word)[value as usize];
                    rows & store.word(self.row, word) != 0
                };
                if !is_sure {
                    doubtful.push(value);
                }
            });
            for &word in store.active(self.row) {
                if doubtful.is_empty() {
                    break;
                }
                let rows = store.word(self.row, word);
                let sets = self.table.sets(column, word);
                doubtful.retain(|&value| {
                    let is_there = value < count && sets[value as usize] & rows != 0;
                    if is_there {
                        found[value as usize] = word;
                    }
                    !is_there
                });
            }
            for &value in &*doubtful {
                store.remove(cell, value)?;
            }
        }
        Ok(())
    }

    /// Removes from `left` the values that no row has beside the values that `value` knows.
    pub(crate) fn exclude(
        &self,
        value: impl Fn(Variable) -> Option<u32>,
        left: &mut PossibleValues,
        found: &mut Vec<u64>,
    ) {
        let known: Vec<Option<u32>> = self.cells.iter().map(|&cell| value(cell)).collect();
        let known_row = value(self.row);
        let is_possible = |row: usize| {
            let mut cells = known.iter().zip(self.table.row(row));
            known_row.is_none_or(|known| known as usize == row)
                && cells.all(|(known, it)| known.is_none_or(|known| known == *it))
        };
        let rows: Vec<usize> = (0..self.table.len()).filter(|&row| is_possible(row)).collect();
        let columns = self.cells.iter().enumerate();
        let columns = columns.map(|(column, &cell)| (Some(column), cell));
        for (column, variable) in columns.chain([(None, self.row)]) {
            let words = left.words_mut(variable);
            found.clear();
            found.resize(words.len(), 0);
            for &row in &rows {
                let value = column.map_or(row, |column| self.table.row(row)[column] as usize);
                if let Some(word) = found.get_mut(value / 64) {
                    *word |= bit(value);
                }
            }
            words.iter_mut().zip(&*found).for_each(|(word, found)| *word &= found);
        }
    }

    /// Whether some row has the values that `value` knows.
    pub(crate) fn is_satisfied(&self, value: impl Fn(Variable) -> Option<u32>) -> bool {
        let has = |row: usize| {
            let mut cells = self.cells.iter().zip(self.table.row(row));
            cells.all(|(&cell, &it)| value(cell).is_none_or(|value| value == it))
        };
        match value(self.row) {
            Some(row) => has(row as usize),
            None => (0..self.table.len()).any(has),
        }
    }
}
