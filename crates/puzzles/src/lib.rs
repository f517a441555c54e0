//! Puzzles, one module each: rules, heuristics, notation.

// Entries are left out of unit tests, which would compile every algorithm a second time.
#![cfg_attr(test, allow(dead_code, unused_imports))]

mod clauses;
mod java_hash;
pub mod jugs;
pub mod lights_out;
pub mod pancake;
pub mod peg_solitaire;
pub mod pocket_cube;
pub mod rivers;
pub mod sokoban;
pub mod sudoku;
pub mod tiles;

pub use tremaux_core::Random;
