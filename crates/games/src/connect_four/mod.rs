//! Connect Four: rules on bitboards, threats, notation, and an exact solver.

mod evaluation;
mod notation;
mod rules;
mod size;
mod solver;

pub use evaluation::{Centre, Threats};
pub use rules::{Column, ConnectFour, Position};
pub use size::{AnySize, Size, SizeError, Standard};
pub use solver::{ForcedLines, Solution, Solver, Survivors, exact_score};
