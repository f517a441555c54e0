//! No text makes the parsers of Othello panic, and what is read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_othello::{Othello, Record};

#[path = "game_text/check.rs"]
mod game_text;

use game_text::check;

fuzz_target!(|data: (&str, &str)| {
    let (position, mv) = data;
    check(&Othello, position, mv);
    if let Ok(record) = Record::parse(position) {
        assert!(record.best_moves().count() <= record.moves.len());
    }
});
