//! m,n,k: stones on a board, so many in a row win; tic-tac-toe, gomoku and, with gravity,
//! Connect Four are of this family.

mod evaluation;
mod notation;
mod rules;

pub use evaluation::OpenLines;
pub use rules::{Cell, MnkError, MnkGame, Position, Stones};
