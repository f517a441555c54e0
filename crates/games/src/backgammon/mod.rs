//! Backgammon without the cube: rules with dice, Position IDs, and the bear-off solved.
//!
//! Rolls are moves of chance, a player's whole turn is one move, and moves to one position are
//! one move: that is what engines with chance nodes want.
//!
//! Bearing off is solved twice. [`OneSided`] knows for each of the 54,264 positions of up to
//! fifteen checkers how many rolls they take, when played for the least mean. [`TwoSided`] knows
//! for each pair of positions of up to six checkers who wins how often, when both play best.
//!
//! ```
//! use tremaux_core::{Game, GameNotation};
//! use tremaux_games::backgammon::{Backgammon, OneSided, TwoSided};
//!
//! let position = Backgammon.parse_position("UgAAEAwAAAAAAA").unwrap();
//! let [mine, theirs] = [0, 1].map(|player| position.board.bear_off(player).unwrap());
//! let (one, two) = (OneSided::new(3), TwoSided::new(3));
//! // Ahead by two pips, but not on roll: the three checkers of the other need fewer rolls.
//! assert!(one.mean(theirs) < one.mean(mine));
//! assert!(two.win(mine, theirs) > 0.5);
//! ```

mod bear_off;
mod evaluation;
mod notation;
mod rules;
mod two_sided;

pub use bear_off::{BearOffPoints, OneSided, bear_off_plays, roll_probability, rolls};
pub use evaluation::{BearOffEquity, PipCount};
pub use rules::{BAR, Backgammon, Board, Move, OFF, Phase, Play, Position, Step};
pub use two_sided::TwoSided;
