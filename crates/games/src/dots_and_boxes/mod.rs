//! Dots and boxes for two, three or four players: extra turns, and payoffs in points.
//!
//! The number of players is part of the type, so that alpha-beta is offered for two players only
//! and max^n for any. As a player who closes a box moves again, the one to move is not simply
//! the next: a test of engines that is hard to come by elsewhere.
//!
//! ```
//! use tremaux_core::{Game, GameNotation, Turn};
//! use tremaux_games::dots_and_boxes::DotsAndBoxes;
//!
//! let game: DotsAndBoxes<3> = DotsAndBoxes::new(2, 1).unwrap();
//! let mut position = game.parse_position("-./||./..").unwrap();
//! assert_eq!(game.turn(&position), Turn::Player(0));
//! let closing = game.parse_move(&position, "h2,1").unwrap();
//! let _ = game.play(&mut position, closing);
//! assert_eq!(game.position_text(&position), "-./||./-. 1-0-0 1");
//! ```

mod evaluation;
mod notation;
mod rules;

pub use evaluation::BoxLead;
pub use rules::{DotsAndBoxes, Edge, Position, SizeError};
