//! Commands of xboard, right and wrong.

use std::time::Duration;

use tremaux_protocol::xboard::{Command, Level};

#[test]
fn time_controls() {
    let level = |moves, base, increment| {
        let time = Duration::from_secs_f64;
        Ok(Command::Level(Level { moves, base: time(base), increment: time(increment) }))
    };
    assert_eq!(Command::parse("level 40 5 0"), level(40, 300.0, 0.0));
    assert_eq!(Command::parse("level 0 0:10 0.1"), level(0, 10.0, 0.1));
    assert_eq!(Command::parse("level  0  2:30  12"), level(0, 150.0, 12.0));
    for line in ["level", "level 40 5", "level 40 5 0 1", "level -1 5 0", "level 0 1e300 0"] {
        let expected = "Error (expected moves, minutes[:seconds], seconds)";
        assert_eq!(Command::parse(line), Err(format!("{expected}: {line}")));
    }
    let time = |milliseconds| Duration::from_millis(milliseconds);
    assert_eq!(Command::parse("st 0.01"), Ok(Command::MoveTime(time(10))));
    assert_eq!(Command::parse("time 150"), Ok(Command::Time(time(1500))));
    assert_eq!(Command::parse("time -3"), Ok(Command::Time(time(0))));
}

#[test]
fn moves_may_come_alone() {
    for mv in ["e2e4", "e7e8q", "Nf3", "exd5", "e8=Q", "O-O-O", "Qh4#"] {
        assert_eq!(Command::parse(mv), Ok(Command::Move(mv.to_owned())));
    }
    for (line, expected) in [
        ("forse", "Error (unknown command; did you mean `force` or `cores`?): forse"),
        ("xyzzy 1", "Error (unknown command): xyzzy 1"),
        ("st soon", "Error (expected a number of seconds): st soon"),
        ("sd -1", "Error (expected a number of plies): sd -1"),
        ("variant atomic", "Error (expected the variant normal or fischerandom): variant atomic"),
    ] {
        assert_eq!(Command::parse(line), Err(expected.to_owned()));
    }
}
