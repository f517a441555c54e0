//! Liar's dice: one die under each cup, bids that rise, and a doubt that ends the game.
//!
//! A bid says how many of both dice show a face; it must name more dice than the last bid, or as
//! many and a higher face. The highest face is wild: it counts as any face. With six sides the game
//! has 24,576 information sets and 147,420 ways to end.
//!
//! ```
//! use tremaux::games::liars_dice::LiarsDice;
//! use tremaux::play::{GameNotation, HiddenNotation};
//! let game = LiarsDice::default();
//! let position = game.parse_position("3 5 1-3 2-5 liar")?;
//! assert_eq!(game.information_text(&position, 1), "? 5 1-3 2-5 liar");
//! # Ok::<(), tremaux::ParseError>(())
//! ```

#[cfg(feature = "catalog")]
pub(crate) mod entry;
mod notation;
mod rules;

pub use rules::{LiarsDice, Move};
