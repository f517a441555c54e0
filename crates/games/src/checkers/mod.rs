//! Checkers, or draughts: English, Brazilian, Russian and international rules, on bitboards.
//!
//! A [`Variant`] is a type, so that its rules cost nothing where they do not apply. Positions are
//! written as the FEN tag of PDN, moves as in PDN ([`PdnGame`] reads whole games).
//!
//! ```
//! use tremaux_core::{Game, GameNotation, Limits};
//! use tremaux_games::checkers::{Checkers, English, Material};
//! use tremaux_play::{AlphaBeta, Parts, Quiescence, perft};
//!
//! let game: Checkers<English> = Checkers::new();
//! assert_eq!(perft(&game, &mut game.initial_state(), 4), 1469);
//! // Black gives one man and takes two.
//! let position = game.parse_position("B:W18,26,27:B7,9,11").unwrap();
//! let parts = Parts::new().evaluator(Material).horizon(Quiescence { max_plies: 40 });
//! let options = AlphaBeta { max_depth: 5, ..AlphaBeta::default() };
//! let report = options.solve(&game, &position, parts, &Limits::default());
//! assert_eq!(report.depth, 5);
//! let legal = game.parse_move(&position, &game.move_text(&position, report.principal_variation[0]));
//! assert_eq!(legal, Ok(report.principal_variation[0]));
//! ```

mod board;
mod captures;
mod evaluation;
mod notation;
mod pdn;
mod rules;
mod variant;

pub use evaluation::{Bozykowski, Material};
pub use pdn::{PdnGame, PdnLine};
pub use rules::{Checkers, Colour, Move, Position};
pub use variant::{Brazilian, English, International, Russian, Variant};
