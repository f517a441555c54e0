//! Variables, constraints, and searches for all solutions or the best.
//!
//! Needs the feature `constraints`, which `optimize` and `puzzles` switch on.

pub use tremaux_constraints::{
    ConstraintSpace, Model, ModelError, PossibleValues, Propagation, Settings, Solution, Solver,
    Step, Table, ValueOrder, Variable,
};
