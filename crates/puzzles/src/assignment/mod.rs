//! The assignment problem: give each worker a task of their own at the least total cost.
//!
//! [`Assignment`] is its own state space: it assigns one worker after the other, and two ways to
//! the same set of taken tasks are duplicates. [`LeastCosts`] is a simple lower bound.
//! [`Hungarian`] solves the problem without a search (Kuhn 1955, as shortest augmenting paths) and
//! proves it by prices of workers and tasks.

#[cfg(all(feature = "catalog", not(test)))]
pub(crate) mod entry;
mod hungarian;
mod notation;
mod rules;
mod text;

pub use hungarian::{Hungarian, TooFewTasks};
pub use rules::{Assigned, Assignment, LeastCosts, Taken};
