//! Positions and games of chess in files: EPD and PGN.

use serde_json::Value;

use crate::support::{Run, file, json, run, run_with_input};

const SUITE: &str = "\
# Two mates, a move to avoid, and a position of which nothing is said.
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back rank\";
kbK5/pp6/1P6/8/8/8/8/R7 w - - am Ra6; id \"Morphy, the wrong way round\";

7k/8/5KQ1/8/8/8/8/8 w - - bm Qe8 Qh6; am Kf7;
4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
";

fn lines(run: &Run) -> Vec<Value> {
    run.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

#[test]
fn the_solved_positions_of_a_suite_are_counted() {
    let suite = |options: &[&str]| {
        let arguments = ["analyze", "chess", "-", "--all", "--depth", "3"];
        run_with_input(&[&arguments, options].concat(), SUITE.as_bytes())
    };
    let text = suite(&[]);
    assert_eq!((text.status, text.err.as_str()), (0, ""), "{}", text.out);
    for part in
        ["  back rank  ", "Ra8#: solved", "not Ra6: not solved", "Qe8+ Qh6+ not Kf7: not solved"]
    {
        assert!(text.out.contains(part), "{part}: {}", text.out);
    }
    assert!(
        text.out.contains("\nSolved: 1 of 3 (1 more without an expected move); "),
        "{}",
        text.out
    );
    let reports = lines(&suite(&["--format", "jsonl"]));
    let [first, second, third, fourth, total] = &reports[..] else { panic!("{reports:?}") };
    assert_eq!((&first["title"], &first["solved"]), (&"back rank".into(), &true.into()));
    assert_eq!(first["expected"], serde_json::json!(["Ra8#"]));
    assert_eq!(second["solved"], false);
    // Another mate in one than those expected.
    assert_eq!((&third["solved"], &third["plies"]), (&false.into(), &1.into()), "{third}");
    assert_eq!((fourth.get("solved"), &fourth["number"]), (None, &4.into()));
    let counts = ["positions", "tested", "solved"].map(|name| total[name].as_u64());
    assert_eq!(counts, [Some(4), Some(3), Some(1)], "{total}");
    let csv = suite(&["--format", "csv"]);
    assert!(csv.out.starts_with("number,title,position,side,best,expected,avoid,solved,score"));
    assert_eq!(csv.out.lines().count(), 5, "{}", csv.out);
    assert!(csv.err.contains("Solved: 1 of 3"), "{}", csv.err);
    let one = run_with_input(&["analyze", "chess", "-", "--index", "1"], SUITE.as_bytes());
    assert_eq!(one.status, 0, "{}", one.err);
    assert!(one.out.starts_with("1. back rank\n8 . ") && one.out.ends_with("Ra8#: solved\n"));
    let wrong = SUITE.replace("am Ra6", "am Ra9");
    let wrong = run_with_input(&["analyze", "chess", "-", "--all"], wrong.as_bytes());
    // A wrong line costs one row.
    assert_eq!(wrong.status, 2);
    assert!(wrong.out.contains("back rank") && !wrong.out.is_empty(), "{}", wrong.out);
    assert!(wrong.err.contains("position on line 3:1:34"), "{}", wrong.err);
}

const GAMES: &str = "\
[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 {a [comment]} Nc6 1/2-1/2\n
[White \"C\"]\n[Black \"D\"]\n\n1. e4 e5 2. Nf4 *\n
[White \"E\"]\n[Black \"F\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n
[White \"G\"]\n[Black \"H\"]\n\n1. d4 d5 2. c4 (2. e4\n";

#[test]
fn games_of_a_file_are_analyzed() {
    let path = file("games.pgn", GAMES.as_bytes());
    let path = path.to_str().expect("a path");
    let analyze = |options: &[&str]| run(&[&["analyze", "chess", path], options].concat());
    let refused = |options: &[&str], words: &[&str]| {
        let run = analyze(options);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{options:?}");
        assert!(words.iter().all(|word| run.err.contains(word)), "{options:?}: {}", run.err);
    };
    let end = json(&analyze(&["--index", "1", "--depth", "1", "--format", "json"]));
    let start = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    assert_eq!((&end["position"], &end["title"]), (&start.into(), &"A – B 1/2-1/2".into()));
    let ply = json(&analyze(&["--index", "3", "--ply", "3", "--format", "json"]));
    assert_eq!((&ply["best"], &ply["plies"]), (&"Qh4#".into(), &1.into()));
    let first = json(&analyze(&["--index", "3", "--ply", "0", "--depth", "1", "--format", "json"]));
    assert_eq!(first["position"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    refused(&[], &["several games", "--index N", "--all"]);
    refused(&["--index", "2"], &["the nearest are `Nf3`", "game 2:9:13", "1. e4 e5 2. Nf4 *"]);
    refused(&["--index", "4"], &["the game is cut off", "game 4:"]);
    refused(&["--index", "5"], &["has only 4 games"]);
    refused(&["--index", "3", "--ply", "5"], &["--ply: game 3 has only 4 plies"]);
    // Wrong games are left out, and reported.
    let all = analyze(&["--all", "--depth", "1"]);
    assert_eq!(all.status, 2, "{}", all.err);
    assert_eq!(all.err.matches("Skipped an invalid game:").count(), 2, "{}", all.err);
    assert!(
        all.out.starts_with("1. A – B 1/2-1/2\n") && all.out.contains("\n3. E – F 0-1\n"),
        "{}",
        all.out
    );
    assert!(
        all.out.contains("the game is over: #-0, black has won (score for white)\n"),
        "{}",
        all.out
    );
    let csv = analyze(&["--all", "--depth", "1", "--format", "csv"]);
    assert_eq!((csv.status, csv.out.lines().count()), (2, 3), "{}", csv.out);
}

#[test]
fn games_are_read_from_anywhere() {
    // From a pipe, which cannot be read again for an excerpt.
    let run_of = |text: &[u8]| run_with_input(&["analyze", "chess", "-", "--depth", "1"], text);
    let latin = run_of(b"[White \"M\xFCller\"]\n[Black \"B\"]\n\n1. e4 *\n");
    assert_eq!(latin.status, 0, "{}", latin.err);
    assert!(latin.out.starts_with("1. Müller – B *\n"), "{}", latin.out);
    let cut = run_of(b"1. e4 e5 2. Nf3 (2. d4");
    assert_eq!((cut.status, cut.out.as_str()), (2, ""));
    assert!(cut.err.contains("standard input, game 1, line 1, column 23: expected `)`"));
    let no_result = run_of(b"1. e4 e5 2. Nf3");
    assert_eq!(no_result.status, 0, "{}", no_result.err);
    assert!(run_of(b"{no game}").err.contains("standard input holds no game"));
    let moves = run(&["analyze", "chess", "1. e4 e5 *", "--depth", "1", "--format", "json"]);
    assert_eq!(json(&moves)["side"], "white");
    // Moves after a threefold repetition, as arbiters allow them.
    let again = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 *";
    let again = run(&["analyze", "chess", again, "--depth", "1", "--format", "json"]);
    assert_eq!((again.status, &json(&again)["side"]), (0, &"white".into()));
    for (arguments, words) in [
        (&["chess", "--ply", "3", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"][..], "`--ply` does not apply"),
        (&["chess", "4k3/8/8/8/8/8/8/4K2R w K - bm O-O-O;"], "column 31"),
        (&["chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 bm O-O-O;"], "column 35"),
        (&["nim", "3 4 5", "--index", "2"], "--index 2: POSITION has only 1 position"),
        (&["nim", "3 4 5", "--ply", "1"], "`--ply` does not apply"),
    ] {
        let run = run(&[&["analyze"], arguments].concat());
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.contains(words), "{arguments:?}: {}", run.err);
    }
    let several = run_with_input(&["analyze", "chess", "-"], SUITE.as_bytes());
    assert_eq!(several.status, 2);
    assert!(several.err.contains("--index N (from 1)"), "{}", several.err);
}

#[test]
fn solved_endings_are_exact_to_the_mate() {
    let ending = "8/8/8/5k2/8/8/1Q6/K7 w - - 0 1";
    let report = json(&run(&["analyze", "chess", ending, "--format", "json"]));
    assert_eq!((&report["plies"], &report["exact"]), (&19.into(), &true.into()), "{report}");
    let line = report["line"].as_array().expect("a line");
    assert_eq!(line.len(), 19, "{report}");
    assert!(line[18].as_str().is_some_and(|mv| mv.ends_with('#')), "{report}");
    let arguments = ["analyze", "chess", ending, "--endings", "0", "--depth", "2"];
    let run_without = run(&arguments);
    assert!(run_without.out.contains("not proved"), "{}", run_without.out);
    let wrong = run(&["analyze", "chess", "--endings", "5"]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.err.contains("from 0 to 4"), "{}", wrong.err);
}
