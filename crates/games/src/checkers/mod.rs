//! Checkers, or draughts: English, Brazilian, Russian and international rules, on bitboards.
//!
//! A [`Variant`] is a type, so unused rules cost nothing at run time. Positions are written as
//! the FEN tag of PDN, moves as in PDN ([`PdnGame`] reads whole games).
//!
//! ```
//! use tremaux::games::checkers::{Checkers, English, Material};
//! use tremaux::play::{AlphaBeta, GameNotation, Quiescence, SearchParts, perft};
//! use tremaux::{Game, Limits, Score};
//!
//! let game: Checkers<English> = Checkers::new();
//! assert_eq!(perft(&game, &mut game.initial_state(), 4), 1469);
//! let position = game.parse_position("B:WK16,24,14:B7,K13,K20").unwrap();
//! let parts = SearchParts::new().evaluator(Material).horizon(Quiescence::default());
//! let report = AlphaBeta::default().solve(&game, &position, parts, &Limits::default());
//! // Black takes one, gives one, takes another, and catches what is left in eleven plies.
//! assert_eq!((report.score, report.is_exact), (Score::win_in(11), true));
//! assert_eq!(game.move_text(&position, report.principal_variation[0]), "20x11");
//! ```

mod board;
mod captures;
mod endgames;
mod ending_tables;
#[cfg(feature = "catalog")]
pub(crate) mod entry;
mod evaluation;
mod notation;
mod pdn;
mod position;
#[cfg(feature = "catalog")]
mod records;
mod rules;
mod variant;

pub use endgames::Endings;
pub use ending_tables::{EndingTables, WithEndings};
pub use evaluation::{Bozykowski, Material};
pub use pdn::PdnGame;
pub use position::{Colour, Move, Position};
#[cfg(feature = "catalog")]
pub use rules::Checkers;
pub use variant::{Brazilian, English, International, Russian, Variant};
