//! Gauss-Jordan elimination over GF(2).

/// The presses of a puzzle after Gauss-Jordan elimination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Elimination {
    /// For each pivot light: a set of lights with this pivot and no other, and presses that
    /// toggle exactly this set. Zeros for other lights.
    pub(super) by_pivot: Vec<(u64, u64)>,
    pub(super) pivots: u64,
    /// A basis of the null space: sets of presses that change nothing.
    pub(super) quiet: Vec<u64>,
}

impl Elimination {
    pub(super) fn of(toggled: &[u64]) -> Self {
        let mut rows: Vec<(u64, u64)> =
            toggled.iter().enumerate().map(|(cell, &lights)| (lights, 1 << cell)).collect();
        let mut by_pivot = vec![(0, 0); rows.len()];
        let mut order = Vec::new();
        for light in 0..rows.len() {
            let has_light = |row: &(u64, u64)| row.0 >> light & 1 == 1;
            let rank = order.len();
            let Some(found) = rows[rank..].iter().position(has_light) else { continue };
            rows.swap(rank, rank + found);
            let pivot = rows[rank];
            for (at, row) in rows.iter_mut().enumerate() {
                if at != rank && has_light(row) {
                    *row = (row.0 ^ pivot.0, row.1 ^ pivot.1);
                }
            }
            order.push(light);
        }
        let quiet = rows[order.len()..].iter().map(|row| row.1).collect();
        for (&light, row) in order.iter().zip(rows) {
            by_pivot[light] = row;
        }
        let pivots = order.iter().fold(0, |all, light| all | 1 << light);
        Self { by_pivot, pivots, quiet }
    }
}
