//! No text makes the reader of boards panic, and all rows of a board are of one length.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_trace::drawing::Board;

fuzz_target!(|text: &str| {
    if let Some(board) = Board::parse(text) {
        assert!(board.rows.iter().all(|row| row.len() == board.columns()));
    }
});
