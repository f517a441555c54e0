//! Games in Portable Game Notation.
//!
//! [`PgnReader`] reads the games of a file one after the other, [`PgnGame`] writes itself.
//!
//! ```
//! use tremaux::games::chess::pgn::{Outcome, PgnReader};
//! let file = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4?? {Oh.} Qh4# 0-1\n";
//! let games: Result<Vec<_>, _> = PgnReader::new(file.as_bytes()).collect();
//! let games = games?;
//! assert_eq!((games.len(), games[0].tag("Black")), (1, Some("B")));
//! assert_eq!((games[0].line.moves.len(), games[0].outcome), (4, Outcome::BlackWins));
//! assert!(games[0].end().is_checkmate());
//! # Ok::<(), tremaux::games::chess::pgn::PgnError>(())
//! ```

mod error;
mod game;
mod reader;
mod signs;
mod source;
mod writer;

pub use error::PgnError;
pub use game::{Outcome, PgnGame, PgnLine, PgnMove};
pub use reader::PgnReader;
