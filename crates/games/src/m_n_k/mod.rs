//! m,n,k-games: k stones in a row win on an m by n board. Tic-tac-toe, gomoku and, with gravity,
//! Connect Four belong to this family.
//!
//! With three in a row the first player wins on all boards of at least three by four, with four
//! in a row nobody wins on four by four (Uiterwijk and van den Herik 2000):
//!
//! ```
//! use tremaux::games::m_n_k::{MnkGame, OpenLines};
//! use tremaux::play::{AlphaBeta, SearchParts, TranspositionTable};
//! use tremaux::{Game, Limits, Score};
//!
//! let game = MnkGame::new(4, 3, 3).unwrap();
//! let parts = SearchParts::new()
//!     .evaluator(OpenLines::new(&game))
//!     .table(TranspositionTable::with_bytes(1 << 20));
//! let (start, limits) = (game.initial_state(), Limits::default());
//! let report = AlphaBeta::default().solve(&game, &start, parts, &limits);
//! assert!(report.is_exact && report.score > Score::DRAW);
//! ```

#[cfg(feature = "catalog")]
pub(crate) mod entry;
mod evaluation;
mod notation;
mod rules;

pub use evaluation::OpenLines;
pub use rules::{Cell, MnkError, MnkGame, Position, Stones};
