//! Dots and boxes for two, three or four players: extra turns, and payoffs in points.

mod evaluation;
mod notation;
mod rules;

pub use evaluation::BoxLead;
pub use rules::{DotsAndBoxes, Edge, Position, SizeError};
