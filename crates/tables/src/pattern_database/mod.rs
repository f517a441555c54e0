//! Pattern databases: exact distances of a simpler problem, computed once and looked up
//! (Culberson and Schaeffer 1996).
//!
//! * A [`PatternSpace`] says how a problem projects onto a pattern, and numbers what is left;
//! * a [`Builder`] finds all distances to the goal, backward, over several threads;
//! * a [`PatternDatabase`] holds them at four or eight bits a state, in memory or as a file
//!   that is mapped;
//! * a [`Cache`] is a directory of such files, each built where it is not there, and built
//!   again where it is damaged or another's.

mod builder;
mod cache;
mod file;
mod space;
mod table;

pub use builder::{BuildError, BuildProgress, Builder};
pub use cache::{Cache, Loaded, Origin};
pub(crate) use file::Unfinished;
pub use file::{FORMAT_VERSION, FileError};
pub use space::PatternSpace;
pub use table::{PatternDatabase, Width};
