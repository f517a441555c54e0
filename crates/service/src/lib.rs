//! What a page asks of the engine: requests and answers in JSON, without a transport.
//!
//! [`answer`] runs one request by its name and hands what it finds to a [`Viewer`]: one
//! [`Reply`], or the events of a search while it runs. A server and a module for a browser are
//! both thin on it, so that both give the same answers.
//!
//! Requests use the names and formats of instances of the registry; nothing in a request is ever
//! used as the path of a file. Every request runs within [`Ceilings`].

mod asked;
mod board;
mod catalogue;
mod ceilings;
mod cells;
mod generate;
mod play;
mod record;
mod refusal;
mod request;
mod search;
mod step_sender;
mod text;
mod trace;
mod tree;
mod viewer;

pub use ceilings::Ceilings;
pub use refusal::Refusal;
pub use request::{Body, Request, answer};
pub use viewer::{Reply, Viewer};
