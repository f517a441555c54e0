//! Pattern databases: exact distances of a simpler problem, computed once and looked up
//! (Culberson and Schaeffer 1996).
//!
//! * A [`PatternSpace`] defines how a problem projects onto a pattern, and numbers the abstract
//!   states;
//! * a [`Builder`] computes all distances to the goal by backward search, on several threads;
//! * a [`PatternDatabase`] stores them in two, four or eight bits a state, in memory or in a mapped
//!   file;
//! * an [`Abstraction`] needs no numbers: closures describe it;
//! * a [`Cache`] is a directory of such files, which are built if they are missing, damaged or
//!   of another space.

mod abstraction;
mod builder;
mod cache;
mod closure_pattern;
mod file;
mod modulo;
mod progress;
mod space;
mod table;

pub use abstraction::{AbstractStep, Abstraction, Additive, NotAdditive};
pub use builder::Builder;
pub use cache::{Cache, Loaded, Origin};
pub use closure_pattern::{ClosurePattern, pattern};
pub(crate) use file::TemporaryFile;
pub use file::{FORMAT_VERSION, TableFileError};
pub use progress::{BuildError, BuildProgress};
pub use space::PatternSpace;
pub use table::{PatternDatabase, Width};
