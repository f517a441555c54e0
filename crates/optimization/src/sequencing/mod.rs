//! Line sequencing: the order of the jobs of a factory's line, with changeovers between kinds of
//! products and due times.
//!
//! ```
//! use tremaux::landscape::{HillClimbing, LocalSearch, Optimization};
//! use tremaux::landscape::sequencing::Line;
//! use tremaux::Limits;
//!
//! let line = Line::parse("change 5; job a red 1; job b blue 1; job c red 1; job d blue 1")?;
//! let mut search = LocalSearch::new(&line, HillClimbing::steepest(), 0);
//! let _ = search.advance(&Limits::default(), &mut |_| {});
//! // One changeover, from red to blue or from blue to red.
//! assert_eq!(search.report().best.expect("a sequence").1, 5.0);
//! # Ok::<(), tremaux::ParseError>(())
//! ```

#[cfg(feature = "catalog")]
pub(crate) mod entry;
mod exact;
mod line;
mod parse;
mod sequence;
mod table;

pub use exact::ExactSequencing;
pub use line::{Job, Line};
pub use sequence::Sequence;
