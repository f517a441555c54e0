//! The integration tests, in one program: it is built and linked once.

mod cost;
mod limits;
mod packed;
mod parse;
mod random;
mod sort_key;
