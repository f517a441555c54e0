//! The variables of a crossword.

use std::sync::Arc;

use tremaux_constraints::{Model, Variable};

/// The model of a crossword.
#[derive(Clone, Debug)]
pub(super) struct Filling {
    pub(super) model: Arc<Model>,
    /// The variable of each slot that is to be filled.
    pub(super) words: Vec<Option<Variable>>,
    /// The variable of each cell that is to be filled.
    pub(super) cells: Vec<Option<Variable>>,
}
