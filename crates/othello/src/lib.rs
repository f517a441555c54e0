//! Othello: rules on bitboards, notations, evaluation, and an exact endgame solver.
//!
//! A position is two words of bits, the discs of the player to move and of the opponent.
//!
//! ```
//! use tremaux::games::othello::{Othello, Solver};
//! use tremaux::play::GameNotation;
//! use tremaux::Limits;
//! let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
//! let position = Othello.parse_position(text)?;
//! let solution = Solver::new(1 << 20).solve(&position, &Limits::default());
//! assert_eq!(solution.score(), Some(18));
//! assert_eq!(Othello.move_text(&position, solution.line[0]), "g8");
//! # Ok::<(), tremaux::ParseError>(())
//! ```

pub mod board;
mod board_text;
#[cfg(all(feature = "catalog", not(test)))]
#[doc(hidden)]
pub mod catalog;
#[cfg(all(feature = "catalog", not(test)))]
mod entry;
mod evaluation;
mod ggf;
mod notation;
mod obf;
mod rules;
mod solver;
pub mod tuning;

pub use evaluation::{FewestReplies, Mobility, Patterns};
pub use ggf::GgfGame;
pub use obf::Record;
pub use rules::{Move, Othello, Position};
pub use solver::{Solution, Solver, SolverProgress};
