//! Heuristics without their types, and the searches that are compiled for some of them.

mod compiled;
mod estimator;
mod selected;

pub use compiled::{Built, Compiled, IdaStarOrder};
pub use estimator::{Estimator, Factor};
pub use selected::Selected;
