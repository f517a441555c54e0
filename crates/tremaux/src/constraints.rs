//! Variables, constraints, and searches for all solutions or the best.
//!
//! Needs the feature `optimize` or `puzzles`.

pub use tremaux_constraints::{
    ConstraintSpace, Model, PossibleValues, Propagation, Settings, Solver, Step, Table, ValueOrder,
    Variable,
};
