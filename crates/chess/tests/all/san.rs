//! Moves in algebraic notation.

use tremaux_chess::{Chess, Position};
use tremaux_testkit as testkit;

#[test]
fn notation_is_read_back() {
    for (seed, number) in [(4, 518), (5, 7), (6, 700)] {
        let game = Chess::chess960(number).expect("a position");
        testkit::check_game_notation(&game, seed, 20);
    }
}

fn position(fen: &str) -> Position {
    Position::parse_fen(fen).expect(fen)
}

#[test]
fn the_shortest_unambiguous_form_is_written() {
    let cases = [
        // File, rank and both; a pinned piece does not count.
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1", "Rd1"),
        ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"),
        ("4k3/8/8/R7/8/8/4K3/R7 w - - 0 1", "a1a3", "R1a3"),
        ("8/5k2/8/8/Q6Q/8/8/Q3K3 w - - 0 1", "a4d4", "Qa4d4"),
        ("4r2k/8/8/8/4N3/8/8/N3K3 w - - 0 1", "a1c2", "Nc2"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
    ];
    for (fen, squares, san) in cases {
        let position = position(fen);
        let mv = position.parse_uci(squares).expect(squares);
        assert_eq!(position.to_san(mv), san, "{fen}");
        assert_eq!(position.parse_move(san), Ok(mv), "{fen}");
    }
}

#[test]
fn other_forms_are_read() {
    let start = Position::initial();
    for text in ["Nf3", "Ng1f3", "Ng1-f3", "Ngf3", "N1f3", "g1f3", " Nf3!? ", "Nf3+"] {
        assert_eq!(start.parse_move(text).map(|mv| mv.to_string()), Ok("g1f3".into()), "{text}");
    }
    for text in ["e4", "e2e4", "e2-e4", "Pe4"] {
        assert_eq!(start.parse_move(text).map(|mv| mv.to_string()), Ok("e2e4".into()), "{text}");
    }
    let promoting = position("8/4P2k/8/8/8/8/8/4K3 w - - 0 1");
    for text in ["e8=N", "e8N", "e8(N)", "e8/N", "e7e8n", "e8=n"] {
        assert_eq!(promoting.parse_move(text).map(|mv| mv.to_string()), Ok("e7e8n".into()));
    }
    let castling = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    for text in ["O-O", "0-0", "o-o", "e1g1", "e1h1"] {
        assert_eq!(castling.parse_move(text).map(|mv| mv.to_string()), Ok("e1h1".into()), "{text}");
    }
}

#[test]
fn errors_name_what_could_be_meant() {
    let error = |fen: &str, text: &str| position(fen).parse_move(text).unwrap_err().to_string();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(
        error(start, "Nf4"),
        "line 1, column 1: expected a legal move; the nearest are `Nf3`, `f4`, `Na3`, found `Nf4`"
    );
    assert_eq!(
        error(start, "hello"),
        "line 1, column 1: expected a move, for example `Nf3`, `exd5`, `e8=Q` or `O-O`, found \
         `hello`"
    );
    assert_eq!(
        error("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", " Nd2"),
        "line 1, column 2: expected one of `Nbd2`, `Nfd2`: several pieces can go there, found \
         `Nd2`"
    );
    assert_eq!(
        error("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e8"),
        "line 1, column 1: expected the piece that the pawn becomes, as in `e8=Q`, found `e8`"
    );
    assert_eq!(
        error("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Kh8"),
        "line 1, column 1: expected no move: there is no legal one, found `Kh8`"
    );
    assert_eq!(
        error("7k/8/5KQ1/8/8/8/8/8 b - - 0 1", "Kh7"),
        "line 1, column 1: expected no move: there is no legal one, found `Kh7`"
    );
}
