//! No text makes the parser of peg solitaire panic, and what is read can be written and read
//! again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_puzzles::peg_solitaire::PegSolitaire;

fuzz_target!(|text: &str| {
    match PegSolitaire::parse(text) {
        Ok(read) => assert_eq!(PegSolitaire::parse(&read.to_string()), Ok(read)),
        Err(error) => {
            assert!(error.line > 0 && error.column > 0 && error.offset <= text.len());
            assert!(error.to_string().len() < 1000);
        }
    }
});
