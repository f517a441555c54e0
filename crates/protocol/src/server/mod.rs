//! What the servers of all protocols share: the engine in a thread of its own, its clock, and the
//! events that a server waits for.

mod engine;
mod options;
mod session;
mod time_manager;

pub(crate) use engine::{Counts, Engine, Iteration, Report, Task};
pub(crate) use options::{Changed, Options, descriptions};
pub(crate) use session::{Event, Outcome, Session, Start};
pub(crate) use time_manager::TimeManager;
