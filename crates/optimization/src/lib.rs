//! Problems whose solutions are improved: values instead of goals.
//!
//! Each is a landscape (see `tremaux::landscape`), some with solvers of their own.

#[cfg(feature = "catalog")]
#[doc(hidden)]
pub mod catalog;
pub mod function;
pub mod packing;
mod permutation;
pub mod queens;
pub mod sequencing;
pub mod tsp;
