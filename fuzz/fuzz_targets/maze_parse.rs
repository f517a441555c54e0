//! No text makes the parser of mazes panic, and a maze that was read is read again from what
//! is written.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_maps::maze::Maze;

fuzz_target!(|text: &str| {
    if let Ok(maze) = Maze::parse(text) {
        let written = maze.to_text();
        let again = Maze::parse(&written).expect("what was written");
        assert_eq!(again.to_text(), written);
    }
});
