//! Puzzles, a module each: rules, heuristics, notation.

pub mod tiles;
