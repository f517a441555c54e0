//! Hints, compared with the solutions that the solver finds.

use std::collections::BTreeSet;

use tremaux_core::Random;
use tremaux_puzzles::sudoku::{Clues, Generator, Hint, Hints, Shape, Solver, Step, Technique};

/// Solves a board by hints, each of which must agree with the only solution. Returns the
/// techniques.
fn checked(clues: &Clues) -> BTreeSet<Technique> {
    let mut solver = Solver::new(clues);
    assert_eq!(solver.step(u64::MAX), Step::Solution);
    let solution = solver.solution();
    let mut hints = Hints::new(clues).expect("a board of 9×9");
    let mut used = BTreeSet::new();
    for Hint { technique, digit, excluded, reason } in hints.by_ref() {
        assert_eq!(digit.is_some(), excluded.is_empty(), "either a digit or candidates");
        assert!(digit.is_none_or(|(cell, digit)| solution[cell] == digit), "{clues}: {reason}");
        let is_kept = excluded.iter().all(|&(cell, digit)| solution[cell] != digit);
        assert!(is_kept, "{clues}: {technique}, {reason}");
        used.insert(technique);
    }
    assert!(hints.is_solved(), "{clues}");
    assert_eq!(hints.cells()[..], solution);
    used
}

#[test]
fn generated_boards_are_solved_by_steps_that_agree_with_the_solution() {
    let mut generator = Generator::new(Shape::NINE);
    let mut random = Random::new(9);
    let mut used = BTreeSet::new();
    for _ in 0..60 {
        let clues = generator.next_while(&mut random, &mut || true).expect("a board");
        used.extend(checked(&clues));
    }
    assert!(used.len() > 8, "{used:?}");
}

#[test]
fn hard_boards_are_solved_by_steps_that_agree_with_the_solution() {
    let beside = || concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data").into();
    let folder: std::path::PathBuf =
        std::env::var_os("TREMAUX_DATA").map_or_else(beside, Into::into);
    let Ok(text) = std::fs::read_to_string(folder.join("sudoku/top95.txt")) else {
        println!("skipped, for want of TREMAUX_DATA");
        return;
    };
    let all = Clues::parse_all(&text, None).expect("boards");
    assert_eq!(all.len(), 95);
    for clues in &all {
        let _ = checked(clues);
    }
}

/// Boards on which the first step has this technique, with what is found by it.
#[test]
fn techniques_are_found_where_they_are() {
    let first = |text: &str, technique| {
        let hints = Hints::new(&Clues::parse(text).expect("a board")).expect("9×9");
        hints.find_by(technique).map(|hint| hint.to_string())
    };
    let blank = ".".repeat(81);
    for technique in Technique::ALL {
        assert_eq!(first(&blank, technique), None, "{technique}");
    }
    let row = |start: &str| format!("{start}{}", &blank[start.len()..]);
    assert_eq!(
        first(&row("12345678."), Technique::NakedSingle).as_deref(),
        Some("naked single: r1c9 is 9, its only candidate"),
    );
    // Row 1 leaves 7, 8 and 9 to the third box: no other row has them there.
    assert_eq!(
        first(&row("123456..."), Technique::BoxLine).expect("a step").split(", as").last(),
        Some(" row 1 has 7 only within box 3"),
    );
    assert_eq!(
        first(&row("1234567.."), Technique::NakedPair).expect("a step").split(", as").last(),
        Some(" r1c8 r1c9 in box 3 have only 8 9"),
    );
}

#[test]
fn boards_without_a_solution_end_with_a_contradiction() {
    let text = format!("12345678.........9{}", ".".repeat(63));
    let mut hints = Hints::new(&Clues::parse(&text).expect("a board")).expect("9×9");
    assert_eq!(hints.next(), None);
    assert!(!hints.is_solved());
    assert!(Hints::new(&Clues::empty(Shape::USUAL[0])).is_none());
}
