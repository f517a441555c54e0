//! No text makes the parsers of Hex panic, and what is read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_games::hex::Hex;

#[path = "game_text/check.rs"]
mod game_text;

use game_text::check;

fuzz_target!(|data: (&str, &str, u8)| {
    let (position, mv, size) = data;
    if let Some(game) = Hex::new(usize::from(size)) {
        check(&game, position, mv);
    }
});
