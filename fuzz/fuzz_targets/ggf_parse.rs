//! No file in GGF makes the reader panic, and games that are read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_othello::GgfGame;

fuzz_target!(|text: &str| {
    for game in GgfGame::read_each(text).into_iter().flatten() {
        let Ok(line) = game.replay(text) else { continue };
        let written = GgfGame::write(&line.start, &line.moves);
        let again = GgfGame::read_each(&written).swap_remove(0).expect("a written game");
        assert_eq!(again.replay(&written).expect("legal moves").end, line.end);
    }
});
