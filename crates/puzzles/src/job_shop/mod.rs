//! Job-shop scheduling: each job is a row of operations, each on its machine, and a machine does
//! one at a time; all are to end as early as possible.
//!
//! [`JobShop`] is its own state space: it appends one operation after the other to its machine,
//! in the order of Giffler and Thompson (1960), which leaves out no schedule in which an operation
//! could start earlier without delaying another, so none of the best. The cost is the end of the
//! schedule. [`OneMachine`] is the bound of Carlier and Pinson (1989): each machine alone, where
//! operations may be interrupted.

mod bound;
#[cfg(all(feature = "catalog", not(test)))]
pub(crate) mod entry;
mod notation;
mod rules;
mod text;

pub use bound::OneMachine;
pub use rules::{JobShop, Operation, Partial, PartialKey};
