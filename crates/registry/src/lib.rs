//! Names to things.
