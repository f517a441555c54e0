//! Connect Four: rules on bitboards, threats, notation, and an exact solver.
//!
//! A position is two words of bits, column by column with an empty bit on top of each (J.
//! Tromp): an addition drops a stone, shifts find four in a row, and the sum of the two words
//! identifies the position. The size of the board is a type: [`Standard`] is known at compile
//! time, [`AnySize`] at run time.
//!
//! ```
//! use tremaux::games::connect_four::{ConnectFour, Solver};
//! use tremaux::play::GameNotation;
//! use tremaux::{Game, Limits};
//!
//! let game = ConnectFour::with_size(4, 4).unwrap();
//! let solution = Solver::new(game, 1 << 20).solve(&game.initial_state(), &Limits::default());
//! assert_eq!(solution.score(), Some(0));
//! assert!(game.parse_position("11111").is_err(), "a column of four takes no fifth stone");
//! ```
//!
//! The example `solve_connect_four` solves files of positions.

mod book;
#[cfg(feature = "catalog")]
pub(crate) mod entry;
mod evaluation;
mod notation;
mod proof;
mod rules;
mod size;
mod solver;

pub use evaluation::{Centre, Threats};
pub use rules::{Column, ConnectFour, Position};
pub use size::{AnySize, Size, SizeError, Standard};
pub use solver::{Solution, Solver, SolverProgress, exact_score};
