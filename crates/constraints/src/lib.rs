//! Constraint satisfaction: variables with finite sets of values, and constraints on the values
//! that they have together.
//!
//! A [`Model`] describes a problem; a [`Solver`] finds its solutions one after the other, or ever
//! better ones where a total of scores is to be maximized. A [`ConstraintSpace`] is a state space
//! that is also such a problem: [`Propagation`] searches it like any other algorithm.
//!
//! | constraint | how it is propagated |
//! |---|---|
//! | [`Model::all_different`], [`Model::all_different_sums`] | values of fixed variables at once; then to arc consistency, by a matching (Régin 1994) |
//! | [`Model::relation`] | to arc consistency, by bit sets (Lecoutre and Vion 2008) |
//! | [`Model::table`], [`Model::row`] | to arc consistency, by sparse bit sets of rows (Demeulenaere and others 2016) |
//! | [`Model::linear`], [`Model::occurrences`] | to bounds consistency |
//! | [`Model::element`] | to arc consistency, if no variable is repeated |
//! | [`Model::maximize`], [`Model::minimize`] | values that cannot beat the best total so far |

mod all_different;
mod element;
mod error;
mod linear;
mod model;
mod objective;
mod possible_values;
mod promise;
mod propagation;
mod relation;
mod rows;
mod search;
mod solver;
mod store;
mod table;
mod variable;

pub use error::ModelError;
pub use model::Model;
pub use possible_values::PossibleValues;
pub use search::{ConstraintSpace, Propagation, PropagationSearch};
pub use solver::{Counts, Settings, Solution, Solver, Step, ValueOrder};
pub use table::Table;
pub use variable::Variable;
