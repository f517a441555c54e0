//! Evaluations of positions.

pub(crate) mod piece_square;

pub use piece_square::Tapered;
