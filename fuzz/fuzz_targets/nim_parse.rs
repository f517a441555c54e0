//! No text makes the parsers of nim panic, and what is read can be written and read
//! again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_games::nim::Nim;

#[path = "game_text/check.rs"]
mod game_text;

use game_text::check;

fuzz_target!(|data: (&str, &str)| {
    let (position, mv) = data;
    let game = Nim::new(&[3, 4, 5]).expect("small heaps");
    check(&game, position, mv);
    check(&game.misere(), position, mv);
});
