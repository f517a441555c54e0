//! What xboard engines write.

use tremaux_protocol::client::{EngineScore, XboardMessage};

#[test]
fn lines_are_read() {
    let mv = |text: &str| XboardMessage::Move(text.into());
    for (line, expected) in [
        ("pong 17", XboardMessage::Pong(17)),
        ("pong x", XboardMessage::Other),
        ("move e2e4", mv("e2e4")),
        ("1. ... e7e5", mv("e7e5")),
        ("12. ... O-O", mv("O-O")),
        ("My move is: Nf3", mv("Nf3")),
        ("My move is : Nf3", mv("Nf3")),
        ("My move is", XboardMessage::Other),
        ("move", XboardMessage::Other),
        ("resign", XboardMessage::Resign),
        ("1-0 {White mates}", XboardMessage::Result(Some(true))),
        ("1/2-1/2 {Draw by repetition}", XboardMessage::Result(None)),
        ("Illegal move: e2e5", XboardMessage::Refused),
        ("Illegal move (bad piece): e2e5", XboardMessage::Refused),
        ("Error (unknown command): sd", XboardMessage::Other),
        ("tellics whisper depth=10", XboardMessage::Other),
        ("# debugging", XboardMessage::Other),
        ("", XboardMessage::Other),
    ] {
        assert_eq!(XboardMessage::parse(line), expected, "{line}");
    }
}

#[test]
fn features_are_read() {
    let line = "feature myname=\"Phalanx XXV\" ping=1 option=\"Skill -spin 1 0 5\" done=1";
    let XboardMessage::Features(features) = XboardMessage::parse(line) else {
        panic!("features");
    };
    let words: Vec<String> =
        features.iter().map(|(name, value)| format!("{name}:{value}")).collect();
    assert_eq!(words, ["myname:Phalanx XXV", "ping:1", "option:Skill -spin 1 0 5", "done:1"]);
    let cut = XboardMessage::parse("feature myname=\"X");
    assert_eq!(cut, XboardMessage::Features(vec![("myname".into(), "X".into())]));
}

#[test]
fn thoughts_are_read() {
    let score = |line| match XboardMessage::parse(line) {
        XboardMessage::Thinking(thought) => (thought.depth.unwrap(), thought.score.unwrap()),
        other => panic!("{other:?}"),
    };
    let line = " 10    -44    51   166450  e7e5  Nb1-c3";
    assert_eq!(score(line), (10, EngineScore::Centipawns(-44)));
    assert_eq!(score("9. 100003 5 7 Qh5"), (9, EngineScore::Mate(3)));
    assert_eq!(score("9& -100002 5 7").1, EngineScore::Mate(-2));
}
