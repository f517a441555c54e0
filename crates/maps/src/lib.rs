//! Maps of all kinds: states are places, and actions lead from one to the next.
//!
//! * [`grid`]: grid maps as games have them: jump points, hierarchies, any-angle paths; mazes;
//! * [`graph`]: explicit graphs, read from files, searched by the general engines;
//! * [`road`]: algorithms for road networks: landmarks, contraction hierarchies;
//! * [`watch`]: how observers see the searches.

// Entries are left out of unit tests, which would compile every algorithm a second time.
#![cfg_attr(test, allow(dead_code, unused_imports))]

#[cfg(feature = "serde")]
#[macro_use]
extern crate serde;

#[cfg(all(feature = "catalog", not(test)))]
#[doc(hidden)]
pub mod catalog;
pub mod graph;
pub mod grid;
#[cfg(feature = "catalog")]
pub mod paths;
mod preparation;
mod prepared_file;
pub mod road;
mod tokens;
pub mod watch;
#[cfg(feature = "formats")]
mod xml;

pub use prepared_file::PreparedFileError;
