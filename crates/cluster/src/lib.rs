//! State spaces that outgrow one machine.
//!
//! A computation runs on several processes, on one machine or many, each with several threads. All
//! processes are started with the same [`Machines`] but for their own number, and call the same
//! function; process 0 gets the result. Termination is detected by the progress protocol of timely
//! dataflow (Murray et al. 2013), the crate `timely`, which moves the states between the threads.
//!
//! **A failure ends the process.** When a peer dies or falls silent, when a thread panics, or when
//! a disk is full, the process prints why and exits with status [`FAILED`]; so do all others, and
//! no result is returned anywhere. What was stored before remains and can be resumed.
//!
//! The sockets are bound to the given addresses only. They carry no authentication and no
//! encryption: use them in a network that you trust, or put a tunnel (WireGuard, SSH) before them.

mod best_first;
mod candidates;
mod enumeration;
mod expansion;
mod failure;
mod informed;
mod levels;
mod machines;
mod parcel;
mod retrograde;
mod run_file;
mod thread_search;
mod trace_back;
mod watchdog;
mod word;

pub use best_first::{HdaStar, search, search_graph};
pub use enumeration::{Enumeration, LevelCounts, enumerate, enumerate_graph};
pub use expansion::{Expansion, SpaceExpansion};
pub use failure::{ClusterError, FAILED};
pub use informed::{InformedExpansion, InformedState, Searched};
pub use machines::Machines;
pub use retrograde::retrograde;
pub use word::Word;
