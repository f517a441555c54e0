//! Protocols between a GUI and an engine: UCI and xboard for chess, NBoard for Othello, Hub for
//! international draughts, GTP for Go.
//!
//! Servers put the engines behind a GUI; with the feature `client`, the module of this name plays
//! chess against outside engines. Both read and write lines of text, from and to any reader and
//! writer. One session serves all protocols: it runs the engine in a thread of its own, keeps the
//! clock and reads the input meanwhile. A protocol translates its lines.

#[cfg(feature = "client")]
pub mod client;
pub mod gtp;
pub mod hub;
mod lines;
pub mod nboard;
mod server;
pub mod uci;
pub mod xboard;
