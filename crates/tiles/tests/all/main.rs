//! The integration tests, in one program: it is built and linked once.

mod arrangement;
mod board;
mod entry;
mod family;
mod heuristics;
mod kit;
mod korf;
mod layers;
mod macros;
mod moves;
mod numbered;
mod parberry;
mod parse;
mod partition;
mod patterns;
mod puzzle;
mod sac;
mod size;
mod strings;
