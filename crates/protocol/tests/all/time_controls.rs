//! Time controls, limits and scores of outside engines.

use std::time::Duration;

use tremaux_protocol::client::EngineScore::{Centipawns, Mate};
use tremaux_protocol::client::{MoveLimits, TimeControl};

#[test]
fn time_controls_are_read_and_written() {
    for (text, written, seconds) in [
        ("10+0.1", "10+0.1", 10.0),
        ("40/60", "40/60", 60.0),
        (" 5 ", "5", 5.0),
        ("0.5+0", "0.5", 0.5),
        ("40/1:30+0.5", "40/90+0.5", 90.0),
    ] {
        let control: TimeControl = text.parse().expect(text);
        assert_eq!(control.to_string(), written);
        assert_eq!(control.time.as_secs_f64(), seconds);
    }
    for wrong in
        ["", "0", "x", "10+", "+1", "0/10", "/10", "10s", "-5", "1e9", "1:2:3", "10+-1", "inf"]
    {
        assert!(wrong.parse::<TimeControl>().is_err(), "{wrong}");
    }
}

#[test]
fn moves_are_counted_down() {
    let limits = MoveLimits { control: "40/60".parse().ok(), ..MoveLimits::default() };
    let to_go = |made| limits.clock(Duration::from_secs(1), made).moves_to_go;
    assert_eq!([0, 39, 40, 41].map(to_go), [40, 1, 40, 39].map(Some));
    let limits = MoveLimits { control: "10+0.1".parse().ok(), ..limits };
    assert_eq!(limits.clock(Duration::ZERO, 3).moves_to_go, None);
}

#[test]
fn mates_are_beyond_other_scores() {
    let scores = [Mate(-1), Mate(-5), Centipawns(i32::MIN), Centipawns(0), Centipawns(29_500)];
    let more = [Mate(900), Mate(2), Mate(1)];
    let all: Vec<i32> = scores.iter().chain(&more).map(|it| it.centipawns()).collect();
    assert!(all.is_sorted(), "{all:?}");
    assert_eq!(Mate(0).centipawns(), -30_000);
    let texts = [Centipawns(35), Centipawns(-120), Mate(3), Mate(-2)].map(|it| it.text());
    assert_eq!(texts, ["+0.35", "-1.20", "+M3", "-M2"]);
}
