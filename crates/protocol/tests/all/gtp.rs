//! The Go Text Protocol, as its specification has it.

use std::io::{self, BufReader, PipeReader, Write};
use std::time::{Duration, Instant};

use tremaux_core::Game;
use tremaux_games::go::Go;
use tremaux_protocol::gtp::clocks::Clocks;
use tremaux_protocol::gtp::{self, Settings};

use crate::dialogue::Served;

const SECOND: Duration = Duration::from_secs(1);

fn serve(reader: BufReader<PipeReader>, writer: &mut dyn Write) -> io::Result<()> {
    let time = Some(Duration::from_millis(200));
    gtp::serve(reader, writer, Settings { time, size: 5, ..Settings::default() })
}

/// Sends lines and ends the input; returns the answers, of which each ends with an empty line.
fn answers(lines: &[&str]) -> Vec<String> {
    let mut dialogue = Served::new(serve);
    lines.iter().for_each(|line| dialogue.send(line));
    let text = dialogue.end().join("\n") + "\n";
    text.split_terminator("\n\n").map(|answer| answer.trim_end().to_owned()).collect()
}

fn check(pairs: &[(&str, &str)]) {
    let lines: Vec<&str> = pairs.iter().map(|pair| pair.0).collect();
    let found = answers(&lines);
    assert_eq!(found.len(), pairs.len(), "{found:?}");
    for ((line, expected), found) in pairs.iter().zip(found) {
        assert_eq!(&found, expected, "{line}");
    }
}

#[test]
fn numbers_comments_and_errors() {
    check(&[
        ("protocol_version", "= 2"),
        ("12 name # a comment", "=12 Tremaux"),
        ("7\tknown_command\u{1} \t genmove", "=7 true"),
        ("known_command gen", "= false"),
        ("3 gen", "?3 unknown command"),
        ("4", "?4 unknown command"),
        ("known_command", "? syntax error: expected a command"),
        ("boardsize 20", "? unacceptable size"),
        ("boardsize x", "? syntax error: expected a number of rows, found `x`"),
        ("5 boardsize 9", "=5"),
        ("komi 6.3", "? expected at most 99.5 points, with halves"),
        ("komi nan", "? syntax error: expected a komi, found `nan`"),
        ("komi -0.5", "="),
        ("play black z1", "? illegal move: expected `pass` or a point from A1 to J9"),
        ("play red a1", "? syntax error: expected a color, found `red`"),
        ("play b a1 now", "? syntax error: unknown argument `now`"),
        ("play b", "? syntax error: expected a vertex"),
        ("play B a1", "="),
        ("play w A1", "? illegal move: expected an empty point"),
        ("final_status_list ALIVE", "? expected alive, dead or seki"),
        ("loadsgf /no/such/file", "? cannot load file: No such file or directory (os error 2)"),
        ("99 quit", "=99"),
    ]);
    let blank = answers(&["# nothing", "", "  \t ", "\u{7}", "version", "quit", "name"]);
    assert_eq!(blank, [concat!("= ", env!("CARGO_PKG_VERSION")), "="]);
    let commands = &answers(&["list_commands"])[0];
    assert!(
        commands.starts_with("= protocol_version\nname\n") && commands.ends_with("\nshowboard")
    );
}

#[test]
fn games_are_played_undone_and_scored() {
    check(&[
        ("boardsize 5", "="),
        ("komi 0", "="),
        ("play b C3", "="),
        ("play b c4", "="),
        ("final_score", "= B+25"),
        ("play w pass", "="),
        ("play w A1", "="),
        ("final_score", "= B+1"),
        ("final_status_list alive", "= C4\nC3\nA1"),
        ("final_status_list dead", "="),
        ("undo", "="),
        ("undo", "="),
        ("undo", "="),
        (
            "showboard",
            "=\n5 . . . . .\n4 . . . . .\n3 . . X . .\n2 . . . . .\n1 . . . . .\n  A B C D E",
        ),
        ("undo", "="),
        ("undo", "? cannot undo"),
        ("play b pass", "="),
        ("play w pass", "="),
        ("play b A1", "="),
        ("clear_board", "="),
        ("final_score", "= 0"),
    ]);
}

#[test]
fn handicap_stones() {
    check(&[
        ("fixed_handicap 2", "? invalid number of stones"),
        ("boardsize 9", "="),
        ("fixed_handicap 3", "= C3 G7 C7"),
        ("fixed_handicap 3", "? board not empty"),
        ("clear_board", "="),
        ("place_free_handicap 20", "= C3 G7 C7 G3 C5 G5 E3 E7 E5"),
        ("clear_board", "="),
        ("set_free_handicap A1", "? bad vertex list"),
        ("set_free_handicap A1 a1", "? bad vertex list"),
        ("set_free_handicap A1 pass", "? bad vertex list"),
        ("set_free_handicap A1 J9", "="),
        ("final_status_list alive", "= J9\nA1"),
    ]);
}

/// White's stone is dead and White has passed: Black passes if that wins, and plays on if only a
/// capture does.
#[test]
fn passes_end_won_games_alone() {
    let wall = ["boardsize 3", "play b B1", "play b B2", "play b B3", "play w C1"];
    let after = |more: &[&str]| answers(&[&wall[..], more].concat()).last().cloned();
    assert_eq!(after(&["komi 3", "play w pass", "genmove b"]).as_deref(), Some("= pass"));
    let found = after(&["komi 8", "play w pass", "reg_genmove b"]);
    assert_ne!(found.as_deref(), Some("= pass"));
}

#[test]
fn moves_come_in_time() {
    for settings in ["time_settings 0 1 0", "time_settings 3 0 0", "time_settings 0 2 5"] {
        let mut dialogue = Served::new(serve);
        dialogue.send("boardsize 19");
        dialogue.expect("=*", &[]);
        dialogue.expect("", &[]);
        dialogue.send(settings);
        dialogue.expect("=*", &[]);
        dialogue.expect("", &[]);
        let started = Instant::now();
        dialogue.send("1 genmove b");
        // What comes meanwhile waits.
        dialogue.send("2 name");
        // The first line is the worst.
        dialogue.expect("=1 *", &["=2*", "*1", "*19", "=1 A*", "=1 T*"]);
        assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
        dialogue.expect("=2 Tremaux", &[]);
        dialogue.end();
    }
    // The answer comes although the input has ended.
    let found = answers(&["8 genmove w"]);
    assert!(found[0].starts_with("=8 ") && found[0] != "=8 pass", "{found:?}");
    // Nobody listens.
    let mut dialogue = Served::new(serve);
    ["genmove b", "genmove w"].repeat(10).iter().for_each(|line| dialogue.send(line));
    assert!(dialogue.close_output().is_err());
}

#[test]
fn whole_games_end() {
    let mut lines = vec!["boardsize 4", "komi 0", "time_settings 0 1 100"];
    lines.extend(["genmove b", "genmove w"].repeat(40));
    let found = answers(&lines);
    let passes = found.windows(2).filter(|pair| pair == &["= pass", "= pass"]).count();
    assert!(passes > 0 || found.contains(&"= resign".to_owned()), "{found:?}");
}

#[test]
fn games_are_loaded() {
    let path = std::env::temp_dir().join(format!("tremaux-gtp-{}.sgf", std::process::id()));
    std::fs::write(&path, "(;SZ[5]KM[0.5];B[cc];W[aa];B[bb])").expect("a file");
    let load = format!("loadsgf {}", path.display());
    let before = format!("{load} 3");
    check(&[
        (&load, "="),
        ("final_status_list alive", "= A5\nB4\nC3"),
        (&before, "="),
        ("final_status_list alive", "= A5\nC3"),
    ]);
    std::fs::write(&path, "(;SZ[5]\n;B[cc];W[cc])").expect("a file");
    let found = answers(&[&load]);
    assert!(found[0].starts_with("? cannot load file: line 2, column 10"), "{found:?}");
    std::fs::remove_file(&path).expect("a file");
}

#[test]
fn periods_follow_the_main_time() {
    let position = Go::new(9).expect("a board").initial_state();
    let mut clocks = Clocks::new(None);
    assert_eq!(clocks.clock(0, &position).move_time, Some(Settings::DEFAULT_TIME));
    clocks.set(10 * SECOND, 30 * SECOND, 3);
    let clock = clocks.clock(1, &position);
    assert_eq!((clock.remaining, clock.increment), (Some(10 * SECOND), 10 * SECOND));
    clocks.spend(1, 11 * SECOND);
    assert_eq!(clocks.left, [(10 * SECOND, 0), (30 * SECOND, 3)]);
    clocks.spend(1, 4 * SECOND);
    let clock = clocks.clock(1, &position);
    assert_eq!((clock.remaining, clock.moves_to_go), (Some(26 * SECOND), Some(2)));
    clocks.spend(1, SECOND);
    clocks.spend(1, SECOND);
    assert_eq!(clocks.left[1], (30 * SECOND, 3));
    // Nothing is left of a main time without periods.
    clocks.set(SECOND, Duration::ZERO, 0);
    clocks.spend(0, 2 * SECOND);
    assert!(clocks.clock(0, &position).allocate().hard <= Some(SECOND));
    clocks.set(Duration::ZERO, SECOND, 0);
    assert_eq!(clocks.clock(0, &position).remaining, None);
}
