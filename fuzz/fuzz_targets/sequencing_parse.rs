//! No text makes the parser of lines panic, and what is read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_optimization::sequencing::Line;

fuzz_target!(|text: &str| {
    match Line::parse(text) {
        Ok(read) => {
            let again = Line::parse(&read.text()).expect("it was written");
            let jobs: Vec<usize> = (0..read.jobs.len()).collect();
            assert_eq!(again.cost(&jobs), read.cost(&jobs));
        }
        Err(error) => {
            assert!(error.line > 0 && error.column > 0 && error.offset <= text.len());
            assert!(error.to_string().len() < 1000);
        }
    }
});
