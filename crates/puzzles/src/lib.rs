//! Puzzles, a module each: rules, heuristics, notation.

mod clauses;
pub mod jugs;
pub mod pancake;
mod random;
pub mod rivers;
pub mod tiles;

pub use random::Random;
