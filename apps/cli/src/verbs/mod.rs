//! The verbs, a folder each.
//!
//! `trace` uses the commands of the verbs that it records; otherwise verbs are independent.

pub(crate) mod analyze;
pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod explain;
pub(crate) mod generate;
pub(crate) mod gtp;
pub(crate) mod help;
pub(crate) mod hub;
pub(crate) mod lab;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod nboard;
pub(crate) mod path;
pub(crate) mod play;
pub(crate) mod referee;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod trace;
pub(crate) mod uci;
pub(crate) mod xboard;
