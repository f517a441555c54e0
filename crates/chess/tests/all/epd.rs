//! Records of positions with operations.

use tremaux_chess::{Chess, Epd, Operand, Operation};
use tremaux_testkit as testkit;

#[test]
fn the_test_suites_are_read_and_written() {
    let suites = [
        ("bratko-kopec24.epd", 24),
        ("silent-but-deadly.epd", 134),
        ("wac300.epd", 300),
        ("chess-perft-126.epd", 126),
        ("chess960-perft-959.epd", 960),
    ];
    for (name, count) in suites {
        let text = crate::data(name).join("\n");
        let records = Epd::parse_all(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(text.is_empty() || records.len() == count, "{} in {name}", records.len());
        for record in records {
            let written = record.to_string();
            assert_eq!(Epd::parse(&written), Ok(record), "{written}");
        }
    }
}

#[test]
fn random_records_are_read_back() {
    testkit::play_at_random(&Chess::new(), 7, 5, |position, moves| {
        let moves = moves.iter().map(|&mv| Operand::Move(mv));
        let words = [Operand::Text("a; b".into()), Operand::Word("-3.5".into())];
        let record = Epd {
            position: position.clone(),
            operations: vec![
                Operation { name: "bm".into(), operands: moves.collect() },
                Operation { name: "c0".into(), operands: words.into() },
                Operation { name: "noop".into(), operands: Vec::new() },
            ],
        };
        let again = Epd::parse(&record.to_string()).expect("what was written");
        assert_eq!(again, record);
        assert_eq!(again.position.to_fen(), position.to_fen());
    });
}

#[test]
fn errors_say_where_and_what() {
    let good = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"a\";";
    let cases = [
        (
            "4k3/8/8/8/8/8/8/4K2R w K - bm O-O-O; id \"a\";",
            "line 2, column 31: expected a legal move; the nearest are `O-O`, `Kd1`, `Kd2`, found \
             `O-O-O`",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w K - id \"a;",
            "line 2, column 31: expected `\"` at the end of the text, found `\"a;`",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w K - ; 7 b;",
            "line 2, column 30: expected the name of an operation, for example `bm` or `id`, \
             found `7`",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w K - hmvc 65536;",
            "line 2, column 33: expected the half-moves since the last capture or pawn move, a \
             number from 0 to 65535, found `65536`",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w",
            "line 2, column 23: expected field 3, the castling rights: for example `KQkq`, or \
             `-`, found the end of the text",
        ),
        (
            "4k3/8/8/8/8/8/8/5K1R w Q - bm O-O;",
            "line 2, column 24: expected no castling right: White needs the king on its first \
             rank and a rook to the left of it, found `Q`",
        ),
    ];
    for (line, expected) in cases {
        let error = Epd::parse_all(&format!("{good}\n{line}\n{good}\n")).expect_err(line);
        assert_eq!(error.to_string(), expected);
    }
}
