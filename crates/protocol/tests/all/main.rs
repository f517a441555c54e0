//! Servers in dialogues with tests, and clients of programs that speak well and badly.

mod arguments;
#[cfg(unix)]
mod client;
mod dialogue;
mod gtp;
mod limits;
mod positions;
mod time_controls;
mod transcripts;
mod uci;
mod uci_commands;
mod uci_messages;
mod xboard_commands;
mod xboard_messages;
