//! Kuhn poker: three cards and one bet, the smallest game in which bluffing pays (Kuhn 1950).
//!
//! Its value for the first player is -1/18. The equilibria of the first player form a family: with
//! the jack bet with a probability α from 0 to 1/3, with the king 3α, and with the queen check and
//! call a bet with α + 1/3. The second player has one equilibrium: bet the jack after a check, and
//! call a bet with the queen, one time in three.
//!
//! ```
//! use tremaux::games::kuhn_poker::KuhnPoker;
//! use tremaux::play::{GameNotation, HiddenNotation};
//! let position = KuhnPoker.parse_position("K Q check bet")?;
//! assert_eq!(KuhnPoker.information_text(&position, 0), "K ? check bet");
//! # Ok::<(), tremaux::ParseError>(())
//! ```

#[cfg(feature = "catalog")]
pub(crate) mod entry;
mod notation;
mod rules;

pub use rules::{KuhnPoker, Move};
