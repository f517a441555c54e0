//! TopSpin: bring the numbered tokens of a ring into order by turning over a few neighbours at a
//! time in a turnstile (toy by Ferdinand Lammertink, 1989; as a state space, Chen and Skiena 1996).
//!
//! Moving the whole ring is free, so a state is the order of the tokens read from token 1 on, and
//! each turn costs 1. [`Breaks`] counts neighbours that do not belong together.
//!
//! ```
//! use tremaux::{Algorithm, Limits};
//! use tremaux::puzzles::topspin::{Breaks, TopSpin};
//! use tremaux::search::BestFirst;
//!
//! let ring = TopSpin::parse("1 5 4 3 2 6", 4)?;
//! let report = BestFirst::a_star().solve(&ring, Breaks, &Limits::default(), &mut ());
//! assert_eq!(report.plan.map(|plan| plan.cost), Some(1));
//! # Ok::<(), tremaux::ParseError>(())
//! ```

mod breaks;
#[cfg(all(feature = "catalog", not(test)))]
pub(crate) mod entry;
mod notation;
mod rules;

pub use breaks::Breaks;
pub use rules::{Ring, TopSpin, Turn};
