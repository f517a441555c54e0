//! No text makes the parser of problems of variables and values panic, and a problem that is read
//! can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_puzzles::constraints::Problem;

fuzz_target!(|text: &str| {
    match Problem::parse(text) {
        Ok(problem) => {
            let written = problem.to_string();
            let again = Problem::parse(&written).expect("written by itself");
            assert_eq!(again.to_string(), written);
        }
        Err(error) => {
            assert!(error.line > 0 && error.column > 0 && error.offset <= text.len());
            assert!(error.to_string().len() < 1000);
        }
    }
});
