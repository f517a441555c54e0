//! The entry of checkers.

use tremaux_core::Limits;
use tremaux_games::catalog::CHECKERS;

use tremaux_games::named::Outcome;
use tremaux_games::named::{AnalysisRequest, GameTable, PieceSet};

#[test]
fn endings_are_known_exactly() {
    let given = |pieces: &str| [("endings", pieces.to_owned())];
    let request = AnalysisRequest { depth: Some(1), ..AnalysisRequest::default() };
    let mut table = GameTable::new(1 << 16).expect("a small table");
    let mut analyze = |pieces: &str| {
        let played = CHECKERS.open(&given(pieces), "W:WK18:BK1").expect("two kings");
        played.analyze(&request, &mut table, &Limits::default(), &mut |_| {})
    };
    let (guess, report) = (analyze("0"), analyze("2"));
    assert!(!guess.exact && guess.outcome.is_none());
    assert_eq!((report.exact, report.outcome), (true, Some(Outcome::Draw)));
    for pieces in ["6", "-1", "x", ""] {
        let error = CHECKERS.open(&given(pieces), "").err().expect(pieces).to_string();
        assert!(error.contains("endings") || error.contains("from 0 to 5"), "{error}");
    }
    assert!(CHECKERS.open(&given("2"), "W:W33:B1").is_err());
}

#[test]
fn moves_name_every_square_and_games_end_for_a_reason() {
    let game = CHECKERS.open(&[], "B:W6,15,32:B1").expect("a position");
    assert_eq!(game.moves(), ["1x10x19"]);
    let look = game.look();
    assert_eq!(look.moves, [[(1, 0), (3, 2), (5, 4)]]);
    assert_eq!((look.pieces, look.scale), (Some(PieceSet::Men), 100));
    for (position, reason) in [
        ("B:W5:B", "no piece left"),
        ("B:W32:B28", "no legal move"),
        ("W:WK32:BK1:H80", "only kings moved for too long"),
    ] {
        let game = CHECKERS.open(&[], position).expect(position);
        assert_eq!((game.result().is_some(), game.reason()), (true, Some(reason)), "{position}");
    }
}
