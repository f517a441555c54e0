//! No text makes the parsers of Connect Four panic, and what is read can be written and read
//! again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_games::connect_four::{ConnectFour, Standard};

#[path = "game_text/check.rs"]
mod game_text;

use game_text::check;

fuzz_target!(|data: (&str, &str, u8, u8)| {
    let (position, mv, columns, rows) = data;
    let standard: ConnectFour<Standard> = ConnectFour::default();
    check(&standard, position, mv);
    if let Ok(game) = ConnectFour::with_size(columns.into(), rows.into()) {
        check(&game, position, mv);
    }
});
