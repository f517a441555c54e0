//! Search algorithms as printed in textbooks: short and plain, with every convention an option.
//!
//! The engines are fast; the forms here are slow but easy to read. They also keep what the
//! engines give up: a node is a *path*, so open may contain several paths to the same state.
//! The counts printed in a text depend on such details, and each of them is a field of
//! [`Conventions`]. Two texts are reproduced exactly:
//!
//! * G. Heineman, G. Pollice, S. Selkow, *Algorithms in a Nutshell* (2nd edition, 2015),
//!   chapter 7: [`Conventions::nutshell`];
//! * P. Klęsk's slides *Algorithms for searching graphs and game trees* and his Java library
//!   *SaC*: [`Conventions::sac`].
//!
//! [`graph_search`] covers breadth-first search, depth-first search, Dijkstra's algorithm,
//! greedy best-first search and A*, which differ only in the order of open. [`ida_star`] keeps
//! a single path.
//!
//! The forms here have no limits and cannot be paused. They are meant for small problems, for
//! checking the engines, and for reading.

mod conventions;
mod graph_search;
mod ida_star;
mod outcome;

pub use conventions::{Conventions, GoalTest, Identity, InClosed, InOpen, Number, Rank, Tie};
pub use graph_search::graph_search;
pub use ida_star::{IdaStarConventions, ida_star};
pub use outcome::Outcome;
