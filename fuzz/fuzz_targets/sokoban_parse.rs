//! No text makes the parser of Sokoban levels panic, and what is read can be written and read
//! again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_core::{Notation, StateSpace};
use tremaux_puzzles::sokoban::{Level, Sokoban, collection};

fuzz_target!(|text: &str| {
    match collection(text) {
        Ok(levels) => {
            for titled in levels {
                let written = titled.level.to_string();
                assert_eq!(written.parse::<Level>().as_ref(), Ok(&titled.level));
                // Large floors take long to survey.
                if titled.level.squares() < 60 {
                    let space = Sokoban::new(titled.level);
                    let start = space.initial_state();
                    let again = space.parse_state(&space.state_text(&start)).expect("as written");
                    assert_eq!(space.pack(&again), space.pack(&start));
                }
            }
        }
        Err(error) => {
            assert!(error.line > 0 && error.column > 0 && error.offset <= text.len());
            assert!(error.to_string().len() < 1000);
        }
    }
});
