//! Maps of all kinds: where states are places, and actions lead from one to the next.
//!
//! * [`grid`]: grid maps as games have them: jump points, hierarchies, any-angle paths;
//! * [`graph`]: explicit graphs, read from files, searched by the general engines;
//! * [`maze`]: mazes, read or generated, to watch a search in;
//! * [`road`]: algorithms for road networks: landmarks, contraction hierarchies;
//! * [`watch`]: how whoever looks on sees their searches.

pub mod graph;
pub mod grid;
mod kept;
pub mod maze;
mod preparation;
pub mod road;
pub mod watch;

pub use kept::FileError;
