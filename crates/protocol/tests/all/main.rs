//! Servers in dialogues with tests.

mod dialogue;
mod transcripts;
mod uci;
