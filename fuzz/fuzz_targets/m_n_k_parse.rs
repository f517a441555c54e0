//! No text makes the parsers of m,n,k panic, and what is read can be written and read
//! again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_games::m_n_k::MnkGame;

#[path = "game_text/check.rs"]
mod game_text;

use game_text::check;

fuzz_target!(|data: (&str, &str, u8, u8, u8, bool)| {
    let (position, mv, columns, rows, row_length, has_gravity) = data;
    let [columns, rows, row_length] = [columns, rows, row_length].map(usize::from);
    if let Ok(game) = MnkGame::new(columns, rows, row_length) {
        let game = if has_gravity { game.with_gravity() } else { game };
        check(&game, position, mv);
    }
});
