//! No text makes the parsers of liar's dice panic, and what is read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_games::liars_dice::LiarsDice;

#[path = "game_text/check.rs"]
mod game_text;

use game_text::check;

fuzz_target!(|data: (u8, bool, &str, &str)| {
    let (sides, is_wild, position, mv) = data;
    let game = LiarsDice::new(sides % 8, is_wild).unwrap_or_default();
    check(&game, position, mv);
});
