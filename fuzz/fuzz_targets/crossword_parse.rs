//! No text makes the parsers of grids, lists of words and regions panic, and a grid that is read
//! can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_core::ParseError;
use tremaux_puzzles::crossword::{Grid, Region, WordList};

/// Checks that an error names a place in the text.
fn check(text: &str, error: &ParseError) {
    assert!(error.line > 0 && error.column > 0 && error.offset <= text.len());
    assert!(error.to_string().len() < 1000);
}

fuzz_target!(|text: &str| {
    match Grid::parse(text) {
        Ok(grid) => assert_eq!(Grid::parse(&grid.to_string()), Ok(grid)),
        Err(error) => check(text, &error),
    }
    if let Err(error) = Grid::parse_all(text) {
        check(text, &error);
    }
    match WordList::parse(text) {
        Ok(words) => assert!(!words.is_empty() && words.with_score(words.highest()).is_some()),
        Err(error) => check(text, &error),
    }
    let grid = Grid::parse("..../..../....").expect("a grid");
    if let Err(error) = Region::parse(text, &grid) {
        check(text, &error);
    }
});
