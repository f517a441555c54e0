//! Values by the choice that they leave.

use tremaux_core::Random;

use crate::Variable;
use crate::model::{Constraint, Model};
use crate::propagation::Propagation;
use crate::rows::Rows;
use crate::store::Store;

/// Rows that are rated at most; of more, so many are drawn at random.
const RATED: u32 = 50;

/// Rates values by the number of table rows that they leave (Geelen's promise, 1992): the sum of
/// the logarithms of these numbers over all tables, with a little noise so that a restart tries
/// other values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Promise {
    /// The ratings of the values of each column of a row, where they have been computed.
    ratings: Vec<f64>,
    candidates: Vec<u32>,
}

/// What values are rated by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rated<'a> {
    pub(crate) model: &'a Model,
    pub(crate) store: &'a Store,
    pub(crate) propagation: &'a Propagation,
}

impl Rated<'_> {
    /// The logarithm of the number of rows that are possible in all tables except number `except`
    /// if `cell` has this value.
    fn rating(self, cell: Variable, value: u32, except: u32) -> f64 {
        let mut sum = 0.0;
        for (number, column) in self.propagation.occurrences_of(cell) {
            if let Constraint::Rows(it) = &self.model.constraints[number as usize]
                && number != except
                && it.row != cell
            {
                sum += f64::from(it.count(self.store, column, value)).ln();
            }
        }
        sum
    }
}

impl Promise {
    /// The most promising value of a variable. `scores` are added to the ratings.
    pub(crate) fn best(
        &mut self,
        rated: Rated<'_>,
        variable: Variable,
        random: &mut Random,
    ) -> u32 {
        let Rated { model, store, propagation } = rated;
        let size = store.size(variable);
        self.candidates.clear();
        if size <= RATED {
            store.for_each(variable, |value| self.candidates.push(value));
        } else {
            for _ in 0..RATED {
                let skipped = random.below(size.into()) as u32;
                self.candidates.push(store.nth(variable, skipped));
            }
        }
        let as_row = propagation.occurrences_of(variable).find_map(|(number, _)| {
            match &model.constraints[number as usize] {
                Constraint::Rows(it) if it.row == variable => Some((number, it)),
                _ => None,
            }
        });
        if let Some((_, rows)) = as_row {
            self.ratings.clear();
            self.ratings.resize(rows.value_count(), f64::NAN);
        }
        let mut best = (f64::NEG_INFINITY, 0);
        for at in 0..self.candidates.len() {
            let value = self.candidates[at];
            let rating = match as_row {
                None => rated.rating(variable, value, u32::MAX),
                Some((number, rows)) => self.of_row(rated, number, rows, value),
            };
            let rating = rating + random.unit();
            if rating > best.0 {
                best = (rating, value);
            }
        }
        best.1
    }

    /// The rating of a row: what its values leave to other tables.
    fn of_row(&mut self, rated: Rated<'_>, number: u32, rows: &Rows, row: u32) -> f64 {
        let (mut sum, mut start) = (0.0, 0);
        let values = rows.table.row(row as usize);
        for (column, (&cell, &value)) in rows.cells.iter().zip(values).enumerate() {
            if !rated.store.is_fixed(cell) {
                let known = &mut self.ratings[start + value as usize];
                if known.is_nan() {
                    *known = rated.rating(cell, value, number);
                }
                sum += *known;
            }
            start += rows.table.values(column) as usize;
        }
        sum
    }
}
