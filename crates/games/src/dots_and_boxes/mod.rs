//! Dots and boxes for two, three or four players: extra turns, and payoffs in points.
//!
//! The number of players is part of the type, so alpha-beta is offered only for two players and
//! max^n for any number. A player who closes a box moves again, so players do not simply
//! alternate, which makes it a good test of engines.
//!
//! ```
//! use tremaux::games::dots_and_boxes::DotsAndBoxes;
//! use tremaux::play::GameNotation;
//! use tremaux::{Game, Turn};
//!
//! let game: DotsAndBoxes<3> = DotsAndBoxes::new(2, 1).unwrap();
//! let mut position = game.parse_position("-./||./..").unwrap();
//! assert_eq!(game.turn(&position), Turn::Player(0));
//! let closing = game.parse_move(&position, "h2,1").unwrap();
//! let _ = game.play(&mut position, closing);
//! assert_eq!(game.position_text(&position), "-./||./-. 1-0-0 1");
//! ```

#[cfg(feature = "catalog")]
pub(crate) mod entry;
mod evaluation;
mod notation;
mod rules;

pub use evaluation::BoxLead;
pub use rules::{DotsAndBoxes, Edge, Position, SizeError};
