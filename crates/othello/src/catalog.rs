//! What the catalogue lists of this crate.

pub use crate::entry::OTHELLO;
use tremaux_games::named::GameEntry;

/// The game.
pub static GAMES: &[&GameEntry] = &[&OTHELLO];
