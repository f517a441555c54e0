//! Nim: heaps of objects, normal and misère, and the theory that solves it.

mod evaluation;
mod notation;
mod rules;

pub use evaluation::NimSum;
pub use rules::{Heaps, Nim, NimError, Take};
