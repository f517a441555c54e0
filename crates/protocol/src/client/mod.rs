//! The client side: outside engines as opponents.
