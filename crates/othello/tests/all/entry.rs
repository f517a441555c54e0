//! Othello by name: what a page shows, analyses, positions with expected moves.

use tremaux_core::Limits;
use tremaux_domain::TableSource;
use tremaux_games::named::{AnalysisRequest, GameTable, Outcome, PieceSet};
use tremaux_othello::catalog::OTHELLO;

const RECORD: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; \
                      H1:+12; % FFO 1";

#[test]
fn squares_are_counted_from_the_top_left() {
    let mut game = OTHELLO.open(&[], "").expect("the start");
    assert_eq!(game.moves(), ["d3", "c4", "f5", "e6"]);
    let look = game.look();
    assert_eq!((look.pieces, look.scale), (Some(PieceSet::Discs), 1));
    assert_eq!(look.moves[2], [(5, 4)]);
    assert_eq!(game.play("F5").ok().as_deref(), Some("f5"));
    assert_eq!(game.look().last, [(5, 4)]);
    let over = OTHELLO.open(&[], "e6f4e3f6g5d6e7f5c5").expect("legal moves");
    assert_eq!(over.result(), Some((Outcome::Win, 64)));
}

#[test]
fn records_say_what_is_expected() {
    let noted = OTHELLO.open_noted(&[], RECORD, &TableSource::default()).expect("a record");
    assert_eq!((noted.title.as_deref(), noted.score), (Some("FFO 1"), Some(18)));
    assert_eq!(noted.best, ["g8"]);
    assert_eq!(noted.is_solved_by(Some("g8"), Some(18)), Some(true));
    assert_eq!(noted.is_solved_by(Some("g8"), None), Some(true));
    assert_eq!(noted.is_solved_by(Some("g8"), Some(16)), Some(false));
    assert_eq!(noted.is_solved_by(Some("h1"), Some(18)), Some(false));
}

#[test]
fn the_solver_agrees_with_the_engine() {
    let game = OTHELLO.open_noted(&[], RECORD, &TableSource::default()).expect("a record").game;
    let mut table = GameTable::new(1 << 22).expect("a small table");
    let exact = AnalysisRequest { exact: true, ..AnalysisRequest::default() };
    let all = AnalysisRequest { all_moves: true, ..exact.clone() };
    let mut analyze = |request: &AnalysisRequest, limits: &Limits| {
        game.analyze(request, &mut table, limits, &mut |_| {})
    };
    let report = analyze(&exact, &Limits::default());
    assert_eq!((report.score, report.exact, report.best.as_deref()), (Some(18), true, Some("g8")));
    assert_eq!((report.depth, report.algorithm.as_str()), (14, "mtd-f"));
    let report = analyze(&all, &Limits::default());
    let moves: Vec<_> = report.moves.iter().map(|it| (it.mv.as_str(), it.value.score)).collect();
    let expected = [("g8", 18), ("h1", 12), ("h7", 6), ("a2", 6), ("a3", 4), ("b1", -4)];
    assert_eq!(moves.len(), 8);
    for (mv, score) in expected {
        assert!(moves.contains(&(mv, score)), "{moves:?}");
    }
    // Stopped, it says what is proved.
    let report = analyze(&all, &Limits::default().with_nodes(20_000));
    assert!(!report.exact && report.stopped.is_some() && report.best.is_some());
    let report = analyze(&exact, &Limits::default().with_nodes(2000));
    assert!(!report.exact && report.at_most.is_some_and(|most| most >= 18));
}
