//! No file of games makes the reader of PDN panic, and what it reads are parts of the file.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_core::ParseError;
use tremaux_games::checkers::{Checkers, English, International, PdnGame};

fn is_in_place(error: &ParseError, text: &str) {
    assert!(error.line > 0 && error.column > 0);
    assert!(error.offset + error.length <= text.len());
    assert!(error.to_string().len() < 1000);
}

fuzz_target!(|text: &str| {
    let games = match PdnGame::read_all(text) {
        Ok(games) => games,
        Err(error) => return is_in_place(&error, text),
    };
    for game in games {
        assert!(game.moves.iter().all(|mv| !mv.is_empty() && text.contains(mv)));
        for played in [
            game.replay(&Checkers::<English>::new(), text),
            game.replay(&Checkers::<International>::new(), text),
        ] {
            match played {
                Ok(line) => assert_eq!(line.moves.len(), game.moves.len()),
                Err(error) => is_in_place(&error, text),
            }
        }
    }
});
