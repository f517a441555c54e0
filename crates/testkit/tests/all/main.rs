//! The integration tests, in one program: it is built and linked once.

mod contracts;
mod dialogue;
mod dot_language;
mod textbook_games;
