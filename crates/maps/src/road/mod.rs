//! Roads.
