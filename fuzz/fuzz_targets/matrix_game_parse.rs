//! No text makes the parsers of matrix games panic, and what is read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_games::matrix_game::MatrixGame;

#[path = "game_text/check.rs"]
mod game_text;

use game_text::check;

fuzz_target!(|data: (&str, &str, &str)| {
    let (payoffs, position, mv) = data;
    let game = MatrixGame::parse(payoffs).unwrap_or_default();
    check(&game, position, mv);
});
