//! No text makes the parser of names with options panic, and what is read can be written
//! and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_registry::Expression;

fuzz_target!(|text: &str| {
    match Expression::parse(text) {
        Ok(expression) => {
            let written = expression.to_string();
            let again = Expression::parse(&written).expect("what is written is read");
            assert_eq!(again.to_string(), written);
        }
        Err(error) => {
            assert!(error.line > 0 && error.column > 0 && error.offset <= text.len());
            assert!(error.to_string().len() < 1000);
        }
    }
});
