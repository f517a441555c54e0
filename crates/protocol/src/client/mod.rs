//! The client side: outside engines as opponents.
//!
//! An [`Engine`] is a program that is started, told the position and asked for moves. Nothing it
//! does can harm this side: what it writes is bounded, every answer has a deadline, moves are
//! checked, and it ends with the value.

mod engine;
mod error;
mod limits;
mod option;
mod process;
mod request;
mod thought;
mod uci;
mod uci_message;
mod xboard;
mod xboard_message;

pub use engine::{Engine, Program, Protocol};
pub use error::EngineError;
pub use limits::{MoveLimits, TimeControl};
pub use option::{EngineOption, OptionType};
pub use request::{Action, Answer, Search};
pub use thought::{EngineScore, Thought};
pub use uci_message::UciMessage;
pub use xboard_message::XboardMessage;
