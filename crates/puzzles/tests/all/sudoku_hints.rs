//! Hints, compared with the solutions that the solver finds.

use std::collections::BTreeSet;

use tremaux_core::Random;
use tremaux_puzzles::sudoku::{Clues, Generator, Hint, Hints, Shape, Solver, Step, Technique};
use tremaux_testkit::data_text;

/// Solves a board by hints, each of which must agree with the only solution. Returns the
/// techniques.
fn checked(clues: &Clues) -> BTreeSet<Technique> {
    let mut solver = Solver::new(clues);
    assert_eq!(solver.step(u64::MAX), Step::Solution);
    let solution = solver.solution();
    let mut hints = Hints::new(clues).expect("a board of 9×9");
    let mut used = BTreeSet::new();
    for Hint { technique, digit, excluded, cells, reason } in hints.by_ref() {
        assert!(digit.is_some() || technique == Technique::Chain || cells.len() > 1, "{clues}");
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
    for _ in 0..1000 {
        let clues = generator.next(&mut random);
        used.extend(checked(&clues));
    }
    assert!(used.len() > 10, "{used:?}");
}

#[test]
fn hard_boards_are_solved_by_steps_that_agree_with_the_solution() {
    let Some(text) = data_text("sudoku/top95.txt") else { return };
    let all = Clues::parse_all(&text, None).expect("boards");
    assert_eq!(all.len(), 95);
    for clues in &all {
        let _ = checked(clues);
    }
}

/// Positions in the solution of generated boards, and the step by the easiest technique there. A
/// program of its own, which lists all that each technique finds, agreed when they were chosen.
const POSITIONS: &str = include_str!("sudoku_techniques.txt");

#[test]
fn the_easiest_technique_is_named_on_boards_prepared_for_it() {
    let mut seen = BTreeSet::new();
    for line in POSITIONS.lines() {
        let (board, expected) = line.split_once(' ').expect("a board and a step");
        let clues = Clues::parse(board).expect("a board");
        let hint = Hints::new(&clues).and_then(|hints| hints.peek()).expect("a step");
        assert_eq!(hint.to_string(), expected, "{board}");
        seen.insert(hint.technique);
        let _ = checked(&clues);
    }
    assert_eq!((POSITIONS.lines().count(), seen.len()), (30, Technique::ALL.len()));
}

#[test]
fn puzzles_are_generated_to_a_difficulty() {
    let mut generator = Generator::new(Shape::NINE);
    let common = [Technique::HiddenSingle, Technique::Pointing, Technique::XyWing];
    for technique in common {
        let clues = generator.next_rated(technique, &mut Random::new(3), &mut || true);
        let clues = clues.expect("a board");
        assert_eq!(Hints::rating(&clues), Some(technique));
        assert_eq!(Solver::new(&clues).count(2), 1);
        assert_eq!(checked(&clues).last(), Some(&technique));
        for (cell, _) in clues.cells().iter().enumerate().filter(|(_, digit)| **digit > 0) {
            let mut fewer = clues.cells().to_vec();
            fewer[cell] = 0;
            let fewer = Clues::new(Shape::NINE, &fewer).expect("fewer clues");
            assert_eq!(Solver::new(&fewer).count(2), 2, "minimal");
        }
    }
    let mut large = Generator::new(Shape::new(4, 4).expect("a shape"));
    assert!(large.next_rated(common[0], &mut Random::new(3), &mut || true).is_none());
    assert!(generator.next_rated(common[0], &mut Random::new(3), &mut || false).is_none());
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
