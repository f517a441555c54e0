//! Go by several rule sets, on boards from 1×1 to 19×19.
//!
//! ```
//! use tremaux::games::go::Go;
//! use tremaux::play::GameNotation;
//! use tremaux::Game;
//! let game = Go::new(3).unwrap();
//! let position = game.parse_position(".X./XOX/... b").unwrap();
//! let mut moves = Vec::new();
//! game.moves(&position, &mut moves);
//! // Six points, and a pass.
//! assert_eq!(moves.len(), 6);
//! ```

mod board;
#[cfg(feature = "catalog")]
pub(crate) mod entry;
mod evaluation;
mod notation;
mod playouts;
#[cfg(feature = "catalog")]
mod records;
mod rollout;
mod rules;
mod ruleset;
mod sgf;

pub use board::Board;
pub use evaluation::AreaLead;
pub use playouts::Playouts;
pub use rules::{Go, Move, Position};
pub use ruleset::Ruleset;
pub use sgf::SgfGame;

/// The points of the largest board with its border.
const MOST_POINTS: usize = 21 * 20 + 1;
