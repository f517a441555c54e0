//! No text makes the parser of grids panic, and what is read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_maps::grid::{GridWorld, Movement, StepScale};

fuzz_target!(|text: &str| {
    let scale = StepScale { straight: 10, diagonal: 14, is_four: false };
    let parse = |text: &str| GridWorld::parse(text, Movement::NoCornerCutting, scale);
    if let Ok(world) = parse(text) {
        let again = parse(&world.to_text()).expect("what is written is read");
        assert_eq!(again.to_text(), world.to_text());
    }
});
