//! Judges the steps of anybody's search on a problem that the catalogue knows.
//!
//! A run is a list of the states that were expanded, in their order. The referee follows it with a
//! plain search of its own, in which all that texts leave open is a value: the order of the open
//! list, ties, the order of successors, the goal test, reopening, duplicates and bounds. At each
//! step it knows which states may be expanded next, and names the first step that takes another.
//! Without a run, it names the conventions that give printed counts.
//!
//! ```
//! use tremaux_referee::{Run, Verdict};
//! use tremaux_registry::{HeuristicCache, Source, domain};
//!
//! let graph = domain("graph")?.instances(Source::One("a b 4; a c 1; c b 2; b d 1"), &[])?;
//! let mut rules = graph[0].rules(None, &HeuristicCache::default())?;
//! let run = Run::from_text("a\nb\nd\n").expect("three states");
//! let verdict = Verdict::of(&run, "dijkstra", &mut *rules)?;
//! assert_eq!(verdict.message, "step 2: expanded b with g = 4 while c with g = 1 was open");
//! # Ok::<(), tremaux_registry::RegistryError>(())
//! ```

mod conventions;
mod counts;
mod frontier;
mod judge;
mod run;

pub use conventions::algorithms;
pub use counts::{Explanation, Explanations, Printed};
pub use judge::Verdict;
pub use run::{Run, Step};
