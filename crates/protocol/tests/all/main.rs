//! Servers in dialogues with tests, and clients of programs that speak well and badly.

mod arguments;
#[cfg(all(unix, feature = "client"))]
mod client;
mod dialogue;
mod gtp;
mod limits;
mod positions;
#[cfg(feature = "client")]
mod time_controls;
mod transcripts;
mod uci;
mod uci_commands;
#[cfg(feature = "client")]
mod uci_messages;
mod xboard_commands;
#[cfg(feature = "client")]
mod xboard_messages;
