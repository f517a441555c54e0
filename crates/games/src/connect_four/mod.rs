//! Connect Four: rules on bitboards, threats, notation, and an exact solver.
//!
//! A position is two words of bits, column by column with an empty bit on top of each (J. Tromp):
//! a stone is dropped by an addition, four in a row are found by shifts, the two words added up
//! tell all positions apart. The size of the board is a type: [`Standard`] is known to the
//! compiler, [`AnySize`] is not.
//!
//! ```
//! use tremaux_core::{Game, GameNotation, Limits};
//! use tremaux_games::connect_four::{ConnectFour, Solver};
//!
//! let game = ConnectFour::with_size(4, 4).unwrap();
//! let solution = Solver::new(game, 1 << 20).solve(&game.initial_state(), &Limits::default());
//! assert_eq!((solution.score, solution.is_exact), (0, true));
//! assert!(game.parse_position("11111").is_err(), "a column of four takes no fifth stone");
//! ```
//!
//! The example `solve_connect_four` solves files of positions.

mod engine_solver;
mod evaluation;
mod notation;
mod proof;
mod rules;
mod size;
mod solver;

pub use engine_solver::{EngineSolver, ForcedLines, Survivors};
pub use evaluation::{Centre, Threats};
pub use rules::{Column, ConnectFour, Position};
pub use size::{AnySize, Size, SizeError, Standard};
pub use solver::{Solution, Solver, Standing, exact_score};
