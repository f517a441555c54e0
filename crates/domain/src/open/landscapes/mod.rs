//! Problems whose solutions are improved step by step, and every method by name for them.

mod instance;
mod problem;
mod search;

pub use instance::landscape_instance;
pub use problem::{LandscapeProblem, Landscapes, SolutionOf};
