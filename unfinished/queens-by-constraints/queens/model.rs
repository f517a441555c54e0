//! Queens as a problem of variables and constraints: a variable for the row of each column.

use std::sync::Arc;

use tremaux_constraints::{ConstraintSpace, Model, Variable};
use tremaux_core::Plan;

use super::{Queens, Rows};

/// The model of a board.
#[derive(Clone, Debug)]
pub(super) struct Variables {
    model: Arc<Model>,
    rows: Vec<Variable>,
}

impl Queens {
    fn variables(&self) -> &Variables {
        self.model.get_or_init(|| {
            let mut model = Model::new();
            let rows = model.variables(self.size().into(), self.size().into());
            model.all_different(&rows);
            for sign in [1, -1] {
                let sums: Vec<(Variable, i32)> =
                    (0..).zip(&rows).map(|(column, &row)| (row, sign * column)).collect();
                model.all_different_sums(&sums);
            }
            Variables { model: Arc::new(model), rows }
        })
    }
}

impl ConstraintSpace for Queens {
    fn model(&self) -> &Arc<Model> {
        &self.variables().model
    }

    fn plan(&self, solution: &[u32]) -> Plan<u16, u32> {
        let row = |variable: &Variable| solution[variable.index()] as u16 + 1;
        let actions: Vec<u16> = self.variables().rows.iter().map(row).collect();
        Plan { cost: actions.len() as u32, actions }
    }

    fn state(&self, value: &dyn Fn(Variable) -> Option<u32>) -> Rows {
        let row = |&variable: &Variable| value(variable).map_or(0, |row| row as u16 + 1);
        self.variables().rows.iter().map(row).collect()
    }

    fn cost_of(&self, _total: u64) -> u32 {
        self.size().into()
    }
}
