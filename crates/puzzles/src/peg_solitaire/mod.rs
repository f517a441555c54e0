//! Peg solitaire (France, before 1697): a peg jumps over another into an empty hole behind it,
//! and the peg jumped over is removed.
//!
//! [`Board`] is any board of at most 64 holes on a square or a triangular lattice, among them
//! the English board of 33 holes, the European one of 37 and triangles; [`PegSolitaire`] is the
//! state space. A jump costs 1 and removes one peg, so all plans cost the same; the difficulty
//! is to find one. [`PegCount`] is that cost, and [`DeadEnds`] proves for many positions that
//! the goal cannot be reached, by their class (Reiss 1857; de Bruijn 1972) and by pagoda
//! functions (Conway 1961; Beasley, *The Ins and Outs of Peg Solitaire*, 1985).
//!
//! ```
//! use tremaux::{Algorithm, Limits};
//! use tremaux::puzzles::peg_solitaire::{DeadEnds, PegSolitaire};
//! use tremaux::search::BestFirst;
//!
//! let puzzle = PegSolitaire::parse("board triangle 5; empty a1; goal a1")?;
//! let heuristic = DeadEnds::new(&puzzle);
//! let report = BestFirst::a_star().solve(&puzzle, heuristic, &Limits::default(), &mut ());
//! assert_eq!(report.plan.map(|plan| plan.cost), Some(13));
//! # Ok::<(), tremaux::ParseError>(())
//! ```

mod board;
mod dead_ends;
#[cfg(all(feature = "catalog", not(test)))]
pub(crate) mod entry;
mod heuristics;
mod notation;
mod rules;
mod text;

pub use board::Board;
pub use dead_ends::PagodaFunction;
pub use heuristics::{DeadEnds, PegCount};
pub use rules::{Goal, Jump, PegSolitaire};
