//! Matches with outside programs that behave well and badly: shell scripts that move a knight to
//! and fro.

use std::path::PathBuf;
use std::process::Stdio;

use serde_json::Value;

use crate::support::{self, Run, file, folder, json, program, run, send, start, wait};

/// A UCI engine in a file: before its move number `ply` of the game, from 0, it does `misdeed`.
fn engine(name: &str, ply: u32, misdeed: &str) -> String {
    let text = format!(
        "n=0\nwhile read -r word rest; do case $word in\n\
         uci) echo \"id name {name}\"; echo uciok;;\n\
         isready) echo readyok;;\n\
         position) set -- $rest; n=$(( $# > 2 ? $# - 2 : 0 ));;\n\
         go) if [ $n = {ply} ]; then {misdeed}; fi\n\
         echo \"info depth 1 score cp $n\"\n\
         case $(( n % 4 )) in 0) mv=g1f3;; 1) mv=g8f6;; 2) mv=f3g1;; 3) mv=f6g8;; esac\n\
         echo \"bestmove $mv\";;\n\
         quit) exit 0;;\n\
         esac; done\n"
    );
    let path = file(&format!("{name}.sh"), text.as_bytes());
    format!("uci:sh '{}'(depth=1)", path.display())
}

/// Plays games from the initial position between two programs.
fn contest(a: &str, b: &str, more: &[&str]) -> Run {
    let start = ["match", "chess", a, b, "--openings", "random", "--opening-plies", "0"];
    run(&[&start, more, &["--format", "json"]].concat())
}

/// How the games of a report ended, with the results of A.
fn endings(report: &Value) -> Vec<(String, [u64; 3])> {
    let list = report["endings"].as_array().expect("a list").iter();
    let of = |it: &Value| {
        let results = ["wins", "draws", "losses"].map(|name| it[name].as_u64().expect("a count"));
        (it["ending"].as_str().expect("a word").to_owned(), results)
    };
    list.map(of).collect()
}

#[test]
fn programs_play_and_our_rules_end_the_game() {
    let (a, b) = (engine("one", 99, "true"), engine("two", 99, "true"));
    let pgn = folder().join("well.pgn");
    let file = pgn.to_str().expect("a name");
    let it = contest(&a, &b, &["--games", "4", "--pgn", file, "--verbose"]);
    assert_eq!(it.status, 0, "{}", it.err);
    let report = json(&it);
    assert_eq!(endings(&report), [("repetition".to_owned(), [0, 4, 0])]);
    assert_eq!((&report["a_name"], &report["b_name"]), (&"one".into(), &"two".into()));
    assert_eq!(
        (&report["pairs"], &report["seed"]),
        (&serde_json::json!([0, 0, 2, 0, 0]), &0.into())
    );
    assert_eq!(report.get("elo"), None, "all pairs are alike: {report}");
    assert!(it.err.contains("game 4, A is black: a draw, repetition: Nf3 Nf6"), "{}", it.err);
    let games = std::fs::read_to_string(&pgn).expect("a file");
    for part in [
        "[White \"one\"]\n[Black \"two\"]\n[Result \"1/2-1/2\"]\n",
        "[White \"two\"]\n[Black \"one\"]\n",
        "[Termination \"normal\"]",
        "1. Nf3 {+0.00/1 0.",
        "1... Nf6 {+0.01/1 0.",
        "repetition} 1/2-1/2\n",
    ] {
        assert!(games.contains(part), "`{part}` is not in\n{games}");
    }
    let read = tremaux_chess_games(&games);
    assert_eq!(read, [8; 4], "{games}");
    // A second match is appended.
    assert_eq!(contest(&a, &b, &["--games", "2", "--pgn", file]).status, 0);
    assert_eq!(tremaux_chess_games(&std::fs::read_to_string(&pgn).expect("a file")).len(), 6);
}

/// The numbers of moves of the games in a file.
fn tremaux_chess_games(text: &str) -> Vec<usize> {
    use tremaux_chess::pgn::PgnReader;
    PgnReader::new(text.as_bytes()).map(|game| game.expect("a game").moves().count()).collect()
}

#[test]
fn failures_lose_the_game_and_the_next_one_is_played() {
    let well = engine("well", 99, "true");
    for (name, misdeed, ending, part) in [
        ("dies", "echo 'no memory' >&2; exit 9", "crash", "exit status: 9): no memory"),
        ("cheats", "echo bestmove e1e8; continue", "illegal-move", "`e1e8`"),
        ("babbles", "echo bestmove; continue", "illegal-move", ""),
        ("hangs", "exec sleep 1000", "hang", "did not answer"),
        ("floods", "exec yes", "hang", "did not answer"),
    ] {
        // Its third move with white; with black it plays well.
        let bad = engine(name, 4, misdeed);
        let it = contest(&bad, &well, &["--games", "4", "--timeout", "1s"]);
        assert_eq!(it.status, 0, "{name}: {}", it.err);
        let report = json(&it);
        let expected = [("repetition".to_owned(), [0, 2, 0]), (ending.to_owned(), [0, 0, 2])];
        assert_eq!(endings(&report), expected, "{name}");
        assert_eq!(report["by_side"][0]["losses"], 2, "{report}");
        let line = it.err.lines().next().expect("a line");
        assert!(line.starts_with("game 1, A is white: B wins, "), "{}", it.err);
        assert!(line.contains(part), "{}", it.err);
    }
}

#[test]
fn a_program_that_always_fails_ends_the_match() {
    let (bad, well) = (engine("bad", 0, "exit 1"), engine("good", 99, "true"));
    // With white it ends at once, with black at its first move.
    let worse = bad.replace("bad.sh", "worse.sh");
    let text = std::fs::read_to_string(folder().join("bad.sh")).expect("it is there");
    file("worse.sh", text.replace("$n = 0", "$n -lt 2").as_bytes());
    for arguments in [&["--games", "20"][..], &["--games", "20", "--concurrency", "3"]] {
        let it = contest(&well, &worse, arguments);
        assert_eq!(it.status, 3, "{}", it.err);
        let report = json(&it);
        assert_eq!((&report["games"], &report["stopped"]), (&3.into(), &"failures".into()));
        assert_eq!(endings(&report), [("crash".to_owned(), [3, 0, 0])]);
    }
    let start = ["match", "chess", &worse, &well, "--openings", "random", "--opening-plies", "0"];
    let text = run(&start);
    assert!(text.out.contains("not all games were played: a player failed in 3"), "{}", text.out);
    assert!(text.out.contains("crash 3 (by A)"), "{}", text.out);
}

#[test]
fn the_clock_is_kept_here() {
    let slow = engine("slow", 2, "sleep 1").replace("(depth=1)", "(tc=0.2)");
    let well = engine("fast", 99, "true");
    let it = contest(&slow, &well, &["--games", "2", "--margin", "0ms", "--verbose"]);
    assert_eq!(it.status, 0, "{}", it.err);
    let lost = endings(&json(&it)).into_iter().find(|(ending, _)| ending == "time");
    assert!(lost.is_some_and(|(_, [wins, draws, losses])| wins + draws == 0 && losses > 0));
}

#[test]
fn what_cannot_be_started_is_refused() {
    let well = engine("fine", 99, "true");
    let mute = file("mute.sh", b"exec sleep 1000\n");
    let mute = format!("uci:sh '{}'(depth=1)", mute.display());
    let option = well.replace("depth=1", "depth=1, Hash=4");
    for (a, part) in [
        ("uci:/no/such/program(depth=1)", "no such program"),
        ("uci:sh -c 'exit 4'(depth=1)", "exit status: 4"),
        (mute.as_str(), "did not answer with uciok within 1.00"),
        (option.as_str(), "fine has no options; depth, nodes, time"),
        ("uci:stockfish", "needs a limit: --tc 10+0.1"),
        ("uci:stockfish(depth=1", "A:1:22"),
    ] {
        let it = contest(a, &well, &["--games", "2", "--timeout", "1s"]);
        assert_eq!((it.status, it.out.as_str()), (2, ""), "{a}: {}", it.err);
        assert!(it.err.contains(part), "{a}: {}", it.err);
    }
    for (arguments, part) in [
        (&["nim", &well, "random"][..], "programs play chess alone"),
        (&["nim", "random", "random", "--pgn", "x.pgn"], "--pgn"),
        (&["nim", "random", "random", "--openings", "built-in"], "--openings"),
        (&["chess", &well, &well, "--memory", "1M"], "--memory"),
        (&["chess", "random", "random", "--shuffle"], "--shuffle"),
        (&["chess", "random", "random", "--sprt", "elo0=1"], "elo0 and elo1"),
        (&["chess", "random", "random", "--tc", "fast"], "a time control"),
        (&["chess", "random", "random", "--pgn", "/no/such/folder/x.pgn"], "cannot write"),
        (&["chess", "random", "random", "--openings", "/no/such/file.epd"], "no such file"),
    ] {
        let it = run(&[&["match"], arguments].concat());
        assert_eq!((it.status, it.out.as_str()), (2, ""), "{arguments:?}: {}", it.err);
        assert!(it.err.contains(part), "{arguments:?}: {}", it.err);
    }
}

#[test]
fn openings_come_from_files_and_the_built_in_list() {
    let well = engine("any", 99, "echo");
    let epd = file(
        "suite.epd",
        b"# two\n4k3/8/8/8/8/8/4P3/4K3 w - - id \"pawn\";\n4k3/4p3/8/8/8/8/8/4K3 b - - 0 1\n",
    );
    let openings = epd.to_str().expect("a name");
    let pgn = folder().join("suite.pgn");
    let out = pgn.to_str().expect("a name");
    let by_name =
        ["match", "chess", "scout(depth=1)", "random", "--games", "6", "--max-moves", "5"];
    let it = run(&[&by_name[..], &["--openings", openings, "--pgn", out]].concat());
    assert_eq!(it.status, 0, "{}", it.err);
    let games = std::fs::read_to_string(&pgn).expect("a file");
    assert!(it.out.contains(&format!("2 different openings from {openings}")), "{}", it.out);
    assert_eq!(games.matches("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]").count(), 4, "{games}");
    assert!(games.contains("[Opening \"pawn\"]"), "{games}");
    assert!(games.contains("[Termination \"adjudication\"]"), "{games}");
    // The games are openings in turn, and too long without a limit of plies only if they are over.
    let again = run(&[&by_name[..], &["--openings", out, "--opening-plies", "2"]].concat());
    assert_eq!(again.status, 0, "{}", again.err);
    let built_in = json(&run(&[
        "match",
        "chess",
        &well,
        "scout(depth=1)",
        "--games",
        "4",
        "--format",
        "json",
    ]));
    assert_eq!(
        (&built_in["opening_source"], &built_in["openings"]),
        (&"built-in".into(), &2.into())
    );
    let wrong = file("wrong.epd", b"4k3/8/8/8/8/8/4P3/4K3 w - -\n4k3/8/8/9/8/8/4P3/4K3 w - -\n");
    let it = run(&[&by_name[..], &["--openings", wrong.to_str().expect("a name")]].concat());
    assert_eq!((it.status, it.out.as_str()), (2, ""));
    assert!(it.err.contains("wrong.epd:2:"), "{}", it.err);
}

#[test]
fn games_do_not_depend_on_how_many_are_played_at_once() {
    let games = |concurrency: &str, name: &str| {
        let path: PathBuf = folder().join(name);
        let it = run(&[
            "match",
            "chess",
            "scout(nodes=300)",
            "alpha-beta(depth=2)",
            "--games",
            "8",
            "--seed",
            "3",
            "--openings",
            "built-in",
            "--shuffle",
            "--max-moves",
            "30",
            "--concurrency",
            concurrency,
            "--pgn",
            path.to_str().expect("a name"),
            "--sprt",
            "elo0=-900,elo1=900",
            "--format",
            "json",
        ]);
        assert!(it.status == 0 || it.status == 3, "{}", it.err);
        let report = json(&it);
        let text = std::fs::read_to_string(&path).expect("a file");
        // Without the time that moves took.
        let is_time = |word: &&str| !word.trim_end_matches([',', '}']).ends_with('s');
        let moves: Vec<&str> = text.split_whitespace().filter(is_time).collect();
        (report["pairs"].clone(), report["sprt"].clone(), moves.join(" "))
    };
    support::file("empty", b"");
    let alone = games("1", "alone.pgn");
    assert!(alone.2.contains("[Round \"2\"]"), "{}", alone.2);
    assert_eq!(alone, games("2", "two.pgn"));
    assert_eq!(alone, games("5", "five.pgn"));
}

#[test]
fn a_clear_match_is_decided_by_the_test() {
    let it = run(&[
        "match",
        "chess",
        "scout(depth=2)",
        "random",
        "--sprt",
        "elo0=0,elo1=200",
        "--openings",
        "built-in",
        "--concurrency",
        "2",
        "--format",
        "json",
    ]);
    assert_eq!(it.status, 0, "{}", it.err);
    let report = json(&it);
    assert_eq!(report["sprt"]["verdict"], "h1", "{report}");
    assert!(report["games"].as_u64() < Some(60), "{report}");
    assert!(report["sprt"]["llr"].as_f64() >= report["sprt"]["upper"].as_f64(), "{report}");
}

#[test]
fn our_own_players_have_clocks_too() {
    for game in ["tic-tac-toe", "connect-four"] {
        let it = run(&["match", game, "scout", "mtd-f", "--tc", "2+0.1", "--games", "2"]);
        assert_eq!(it.status, 0, "{}", it.err);
        assert!(it.out.contains("games ended by rules 2"), "{}", it.out);
    }
    let resign = ["--resign", "moves=2,score=300", "--max-moves", "60", "--format", "json"];
    let players = ["match", "chess", "scout(depth=3)", "scout(depth=1)", "--games", "4"];
    let report = json(&run(&[&players[..], &resign].concat()));
    assert!(endings(&report).iter().any(|(ending, _)| ending == "adjudication"), "{report}");
}

/// Programs end with the match, even if they are thinking.
#[test]
fn an_interrupted_match_leaves_no_program_behind() {
    let id = folder().join("id");
    let well = engine("left", 99, "true");
    let misdeed = format!("echo $$ > '{}'; exec sleep 1000", id.display());
    let thinks = engine("thinks", 0, &misdeed).replace("depth=1", "time=1h");
    let mut command = program();
    command.args(["match", "chess", &thinks, &well, "--openings", "random"]);
    command.args(["--opening-plies", "0", "--format", "json"]);
    let child = start(&mut command);
    let number = loop {
        match std::fs::read_to_string(&id) {
            Ok(text) if text.ends_with('\n') => break text.trim().to_owned(),
            _ => std::thread::yield_now(),
        }
    };
    send("-INT", &child);
    let output = wait(child);
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert_eq!((&report["games"], &report["stopped"]), (&0.into(), &"cancelled".into()));
    let is_there = support::command("kill").args(["-0", &number]).stderr(Stdio::null()).status();
    assert!(!is_there.expect("kill runs").success(), "{number}");
}
