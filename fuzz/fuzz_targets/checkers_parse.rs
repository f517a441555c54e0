//! No text makes the parsers of checkers panic, and what is read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_games::checkers::{Brazilian, Checkers, English, International, Russian};

#[path = "game_text/check.rs"]
mod game_text;

use game_text::check;

fuzz_target!(|data: (&str, &str, u8)| {
    let (position, mv, rules) = data;
    match rules % 4 {
        0 => check(&Checkers::<English>::new(), position, mv),
        1 => check(&Checkers::<Brazilian>::new(), position, mv),
        2 => check(&Checkers::<International>::new(), position, mv),
        _ => check(&Checkers::<Russian>::new(), position, mv),
    }
});
