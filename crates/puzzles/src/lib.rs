//! Puzzles, a module each: rules, heuristics, notation.

pub mod pancake;
mod random;
pub mod tiles;

pub use random::Random;
