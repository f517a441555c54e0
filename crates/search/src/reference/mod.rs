//! Search as the textbooks print it: short, plain, every printed convention an option.
//!
//! The engines are fast and the forms here are slow, but these can be read aloud, and they
//! keep what the engines give up: a node is a *path*, so a state may stand in open several
//! times, each time with its own path. Counts that a text prints depend on such things, and
//! here each of them is a field of [`Conventions`]. Two texts are followed to the last digit:
//!
//! * G. Heineman, G. Pollice, S. Selkow, *Algorithms in a Nutshell* (2nd edition, 2015),
//!   chapter 7: [`Conventions::nutshell`];
//! * P. Klęsk's slides *Algorithms for searching graphs and game trees* and his Java library
//!   *SaC*: [`Conventions::sac`].
//!
//! [`graph_search`] is breadth-first, depth-first, Dijkstra's algorithm, greedy best-first
//! search and A*, which differ in the order of open alone; [`ida_star`] keeps one path.
//!
//! The forms here have no limits and cannot be paused: they are for small problems, for
//! checking the engines, and for reading.

mod conventions;
mod graph_search;
mod ida_star;
mod outcome;

pub use conventions::{Conventions, Identity, InClosed, InOpen, Number, Rank, Tie};
pub use graph_search::graph_search;
pub use ida_star::{IdaStarConventions, ida_star};
pub use outcome::Outcome;
