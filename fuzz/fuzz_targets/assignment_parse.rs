//! No text makes the parser of tables of costs panic, and what is read can be written and read
//! again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_puzzles::assignment::Assignment;

fuzz_target!(|text: &str| {
    match Assignment::parse(text) {
        Ok(read) => assert_eq!(Assignment::parse(&read.to_string()), Ok(read)),
        Err(error) => {
            assert!(error.line > 0 && error.column > 0 && error.offset <= text.len());
            assert!(error.to_string().len() < 1000);
        }
    }
});
