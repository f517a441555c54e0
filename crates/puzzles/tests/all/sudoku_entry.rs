//! The entry of sudoku.

use tremaux_domain::{HeuristicCache, SolveReport, SolveRequest, Source, Status, TieBreakName};
use tremaux_puzzles::catalog::SUDOKU;

use tremaux_core::Limits;

fn solved(text: &str, algorithm: &str) -> SolveReport {
    let instances = SUDOKU.instances(Source::One(text), &[]).expect("a sudoku");
    let depth = algorithm.starts_with("depth-first").then_some(100);
    let request =
        SolveRequest { algorithm: Some(algorithm.into()), depth, ..SolveRequest::default() };
    let mut search = instances[0].start(&request, &HeuristicCache::default()).expect(algorithm);
    search.advance(&Limits::default());
    search.report().expect("a right plan")
}

/// The boards in the files that people have, with their right answers.
#[test]
fn odd_files_are_read() {
    let Some(games) = tremaux_testkit::data("odd-input/games") else { return };
    for (name, side, signs) in [
        ("03_sudoku16_hex.txt", 16, "0123456789ABCDEF"),
        ("14_simple_sudoku.ss", 9, "123456789"),
        ("15_sudoku.csv", 9, "123456789"),
        ("15b_sudoku_kaggle.csv", 9, "123456789"),
        ("15c_sudoku16_numbers.txt", 16, "123456789ABCDEFG"),
    ] {
        let text = std::fs::read_to_string(games.join(name)).expect(name);
        let read = SUDOKU.instances(Source::Many(&text), &[]).expect(name);
        assert_eq!(read.len(), 1, "{name}");
        let mut search = read[0]
            .start(&SolveRequest::default(), &HeuristicCache::default())
            .expect("the default");
        search.advance(&Limits::default());
        let report = search.report().expect("a right plan");
        assert_eq!(report.only, Some(true), "{name}");
        let cells: Vec<char> = report.goal.expect("a full board").chars().collect();
        let clues: Vec<char> = read[0].text().chars().collect();
        assert!(cells.iter().zip(&clues).all(|(cell, clue)| *clue == '.' || clue == cell));
        for at in 0..side {
            for unit in [
                (0..side).map(|other| cells[at * side + other]).collect::<String>(),
                (0..side).map(|other| cells[other * side + at]).collect(),
            ] {
                assert!(signs.chars().all(|sign| unit.contains(sign)), "{name}: {unit}");
            }
        }
    }
}

#[test]
fn tables_frames_and_numbers_are_read() {
    let flat = "12....3.......4.";
    let read = |text: &str| -> Vec<String> {
        let read = SUDOKU.instances(Source::Many(text), &[]).unwrap_or_else(|error| {
            panic!("{text}: {error}");
        });
        read.iter().map(|it| it.text().to_owned()).collect()
    };
    for text in [
        "1,2,,\n,,3,\n,,,\n,,4,\n",
        "1;2;0;0\n0;0;3;0\n0;0;0;0\n0;0;4;0",
        "1\t2\t\t\n\t\t3\t\n0\t\t\t\n\t\t4\t\n",
        "id,puzzle,solution\n7,12....3.......4.,1234\n",
        "\"quizzes\";\"solutions\"\n\"12....3.......4.\";\"1234\"\n",
        "puzzle\n12....3.......4.\n",
        "┌───┬───┐\n│1 2│. .│\n│. .│3 .│\n├───┼───┤\n│. .│. .│\n│. .│4 .│\n└───┴───┘\n",
    ] {
        assert_eq!(read(text), [flat], "{text}");
    }
    let refused = |text: &str| {
        let error = SUDOKU.instances(Source::Many(text), &[]).err().expect(text);
        error.to_string()
    };
    let missing = refused("id,puzzle\n7\n");
    assert!(missing.contains("line 2, column 1: expected column 2 (`puzzle`)"), "{missing}");
    // 0 is a digit beside another sign for empty cells, unless the greatest digit is there.
    let hex = format!("0123456789ABCDEF{}", ".".repeat(240));
    assert_eq!(read(&hex), [hex.as_str()]);
    let from_one = format!("G0.{}", "0".repeat(253));
    assert_eq!(read(&from_one), [format!("G{}", ".".repeat(255))]);
    let twice = refused(&format!("00{}", ".".repeat(254)));
    assert!(twice.contains("a second 0"), "{twice}");
}

/// What each empty cell can take, for boards of every size; the next digit, with its reason and
/// the cells of it; why there is no solution.
#[test]
fn advice_names_candidates_and_the_next_digit() {
    let advise = |text: &str| SUDOKU.advise(text, &[]).expect("a board").expect("advice");
    let small = advise("3.1....2.....4..");
    assert_eq!(small.candidates[0], Vec::<String>::new());
    assert_eq!(small.candidates[4], ["1", "4"]);
    assert_eq!((small.steps.len(), &small.action), (0, &None));
    let easy = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
    let advice = advise(easy);
    assert_eq!(advice.candidates[10], ["2", "4", "6", "7", "8"]);
    assert_eq!(advice.action.as_deref(), Some("r2c2=6"));
    let [step] = &*advice.steps else { panic!("one step") };
    assert_eq!(step.text, "hidden single: r2c2 is 6, the only cell for 6 in box 1");
    // Candidates that are excluded come before the digit that follows.
    let pointing =
        "968..2..3157493.6.3427...9.5269...31..13.....439...68..9483..566...4.......6.....";
    let steps = advise(pointing).steps;
    let (last, first) = steps.split_last().expect("steps");
    assert!(last.excluded.is_empty() && first.iter().all(|step| !step.excluded.is_empty()));
    let dead = advise("12.. ..3. ...4 ....");
    assert_eq!(dead.contradiction.as_deref(), Some("no digit fits into row 1, column 4"));
    assert!(SUDOKU.advise("11..............", &[]).is_err());
}

/// Whether a board is solved, has no solution, or was only not finished.
#[test]
fn hints_say_how_they_end() {
    let mut outputs = SUDOKU.direct_outputs().iter();
    let hints = outputs.find(|output| output.name == "hints").expect("hints");
    let end = |text: &str| {
        let mut last = None;
        let deadline = tremaux_core::Deadline::default();
        let written = SUDOKU.write_directly(hints, text, &[], &deadline, &mut |_, status| {
            last = Some(status);
            true
        });
        written.expect("a board");
        last
    };
    let row = format!("12345678{}9{}", ".".repeat(9), ".".repeat(63));
    assert_eq!(end(&row), Some(Status::NoSolution));
    assert_eq!(end(&".".repeat(81)), Some(Status::Limit));
    let easy = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
    assert_eq!(end(easy), Some(Status::Solved));
}

#[test]
fn what_is_made_has_one_solution() {
    let made: Vec<String> = SUDOKU.generate(3, 5, &[]).expect("options").collect();
    let read = SUDOKU.instances(Source::Many(&made.join("\n")), &[]).expect("sudokus");
    assert_eq!(read.len(), 5);
    for text in &made {
        let report = solved(text, "propagation");
        assert_eq!((report.status, report.only), (Status::Solved, Some(true)));
    }
    let given = [("boxes", "2x3".to_owned())];
    let made: Vec<String> = SUDOKU.generate(3, 2, &given).expect("options").collect();
    assert!(made.iter().all(|text| text.len() == 36));
    for bad in ["", "3", "0x3", "5x6", "ax2", "-1x-9"] {
        let given = [("boxes", bad.to_owned())];
        assert!(SUDOKU.instances(Source::One("1"), &given).is_err(), "{bad}");
        assert!(SUDOKU.generate(1, 1, &given).is_err(), "{bad}");
    }
}

/// Closed states of P. Klęsk's sudoku A, with ties broken as there. The engine does not put
/// dead ends into the open list, and there, too, they are never closed before a solution.
#[test]
fn ties_by_key_are_those_of_sac() {
    let text = "000000080800701040040020030374000900000030000005000321010060050050802006080000000";
    let instances = SUDOKU.instances(Source::One(text), &[]).expect("a sudoku");
    for (heuristic, closed) in [("empty-cells", 222), ("remaining-possibilities", 304)] {
        let request = SolveRequest {
            algorithm: Some("greedy-best-first".into()),
            heuristic: Some(heuristic.into()),
            tie_break: Some(TieBreakName::Key),
            ..SolveRequest::default()
        };
        let mut search = instances[0].start(&request, &HeuristicCache::default()).expect("offered");
        search.advance(&Limits::default());
        let report = search.report().expect("a right plan");
        assert_eq!(report.counts.closed, Some(closed), "{heuristic}");
    }
}

/// Exactly one path leads to each solution, so any exhaustive search can count them.
#[test]
fn whether_a_solution_is_the_only_one_is_told_where_it_is_known() {
    let (one, two) = ("1... ..3. .4.. ...2", "1..4 .2.. .... ..1.");
    for algorithm in ["propagation", "depth-first(solutions=2)", "ida-star(solutions=0)"] {
        assert_eq!(solved(one, algorithm).only, Some(true), "{algorithm}");
        let report = solved(two, algorithm);
        assert_eq!(report.only, Some(false), "{algorithm}");
        assert!(report.solutions.len() > 1, "{algorithm}");
    }
    assert_eq!(solved(one, "a-star").only, None);
    assert_eq!(solved(one, "propagation(solutions=1)").only, None);
    let full = "1324 4231 2413 3142";
    assert_eq!(solved(one, "a-star").goal.as_deref(), Some(&*full.replace(' ', "")));
    assert_eq!(solved(full, "propagation").length, Some(0));
    let none = solved("12.. ..3. ...4 ....", "greedy-best-first");
    assert_eq!(none.status, Status::NoSolution);
    let proof = none.remarks.proof.expect("seen at once");
    assert_eq!(proof, "no digit fits into row 1, column 4");
}
