//! No text makes the parser of experiments panic.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_compare::Experiment;

fuzz_target!(|text: &str| {
    if let Err(error) = Experiment::parse(text) {
        assert!(!error.to_string().is_empty());
    }
});
