//! No text makes the parser of sudokus panic, what is read can be written and read again, and
//! what cannot be completed is not solved.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_core::ParseError;
use tremaux_puzzles::sudoku::{Clues, Shape, Solver, Step};

fn points_into(text: &str, error: &ParseError) {
    assert!(error.line > 0 && error.column > 0 && error.offset <= text.len());
    assert!(error.to_string().len() < 1000);
}

fuzz_target!(|text: &str| {
    match Clues::parse(text) {
        Ok(read) => {
            assert_eq!(Clues::parse(&read.to_string()).as_ref(), Ok(&read));
            assert_eq!(Clues::parse(&read.drawn()).as_ref(), Ok(&read));
            let mut solver = Solver::new(&read);
            let step = solver.step(20);
            if step == Step::Solution {
                assert!(read.contradiction().is_none());
                let full = Clues::new(read.shape(), &solver.solution()).expect("a legal board");
                let pairs = || read.cells().iter().zip(full.cells());
                assert!(pairs().all(|(&clue, &digit)| digit > 0 && (clue == 0 || clue == digit)));
            }
        }
        Err(error) => points_into(text, &error),
    }
    for shape in [None, Some(Shape::NINE), Shape::new(2, 2), Shape::new(4, 2)] {
        match Clues::parse_all(text, shape) {
            Ok(all) => assert!(!all.is_empty()),
            Err(error) => points_into(text, &error),
        }
    }
});
