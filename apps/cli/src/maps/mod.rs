//! Code shared by the verbs of grid maps and graphs.

pub(crate) mod batch;
pub(crate) mod given_rules;
pub(crate) mod listed;
pub(crate) mod map;
pub(crate) mod options;
pub(crate) mod queries;
pub(crate) mod source;
