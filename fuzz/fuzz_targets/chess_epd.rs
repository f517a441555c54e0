//! No file of EPD records makes their reader panic, and what is read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_chess::Epd;

fuzz_target!(|text: &str| {
    match Epd::parse_all(text) {
        Ok(records) => {
            for record in records {
                let written = record.to_string();
                assert_eq!(Epd::parse(&written).expect("what was written"), record);
            }
        }
        Err(error) => {
            assert!(error.line > 0 && error.column > 0);
            assert!(error.offset + error.length <= text.len());
            assert!(error.to_string().len() < 1000);
        }
    }
});
