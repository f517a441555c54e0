//! The entry of sudoku.

use tremaux_domain::{HeuristicCache, SolveReport, SolveRequest, Source, Status, TieBreakName};
use tremaux_puzzles::sudoku::entry::SUDOKU;

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
        assert!(report.remarks.solutions.len() > 1, "{algorithm}");
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
