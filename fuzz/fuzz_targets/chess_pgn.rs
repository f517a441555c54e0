//! No file of games makes the reader of PGN panic, and what is read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_chess::pgn::PgnReader;

fuzz_target!(|bytes: &[u8]| {
    for _ in PgnReader::new(bytes) {}
    for found in PgnReader::new(bytes).with_variations() {
        match found {
            Ok(game) => {
                let written = game.to_string();
                let mut again = PgnReader::new(written.as_bytes()).with_variations();
                let read = again.next().expect("a game").expect("what was written");
                assert_eq!((&read.line, read.outcome), (&game.line, game.outcome));
                assert_eq!(read.start, game.start);
                assert_eq!(read.to_string(), written);
                assert!(again.next().is_none());
            }
            Err(error) => {
                let error = error.parse_error().expect("bytes can be read");
                assert!(error.line > 0 && error.column > 0 && error.offset <= bytes.len());
                assert!(error.to_string().len() < 1000);
            }
        }
    }
});
