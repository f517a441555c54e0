//! Matrix games: both players choose at the same time, such as rock, paper, scissors.
//!
//! Every matrix game has a value, and both players have a mixed strategy that secures it (von
//! Neumann 1928).
//!
//! ```
//! use tremaux::Limits;
//! use tremaux::games::matrix_game::MatrixGame;
//! use tremaux::play::Equilibrium;
//! // Odds and evens, where two odd fingers win 3.
//! let game = MatrixGame::parse("-2 3 / 3 -4")?;
//! let report = Equilibrium::default().iterations(4096).solve(&game, &Limits::default());
//! assert!((report.value - 1.0 / 12.0).abs() < 1e-3);
//! assert!((report.strategy[0].moves[0].1 - 7.0 / 12.0).abs() < 1e-2);
//! # Ok::<(), tremaux::ParseError>(())
//! ```

#[cfg(feature = "catalog")]
pub(crate) mod entry;
mod notation;
mod rules;

pub use rules::{Choice, MatrixGame};
