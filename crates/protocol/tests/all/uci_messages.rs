//! What UCI engines write.

use tremaux_protocol::client::{EngineScore, OptionType, UciMessage};

#[test]
fn lines_are_read() {
    for (line, expected) in [
        ("uciok", UciMessage::UciOk),
        ("readyok", UciMessage::ReadyOk),
        ("id name Fruit 2.1", UciMessage::Name("Fruit 2.1".into())),
        ("id author Fabien", UciMessage::Other),
        ("bestmove e2e4 ponder e7e5", UciMessage::BestMove("e2e4".into())),
        ("bestmove", UciMessage::BestMove(String::new())),
        ("Stockfish 15.1 by the developers", UciMessage::Other),
        ("", UciMessage::Other),
        ("info string NNUE evaluation using x", UciMessage::Other),
        ("info depth 5 multipv 2 score cp 3 pv e2e4", UciMessage::Other),
    ] {
        assert_eq!(UciMessage::parse(line), expected, "{line}");
    }
}

#[test]
fn thoughts_are_read() {
    let info = |line| match UciMessage::parse(line) {
        UciMessage::Info(thought) => thought,
        other => panic!("{line}: {other:?}"),
    };
    let thought = info(
        "info depth 12 seldepth 18 multipv 1 score cp -25 nodes 1234 nps 9 time 3 pv e2e4 e7e5",
    );
    assert_eq!(thought.score, Some(EngineScore::Centipawns(-25)));
    assert_eq!((thought.depth, thought.nodes), (Some(12), Some(1234)));
    assert_eq!(thought.line, "e2e4 e7e5");
    assert_eq!(info("info score mate -3 depth 4").score, Some(EngineScore::Mate(-3)));
    assert_eq!(info("info depth 4 score cp 900 lowerbound").score, None);
    assert_eq!(info("info depth 7 score cp x nodes").depth, Some(7));
}

#[test]
fn options_are_read() {
    let option = |line| match UciMessage::parse(line) {
        UciMessage::Option(option) => Some((option.name, option.kind)),
        _ => None,
    };
    let spin = OptionType::Spin { least: 4, most: 1024 };
    let read = option("option name Mobility (Middle Game) type spin default 9 min 4 max 1024");
    assert_eq!(read, Some(("Mobility (Middle Game)".into(), spin)));
    let words = vec!["Always".into(), "Fail High".into()];
    let read = option("option name X max type combo default Always var Always var Fail High");
    assert_eq!(read, Some(("X max".into(), OptionType::Combo(words))));
    let read = option("option name Book File type string default book.bin");
    assert_eq!(read, Some(("Book File".into(), OptionType::Text)));
    assert_eq!(option("option name Clear Hash type button").unwrap().1, OptionType::Button);
    for wrong in ["option", "option x", "option name type check", "option name A type B"] {
        assert_eq!(option(wrong), None, "{wrong}");
    }
}
