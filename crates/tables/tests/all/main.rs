//! The integration tests, in one program: it is built and linked once.

#[cfg(target_os = "linux")]
mod abandoned;
mod available_memory;
mod closure_pattern;
mod endgame;
mod history;
mod modulo;
mod pattern_database;
mod prefetch;
mod probability;
mod table;
mod transposition;
