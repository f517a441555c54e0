//! Commands of UCI, right and wrong.

use std::time::Duration;

use tremaux_chess::Position;
use tremaux_protocol::uci::{Command, Go};

fn parse(line: &str) -> Result<Command, String> {
    Command::parse(line, Some(&Position::initial()))
}

fn go(line: &str) -> Go {
    match parse(line) {
        Ok(Command::Go(go)) => *go,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn arguments_may_come_in_any_order() {
    let found = go("go searchmoves e2e4 d2d4 e2e4 depth 7 wtime 1000 btime -5 binc 10 ponder");
    let moves: Vec<String> = found.moves.iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["e2e4", "d2d4"]);
    let time = |milliseconds| Duration::from_millis(milliseconds);
    assert_eq!(found.time, [(Some(time(1000)), time(0)), (Some(time(0)), time(10))]);
    assert_eq!((found.depth, found.is_pondering), (Some(7), true));
    assert_eq!(found.mistakes, [""; 0]);
    assert_eq!(go("go movestogo 0").moves_to_go, None);
}

#[test]
fn a_search_with_mistakes_still_has_a_limit() {
    let found = go("go depth x nodes infinit searchmoves e2e5 e2e4");
    assert_eq!(found.moves.len(), 1);
    assert_eq!(found.move_time, Some(Duration::from_secs(1)));
    let expected = [
        "column 10: expected a depth, found `x`",
        "column 18: expected a number of nodes, found `infinit`",
        "column 38: expected a legal move; the nearest are `e2e3`, `e2e4`, `a2a3`, found `e2e5`",
        "no limit for White: this search takes 1 s",
    ];
    assert_eq!(found.mistakes, expected);
    let found = go("go wtime movetime 5 depht 3");
    assert_eq!(found.move_time, Some(Duration::from_millis(5)));
    assert_eq!(
        found.mistakes,
        [
            "column 10: expected a time in milliseconds, found `movetime`",
            "column 21: expected `depth`, found `depht`",
            "column 27: expected `searchmoves`, `ponder`, `wtime`, `btime`, `winc`, `binc`, \
             `movestogo`, `depth`, `nodes`, `mate`, `movetime`, `infinite` or `perft`, found `3`",
        ]
    );
}

#[test]
fn a_clock_of_the_other_side_is_no_limit() {
    let second = Some(Duration::from_secs(1));
    for line in ["btime 1000", "winc 5", "movestogo 40", "ponder btime 1000", "wtime x"] {
        assert_eq!(go(&format!("go {line}")).move_time, second, "{line}");
    }
    for line in ["", "infinite btime 1000", "wtime 0", "depth 3 btime 1000", "ponder"] {
        let found = go(&format!("go {line}"));
        assert_eq!((found.move_time, found.mistakes), (None, Vec::new()), "{line}");
    }
}

#[test]
fn positions_have_their_history() {
    let line = "position\tstartpos  moves g1f3 g8f6 f3g1 f6g8";
    let Ok(Command::Position(Ok(position))) = parse(line) else { panic!("{line}") };
    assert_eq!(position.repetitions(), 1);
    let line = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1";
    let Ok(Command::Position(Ok(position))) = parse(line) else { panic!("{line}") };
    assert_eq!(position.to_fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

#[test]
fn errors_have_places() {
    for (line, expected) in [
        ("position", "column 9: expected `startpos` or `fen`, found the end of the text"),
        ("position fen", "column 13: expected a FEN, found the end of the text"),
        ("position statpos", "column 10: expected `startpos` or `fen`, found `statpos`"),
        ("position startpos move e2e4", "column 19: expected `moves`, found `move`"),
        (
            "position startpos moves e2e4 e7e4",
            "column 30: expected a legal move; the nearest are `e7e5`, `e7e6`, `a7a5`, found \
             `e7e4`",
        ),
        (
            "position fen 4k3/8/8/8/8/8/8/4K3 w K - 0 1",
            "column 36: expected no castling right: White needs the king on its first rank and a \
             rook to the right of it, found `K`",
        ),
    ] {
        assert_eq!(parse(line), Ok(Command::Position(Err(expected.to_owned()))), "{line}");
    }
    for (line, expected) in [
        ("debug maybe", "column 7: expected `on` or `off`, found `maybe`"),
        ("setoption Hash", "column 11: expected `name`, found `Hash`"),
        ("ucinewgam", "column 1: expected a command: `ucinewgame`, found `ucinewgam`"),
        ("bench deep", "column 7: expected a depth, found `deep`"),
        ("perft 21", "column 7: expected a depth from 0 to 20, found `21`"),
    ] {
        assert_eq!(parse(line), Err(expected.to_owned()), "{line}");
    }
}

#[test]
fn names_of_options_may_have_spaces() {
    let option = |name: &str, value: &str| {
        Ok(Command::SetOption { name: name.to_owned(), value: value.to_owned() })
    };
    assert_eq!(parse("setoption name Clear Hash"), option("Clear Hash", ""));
    assert_eq!(parse("setoption  name  Hash value  64 "), option("Hash", "64"));
    assert_eq!(parse("setoption name value x"), option("", "x"));
}
