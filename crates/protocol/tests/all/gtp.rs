//! The Go Text Protocol, as its specification has it.

use std::io::{self, BufReader, PipeReader, Write};
use std::time::{Duration, Instant};

use tremaux_protocol::gtp::{self, Settings};

use crate::dialogue::Served;

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
        ("komi 6.333", "? expected at most 361 points, with two decimals"),
        ("komi 400", "? expected at most 361 points, with two decimals"),
        ("komi 6.25", "="),
        ("get_komi", "= 6.25"),
        ("komi nan", "? syntax error: expected a komi, found `nan`"),
        ("komi -0.5", "="),
        ("play black z1", "? illegal move: expected `pass` or a point from A1 to J9"),
        ("play red a1", "? syntax error: expected a color, found `red`"),
        ("play b a1 now", "? syntax error: unknown argument `now`"),
        ("play b", "? syntax error: expected a vertex"),
        ("play B a1", "="),
        ("play w A1", "? illegal move: expected an empty point"),
        ("final_status_list ALIVE", "? expected alive, dead or seki"),
        (
            "loadsgf /no/such/file",
            "? cannot load file: /no/such/file: No such file or directory (os error 2)",
        ),
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

/// What shows the state of a dialogue.
const STATE: [&str; 4] = ["showboard", "get_komi", "printsgf", "final_score"];

/// A command that is answered with an error changes nothing.
#[test]
fn refused_commands_change_nothing() {
    let before = ["boardsize 7", "komi 3", "kgs-rules japanese", "play b C3", "play w D4"];
    let refused = [
        "undo 2",
        "clear_board now",
        "boardsize 9 9",
        "boardsize 0",
        "komi 5 5",
        "komi x",
        "play b A1 now",
        "play b C3",
        "play b Z9",
        "play x A1",
        "genmove b now",
        "genmove",
        "reg_genmove b now",
        "fixed_handicap 2",
        "fixed_handicap 2 2",
        "place_free_handicap 2 2",
        "set_free_handicap A1",
        "set_free_handicap A1 B1",
        "time_settings 1 2 3 4",
        "time_settings 1",
        "time_left b 5 0 0",
        "time_left b 5",
        "kgs-rules",
        "kgs-rules chinese now",
        "kgs-rules house",
        "kgs-time_settings",
        "kgs-time_settings weekly 3",
        "kgs-time_settings absolute 3 4",
        "loadsgf /no/such/file",
        "loadsgf /no/such/file x",
        "lz-analyze x",
        "lz-analyze b 5 5 avoid",
        "kata-analyze b ownership",
        "showboard now",
        "get_komi now",
        "list_stones",
        "final_status A7",
        "printsgf now now",
        "no_such_command",
    ];
    let mut lines = before.to_vec();
    lines.extend(STATE);
    for line in refused {
        lines.push(line);
        lines.extend(STATE);
    }
    let found = answers(&lines);
    let (_, found) = found.split_at(before.len());
    let (state, found) = found.split_at(STATE.len());
    assert_eq!(found.len(), refused.len() * (1 + STATE.len()), "{found:?}");
    for (line, found) in refused.iter().zip(found.chunks(1 + STATE.len())) {
        assert!(found[0].starts_with('?'), "{line}: {}", found[0]);
        assert_eq!(&found[1..], state, "{line}");
    }
}

#[test]
fn what_was_played_before_a_new_board_is_not_undone() {
    for new in ["clear_board", "boardsize 5", "set_free_handicap A1 B1"] {
        let mut lines = vec!["play b C3", "play w A1", "undo", "undo"];
        if new != "set_free_handicap A1 B1" {
            lines.truncate(2);
        }
        lines.extend([new, "undo", "showboard"]);
        let found = answers(&lines);
        let [.., undone, board] = &found[..] else { panic!("{found:?}") };
        assert_eq!(undone, "? cannot undo", "{new}");
        assert!(!board.contains('O'), "{new}: {board}");
    }
}

#[test]
fn handicap_stones_count_by_the_rules() {
    // Black has the whole board of 81 points, 78 of them empty, and White nothing but 0.5 points.
    for (rules, expected) in [
        ("chinese", "= B+77.5"),
        ("aga", "= B+78.5"),
        ("japanese", "= B+77.5"),
        ("new_zealand", "= B+80.5"),
        ("ing", "= B+80.5"),
    ] {
        let rules = format!("kgs-rules {rules}");
        let lines = ["boardsize 9", "komi 0.5", &rules, "fixed_handicap 3", "final_score"];
        assert_eq!(answers(&lines).last().map(String::as_str), Some(expected), "{rules}");
        // A new board is not a handicap game.
        let lines = [&lines[..], &["clear_board", "play b E5", "final_score"]].concat();
        let expected = if rules.ends_with("japanese") { "= B+79.5" } else { "= B+80.5" };
        assert_eq!(answers(&lines).last().map(String::as_str), Some(expected), "{rules}");
    }
}

#[test]
fn a_ko_is_free_after_the_same_player_has_moved_twice() {
    let ko = [
        "play b B4",
        "play b A3",
        "play b B2",
        "play w C4",
        "play w D3",
        "play w C2",
        "play w B3",
        // Black takes the ko: White must not take back at once.
        "play b C3",
    ];
    let after = |more: &[&str]| answers(&[&ko[..], more].concat()).last().cloned();
    let refused = after(&["play w B3"]).expect("an answer");
    assert!(refused.starts_with("? illegal move: expected a move that does not repeat"));
    // The board is another one after a second move of Black.
    assert_eq!(after(&["play b E1", "play w B3"]).as_deref(), Some("="));
    // What White asks for and does not play changes nothing.
    let refused = after(&["reg_genmove b", "play w B3"]).expect("an answer");
    assert!(refused.starts_with('?'), "{refused}");
}

#[test]
fn rules_are_set_and_games_are_printed() {
    check(&[
        ("kgs-rules new_zealand", "="),
        ("kgs-rules Japanese", "="),
        ("komi 0", "="),
        ("play b B1", "="),
        ("play b B2", "="),
        ("play b A2", "="),
        ("play w A1", "? illegal move: expected a move that is not suicide"),
        ("play b C3", "="),
        ("list_stones b", "= C3 A2 B2 B1"),
        ("list_stones white", "="),
        ("final_status b2", "= alive"),
        // 25 points without the four stones.
        ("final_score", "= B+21"),
        (
            "printsgf",
            "= (;FF[4]GM[1]CA[UTF-8]AP[Tremaux]SZ[5]KM[0]RU[Japanese]\n\
             ;B[be];W[];B[bd];W[];B[ad];W[];B[cc])",
        ),
        ("undo", "="),
        ("list_stones b", "= A2 B2 B1"),
        ("kgs-time_settings byoyomi 10 5 3", "="),
        ("kgs-time_settings none", "="),
        ("kgs-game_over", "="),
    ]);
}

#[test]
fn analyses_go_on_until_the_next_line() {
    for (command, pattern) in [
        ("7 lz-analyze b 5", "info move * visits * winrate * prior * order 0 pv *info move *"),
        ("7 lz-analyze interval 5", "info move * winrate * prior * order 0 pv *"),
        (
            "7 kata-analyze w 5 ownership true maxmoves 1",
            "info move * visits * winrate 0.* scoreMean * order 0 pv *",
        ),
    ] {
        let mut dialogue = Served::new(serve);
        dialogue.send("play b C3");
        dialogue.expect("=", &[]);
        dialogue.expect("", &[]);
        dialogue.send(command);
        dialogue.expect("=7", &[]);
        for _ in 0..3 {
            dialogue.expect(pattern, &["=*", "?*", ""]);
        }
        dialogue.send("8 final_score");
        dialogue.expect("", &["=*"]);
        // An analysis changes nothing.
        dialogue.expect("=8 B+17.5", &[]);
        dialogue.end();
    }
    // The end of the input ends it, too.
    assert!(answers(&["lz-analyze 1"])[0].starts_with('='));
    // Stopped before a move is tried, it shows nothing: an empty line is the end of its answer.
    for _ in 0..20 {
        let mut dialogue = Served::new(serve);
        ["lz-analyze 1", "", "name"].iter().for_each(|line| dialogue.send(line));
        let mut rest = dialogue.end();
        rest.retain(|line| !line.starts_with("info "));
        assert_eq!(rest, ["=", "", "= Tremaux", ""]);
    }
}
