//! Maps: grid maps as games have them, and roads.

pub mod grid;
