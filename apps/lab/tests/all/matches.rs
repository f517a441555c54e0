//! `tremaux lab match`: games that are won, repeated, refused and stopped.

use std::fmt::Write;
use std::time::Duration;

use crate::support::mates::{Answer, POSITIONS, analyzed, squares};
use crate::support::{self, Run, file, json, measured, program, run};

fn assert_refused(refused: &Run, words: &[&str]) {
    assert_eq!((refused.status, refused.out.as_str()), (2, ""), "{}", refused.err);
    for word in words {
        assert!(refused.err.contains(word), "{word}: {}", refused.err);
    }
}

#[test]
fn games_of_every_kind_are_played() {
    for arguments in [
        &["backgammon", "expectiminimax(depth=1)", "random"][..],
        &["checkers", "scout(depth=4)", "random", "--games", "2"],
        &["chess", "scout(depth=2)", "random", "--games", "2"],
        &["tic-tac-toe", "minimax(depth=3)", "negamax(nodes=2000)"],
    ] {
        let played = run(&[&["match"], arguments].concat());
        assert_eq!(played.status, 0, "{arguments:?}: {}", played.err);
    }
    let it = run(&["match", "tic-tac-toe", "5", "easy", "--games", "2", "--format", "json"]);
    assert_eq!(it.status, 0, "{}", it.err);
    assert_eq!(json(&it)["a"], "engine(depth=5)");
    let help = run(&["match", "--help"]).out;
    assert!(help.contains("for at most 1 second a move"), "{help}");
}

#[test]
fn wrong_players_and_positions_are_refused() {
    assert_eq!(run(&["match", "dots-and-boxes", "random", "random", "--players", "3"]).status, 2);
    let players = ["expectiminimax(depth=500)", "random"];
    assert_refused(&run(&["match", "backgammon", players[0], players[1]]), &["at most 400 plies"]);
    let contest = |a, b| run(&["match", "nim", a, b]);
    assert_refused(&contest("scout", "random"), &["`scout` needs a limit"]);
    assert_refused(&contest("scout(depth=0)", "random"), &["A:1:13", "from 1 to 4000"]);
    assert_refused(&contest("random", "rondom"), &["did you mean `random`"]);
    assert_refused(&run(&["match", "nim", "random", "random", "--games", "3"]), &["even"]);
    for game in tremaux_registry::GAMES {
        for file in ["nofile.xsb", "no/such/folder/level"] {
            let refused = run(&["match", game.info().name, "random", "random", file]);
            assert_refused(&refused, &[&format!("no such file: {file}")]);
        }
    }
}

#[test]
fn a_match_is_won_by_who_sees_more_and_can_be_repeated() {
    let arguments =
        ["match", "tic-tac-toe", "scout(depth=9)", "random", "--games", "10", "--format", "json"];
    let [first, second] = [&arguments, &arguments].map(|arguments| json(&run(arguments)));
    for field in ["wins", "draws", "losses", "score", "interval", "openings"] {
        assert_eq!(first[field], second[field], "{field}");
    }
    assert_eq!(first["games"], 10);
    let count = |field: &str| first[field].as_u64().expect("a count");
    assert_eq!(count("wins") + count("draws") + count("losses"), 10);
    assert!(first["score"].as_f64() > Some(0.5), "{first}");
    // The same player on both sides of each opening scores a half.
    let same = json(&run(&[
        "match",
        "mnk",
        "scout(depth=2)",
        "scout(depth=2)",
        "--games",
        "6",
        "--format",
        "json",
    ]));
    assert_eq!(same["score"], 0.5, "{same}");
}

#[test]
fn games_that_repeat_are_counted() {
    let run = |plies| {
        let players = ["match", "tic-tac-toe", "minimax(depth=2)", "minimax(depth=2)"];
        let games = ["--games", "6", "--opening-plies", plies];
        crate::support::run(&[&players[..], &games].concat())
    };
    let same = run("0");
    assert_eq!(same.status, 0, "{}", same.err);
    let told = "4 games repeat an earlier one move for move: intervals are too narrow; take more";
    assert!(same.out.contains(told), "{}", same.out);
    let different = run("4");
    assert!(!different.out.contains("move for move"), "{}", different.out);
}

/// A table that no player uses is not cleared before each game.
#[cfg(target_os = "linux")]
#[test]
fn random_players_touch_no_table() {
    let players = ["match", "nim", "random", "random", "--games", "4", "--memory", "800M"];
    let (played, most) = measured(&players);
    assert_eq!(played.status, 0, "{}", played.err);
    assert!(most.unwrap_or(0) < 128 << 20, "{most:?}");
}

/// During a game the moves that were played are counted.
#[cfg(unix)]
#[test]
fn a_match_shows_a_sign_of_life() {
    // Each side thinks for a second; the match is stopped within its first game.
    let command = "timeout -s INT 4 \"$TREMAUX\" match othello 1s 1s --games 2 > /dev/null";
    let Some(text) = support::on_terminal(command) else { return };
    assert!(text.contains("game 1 of 2, move 2"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_match_is_stopped_and_prints_its_score() {
    let mut command = program();
    command.args(["match", "connect-four", "scout(time=0.05)", "random", "--games", "100000"]);
    command.args(["--format", "json"]);
    let mut child = support::start(&mut command);
    support::signal_after(Duration::from_secs(1), "-INT", &mut child);
    let output = support::wait(child);
    assert_eq!(output.status.code(), Some(3));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert!(report["games"].as_u64() < Some(100_000), "{report}");
}

/// The first moves of games between two such players from each position, and their scores.
fn of_a_match(depth: u32) -> Vec<Answer> {
    let openings = POSITIONS.iter().fold(String::new(), |mut text, fen| {
        let _ = writeln!(text, "{fen}");
        text
    });
    let openings = file(&format!("mates-{depth}.epd"), openings.as_bytes());
    let games = file(&format!("mates-{depth}.pgn"), b"");
    let player = format!("engine(depth={depth})");
    let count = (2 * POSITIONS.len()).to_string();
    let from = ["--openings", openings.to_str().expect("a name"), "--games", &count];
    let to = ["--max-moves", "1", "--pgn", games.to_str().expect("a name"), "--memory", "64M"];
    let found = run(&[&["match", "chess", &player, &player][..], &from, &to].concat());
    assert_eq!(found.status, 0, "{}", found.err);
    let text = std::fs::read_to_string(games).expect("the games");
    // Each position is played from both sides.
    let first = text.lines().filter(|line| line.starts_with("1.")).step_by(2);
    let moves = first.zip(POSITIONS).map(|(line, fen)| {
        let mut words = line.split(' ').skip(1);
        let (mv, note) = (words.next().expect("a move"), words.next().expect("a score"));
        let score = note.trim_start_matches('{').split('/').next().expect("a score");
        let score = match score.replace('M', "mate ").split_once("mate ") {
            Some((sign, moves)) => format!("mate {}{moves}", sign.replace('+', "")),
            None => format!("cp {}", (score.parse::<f64>().expect("pawns") * 100.0).round()),
        };
        (score, squares(fen, mv))
    });
    moves.collect()
}

#[test]
fn players_see_the_mates_that_an_analysis_sees() {
    for depth in [3, 5] {
        assert_eq!(of_a_match(depth), analyzed(depth), "depth {depth}");
    }
}
