//! Functions of several variables, to be minimised.
//!
//! ```
//! use tremaux::landscape::{HillClimbing, LocalSearch, Optimization};
//! use tremaux::landscape::function::Function;
//! use tremaux::Limits;
//!
//! let bowl = Function::parse("(x - 1)^2 + (y + 2)^2")?;
//! let mut search = LocalSearch::new(&bowl, HillClimbing::steepest(), 0);
//! let _ = search.advance(&Limits::default(), &mut |_| {});
//! let (point, value) = search.report().best.expect("a point");
//! assert!(value < 1e-12 && (point.coordinates()[0] - 1.0).abs() < 1e-6);
//! # Ok::<(), tremaux::ParseError>(())
//! ```

#[cfg(feature = "catalog")]
pub(crate) mod entry;
mod evolution;
mod expression;
mod formula;
#[cfg(feature = "catalog")]
mod picture;
mod point;
mod sharpening;

pub use evolution::DifferentialEvolution;
pub use expression::Expression;
pub use formula::Formula;
pub use point::Function;
