//! What the servers of all protocols share: the engine in a thread of its own, its clock, and the
//! events that a server waits for.

mod chess;
mod engine;
mod game;
mod options;
mod protocol;
mod session;
mod time_manager;

use std::time::Duration;

pub(crate) use chess::{ChessEngine, Job, Task, is_near_endings};
pub(crate) use engine::{Counts, Engine, Iteration, Report};
pub(crate) use game::{GameEngine, GameTask};
pub(crate) use options::{Changed, Options, descriptions};
pub(crate) use protocol::Protocol;
pub(crate) use session::{Hold, Outcome, Session, Start};
#[cfg(test)]
pub(crate) use time_manager::allocated;

/// The time of a search whose limits were refused or are those of the other side.
pub(crate) const TIME_WITHOUT_LIMIT: Duration = Duration::from_secs(1);

/// The answer to commands that need a position while there is none: an older one is never used
/// instead.
pub(crate) const NO_POSITION: &str = "no position: the last one was refused";
