//! Hex (Hein 1942, Nash 1948): whoever connects two opposite sides of the board wins.
//!
//! There is no draw, and the first player wins on every board (Nash 1952), wherever it is known how
//! or not:
//!
//! ```
//! use tremaux::games::hex::{ConnectionLead, Hex};
//! use tremaux::play::{AlphaBeta, SearchParts, TranspositionTable};
//! use tremaux::{Game, Limits, Score};
//!
//! let game = Hex::new(4).unwrap();
//! let table: TranspositionTable = TranspositionTable::with_bytes(1 << 20);
//! let parts = SearchParts::new().evaluator(ConnectionLead).table(table);
//! let (start, limits) = (game.initial_state(), Limits::default());
//! let report = AlphaBeta::default().solve(&game, &start, parts, &limits);
//! assert!(report.is_exact && report.score > Score::DRAW);
//! ```

#[cfg(feature = "catalog")]
pub(crate) mod entry;
mod evaluation;
mod notation;
mod playouts;
mod rules;

pub use evaluation::ConnectionLead;
pub use playouts::RandomFill;
pub use rules::{Cell, Hex, Position};
