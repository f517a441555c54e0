//! No text makes the parsers of Leduc hold'em panic, and what is read can be written and read
//! again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_games::leduc_poker::LeducPoker;

#[path = "game_text/check.rs"]
mod game_text;

use game_text::check;

fuzz_target!(|data: (&str, &str)| {
    let (position, mv) = data;
    check(&LeducPoker, position, mv);
});
