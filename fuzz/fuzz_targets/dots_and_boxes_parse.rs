//! No text makes the parsers of dots and boxes panic, and what is read can be written and read
//! again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_games::dots_and_boxes::DotsAndBoxes;

#[path = "game_text/check.rs"]
mod game_text;

use game_text::check;

fuzz_target!(|data: (&str, &str, u8, u8)| {
    let (position, mv, columns, rows) = data;
    let (columns, rows) = (columns.into(), rows.into());
    if let Ok(game) = DotsAndBoxes::<2>::new(columns, rows) {
        check(&game, position, mv);
    }
    if let Ok(game) = DotsAndBoxes::<3>::new(columns, rows) {
        check(&game, position, mv);
    }
});
