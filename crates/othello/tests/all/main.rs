//! The integration tests, in one program: it is built and linked once.

mod entry;
mod evaluation;
mod notation;
mod rules;
mod solver;
