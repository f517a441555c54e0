//! No text makes the parser of word ladders panic, and what is read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_puzzles::word_ladder::{WordLadder, built_in_ladder_words};

fuzz_target!(|text: &str| {
    let words = built_in_ladder_words();
    match WordLadder::parse(text, &words) {
        Ok(read) => {
            let again = WordLadder::parse(&read.to_string(), &words).expect("it was written");
            assert_eq!(again.to_string(), read.to_string());
        }
        Err(error) => {
            assert!(error.line > 0 && error.column > 0 && error.offset <= text.len());
            assert!(error.to_string().len() < 1000);
        }
    }
});
