//! The problem as variables and constraints.

use tremaux_constraints::{Model, Variable};

/// The problem of so many queens: the variables are the rows of the columns, all different, as
/// are their sums with the column and their differences.
///
/// ```
/// assert_eq!(tremaux::landscape::queens::model(8).count(u64::MAX), 92);
/// ```
pub fn model(queens: u32) -> Model {
    let mut model = Model::new();
    let rows = model.variables(queens as usize, queens);
    model.all_different(&rows);
    for sign in [1, -1] {
        let sums: Vec<(Variable, i32)> =
            (0..).zip(&rows).map(|(column, &row)| (row, sign * column)).collect();
        model.all_different_sums(&sums);
    }
    model
}
