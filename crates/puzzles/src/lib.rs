//! Puzzles, one module each: rules, heuristics, notation. Sliding tiles and cubes
//! are crates of their own.

// Entries are left out of unit tests, which would compile every algorithm a second time.
#![cfg_attr(test, allow(dead_code, unused_imports))]

pub mod assignment;
#[cfg(feature = "catalog")]
mod by_constraints;
#[cfg(all(feature = "catalog", not(test)))]
#[doc(hidden)]
pub mod catalog;
mod clauses;
pub mod constraints;
pub mod crossword;
pub mod job_shop;
pub mod jugs;
pub mod knapsack;
pub mod lights_out;
mod notation;
pub mod pancake;
pub mod peg_solitaire;
pub mod rivers;
pub mod sokoban;
pub mod sudoku;
pub mod word_ladder;

pub use tremaux_core::Random;
