//! Puzzles, a module each: rules, heuristics, notation.

mod clauses;
pub mod jugs;
pub mod pancake;
pub mod pocket_cube;
mod random;
pub mod rivers;
pub mod sokoban;
pub mod sudoku;
pub mod tiles;

pub use random::Random;
