//! Sudoku: every row, every column and every box has each digit once (H. Garns 1979), on
//! boards of 4×4 to 25×25 cells.
//!
//! [`Clues`] are read from a text. [`Sudoku`] is the state space that fills the cell with the
//! fewest candidates, for all searches, with [`EmptyCells`] and [`RemainingPossibilities`] as
//! heuristics. [`Solver`] is specialized for the puzzle: it finds one solution after another and
//! proves when there are no more. [`Propagation`] wraps it as a search. [`Generator`] makes
//! puzzles with one solution.
//!
//! ```
//! use tremaux::puzzles::sudoku::{Clues, Solver};
//!
//! let clues = Clues::parse(
//!     "8........ ..36..... .7..9.2.. .5...7... ....457.. ...1...3. ..1....68 ..85...1. .9....4..",
//! )?;
//! let mut solver = Solver::new(&clues);
//! assert_eq!(solver.count(2), 1);
//! # Ok::<(), tremaux::ParseError>(())
//! ```

mod bands;
mod board;
mod clues;
mod drawing;
#[cfg(all(feature = "catalog", not(test)))]
pub(crate) mod entry;
mod generator;
mod heuristics;
mod hints;
mod loose;
mod notation;
mod propagation;
mod rules;
mod shape;
mod singles;
mod solver;
mod text;

pub use board::Board;
pub use clues::Clues;
pub use generator::Generator;
pub use heuristics::{EmptyCells, RemainingPossibilities};
pub use hints::{Hint, Hints, Technique};
pub use propagation::Propagation;
pub use rules::{Fill, Sudoku};
pub use shape::Shape;
pub use solver::{Solver, Step};
pub use text::TitledBoards;
