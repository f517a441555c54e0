//! The entry of tiles.

use tremaux_domain::{HeuristicCache, SolveRequest, Source};
use tremaux_tiles::entry::TILES;

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
