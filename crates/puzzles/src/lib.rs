//! Puzzles, one module each. Sliding tiles and cubes are crates of their own, as their tables make
//! up more than their rules.
//!
//! A module is a problem as a programmer meets it, and each file has one reason to change:
//!
//! * `rules.rs` is the state space, and uses `tremaux-core` alone. A puzzle offers only the
//!   capabilities that it has: undoing in place where states are large (Sokoban), numbered states
//!   where they are few (pancakes), commuting actions where the order is irrelevant (Lights Out).
//!   Engines ask for capabilities as trait bounds, so a search that a puzzle cannot do does not
//!   compile.
//! * Heuristics are types of their own, one a file if they are long. They state what they
//!   guarantee, and the test kit checks it against exhaustive search; estimates of pushed boxes or
//!   placed words are updated from the parent's, not computed again.
//! * `text.rs` and `notation.rs` read and write instances, states and actions. All that is written
//!   can be read, and errors have a line and a column. Small languages of clauses share one reader.
//! * `entry.rs`, behind the feature `catalog`, gives names to all this. Rules and heuristics know
//!   nothing of it, so a program that uses one puzzle compiles no catalogue.
//!
//! Where a puzzle has a method that beats search, it is here beside the rules and not in an engine:
//! linear algebra for Lights Out, shortest augmenting paths for assignments, a search through
//! features for large levels of Sokoban, propagation for sudokus. Puzzles that are variables and
//! values also have a model for `tremaux-constraints`.

// Statics of entries are left out of unit tests, which would compile every algorithm again.
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
pub mod topspin;
pub mod word_ladder;

pub use tremaux_core::Random;
