//! Leduc hold'em: two jacks, two queens, two kings, a card in hand and one on the table (Southey et
//! al. 2005).
//!
//! Its value for the first player is about -0.0856 antes. Cards of a rank are alike, which leaves
//! 288 information sets; with suits there are 936.
//!
//! ```
//! use tremaux::games::leduc_poker::LeducPoker;
//! use tremaux::play::{GameNotation, HiddenNotation};
//! let position = LeducPoker.parse_position("K Q check bet call J")?;
//! assert_eq!(LeducPoker.information_text(&position, 0), "K ? check bet call J");
//! # Ok::<(), tremaux::ParseError>(())
//! ```

#[cfg(feature = "catalog")]
pub(crate) mod entry;
mod notation;
mod rules;

pub use rules::{LeducPoker, Move};
