//! n queens: on a board of n columns and rows, no two in the same row, column or diagonal.
//!
//! [`Queens`] is its own state space, which fills columns from the left, and a problem of
//! variables and constraints, for [`Propagation`](tremaux_constraints::Propagation).
//!
//! ```
//! use tremaux::constraints::ConstraintSpace;
//! use tremaux::puzzles::queens::Queens;
//!
//! let queens = Queens::new(8).expect("a size that fits");
//! assert_eq!(queens.model().count(u64::MAX), 92);
//! ```

pub mod entry;
mod model;
mod notation;
mod rules;

pub use rules::{Queens, Rows};
