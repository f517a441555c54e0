//! Games: analyses that are right, games through a pipe.

use serde_json::Value;
use tremaux_testkit::data;

use crate::support::{self, Run, file, json, run, run_with_input};

fn analyze(arguments: &[&str]) -> Value {
    let run = run(&[&["analyze"], arguments, &["--format", "json"]].concat());
    assert_eq!(run.status, 0, "{arguments:?}: {}", run.err);
    json(&run)
}

#[test]
fn small_games_are_solved() {
    let report = analyze(&["tic-tac-toe"]);
    assert_eq!(report["schema"], 1);
    assert_eq!((&report["score"], &report["exact"]), (&0.into(), &true.into()));
    assert_eq!((&report["side"], &report["outcome"]), (&"x".into(), &"draw".into()));
    assert_eq!(report["line"].as_array().map(Vec::len), Some(9));
    // An edge as the answer to the corner loses.
    let report = analyze(&["tic-tac-toe", "x../o../...", "--all-moves"]);
    assert_eq!((&report["outcome"], &report["plies"]), (&"win".into(), &5.into()));
    let moves = report["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 7);
    assert!(moves.iter().all(|it| it["exact"] == true), "{report}");
    // By the nim-sum two from the first heap is the only move that wins.
    let report = analyze(&["nim", "3 4 5"]);
    assert_eq!((&report["best"], &report["outcome"]), (&"1-2".into(), &"win".into()));
    let report = analyze(&["nim", "1 1 1", "--rule", "misere"]);
    assert_eq!(report["outcome"], "loss");
    assert_eq!(analyze(&["mnk", "--size", "4x3"])["outcome"], "win");
    let report = analyze(&["dots-and-boxes", "--size", "1x1"]);
    assert_eq!((&report["score"], &report["exact"]), (&(-1).into(), &true.into()));
    let report = analyze(&["tic-tac-toe", "xxx/oo./..."]);
    assert_eq!((&report["outcome"], report.get("best")), (&"loss".into(), None));
}

#[test]
fn games_with_chance_and_for_three_are_analyzed() {
    // Two checkers on the ace point and 2-1: both are borne off.
    let report = analyze(&["backgammon", "2wEAAAYAAAAAAA 1 21"]);
    assert_eq!((&report["score"], &report["exact"]), (&1000.into(), &true.into()));
    assert_eq!(report["expectations"].as_array().map(Vec::len), Some(2));
    let position = "4HPwATDgc/ABMA 1 31";
    let report = analyze(&["backgammon", position, "--depth", "1", "--all-moves"]);
    assert_eq!((&report["best"], &report["exact"]), (&"8/5 6/5".into(), &false.into()));
    assert_eq!(report["moves"].as_array().map(Vec::len), Some(16));
    let same = ["star1", "star2", "none"].map(|pruning| {
        let algorithm = format!("expectiminimax(pruning={pruning})");
        let arguments = ["backgammon", position, "--depth", "3", "--algorithm", &algorithm];
        analyze(&arguments)["score"].clone()
    });
    assert!(same.iter().all(|score| *score == same[0]), "{same:?}");
    // Before the dice fall there is no best move.
    let report = analyze(&["backgammon", "--depth", "2"]);
    assert_eq!((&report["is_chance"], report.get("best")), (&true.into(), None));

    let report = analyze(&["dots-and-boxes", "--players", "3", "--size", "2x1", "--all-moves"]);
    let boxes = |report: &Value| -> Vec<f64> {
        let all = report["expectations"].as_array().expect("one for each");
        all.iter().filter_map(|it| it["payoff"].as_f64()).collect()
    };
    assert_eq!((boxes(&report).iter().sum::<f64>(), &report["exact"]), (2.0, &true.into()));
    assert_eq!(report["moves"].as_array().map(Vec::len), Some(7));
    let arguments = ["dots-and-boxes", "--players", "4", "--depth", "3"];
    assert_eq!(boxes(&analyze(&arguments)).len(), 4);
    let paranoid = analyze(&[&arguments[..], &["--algorithm", "paranoid"]].concat());
    assert_eq!(boxes(&paranoid).len(), 1);
}

#[test]
fn algorithms_that_are_not_for_the_game_are_refused() {
    for arguments in [
        ["analyze", "backgammon", "--algorithm", "mtd-f"],
        ["analyze", "nim", "--algorithm", "max-n"],
        ["analyze", "backgammon", "--algorithm", "minimax"],
        ["play", "backgammon", "--level", "minimax(depth=2)"],
        ["play", "tic-tac-toe", "--level", "paranoid(depth=2)"],
        ["play", "backgammon", "--level", "alpha-beta(depth=2)"],
    ] {
        let run = run(&arguments);
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.err);
        assert!(run.err.contains("cannot be used here"), "{}", run.err);
    }
    let arguments = ["--players", "3", "--algorithm", "expectiminimax"];
    let run = run(&[&["analyze", "dots-and-boxes"], &arguments[..]].concat());
    assert_eq!(run.status, 2, "{}", run.err);
}

#[test]
fn dice_are_rolled_by_the_seed_or_typed() {
    let typed = ["play", "backgammon", "--dice", "typed", "--level", "1"];
    let input = "hint\n71\n31\n8/5 6/6\n8/5 6/5\nundo\nmoves\nquit\n";
    let run = run_with_input(&typed, input.as_bytes());
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.err.contains("roll the dice first"), "{}", run.err);
    assert!(run.out.contains("side 1> ") && run.out.contains("13/10 24/23"), "{}", run.out);
    // The same dice come again after a move is taken back, and in another run.
    let rolled = ["play", "backgammon", "--side", "both", "--seed", "5"];
    let moves = |input: &str| {
        let run = run_with_input(&rolled, input.as_bytes());
        assert_eq!(run.status, 0, "{}", run.err);
        run.out.lines().filter(|it| it.starts_with("dice: ")).map(str::to_owned).collect()
    };
    let once: Vec<String> = moves("quit\n");
    let again: Vec<String> = moves("undo\nquit\n");
    assert_eq!(once.len(), 1);
    assert!(again.iter().all(|dice| *dice == once[0]), "{again:?}");
    let whole = ["play", "backgammon", "--side", "none", "--level", "1", "--seed", "3"];
    let run = run_with_input(&whole, b"");
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.contains("the game is over: side 1: "), "{}", run.out);
}

#[test]
fn a_solver_that_is_stopped_tells_what_it_has_proved() {
    let stopped = |position, nodes| {
        let arguments = ["analyze", "connect-four", position, "--exact", "--nodes", nodes];
        let run = run(&[&arguments[..], &["--format", "json"]].concat());
        assert_eq!(run.status, 3, "{}", run.err);
        json(&run)
    };
    let report = stopped("445344453367", "300k");
    assert_eq!((&report["exact"], &report["at_least"]), (&false.into(), &(-15).into()));
    assert_eq!(report["at_most"], 14);
    // A solver that could not end is not begun: the plain search has all nodes.
    let report = stopped("444441", "3000");
    assert_eq!((&report["exact"], report.get("at_least")), (&false.into(), None));
    assert!(report["depth"].as_u64() > Some(5), "{report}");
}

#[test]
fn checkers_is_played_by_four_sets_of_rules() {
    let report = analyze(&["checkers", "B:WK16,24,14:B7,K13,K20"]);
    assert_eq!((&report["best"], &report["outcome"]), (&"20x11".into(), &"win".into()));
    assert_eq!((&report["plies"], &report["side"]), (&11.into(), &"black".into()));
    // Four kings against one, as the textbook writes it.
    let kings = ["checkers", "--rules", "brazilian", "W:WKB2,KB8,KC1,KA1:BKD8", "--depth", "7"];
    let report = analyze(&[&kings[..], &["--all-moves"]].concat());
    let wins = report["moves"].as_array().expect("a list").iter();
    let wins = wins.filter(|mv| mv["outcome"] == "win").map(|mv| mv["move"].as_str().expect(""));
    let mut wins: Vec<&str> = wins.collect();
    wins.sort_unstable();
    assert_eq!(wins, ["b2-d4", "b8-d6", "b8-f4"]);
    for (rules, side, moves) in
        [("english", "black", 7), ("international", "white", 9), ("russian", "white", 7)]
    {
        let report = analyze(&["draughts", "--rules", rules, "--depth", "2", "--all-moves"]);
        assert_eq!(report["side"], side, "{rules}");
        assert_eq!(report["moves"].as_array().map(Vec::len), Some(moves), "{rules}");
    }
    for (arguments, place) in [
        (&["W:W31,33:B1"][..], "column 7"),
        (&["W:W31:B1", "--rules", "polish"], "polish"),
        (&["--rules", "brazilian", "W:Wa8:Bb2"], "column 4"),
        (&["W:W31"], "line 1, column 6"),
    ] {
        let run = run(&[&["analyze", "checkers"], arguments].concat());
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.err);
        assert!(run.err.contains(place), "{}", run.err);
    }
    let input = "11-16\nf6-g5\n11-15\nmoves\nundo\nquit\n";
    let run = run_with_input(&["play", "checkers", "--side", "both"], input.as_bytes());
    assert_eq!(run.status, 0, "{}", run.err);
    let rows = ["a legal move", "  w   w   w   w"];
    assert!(rows.iter().all(|row| run.out.contains(row) || run.err.contains(row)), "{}", run.out);
}

#[test]
fn games_of_checkers_are_read_and_written() {
    let folder = support::folder();
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("written");
        path.to_str().expect("text").to_owned()
    };
    let games = "\u{feff}[White \"A\"]\n[Black \"B\"]\n1. 11-15 22-18 2. 15x22 25x18 1-0\n\n\
                 [FEN \"W:W18,K3:B10,9\"]\n1. 3-7 *\n";
    let path = file("checkers.pdn", games);
    let run = run(&["analyze", "checkers", &path, "--all", "--depth", "3", "--format", "jsonl"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let titles = run.out.lines().map(|line| {
        let report: serde_json::Value = serde_json::from_str(line).expect("a report");
        (report["title"].as_str().expect("a title").to_owned(), report["side"].clone())
    });
    let titles: Vec<_> = titles.collect();
    assert_eq!(titles[0], ("A \u{2013} B 1-0".into(), "black".into()));
    assert_eq!(titles[1], ("unknown \u{2013} unknown *".into(), "black".into()));
    let run = run_with_input(&["play", "checkers", "--side", "both", "--load", &path], b"moves\n");
    assert_eq!(run.status, 0, "{}", run.err);
    for (text, place) in [
        ("1. 11-15 22-18 2. 8-11 *", "line 1, column 19: expected a capture"),
        ("1. 11-15\n99-1 *", "line 2, column 1"),
        ("1. 11-15 {good *", "line 1, column 10: expected `}`"),
        ("[FEN \"W:W1x:B2\"] *", "line 1, column 10"),
        ("[FEN \"W:WK1:B30\"] *", "expected a king on the last row"),
    ] {
        let path = file("wrong.pdn", text);
        for arguments in [&["play", "checkers", "--load"][..], &["analyze", "checkers"]] {
            let run = support::run(&[arguments, &[&path]].concat());
            assert_eq!((run.status, run.out.as_str()), (2, ""), "{text}");
            assert!(run.err.contains(place), "{text}: {}", run.err);
        }
    }
}

#[test]
fn chess_is_analyzed_and_played() {
    let report = analyze(&["chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"]);
    assert_eq!((&report["best"], &report["outcome"]), (&"Ra6".into(), &"win".into()));
    assert_eq!((&report["plies"], &report["side"]), (&3.into(), &"white".into()));
    for evaluation in ["piece-squares", "shannon", "square-control", "material-ratio"] {
        let options = ["--evaluation", evaluation, "--depth", "1", "--all-moves"];
        let report = analyze(&[&["chess", "--chess960", "0"], &options[..]].concat());
        assert_eq!(report["moves"].as_array().map(Vec::len), Some(20), "{evaluation}");
    }
    for (arguments, place) in [
        (&["4k3/8/8/8/8/8/8/4K3 w K - 0 1"][..], "line 1, column 23"),
        (&["--chess960", "960"], "0 to 959"),
        (&["4k3/8/8/8/8/8/8/4K3"], "column 20"),
    ] {
        let run = run(&[&["analyze", "chess"], arguments].concat());
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.err);
        assert!(run.err.contains(place), "{}", run.err);
    }
    let input = "e4\nNf4\ne7e5\nquit\n";
    let run = run_with_input(&["play", "chess", "--side", "both"], input.as_bytes());
    assert_eq!(run.status, 0, "{}", run.err);
    for text in ["the nearest are", "5 . . . .[p]. . .", "4 . . . . P . . ."] {
        assert!(run.out.contains(text) || run.err.contains(text), "{text}: {}", run.out);
    }
}

#[test]
fn every_algorithm_finds_the_same_score() {
    let expected = analyze(&["mnk", "x.../.o../..../....", "--depth", "4"]);
    for name in
        ["alpha-beta", "pvs", "aspiration", "mtd-f", "sss-star", "dual-star", "bisect", "negamax"]
    {
        let position = "x.../.o../..../....";
        let report = analyze(&["mnk", position, "--depth", "4", "--algorithm", name]);
        assert_eq!(report["score"], expected["score"], "{name}");
    }
    let report = analyze(&["mnk", "x.../.o../..../....", "--depth", "4", "--threads", "2"]);
    assert_eq!(report["score"], expected["score"]);
    // Every position once: of nine cells taken in turn, those of three plies.
    let arguments = ["tic-tac-toe", "--algorithm", "minimax", "--depth", "3"];
    let report = analyze(&arguments);
    assert_eq!(report["counts"]["nodes"], 1 + 9 + 9 * 8 + 9 * 8 * 7);
    assert_eq!(
        (&report["algorithm"], &report["counts"]["cutoffs"]),
        (&"minimax".into(), &0.into())
    );
    // The whole game: 549,946 positions, the empty board among them.
    let whole = analyze(&["tic-tac-toe", "--algorithm", "minimax", "--depth", "9"]);
    assert_eq!((&whole["counts"]["nodes"], &whole["exact"]), (&549_946.into(), &true.into()));
    assert_eq!(whole["outcome"], "draw");
    let run = run(&["analyze", "connect-four", "--algorithm", "negmax", "--nodes", "5000"]);
    assert_eq!(run.status, 3, "{}", run.err);
}

/// Twenty of the late positions of P. Pons' test set, and all moves of one.
#[test]
fn connect_four_has_its_exact_scores() {
    let report = analyze(&["connect-four", "45461667", "--exact"]);
    assert_eq!((&report["score"], &report["position"]), (&11.into(), &"45461667".into()));
    let report = analyze(&["connect-four", "2252576253462244111563365343671351441", "--exact"]);
    assert_eq!(report["score"], -1);
    let position = "5554224333234511764415115";
    let report = analyze(&["connect-four", position, "--exact", "--all-moves", "--lines", "2"]);
    assert_eq!((&report["score"], &report["exact"]), (&4.into(), &true.into()));
    assert_eq!(report["lines"].as_array().map(Vec::len), Some(2));
    assert_eq!(report["moves"][0]["score"], 4);
    // From the book: the first move decides between all scores that are possible then.
    let report = analyze(&["connect-four", "--exact", "--all-moves", "--nodes", "1000"]);
    let scores = report["moves"].as_array().expect("a list").iter().map(|it| {
        let column: usize = it["move"].as_str().expect("a column").parse().expect("a number");
        (column, it["score"].as_i64().expect("a score"))
    });
    let mut scores: Vec<(usize, i64)> = scores.collect();
    scores.sort_unstable();
    let scores: Vec<i64> = scores.into_iter().map(|(_, score)| score).collect();
    assert_eq!(scores, [-2, -1, 0, 1, 0, -1, -2]);
    assert_eq!((&report["algorithm"], &report["score"]), (&"book".into(), &1.into()));
    let Some(path) = data("games/connect4_Test_L3_R1.txt") else { return };
    let text = std::fs::read_to_string(path).expect("it can be read");
    for line in text.lines().take(20) {
        let (position, score) = line.split_once(' ').expect("a position and its score");
        let report = analyze(&["connect-four", position, "--exact"]);
        assert_eq!(report["score"].to_string(), score.trim(), "{position}");
    }
}

#[test]
fn limits_stop_an_analysis() {
    let arguments = ["analyze", "connect-four", "444441", "--exact", "--nodes", "1000", "--format"];
    let run = run(&[&arguments[..], &["json"]].concat());
    assert_eq!(run.status, 3, "{}", run.err);
    let report = json(&run);
    // A short search of the general kind still tells a good move.
    assert_eq!((&report["exact"], report["best"].is_string()), (&false.into(), true));
    assert!(report["score"].is_i64() && report.get("outcome").is_none(), "{report}");
    let arguments = ["analyze", "connect-four", "444441", "--nodes", "5000", "--format", "json"];
    let run = support::run(&arguments);
    assert_eq!(run.status, 3, "{}", run.err);
    assert!(json(&run)["depth"].as_u64() > Some(1), "{}", run.out);
    let run = support::run(&["analyze", "connect-four", "444441", "--depth", "4"]);
    assert_eq!(run.status, 0);
    assert!(run.out.contains("not proved"), "{}", run.out);
}

fn assert_refused(run: &Run, words: &[&str]) {
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
    for word in words {
        assert!(run.err.contains(word), "`{word}` is not in\n{}", run.err);
    }
}

#[test]
fn what_is_wrong_with_a_game_is_said() {
    let cases: &[(&[&str], &[&str])] = &[
        (&["tic-tac-toe", "xxx/ooo/..."], &["at most one winner"]),
        (&["tic-tac-toe", "xx./.../..."], &["2 x and 0 o"]),
        (&["tic-tac-toe", "xq./.../..."], &["column 2", "`q`"]),
        (&["connect-four", "1111111"], &["column 7", "a column that is not full"]),
        (&["connect-four", "449"], &["column 3", "from 1 to 7"]),
        (
            &["connect-four", "11223344"],
            &["column 8", "no move: the game is already won before this move"],
        ),
        (&["connect-four", "--size", "9x9"], &["--size", "at most 64"]),
        (&["nim", "3 x"], &["column 3", "a heap"]),
        (&["nim", "60000 1"], &["at most 10000 objects"]),
        (&["nim", "--rule", "odd"], &["`misere`"]),
        (&["mnk", "--size", "3x3", "--row", "9"], &["--row", "from 1 to 3"]),
        (&["mnk", "--size", "99x1"], &["--size", "26"]),
        (&["dots-and-boxes", "--size", "9x9"], &["--size", "64 edges"]),
        (&["tic-tac-toe", "--algorithm", "scuot"], &["did you mean `scout`"]),
        (&["tic-tac-toe", "--algorithm", "random"], &["it does not evaluate moves"]),
        (&["tic-tac-toe", "--algorithm", "scout(depth=3)", "--depth", "4"], &["--depth"]),
        (&["tic-tac-toe", "--exact", "--depth", "3"], &["--exact"]),
        (&["tic-tac-toe", "--lines", "0"], &["--lines"]),
        (&["nim", "--lines", "2", "--algorithm", "df-pn"], &["`lines`", "df-pn", "scout", "mcts"]),
        (&["backgammon", "--lines", "2"], &["`lines`", "expectiminimax finds one line", "mcts"]),
        (&["kuhn-poker", "--lines", "2"], &["`lines`", "every algorithm for this game"]),
        (&["nim", "--memory", "9999999G"], &["is too large"]),
        (&["conect-four"], &["'connect-four'"]),
        (&["backgammon", "--depth", "401"], &["`depth`", "at most 400 plies"]),
        (&["dots-and-boxes", "--players", "3", "--depth", "4000"], &["at most 400 plies"]),
        (&["nim", "--depth", "4001"], &["1..=4000"]),
    ];
    for (arguments, words) in cases {
        assert_refused(&run(&[&["analyze"], *arguments].concat()), words);
    }
    assert_refused(&run_with_input(&["analyze", "nim", "-"], b"\n 3 z"), &["line 2, column 4"]);
    let level = |text| run(&["play", "nim", "--level", text]);
    assert_refused(&level("haard"), &["did you mean `hard`"]);
    assert_refused(&level("0"), &["plies from 1"]);
    let level = |text| run(&["play", "backgammon", "--level", text]);
    assert_refused(&level("999"), &["at most 400 plies"]);
    assert_refused(
        &run(&["play", "nim", "--load", "no-such-file"]),
        &["no such file: no-such-file"],
    );
}

#[test]
fn the_prompt_comes_back_after_an_illegal_move() {
    let input = b"b2\nz9\nb2\nmoves\nhint\nlevel 3\nlevel silly\nundo\nundo\nquit\n";
    let run = run_with_input(&["play", "tic-tac-toe", "--level", "9"], input);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.err.contains("a cell from a1 to c3"), "{}", run.err);
    assert!(run.err.contains("an empty cell"), "{}", run.err);
    assert!(run.err.contains("a level"), "{}", run.err);
    assert!(run.err.contains("no move to take back"), "{}", run.err);
    assert_eq!(run.out.matches("x> ").count(), 10, "{}", run.out);
    assert!(run.out.contains("o plays") && run.out.contains("hint: "), "{}", run.out);
}

/// Wherever a saved game is cut, it is refused or a game with fewer moves; never another game.
#[test]
fn games_that_are_cut_are_no_other_games() {
    let whole = "tremaux game 1\ngame: connect-four\noption: size=8x7\nstart: \nmove: 4\n";
    for (lines, words) in [(1, "`game:`"), (2, "`start:`"), (3, "`start:`")] {
        let cut: String = whole.split_inclusive('\n').take(lines).collect();
        let path = file("cut.txt", cut.as_bytes());
        let name = path.to_str().expect("a name");
        assert_refused(&run(&["play", "connect-four", "--load", name]), &[words]);
    }
    let path = file("whole.txt", whole.as_bytes());
    let name = path.to_str().expect("a name");
    let run = run_with_input(&["play", "connect-four", "--side", "both", "--load", name], b"");
    assert_eq!(run.status, 0, "{}", run.err);
}

#[test]
fn the_computer_plays_itself_to_a_draw() {
    let run = run(&["play", "tic-tac-toe", "--side", "none", "--level", "9"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(run.out.matches(" plays ").count(), 9, "{}", run.out);
    assert!(run.out.contains("the game is over: a draw"), "{}", run.out);
}

#[test]
fn games_are_saved_and_go_on() {
    let path = file("game.txt", b"");
    let name = path.to_str().expect("a name");
    let input = format!("4\n4\n5\nsave {name}\nquit\n");
    let arguments = ["play", "connect-four", "--side", "both", "--size", "8x7"];
    let run = run_with_input(&arguments, input.as_bytes());
    assert_eq!(run.status, 0, "{}", run.err);
    let text = std::fs::read_to_string(&path).expect("it is there");
    assert!(text.contains("option: size=8x7") && text.ends_with("move: 4\nmove: 4\nmove: 5\n"));
    let arguments = ["play", "connect-four", "--side", "both", "--load", name];
    let loaded = run_with_input(&arguments, b"undo\nmoves\n");
    assert_eq!(loaded.status, 0, "{}", loaded.err);
    assert!(loaded.out.contains('8'), "{}", loaded.out);
    std::fs::write(&path, text.replace("move: 5", "move: 9")).expect("it can be written");
    let broken = run_with_input(&arguments, b"");
    assert_refused(&broken, &["column 7", "from 1 to 8", "line 7"]);
    let other = ["play", "nim", "--load", name];
    assert_refused(&support::run(&other), &["`nim`"]);
}

/// Russell and Norvig's tree: alpha-beta leaves out two of its nine leaves. Other searches of the
/// same positions are counted apart.
#[test]
fn a_plain_run_on_a_tree_has_the_counts_of_the_textbook() {
    let tree = ["game-tree", "--tree", "(3 12 8) (2 4 6) (14 5 2)", "--algorithm"];
    let counts = |algorithm: &str| {
        let report = analyze(&[&tree[..], &[algorithm]].concat());
        assert_eq!((&report["score"], &report["depth"]), (&3.into(), &2.into()), "{report}");
        report["counts"].clone()
    };
    let alpha_beta = counts("alpha-beta");
    assert_eq!((&alpha_beta["nodes"], &alpha_beta["leaves"]), (&11.into(), &7.into()));
    assert_eq!((&alpha_beta["cutoffs"], &alpha_beta["line_nodes"]), (&2.into(), &1.into()));
    let minimax = counts("minimax");
    assert_eq!((&minimax["nodes"], &minimax["leaves"]), (&13.into(), &9.into()));
    assert_eq!((minimax.get("iterations"), minimax.get("line_nodes")), (None, None));
    assert!(counts("mtd-f")["passes"].as_u64() > Some(1));
    let text = run(&[&["analyze"], &tree[..], &["alpha-beta"]].concat());
    assert!(text.out.contains("11 positions, 7 leaves"), "{}", text.out);
    assert!(text.out.contains("1 position visited again for the best line"), "{}", text.out);
    assert!(text.out.contains("+3 points at the end: exact"), "{}", text.out);
    // Iterations are told apart: 1 + 9, then 1 + 9 + 72.
    let report =
        analyze(&["tic-tac-toe", "--algorithm", "minimax", "--depth", "2", "--nodes", "1k"]);
    let counts = &report["counts"];
    assert_eq!((&counts["nodes"], &counts["iterations"]), (&92.into(), &2.into()), "{counts}");
    assert_eq!(counts["last_iteration"], serde_json::json!({"nodes": 82, "leaves": 72}));
}

/// What is proved of one move holds for the position, and a move that is not solved is listed with
/// what is proved of it.
#[test]
fn what_is_proved_of_a_move_reaches_the_score() {
    // Some of the limits stop it between two moves, others within one.
    for (position, nodes) in [
        ("55542243332345117644151", "20k"),
        ("4453444533", "300k"),
        ("44534445336", "200k"),
        ("445344453367", "300k"),
    ] {
        let arguments =
            ["connect-four", position, "--all-moves", "--exact", "--nodes", nodes, "--format"];
        let run = |format| run(&[&["analyze"], &arguments[..], &[format]].concat());
        let (it, text) = (run("json"), run("text"));
        let report = json(&it);
        let moves = report["moves"].as_array().expect("a list");
        let bound = |it: &Value, name: &str| it.get(name).unwrap_or(&it["score"]).as_i64();
        let least = moves.iter().map(|it| bound(it, "at_least")).max().expect("a move");
        let most = moves.iter().map(|it| bound(it, "at_most")).max().expect("a move");
        let is_solved = |it: &&Value| it["exact"] == true;
        if moves.iter().filter(is_solved).count() == moves.len() {
            assert_eq!((it.status, &report["exact"]), (0, &true.into()), "{report}");
            continue;
        }
        assert_eq!(it.status, 3, "{report}");
        assert!(text.out.contains(", not solved"), "{}", text.out);
        if report["exact"] == true {
            assert_eq!((report["score"].as_i64(), least), (most, most), "{report}");
            continue;
        }
        assert_eq!((report["at_least"].as_i64(), report["at_most"].as_i64()), (least, most));
        assert!((least..=most).contains(&report["score"].as_i64()), "{report}");
        // A move that is proved to be worse than another is never the best.
        let best = moves.iter().find(|it| it["move"] == report["best"]).expect("a legal move");
        assert!(bound(best, "at_most") >= least, "{report}");
    }
}

/// On a large board a reply and a hint take seconds, not minutes.
#[test]
fn levels_and_hints_are_capped_in_time() {
    let gomoku = ["play", "mnk", "--size", "15x15", "--row", "5"];
    let run = run_with_input(&gomoku, b"hint\nh8\nlevel hard\nj9\nquit\n");
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(run.out.matches("o plays ").count(), 2, "{}", run.out);
    assert!(run.out.contains("hint: "), "{}", run.out);
    let help = support::run(&["play", "--help"]).out;
    assert!(help.contains("for at most 1 second a move"), "{help}");
}

#[test]
fn boards_in_the_terminal_have_coordinates_and_show_the_last_move() {
    for (game, moves, parts) in [
        (&["tic-tac-toe"][..], "5\n1\n", &["3[o]. .\n2 . x .\n1 . . .\n  a b c\n"][..]),
        (&["mnk", "--size", "5x4"], "b3\n", &["3 .[x]. . .\n", "  a b c d e\n"]),
        (&["connect-four"], "4\n4\n", &[" . . .[o]. . .\n", " 1 2 3 4 5 6 7\n"]),
        (&["checkers"], "11-15\n", &[" 9   b   b  [.]  b  12\n", "[b]"]),
        (&["checkers", "--rules", "russian"], "c3-d4\n", &["4", "  a b c d e f g h\n"]),
        (&["backgammon", "--dice", "typed"], "31\n8/5 6/5\n", &[" 24\n", "  13  14", " bar "]),
        (&["nim"], "1-2\n", &["1 o (was 3)\n"]),
        (&["dots-and-boxes"], "h1,1\n", &["h1 +===+   +\n", "   1 1 2 2 3\n"]),
        (&["game-tree"], "2\n", &[" 2 4 6\n 1 2 3\n"]),
    ] {
        let arguments = [&["play"], game, &["--side", "both"]].concat();
        let run = run_with_input(&arguments, format!("{moves}quit\n").as_bytes());
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{game:?}");
        let boards = run.out.replace("\u{1b}", "ESC");
        for part in parts {
            assert!(boards.contains(part), "{game:?}: `{part}` is not in\n{}", run.out);
        }
        assert!(!boards.contains("ESC"), "{boards}");
        let colored = run_with_input(
            &[&["--color", "always"][..], &arguments].concat(),
            format!("{moves}quit\n").as_bytes(),
        );
        assert!(colored.out.contains("\u{1b}["), "{game:?}: {}", colored.out);
    }
    let run = run(&["analyze", "tic-tac-toe", "x../.o./..."]);
    assert!(run.out.starts_with("3 x . .\n2 . o .\n1 . . .\n  a b c\n\nto move"), "{}", run.out);
}

#[test]
fn the_computer_shows_what_it_thinks() {
    let think = |arguments: &[&str], input: &str| {
        let run = run_with_input(&[&["play", "tic-tac-toe"], arguments].concat(), input.as_bytes());
        assert_eq!(run.status, 0, "{}", run.err);
        run.out.matches("  score ").count()
    };
    assert_eq!(think(&[], "b2\nquit\n"), 0);
    assert_eq!(think(&["--verbose"], "b2\nquit\n"), 1);
    assert_eq!(think(&["--verbose"], "think\nb2\nquit\n"), 0);
    assert_eq!(think(&[], "think\nb2\nquit\n"), 1);
}

/// Levels, and algorithms with their limits, mean the same to `play`, `match` and `analyze`.
#[test]
fn levels_and_limits_work_alike_everywhere() {
    let same = analyze(&["connect-four", "4453", "--depth", "5"]);
    for arguments in [["--algorithm", "scout(depth=5)"], ["--level", "5"]] {
        let report = analyze(&[&["connect-four", "4453"][..], &arguments].concat());
        assert_eq!((&report["best"], &report["depth"]), (&same["best"], &5.into()));
        assert_eq!((&report["score"], &report["counts"]), (&same["score"], &same["counts"]));
    }
    assert_eq!(analyze(&["tic-tac-toe", "--level", "easy"])["depth"], 1);
    for arguments in [
        &["--algorithm", "scout(depth=5)", "--depth", "4"][..],
        &["--algorithm", "scout(depth=5)", "--exact"],
        &["--level", "hard", "--time", "1s"],
        &["--level", "hard", "--algorithm", "scout"],
        &["--level", "haard"],
    ] {
        let run = run(&[&["analyze", "tic-tac-toe"], arguments].concat());
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}");
    }
}

/// On a terminal the player sees at once that the computer thinks.
#[test]
fn a_thinking_computer_shows_a_sign_of_life() {
    let command = "echo b2 | \"$TREMAUX\" play tic-tac-toe --level 500ms > /dev/null";
    let Some(text) = support::on_terminal(command) else { return };
    assert!(text.contains("thinking"), "{text}");
}

/// A finished game of each kind: whose score it is stands in every format, and the score is for the
/// side to move, who has lost.
#[test]
fn finished_games_have_a_side_in_every_format() {
    for (game, position, side, score) in [
        ("tic-tac-toe", "xxx/oo./...", "o", "-1000000"),
        ("mnk", "xxx./oo../..../....", "o", "-1000000"),
        ("nim", "0 0", "1", "-1000000"),
        ("connect-four", "1212121", "o", "-18"),
        ("dots-and-boxes", "--/|||/--/|||/-- 3-1 2", "2", "-2"),
        ("checkers", "W:W:B1", "white", "-1000000"),
        (
            "chess",
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            "white",
            "-1000000",
        ),
        ("othello", &format!("{} O", "X".repeat(64)), "white", "-64"),
    ] {
        let text = run(&["analyze", game, "--", position]);
        assert_eq!(text.status, 0, "{game}: {}", text.err);
        assert!(text.out.contains("the game is over: "), "{game}: {}", text.out);
        let own = if game == "nim" || game == "dots-and-boxes" {
            format!("(score for side {side})")
        } else {
            format!("(score for {side})")
        };
        // A score that only says that the game is lost is said in words.
        let (shown, own) = match score {
            "-1000000" if ["checkers", "chess"].contains(&game) => ("#-0, black has won", own),
            "-1000000" => (" has won", String::new()),
            score => (score, own),
        };
        assert!(text.out.contains(shown) && text.out.contains(&own), "{game}: {}", text.out);
        for format in ["json", "jsonl"] {
            for all in [&[][..], &["--all"]] {
                let run =
                    run(&[&["analyze", game, "--format", format], all, &["--", position]].concat());
                let report = json(&run);
                assert_eq!(report["side"], side, "{game}: {}", run.out);
                assert_eq!(report["score"].to_string(), score, "{game}: {}", run.out);
                assert_eq!(report["outcome"], "loss", "{game}: {}", run.out);
                assert_eq!(report["is_over"], true, "{game}: {}", run.out);
            }
        }
        for all in [&[][..], &["--all"]] {
            let run =
                run(&[&["analyze", game, "--format", "csv"], all, &["--", position]].concat());
            let mut lines = run.out.lines();
            let columns: Vec<&str> = lines.next().expect("columns").split(',').collect();
            let row: Vec<&str> = lines.next().expect("a row").split(',').collect();
            let value = |name| {
                let at = columns.iter().position(|column| *column == name);
                // The positions of these games have no commas.
                row[at.unwrap_or_else(|| panic!("{game}: no {name} in {columns:?}"))]
            };
            let row = (value("side"), value("score"), value("outcome"));
            assert_eq!(row, (side, score, "loss"), "{game}: {}", run.out);
        }
    }
}

/// Each line of a file is a position: one row or one object each, and nothing if one is wrong.
#[test]
fn files_of_positions_are_analyzed_line_by_line() {
    let path = file("positions.txt", b"x../.o./...\n\nxox/.../...\n");
    let name = path.to_str().expect("a name");
    let all =
        |format| run(&["analyze", "tic-tac-toe", "--file", name, "--all", "--format", format]);
    let csv = all("csv");
    assert_eq!(csv.status, 0, "{}", csv.err);
    let rows: Vec<&str> = csv.out.lines().collect();
    assert!(rows[0].starts_with("position,side,best,score,exact"), "{}", csv.out);
    assert!(rows.len() == 3 && rows[1].starts_with("x../.o./...,x,"), "{}", csv.out);
    let scores: Vec<Value> = all("jsonl")
        .out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["score"].clone())
        .collect();
    let one = |position| analyze(&["tic-tac-toe", position])["score"].clone();
    assert_eq!(scores, [one("x../.o./..."), one("xox/.../...")]);
    assert_eq!(all("text").out.matches("to move").count(), 2);
    std::fs::write(&path, "x../.o./...\nx?./.../...\n").expect("it can be written");
    // A line that is none costs a row.
    let csv = all("csv");
    assert!(csv.status == 2 && csv.out.lines().count() == 2, "{}", csv.out);
    for word in ["line 2", "`?`"] {
        assert!(csv.err.contains(word), "{}", csv.err);
    }
}
