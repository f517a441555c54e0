//! Tic-tac-toe, with the evaluation of the textbooks. The game is 3,3,3 of
//! [`m_n_k`](crate::m_n_k), which folds symmetries; this is the plain form whose node counts
//! are published.

#[cfg(feature = "catalog")]
pub(crate) mod entry;
mod evaluation;
mod notation;
mod rules;

pub use evaluation::OpenLines;
pub use rules::{Cell, Position, TicTacToe};
