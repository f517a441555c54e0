//! Backgammon without the cube: rules with dice, Position IDs, and the bear-off solved.

mod bear_off;
mod evaluation;
mod notation;
mod rules;
mod two_sided;

pub use bear_off::{BearOffPoints, OneSided, bear_off_plays, roll_probability, rolls};
pub use evaluation::{BearOffEquity, PipCount};
pub use rules::{BAR, Backgammon, Board, Move, OFF, Phase, Play, Position, Step};
pub use two_sided::TwoSided;
