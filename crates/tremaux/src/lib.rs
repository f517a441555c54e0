//! Trémaux: search, for one agent and for adversaries, on one set of ideas.

pub use tremaux_core::*;
