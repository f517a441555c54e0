//! Servers in dialogues with tests, and clients of programs that speak well and badly.

#[cfg(unix)]
mod client;
mod dialogue;
mod transcripts;
mod uci;
