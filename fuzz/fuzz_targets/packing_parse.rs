//! No text makes the parser of packings panic, and what is read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_optimization::packing::Rectangles;

fuzz_target!(|text: &str| {
    if Rectangles::is_table(text) {
        let _ = Rectangles::parse_table(text, "10");
    }
    match Rectangles::parse(text) {
        Ok(read) => {
            assert_eq!(Rectangles::parse(&read.text()), Ok(read));
        }
        Err(error) => {
            assert!(error.line > 0 && error.column > 0 && error.offset <= text.len());
            assert!(error.to_string().len() < 1000);
        }
    }
});
