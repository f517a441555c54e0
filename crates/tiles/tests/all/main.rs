//! The integration tests, in one program: it is built and linked once.

mod entry;
mod family;
mod heuristics;
mod kit;
mod korf;
mod layers;
mod macros;
mod parberry;
mod parse;
mod patterns;
mod puzzle;
mod sac;
mod strings;
