//! Backgammon without the cube: rules with dice, Position IDs, and bear-off tables.
//!
//! Rolls are chance moves, a player's whole turn is one move, and moves that lead to the same
//! position are one move, as engines with chance nodes require.
//!
//! Bearing off is solved twice. [`OneSided`] stores the distribution of the number of rolls for
//! each of the 54,264 positions of up to fifteen checkers, when minimizing the mean.
//! [`TwoSided`] stores the winning probability for each pair of positions of up to six checkers,
//! when both play optimally.
//!
//! ```
//! use tremaux::games::backgammon::{Backgammon, OneSided, TwoSided};
//! use tremaux::play::GameNotation;
//! use tremaux::Game;
//!
//! let position = Backgammon.parse_position("UgAAEAwAAAAAAA").unwrap();
//! let [mine, theirs] = [0, 1].map(|player| position.board.bear_off(player).unwrap());
//! let (one, two) = (OneSided::new(3), TwoSided::new(3));
//! // Ahead by two pips, but not on roll: the three checkers of the other need fewer rolls.
//! assert!(one.mean(theirs) < one.mean(mine));
//! assert!(two.win(mine, theirs) > 0.5);
//! ```

mod bear_off;
#[cfg(feature = "catalog")]
pub(crate) mod entry;
mod evaluation;
mod notation;
mod rules;
mod two_sided;

pub use bear_off::{BearOffPoints, OneSided, bear_off_plays, roll_probability, rolls};
pub use evaluation::{BearOffEquity, PipCount};
pub use rules::{BAR, Backgammon, Board, Move, OFF, Phase, Play, Position, Step};
pub use two_sided::TwoSided;
