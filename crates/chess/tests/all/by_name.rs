//! Chess by name: what a page shows, how games end, games as PGN.

use tremaux_chess::catalog::CHESS;
use tremaux_games::named::{Outcome, PieceSet, PlayedGame};

fn opened(fen: &str) -> Box<dyn PlayedGame> {
    CHESS.open(&[], fen).expect("a position")
}

/// The squares of a move, as a page counts them: from the top left.
fn squares(game: &dyn PlayedGame, mv: &str) -> Vec<(u8, u8)> {
    let nth = game.moves().iter().position(|it| it == mv).expect(mv);
    game.look().moves[nth].clone()
}

#[test]
fn moves_name_their_squares() {
    let mut game = opened("r3k2r/8/8/8/8/8/4q3/R3K2R w KQkq - 0 20");
    let look = game.look();
    assert_eq!((look.pieces, look.scale), (Some(PieceSet::Figures), 100));
    assert_eq!((look.first_side, look.first_number), (0, 20));
    assert_eq!(look.alerts, [(4, 7)], "the king in check");
    assert_eq!(look.last, []);
    assert_eq!(squares(&*game, "Kxe2"), [(4, 7), (4, 6)]);
    game.play("Kxe2").expect("legal");
    assert_eq!(squares(&*game, "O-O"), [(4, 0), (6, 0)]);
    assert_eq!(squares(&*game, "O-O-O"), [(4, 0), (2, 0)]);
    let look = game.look();
    assert_eq!((look.last, look.alerts), (vec![(4, 7), (4, 6)], vec![]));
    assert_eq!((look.first_side, look.first_number), (0, 20), "of the first move");
    // In Chess960 the king may go to where it is: it goes to the rook.
    let game = opened("4k3/8/8/8/8/8/8/1R4KR w KQ - 0 1");
    assert_eq!(squares(&*game, "O-O"), [(6, 7), (7, 7)]);
    // Several moves name the same squares.
    let game = opened("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(squares(&*game, "a8=N"), squares(&*game, "a8=Q"));
}

#[test]
fn games_end_for_a_reason() {
    let cases = [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", Outcome::Draw, "stalemate"),
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "Ra8", Outcome::Win, "checkmate"),
        ("r6K/8/6k1/8/8/8/8/8 w - - 0 1", "", Outcome::Loss, "checkmate"),
        ("7k/8/6K1/8/8/8/8/N7 w - - 0 1", "", Outcome::Draw, "insufficient material"),
        (
            "7k/8/6K1/8/8/8/8/R7 w - - 99 80",
            "Rb1",
            Outcome::Draw,
            "fifty moves without a capture or a pawn move",
        ),
        // Mate on the last of the fifty moves counts.
        ("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "Ra8", Outcome::Win, "checkmate"),
        ("", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", Outcome::Draw, "threefold repetition"),
    ];
    for (fen, moves, outcome, reason) in cases {
        let mut game = opened(fen);
        for mv in moves.split_whitespace() {
            assert_eq!((game.result(), game.reason()), (None, None), "{fen} {moves}");
            game.play(mv).expect(mv);
        }
        let result = game.result().map(|(outcome, _)| outcome);
        assert_eq!((result, game.reason()), (Some(outcome), Some(reason)), "{fen} {moves}");
        assert!(game.look().moves.is_empty());
    }
}

#[test]
fn games_go_out_and_come_in_as_pgn() {
    let start = "6k1/8/4P1K1/8/8/p7/8/8 w - - 0 31";
    let mut game = opened(start);
    for mv in ["e7", "Kh8", "e8=Q#"] {
        game.play(mv).expect(mv);
    }
    let pgn = game.record().expect("chess has PGN");
    assert!(pgn.contains("\n31. e7 Kh8 32. e8=Q# 1-0\n"), "{pgn}");
    let format = CHESS.record_format().expect("chess has PGN");
    assert_eq!((format.name, format.extension), ("PGN", "pgn"));
    let other = "[White \"A\"]\n[Black \"?\"]\n\n1. d4 {solid} d5 (1... f5) *\n";
    let records = CHESS.read_records(&[], &format!("{pgn}{other}")).expect("two games");
    assert_eq!(records.len(), 2);
    assert_eq!(records[0].title, "unknown \u{2013} unknown 1-0");
    assert_eq!((records[0].start.as_str(), records[0].moves.len()), (start, 3));
    assert_eq!(
        (records[1].title.as_str(), records[1].moves.join(" ").as_str()),
        ("A \u{2013} unknown *", "d4 d5")
    );
    let error = CHESS.read_records(&[], "\n1. e4 Nf9 *").expect_err("no such square");
    let (_, place) = error.place().expect("a place");
    assert_eq!((place.line, place.column, place.offset, place.length), (2, 7, 7, 3));
    CHESS.read_records(&[], " ").expect_err("no game");
}
