//! Maps of all kinds: where states are places, and actions lead from one to the next.
//!
//! * [`graph`]: explicit graphs, read from files, searched by the general engines;
//! * [`maze`]: mazes, read or generated, to watch a search in;
//! * [`road`]: algorithms for road networks: landmarks, contraction hierarchies.

pub mod graph;
pub mod maze;
pub mod road;
