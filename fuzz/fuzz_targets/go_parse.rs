//! No text makes the parsers of Go panic, and what is read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_games::go::{Go, Ruleset};

#[path = "game_text/check.rs"]
mod game_text;

use game_text::check;

fuzz_target!(|data: (u8, bool, &str, &str)| {
    let (size, is_chinese, position, mv) = data;
    let rules = if is_chinese { Ruleset::Chinese } else { Ruleset::TrompTaylor };
    if let Some(game) = Go::new(usize::from(size)) {
        check(&game.rules(rules), position, mv);
    }
});
