//! Chess over UCI and xboard.
//!
//! Servers put the engine behind a GUI; [`client`] plays against outside engines. Both read and
//! write lines of text, from and to any reader and writer.

pub mod client;
mod lines;
mod server;
pub mod uci;
pub mod xboard;
