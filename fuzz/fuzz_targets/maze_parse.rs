//! No text makes the parser of mazes panic, and what is read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_maps::maze::Maze;

fuzz_target!(|text: &str| {
    match Maze::parse(text) {
        Ok(maze) => assert_eq!(Maze::parse(&maze.to_text()), Ok(maze)),
        Err(error) => {
            assert!(error.line > 0 && error.column > 0 && error.offset <= text.len());
            assert!(error.to_string().len() < 1000);
        }
    }
});
