//! FEN and moves as squares.

use tremaux_chess::{Castling, CastlingLetters, Chess, Position};
use tremaux_testkit as testkit;

#[test]
fn written_positions_are_read_back() {
    for (seed, number) in [(1, 518), (2, 0), (3, 959)] {
        let game = Chess::chess960(number).expect("a position");
        testkit::play_at_random(&game, seed, 20, |position, moves| {
            for letters in [CastlingLetters::Outermost, CastlingLetters::Files] {
                let text = position.fen(letters).to_string();
                let again =
                    Position::parse_fen(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(again, *position, "{text}");
                assert_eq!(again.fen(letters).to_string(), text);
            }
            for &mv in moves {
                for castling in [Castling::KingMoves, Castling::KingTakesRook] {
                    let text = position.to_uci(mv, castling);
                    assert_eq!(position.parse_uci(&text), Ok(mv), "{text}");
                }
            }
        });
    }
}

/// Beyond fifty moves nobody has claimed the draw yet.
#[test]
fn half_moves_above_a_hundred_are_kept_and_counted() {
    for clock in [99, 100, 101, 149, 150, 1000, 65_534] {
        let text = format!("4k3/8/8/8/8/8/4P3/4K2R w K - {clock} 150");
        let mut position = Position::parse_fen(&text).expect(&text);
        assert_eq!((position.to_fen(), position.halfmove_clock()), (text.clone(), clock));
        let epd = format!("4k3/8/8/8/8/8/4P3/4K2R w K - hmvc {clock}; fmvn 150;");
        let record = tremaux_chess::Epd::parse(&epd).expect(&epd);
        assert_eq!((record.position.to_fen(), record.to_string()), (text.clone(), epd));
        let before = position.clone();
        let undo = position.play(position.parse_uci("h1h2").expect("a move"));
        assert_eq!(position.halfmove_clock(), clock + 1);
        assert!(position.to_fen().ends_with(&format!(" {} 150", clock + 1)));
        position.undo(undo);
        let undo = position.pass();
        assert_eq!(position.halfmove_clock(), clock + 1);
        position.undo(undo);
        assert_eq!((&position, position.to_fen()), (&before, text));
        position.play(position.parse_uci("e2e4").expect("a move"));
        assert_eq!(position.halfmove_clock(), 0);
    }
}

#[test]
fn the_files_are_written_as_they_were() {
    for name in ["chess-perft-126.epd", "chess960-perft-959.epd"] {
        for line in crate::data(name) {
            let fen = line.split(';').next().expect("a FEN").trim();
            let position = Position::parse_fen(fen).expect(fen);
            let letters = match name {
                "chess-perft-126.epd" => CastlingLetters::Outermost,
                _ => CastlingLetters::Files,
            };
            let written = position.fen(letters).to_string();
            let without_passing = |fen: &str| {
                let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
                let mut rights: Vec<char> = fields[2].chars().collect();
                rights.sort_unstable();
                fields[2] = rights.into_iter().collect();
                fields.remove(3);
                fields
            };
            assert_eq!(without_passing(&written), without_passing(fen), "{fen}");
        }
    }
}

#[test]
fn castling_rights_of_chess960() {
    // Two rooks on the right: the inner one has the right.
    let text = "4k3/8/8/8/8/8/8/4K1RR w G - 0 1";
    let position = Position::parse_fen(text).expect(text);
    assert_eq!(position.to_fen(), text);
    assert_eq!(
        Position::parse_fen("4k3/8/8/8/8/8/8/4K1RR w K - 0 1").expect("X-FEN").to_fen(),
        "4k3/8/8/8/8/8/8/4K1RR w K - 0 1"
    );
    let castling = position.parse_uci("e1g1").expect("castling");
    assert_eq!(position.to_uci(castling, Castling::KingMoves), "e1g1");
    // The king on f1 moves one step to g1; only the rook's square means castling.
    let near = Position::parse_fen("4k3/8/8/8/8/8/8/5K1R w K - 0 1").expect("a FEN");
    assert!(!near.is_castling(near.parse_uci("f1g1").expect("a step")));
    assert!(near.is_castling(near.parse_uci("f1h1").expect("castling")));
}

/// The place and the words of the error about a FEN.
fn error(fen: &str) -> String {
    Position::parse_fen(fen).map(|it| it.to_fen()).expect_err(fen).to_string()
}

#[test]
fn errors_say_where_and_what() {
    let cases = [
        (
            "",
            "line 1, column 1: expected a FEN, for example `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/\
              RNBQKBNR w KQkq - 0 1`, found an empty text",
        ),
        (
            "4k3/8/8/8 w - - 0 1",
            "line 1, column 10: expected `/` and rank 4: eight ranks, found \
              nothing",
        ),
        (
            "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
            "line 1, column 5: expected a piece, one of \
              `PNBRQKpnbrqk`, or a number of empty squares, 1 to 8, found `9`",
        ),
        (
            "4k4/8/8/8/8/8/8/4K3 w - - 0 1",
            "line 1, column 3: expected eight squares in rank 8, \
              not more, found `4`",
        ),
        (
            "4k2/8/8/8/8/8/8/4K3 w - - 0 1",
            "line 1, column 1: expected eight squares in rank 8, \
              not 7, found `4k2`",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3/8 w - - 0 1",
            "line 1, column 21: expected the side to move after \
              eight ranks, found `8`",
        ),
        (
            "4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
            "line 1, column 4: expected no pawn on the first or \
              last rank, found `P`",
        ),
        (
            "4kk2/8/8/8/8/8/8/4K3 w - - 0 1",
            "line 1, column 3: expected one king of Black, not \
              two, found `k`",
        ),
        (
            "4k3/8/8/8/8/8/8/8 w - - 0 1",
            "line 1, column 1: expected a board with a king of \
              White, found `4k3/8/8/8/8/8/8/8`",
        ),
        (
            "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
            "line 1, column 23: expected the other side to move: \
              the king of Black is in check, found `w`",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
            "line 1, column 21: expected the side to move, `w` or \
              `b`, found `x`",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3",
            "line 1, column 20: expected field 2, the side to move: `w` or \
              `b`, found the end of the text",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w KK - 0 1",
            "line 1, column 25: expected each castling right \
              once, found `K`",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
            "line 1, column 25: expected no castling right: \
              White needs the king on its first rank and a rook to the left of it, found `Q`",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w X - 0 1",
            "line 1, column 24: expected castling rights: \
              letters of `KQkq`, files of rooks such as `HAha`, or `-`, found `X`",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e3 0 1",
            "line 1, column 25: expected an en-passant square on \
              rank 6, or `-`, found `e3`",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
            "line 1, column 25: expected the empty square that a \
              pawn has just passed by a double step, or `-`, found `e6`",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 65536 1",
            "line 1, column 27: expected the half-moves since \
              the last capture or pawn move, a number from 0 to 65535, found `65536`",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 x",
            "line 1, column 29: expected the number of the move, \
              from 1 to 65535, found `x`",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0",
            "line 1, column 28: expected field 6, the number of the \
              move, found the end of the text",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2",
            "line 1, column 31: expected the end of the FEN \
              after six fields, found `2`",
        ),
    ];
    for (fen, expected) in cases {
        assert_eq!(error(fen), expected, "{fen}");
    }
}

#[test]
fn errors_about_moves_name_the_nearest() {
    let error = |text: &str| Position::initial().parse_uci(text).unwrap_err().to_string();
    assert_eq!(
        error("e2e5"),
        "line 1, column 1: expected a legal move; the nearest are `e2e3`, `e2e4`, `a2a3`, found \
         `e2e5`"
    );
    assert_eq!(
        error("castle"),
        "line 1, column 1: expected a move such as `e2e4`, or `e7e8q` for a promotion, found \
         `castle`"
    );
}
