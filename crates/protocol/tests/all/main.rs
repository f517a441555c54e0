//! Servers in dialogues with tests, and clients of programs that speak well and badly.

#[cfg(unix)]
mod client;
mod dialogue;
mod limits;
mod positions;
mod transcripts;
mod uci;
