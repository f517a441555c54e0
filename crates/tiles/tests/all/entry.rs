//! The entry of tiles.

use tremaux_domain::{HeuristicCache, SolveRequest, Source, Status};
use tremaux_tiles::entry::TILES;

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
