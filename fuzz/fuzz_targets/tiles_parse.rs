//! No text makes the parsers of sliding-puzzle boards panic, and what is read can be
//! written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_tiles::{Arrangement, Instance, Size};

fuzz_target!(|data: (&str, &str, u8, u8)| {
    let (text, goal, width, height) = data;
    for size in [None, Size::new(width.into(), height.into())] {
        match Arrangement::parse(text, size) {
            Ok(board) => {
                let again = Arrangement::parse(&board.to_string(), Some(board.size()));
                assert_eq!(again.as_ref(), Ok(&board));
                assert_eq!(Arrangement::parse(&format!("{board:#}"), None), Ok(board));
            }
            Err(error) => {
                assert!(error.line > 0 && error.column > 0 && error.offset <= text.len());
                assert!(error.to_string().len() < 1000);
            }
        }
        if let Ok(instance) = Instance::parse(text, goal, size) {
            let _ = instance.is_solvable();
        }
    }
    let _ = goal.parse::<Size>();
});
