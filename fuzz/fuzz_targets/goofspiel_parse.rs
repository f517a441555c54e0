//! No text makes the parsers of Goofspiel panic, and what is read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_games::goofspiel::Goofspiel;

#[path = "game_text/check.rs"]
mod game_text;

use game_text::check;

fuzz_target!(|data: (&str, &str)| {
    let (position, mv) = data;
    check(&Goofspiel::default(), position, mv);
});
