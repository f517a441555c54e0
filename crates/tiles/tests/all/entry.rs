//! The entry of tiles.

use tremaux_domain::{HeuristicCache, RegistryError, SolveRequest, Source, Status};
use tremaux_tiles::catalog::TILES;

/// Without a goal, it is the one of blank-last and blank-first that a board reaches; every report
/// names it.
#[test]
fn the_goal_is_one_that_the_board_reaches_and_is_named() {
    let report = |board: &str, given: &[(&'static str, String)]| {
        let instances = TILES.instances(Source::Many(board), given).expect("a board");
        let request =
            SolveRequest { algorithm: Some("parberry".into()), ..SolveRequest::default() };
        let mut search =
            instances[0].start(&request, &HeuristicCache::default()).expect("a search");
        search.advance(&tremaux_core::Limits::default());
        search.report().expect("a right plan")
    };
    let ordered = |cells: usize| (1..cells).map(|it| it.to_string()).collect::<Vec<_>>().join(" ");
    for side in [4, 9, 3] {
        let last = format!("{} 0", ordered(side * side));
        let first = format!("0 {}", ordered(side * side));
        let is_even = side % 2 == 0;
        let cases = [
            (last.as_str(), "blank-last", Some(0)),
            (&first, if is_even { "blank-first" } else { "blank-last" }, is_even.then_some(0)),
        ];
        for (board, goal, length) in cases {
            let report = report(board, &[]);
            assert_eq!((report.status, report.goal.as_deref()), (Status::Solved, Some(goal)));
            assert!(length.is_none_or(|length| report.length == Some(length)), "{board}");
        }
        let given = [("goal", "blank-first".to_owned())];
        assert_eq!(report(&first, &given).goal.as_deref(), Some("blank-first"));
    }
    let unsolvable = report("2 1 3 4 5 6 7 8 0", &[]);
    assert_eq!(unsolvable.status, Status::NoSolution);
    assert_eq!(unsolvable.goal.as_deref(), Some("blank-last"));
    let proof = unsolvable.remarks.proof.expect("without a search");
    assert!(proof.ends_with("neither blank-last nor blank-first can be reached"), "{proof}");
    let given = [("goal", "blank-first".to_owned())];
    let other = report("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0", &given);
    let proof = other.remarks.proof.expect("without a search");
    assert!(proof.ends_with("; blank-last can be reached"), "{proof}");
    let given = [("goal", "2 1 3 / 8 0 4 / 7 6 5".to_owned())];
    let own = report("2 1 3 8 4 0 7 6 5", &given);
    assert_eq!(own.goal.as_deref(), Some("2 1 3 / 8 0 4 / 7 6 5"));
    let korf = TILES.instances(Source::Options, &[("korf", "1".to_owned())]).expect("a number");
    let mut search =
        korf[0].start(&SolveRequest::default(), &HeuristicCache::default()).expect("a search");
    search.advance(&tremaux_core::Limits::default().with_nodes(1));
    assert_eq!(search.report().expect("no plan").goal.as_deref(), Some("blank-first"));
}

#[test]
fn many_small_boards_are_no_large_one() {
    let boards = "1 4 2 3 0 5 6 7 8\n".repeat(9);
    let found = TILES.instances(Source::Many(&boards), &[]).expect("boards");
    assert_eq!(found.len(), 9);
    let given = [("size", "9x9".to_owned())];
    let made = TILES.generate(7, 3, &given).expect("a size");
    let text: Vec<String> = made.collect();
    let found = TILES.instances(Source::Many(&text.join("\n")), &[]);
    assert_eq!(found.expect("boards").len(), 3);
}

#[test]
fn a_board_of_twenty_by_twenty_is_solved() {
    let given = [("size", "20x20".to_owned())];
    let tiles = &TILES;
    let made: Vec<String> = tiles.generate(7, 1, &given).expect("a size").collect();
    let instances = tiles.instances(Source::Many(&made[0]), &[]).expect("a board");
    let mut search =
        instances[0].start(&SolveRequest::default(), &HeuristicCache::default()).expect("a search");
    search.advance(&tremaux_core::Limits::default());
    let report = search.report().expect("it stands up to being replayed");
    assert!(report.length.is_some_and(|length| (1_000..=40_000).contains(&length)));
    assert_eq!((report.optimal, report.algorithm.as_str()), (Some(false), "parberry"));
    let request = SolveRequest { algorithm: Some("parberry".into()), ..SolveRequest::default() };
    let small = tiles.instances(Source::One("1 4 2 / 3 0 5 / 6 7 8"), &[]).expect("a board");
    let mut search = small[0].start(&request, &HeuristicCache::default()).expect("a search");
    search.advance(&tremaux_core::Limits::default());
    assert!(search.report().is_ok_and(|report| report.length >= Some(2)));
}

/// The number of cells of each board in a text.
fn counts(text: &str) -> Vec<usize> {
    let boards = TILES.instances(Source::Many(text), &[]).expect(text);
    let cells = |text: &str| text.split_whitespace().filter(|&word| word != "/").count();
    boards.iter().map(|board| cells(board.text())).collect()
}

#[test]
fn a_board_may_take_several_lines() {
    assert_eq!(counts("1 4 2\n3 0 5\n6 7 8\n"), [9]);
    assert_eq!(counts("# of 3x2\n1 4 2\n3 0 5\n"), [6]);
    assert_eq!(counts("0 1 2 3\n3 2 1 0\n"), [4, 4]);
    assert_eq!(counts("1 4 2 / 3 0 5\n\n1 4 2 / 3 5 0 # the next\n"), [6, 6]);
}

#[test]
fn a_number_and_a_length_may_stand_in_front() {
    let published = "# id length tiles\n\
        1 57 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n\
        2 55 13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6\n";
    assert_eq!(counts(published), [16, 16]);
    assert_eq!(counts("7 2 1 4 2 3 0 5 6 7 8"), [9]);
}

#[test]
fn places_are_those_of_the_file() {
    let place = |text: &str| match TILES.instances(Source::Many(text), &[]).err() {
        Some(RegistryError::Instance { error, .. }) => (error.line, error.column),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(place("# é\n0 1 2 3\n0 1 2 x\n"), (3, 7));
    assert_eq!(place("1 4 2\n3 0 5\n6 7 7\n"), (3, 5));
    assert_eq!(place("0 1 2 3 # one\n\n  0 1 2 2\n"), (3, 9));
    assert_eq!(place(""), (1, 1));
    assert_eq!(place("# nothing\n").0, 1);
}
