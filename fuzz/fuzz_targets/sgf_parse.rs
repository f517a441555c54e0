//! No file in SGF makes the reader panic, and games that are read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_games::go::SgfGame;

fuzz_target!(|text: &str| {
    for game in SgfGame::read_each(text) {
        let Ok(found) = game else { continue };
        let Ok(game) = found.game(text) else { continue };
        match found.replay(&game, text) {
            Ok(line) => {
                let text = SgfGame::write(&game, &line.start, &line.moves);
                let games = SgfGame::read_all(&text).expect("a game that was written");
                let again = games[0].replay(&game, &text).expect("legal moves");
                assert_eq!(
                    (again.moves, again.end.board().stones()),
                    (line.moves, line.end.board().stones())
                );
            }
            Err(error) => assert!(error.offset + error.length <= text.len()),
        }
    }
});
