//! No text makes the parsers of cubes panic, and what is read can be written and read
//! again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_core::Notation;
use tremaux_cube::pocket::{Corners, PocketCube};
use tremaux_cube::{Cube, Cubies};

fuzz_target!(|text: &str| {
    match Cubies::parse(text) {
        Ok(cubies) => {
            let written = Cube::new(cubies).state_text(&cubies);
            assert_eq!(Cubies::parse(&written), Ok(cubies));
        }
        Err(error) => {
            assert!(error.line > 0 && error.column > 0 && error.offset <= text.len());
            assert!(error.to_string().len() < 1000);
        }
    }
    match Corners::parse(text) {
        Ok(corners) => {
            let written = PocketCube::new(corners).state_text(&corners);
            assert_eq!(Corners::parse(&written), Ok(corners));
        }
        Err(error) => {
            assert!(error.line > 0 && error.column > 0 && error.offset <= text.len());
            assert!(error.to_string().len() < 1000);
        }
    }
});
