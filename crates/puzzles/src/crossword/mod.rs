//! Crosswords: filling a grid with words from a list, each used at most once.
//!
//! A [`Crossword`] is a [`Grid`], a [`WordList`] and an [`Objective`], and its own state space:
//! words are put into slots one by one. It is also a problem of variables and constraints, and
//! [`Propagation`](tremaux_constraints::Propagation) fills grids that no search word by word
//! can.
//!
//! ```
//! use std::sync::Arc;
//! use tremaux::constraints::Propagation;
//! use tremaux::puzzles::crossword::{Crossword, Grid, Objective, WordList};
//! use tremaux::{Algorithm, NoHeuristic, Limits};
//!
//! let grid = Grid::parse("B../.../...")?;
//! let words = WordList::parse("bag\nice\ntee\nbit\naid\nage\ngee\ntie\nbed")?;
//! let crossword = Crossword::new(grid, Arc::new(words), Objective::Any, None);
//! let report = Propagation::default().solve(&crossword, NoHeuristic, &Limits::default(), &mut ());
//! assert!(report.is_proven_unsolvable(), "BAG, ICE and TEE make BIT, ACE and GEE");
//! # Ok::<(), tremaux::ParseError>(())
//! ```

#[cfg(all(feature = "catalog", not(test)))]
pub(crate) mod entry;
mod example;
mod filling;
mod generator;
mod grid;
mod heuristics;
mod notation;
mod region;
mod rules;
mod variables;
mod words;

pub use example::built_in_words;
pub(crate) use grid::letter_of;
pub use grid::{Cell, Grid, Slot};
pub use heuristics::{OpenWords, Scarcity};
pub use region::Region;
pub use rules::{Crossword, Entry, Objective};
pub use words::WordList;
