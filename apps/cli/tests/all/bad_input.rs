//! Bad input: one screen that points at the place, exit status 2, nothing written.

use std::process::Stdio;

use crate::support::{Run, file, folder, output, program, run, run_with_input, wait};

/// An error message that fits on a screen, with nothing on standard output.
fn assert_refused(run: &Run, words: &[&str], what: &str) {
    assert_eq!(run.status, 2, "{what}: {}", run.err);
    assert_eq!(run.out, "", "{what}");
    let lines: Vec<&str> = run.err.lines().collect();
    assert!(!lines.is_empty() && lines.len() <= 24, "{what}: {}", run.err);
    assert!(run.err.chars().count() <= 24 * 80, "{what}: {}", run.err);
    assert!(!run.err.contains("panicked"), "{what}: {}", run.err);
    for word in words {
        assert!(run.err.contains(word), "{what}: `{word}` is not in\n{}", run.err);
    }
}

#[test]
fn boards_that_are_none() {
    let digits = "9".repeat(100_000);
    let many = "1 ".repeat(100_000);
    let cases: &[(&str, &[&str])] = &[
        ("", &["line 1, column 1", "an empty text"]),
        (" \n ", &["an empty text"]),
        ("1 2 3 x", &["line 1, column 7", "`x`"]),
        ("1 2 3", &["3 tiles"]),
        ("1 4 2 3 0 5 6 7 7", &["line 1, column 17", "8 is missing", "a second 7"]),
        ("14 13 16 7 11 12 9 5 6 0 2 1 4 8 10 3", &["line 1, column 7", "from 0 to 15", "`16`"]),
        ("1 2 3 0 -1 5 6 7 8", &["column 9", "`-1`"]),
        ("1 4 2\n3 0 5\n6 7 9", &["line 3, column 5"]),
        (&digits, &["line 1, column 1", "99999"]),
        (&many, &["line 1, column", "64 tiles"]),
        ("1.5 2 3 0", &["column 1", "`1.5`"]),
        ("\u{1b}[31m 1 2 3", &["column 1"]),
        ("１ 2 3 0", &["column 1"]),
    ];
    for (board, words) in cases {
        let given = run_with_input(&["solve", "tiles", "-"], board.as_bytes());
        assert_refused(&given, words, &format!("standard input: {:.40}", board));
        if board.len() < 1000 && !board.is_empty() {
            let given = run(&["solve", "tiles", "--", board]);
            assert_refused(&given, words, &format!("the command line: {board}"));
        }
    }
    assert_refused(&run(&["solve", "tiles"]), &["a board, --file FILE or --korf N"], "nothing");
}

/// `--problem` names one instance; how it is searched stands in `--as`.
#[test]
fn problems_that_a_referee_cannot_judge() {
    for (problem, words) in [
        ("graph --example romania --algorithm dfs", "'--algorithm'"),
        ("grid S..G --show", "'--show'"),
        ("graph --exmple romania", "'--exmple'"),
        ("tiles --korf 1,2", "korf"),
        ("tils 1 2 3 0", "tiles"),
        ("graph --example \"romania", "a quote is not closed"),
    ] {
        let given = run(&["referee", "--problem", problem, "--expanded", "3"]);
        assert_refused(&given, &[words], problem);
    }
}

/// Whoever looks for a sentence in a message finds it, whatever the length of the paths in it.
#[test]
fn messages_do_not_depend_on_the_length_of_paths() {
    for length in (1..200).step_by(7) {
        let path = folder().join("x".repeat(length)).join("a file.tsp").display().to_string();
        let missing = run(&["solve", "tsp", "--file", &path]);
        assert_refused(&missing, &[&format!("no such file: {path}")], &path);
    }
}

#[test]
fn text_that_is_none() {
    let path = file("latin-1.txt", b"1 2 3\n0 \xE9 4\n");
    let words: &[&str] = &["line 2, column 3", "read as windows-1252", "not UTF-8", "found `é`"];
    assert_refused(&run(&["solve", "tiles", "-f", path.to_str().unwrap()]), words, "a file");
    assert_refused(
        &run_with_input(&["solve", "tiles", "-"], b"1 2 3\n0 \xFF\xFE"),
        &words[..1],
        "a pipe",
    );
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let word = std::ffi::OsStr::from_bytes(b"1 2 \xFF 0");
        let output = output(program().args(["solve", "tiles"]).arg(word));
        assert_eq!(output.status.code(), Some(2));
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.contains("column 5") && text.contains("found `ÿ`"), "{text}");
    }
}

#[test]
fn files_without_positions() {
    let said = ["line 1", "expected a position or a game", "an empty text"];
    let blank = file("blank.txt", b" \n\n");
    let empty = file("empty.txt", b"");
    for game in tremaux_registry::GAMES {
        let game = game.info().name;
        for path in [&blank, &empty] {
            let path = path.to_str().unwrap();
            assert_refused(&run(&["analyze", game, "--file", path]), &said, game);
            let traced = run(&["trace", "analyze", game, "--file", path, "--output", "-"]);
            assert_refused(&traced, &said, game);
        }
        for options in [&["-"][..], &["-", "--all"]] {
            let run = run_with_input(&[&["analyze", game], options].concat(), b"\n");
            assert_refused(&run, &said, game);
        }
    }
}

#[test]
fn a_line_without_end_is_not_read_without_end() {
    let run = run_with_input(&["solve", "tiles", "-"], &vec![b'7'; (64 << 20) + 1]);
    assert_refused(&run, &["standard input is larger than 64 MiB"], "endless digits");
}

#[test]
fn files_that_cannot_be_read() {
    assert_refused(
        &run(&["solve", "tiles", "-f", "no-such-file"]),
        &["no such file: no-such-file"],
        "",
    );
    assert_refused(&run(&["solve", "tiles", "-f", "."]), &["a folder, not a file: ."], "a folder");
    let cut = file("cut.gz", &[0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2]);
    assert_refused(
        &run(&["solve", "tiles", "-f", cut.to_str().unwrap()]),
        &["cannot read"],
        "gzip",
    );
    let cut = file("cut.zst", &[0x28, 0xB5, 0x2F, 0xFD, 1, 2, 3]);
    assert_refused(
        &run(&["solve", "tiles", "-f", cut.to_str().unwrap()]),
        &["cannot read"],
        "zstd",
    );
}

/// What looks like the name of a file is not told to be a wrong instance.
#[test]
fn files_that_are_not_there_are_told() {
    for domain in tremaux_registry::DOMAINS {
        for name in ["nofile.xsb", "no/such/folder/level", "./nofile.txt", "tests/nofile"] {
            let told = format!("no such file: {name}");
            let refused = run(&["solve", domain.info().name, name]);
            assert_refused(&refused, &[&told], domain.info().name);
            assert!(!refused.err.contains("expected"), "{}", refused.err);
        }
    }
    for game in tremaux_registry::GAMES {
        let name = game.info().name;
        for verb in ["analyze", "play"] {
            for file in ["nofile.xsb", "no/such/folder/level"] {
                let refused = run(&[verb, name, file]);
                assert_refused(&refused, &[&format!("no such file: {file}")], name);
            }
        }
    }
    let refused = run(&["solve", "sokoban", "tests"]);
    assert_refused(&refused, &["a folder, not a file: tests"], "a folder");
    let refused = run(&["path", "nofile.map", "--from", "0,0", "--to", "1,1"]);
    assert_refused(&refused, &["no such file: nofile.map"], "path");
    // Rows separated by slashes are no path.
    assert_refused(&run(&["solve", "maze", "S.#/.?#/.#G"]), &["column 6"], "a maze");
    assert_refused(&run(&["analyze", "tic-tac-toe", "xox/.?./..."]), &["column 6"], "a board");
}

#[test]
fn a_wrong_board_among_many_is_found_before_any_is_solved() {
    let path =
        file("boards.txt", b"# three\n1 4 2 3 0 5 6 7 8\n1 4 2 3 0 5 6 8 8\n0 1 2 3 4 5 6 7 8\n");
    let path = path.to_str().unwrap();
    assert_refused(
        &run(&["solve", "tiles", "-f", path, "--all"]),
        &["line 3, column 17", path],
        "",
    );
    let path = file("two.txt", b"1 4 2 3 0 5 6 7 8\n0 1 2 3 4 5 6 7 8\n");
    let path = path.to_str().unwrap();
    assert_refused(&run(&["solve", "tiles", "-f", path]), &["has 2 instances", "--index N"], "");
    let words = &["--index 3", "has only 2 instances"];
    assert_refused(&run(&["solve", "tiles", "-f", path, "--index", "3"]), words, "");
    assert_refused(&run(&["solve", "tiles", "-f", path, "--index", "0"]), &["--index"], "");
    assert_refused(&run(&["solve", "tiles", "-f", path, "--index", "1", "--all"]), &["--all"], "");
}

const BOARD: &str = "1 2 3 / 4 0 6 / 7 5 8";

#[test]
fn options_out_of_bounds() {
    let cases: &[(&[&str], &[&str])] = &[
        (&["--goal", "1 2 3 0"], &["--goal", "9 tiles"]),
        (&["--goal", "blank-frist"], &["--goal", "`blank-first`"]),
        (&["--goal", ""], &["--goal"]),
        (&["--size", "4x4"], &["16 tiles"]),
        (&["--size", "9x9"], &["a row of 9 tiles"]),
        (&["--size", "9x999"], &["--size", "2 to 8"]),
        (&["--size", "3"], &["--size", "`4x4`"]),
        (&["--nodes", "-5"], &["--nodes", "a whole number"]),
        (&["--nodes", "1.5"], &["--nodes"]),
        (&["--time", "-1s"], &["--time", "a duration"]),
        (&["--time", "soon"], &["--time"]),
        (&["--memory", "99999999999999999G"], &["--memory", "below 2^64"]),
        (&["--memory", "-1"], &["--memory"]),
        (&["--depth", "-1"], &["--depth"]),
        (&["--depth", "99999999999"], &["--depth"]),
        (&["--seed", "-1"], &["--seed"]),
        (&["--seed", "18446744073709551616"], &["--seed"]),
        (&["--threads", "0"], &["--threads"]),
        (&["--tie-break", "lilo"], &["`lifo`"]),
        (&["--format", "xml"], &["json"]),
        (&["--korf", "1"], &["no other instance: --korf names one"]),
    ];
    for (options, words) in cases {
        let arguments = [&["solve", "tiles", BOARD], *options].concat();
        assert_refused(&run(&arguments), words, &options.join(" "));
    }
    for (number, words) in [("0", "from 1 to 100"), ("101", "`101`"), ("x", "`x`"), ("", "--korf")]
    {
        assert_refused(&run(&["solve", "tiles", "--korf", number]), &[words], number);
    }
    for (options, word) in
        [("--count=-1", "--count"), ("--walk=x", "--walk"), ("--size=1x1", "--size")]
    {
        assert_refused(&run(&["generate", "tiles", options]), &[word], options);
    }
}

#[test]
fn names_that_are_not_known_are_answered_with_the_nearest() {
    let cases: &[(&[&str], &[&str])] = &[
        (&["--algorithm", "ida-sart"], &["--algorithm:1:1", "did you mean `ida-star`"]),
        (&["--algorithm", "xyzzy"], &["an algorithm: `breadth-first`"]),
        (&["--algorithm", ""], &["an empty text"]),
        (&["--algorithm", "a-star("], &["a name or a number"]),
        (&["--algorithm", "a-star(weight=2)"], &["no options: `a-star` has none"]),
        (&["--algorithm", "weighted-a-star(wieght=2)"], &["did you mean `weight`"]),
        (&["--algorithm", "weighted-a-star(0.5)"], &["a number from 1 to 1000"]),
        (&["--heuristic", "manhatan"], &["--heuristic:1:1", "did you mean `manhattan`"]),
        (&["--heuristic", "max(manhattan, linear)"], &["column 16", "`linear-conflict`"]),
        (&["--heuristic", "max(manhattan)"], &["in brackets"]),
        (&["--heuristic", "pdb(7-7)"], &["column 5", "sizes that sum to"]),
        (&["--heuristic", "pdb(dual=maybe)"], &["`yes` or `no`"]),
        (&["--heuristic", "scaled(manhattan)"], &["`factor`"]),
        (&["--heuristic", "scaled(manhattan, x)"], &["column 19", "a number from 0 to 1000"]),
    ];
    for (options, words) in cases {
        let arguments = [&["solve", "tiles", BOARD], *options].concat();
        assert_refused(&run(&arguments), words, &options.join(" "));
    }
    assert_refused(&run(&["solve", "tils", BOARD]), &["'tiles'"], "a domain");
    assert_refused(&run(&["slove", "tiles", BOARD]), &["'solve'"], "a verb");
    assert_refused(&run(&["explain", "manhatan"]), &["did you mean `manhattan`"], "explain");
    assert_refused(&run(&["explain", &"x".repeat(100_000)]), &["xxxx"], "a long name");
    assert_refused(&run(&["man", "sovle"]), &["solve"], "man");
    let nested = format!("{}manhattan", "max(".repeat(10_000));
    let arguments = ["solve", "tiles", BOARD, "--heuristic", &nested];
    assert_refused(&run(&arguments), &["brackets"], "nested");
}

#[test]
fn options_that_have_no_effect_are_refused() {
    let cases: &[(&[&str], &str)] = &[
        (&["--algorithm", "bfs", "--heuristic", "manhattan"], "breadth-first uses no heuristic"),
        (&["--algorithm", "bfs", "--tie-break", "fifo"], "breadth-first has no ties to break"),
        (&["--tie-break", "fifo"], "ida-star has no ties to break"),
        (&["--algorithm", "a-star", "--depth", "5"], "takes no depth limit"),
        (&["--algorithm", "dfs"], "--depth 30"),
        (&["--algorithm", "a-star", "--threads", "2"], "one thread"),
        (&["--algorithm", "ida-star(solutions=2)", "--threads", "2"], "one plan"),
        (&["--algorithm", "a-star", "--checkpoint", "no/file"], "a-star cannot be saved"),
        (&["--threads", "2", "--checkpoint", "no/file"], "one thread"),
        (&["--checkpoint-every", "1s"], "--checkpoint"),
        (&["--resume", "no/file"], "no such file: no/file"),
        (&["--heuristic", "good-evaluator"], "it requires"),
    ];
    for (options, word) in cases {
        let arguments = [&["solve", "tiles", BOARD], *options].concat();
        assert_refused(&run(&arguments), &[word], &options.join(" "));
    }
    for algorithm in ["jps", "canonical-a-star", "theta-star", "hpa-star", "table-a-star"] {
        let arguments =
            ["solve", "grid", "S.G", "--order", "nearest-last", "--algorithm", algorithm];
        assert_refused(&run(&arguments), &["in a fixed order"], algorithm);
    }
    let arguments = ["solve", "tiles", "--korf", "1", "--size", "3x3"];
    assert_refused(&run(&arguments), &["`--size` does not apply"], "--korf");
    assert_refused(&run(&["list", "--memory", "2G"]), &["--memory"], "list");
}

/// What a terminal would obey is escaped, and what fills a screen is shortened.
#[test]
fn names_are_told_escaped_and_shortened() {
    let escape = "\u{1b}[31mred\u{1b}[0m";
    let path = file("red\u{1b}[31m.txt", b"1 2 3 x");
    let path = path.to_str().expect("text");
    let cases: &[&[&str]] = &[
        &["solve", "tiles", "-f", escape],
        &["solve", "tiles", "-f", path],
        &["solve", escape],
        &["solve", "tiles", BOARD, "--algorithm", escape],
        &["solve", "tiles", BOARD, "--format", escape],
        &["solve", "tiles", BOARD, "--time", escape],
        &[escape],
        &["man", escape],
        &["trace", "solve", "maze", "S.G", "-o", &format!("no/{escape}.svg")],
        &["play", "nim", "--level", escape],
    ];
    for arguments in cases {
        let refused = run(arguments);
        assert_eq!((refused.status, refused.out.as_str()), (2, ""), "{arguments:?}");
        assert!(!refused.err.contains('\u{1b}'), "{arguments:?}: {:?}", refused.err);
    }
    let arcs = format!("a {escape} 1\n{escape} b 1\n");
    let told = run_with_input(&["path", "-", "--from", "a", "--to", "b"], arcs.as_bytes());
    assert!(told.status == 0 && told.out.contains("\\u{1b}[31mred"), "{:?}", told.out);
    assert!(!told.out.contains('\u{1b}'), "{:?}", told.out);
    // As many bytes as an argument may have.
    let long = "x".repeat(100_000);
    let cases: &[&[&str]] = &[
        &["solve", &long],
        &["solve", "tiles", BOARD, "--format", &long],
        &["solve", "tiles", "-f", &long],
        &["solve", "tiles", &long],
        &[&long],
        &["man", &long],
        &["trace", "solve", "maze", "S.G", "-o", &long],
    ];
    for arguments in cases {
        let refused = run(arguments);
        assert_eq!((refused.status, refused.out.as_str()), (2, ""), "{:?}", &arguments[..1]);
        assert!(refused.err.len() < 5000, "{} bytes: {:.300}", refused.err.len(), refused.err);
    }
}

/// Characters that turn the direction of text would make an excerpt say something else.
#[test]
fn excerpts_show_nothing_that_a_terminal_obeys() {
    for arguments in [
        &["solve", "lights-out", "#.\u{202e}.#"][..],
        &["analyze", "connect-four", "44\u{202e}53"],
        &["analyze", "nim", "3 \u{2066} 4"],
        &["solve", "tiles", BOARD, "--heuristic", "man\u{9b}2J"],
    ] {
        let refused = run(arguments);
        assert_eq!((refused.status, refused.out.as_str()), (2, ""), "{arguments:?}");
        let obeyed =
            |c: char| c.is_control() && c != '\n' || ('\u{202a}'..='\u{2069}').contains(&c);
        assert!(!refused.err.contains(obeyed), "{arguments:?}: {:?}", refused.err);
    }
}

/// A double has 53 bits: what it would round is not the cost that was written.
#[test]
fn costs_that_would_be_rounded_are_refused() {
    let digits = "12345678901234567890123456";
    let list = format!("a b {digits}\nb c 0.5\n");
    let json = format!(
        "{{\"nodes\":[{{\"id\":\"a\"}},{{\"id\":\"c\"}}],\
             \"links\":[{{\"source\":\"a\",\"target\":\"c\",\"weight\":{digits}}}]}}"
    );
    for (text, place) in [(&list, "line 1, column 5"), (&json, "line 1, column 79")] {
        let words = [place, "digit", "12345678901234567890123456"];
        let asked = run_with_input(&["path", "-", "--from", "a", "--to", "c"], text.as_bytes());
        assert_refused(&asked, &words, "path");
        assert_refused(&run_with_input(&["solve", "graph", "-"], text.as_bytes()), &words, "graph");
    }
    for exact in ["9007199254740992", "100000000000000000000", "18014398509481984", "0.1", "1e300"]
    {
        let list = format!("a b {exact}\n");
        let asked = run_with_input(&["path", "-", "--from", "a", "--to", "b"], list.as_bytes());
        assert_eq!(asked.status, 0, "{exact}: {}", asked.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    let cases: &[&[&str]] =
        &[&["--help"], &["-h"], &["--version"], &["solve", "--help"], &["help", "counters"]];
    for arguments in cases {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let child = program().args(*arguments).stdout(full).stderr(Stdio::piped()).spawn();
        let output = wait(child.expect("it runs"));
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.contains("cannot write the result"), "{text}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
    let child = program().arg("list").stdout(full).stderr(Stdio::piped()).spawn();
    let output = wait(child.expect("it runs"));
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("cannot write the result"), "{text}");
}

#[test]
fn an_error_in_the_file_of_an_option_names_the_file() {
    let words = file("words.txt", b"CAT;50\nDOG;x\n");
    let words = words.to_str().expect("text");
    let run = run(&["solve", "crossword", "...", "--words", words]);
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
    assert!(
        run.err.contains("line 2, column 5") && run.err.contains("words.txt:2:5"),
        "{}",
        run.err
    );
}

#[test]
fn a_region_may_lie_outside_of_other_grids_of_the_file() {
    let grids = file("grids.txt", b"; small\n...\n...\n...\n; large\n....\n....\n....\n....\n");
    let grids = grids.to_str().expect("text");
    let solve = |region: &str, which: &[&str]| {
        let words = ["solve", "crossword", "-f", grids, "--region", region, "--format", "json"];
        run(&[&words[..], which].concat())
    };
    let chosen = solve("1,1-1,4", &["--index", "2"]);
    assert_eq!((chosen.status, chosen.err.as_str()), (0, ""));
    assert!(chosen.out.contains("\"length\":1"), "{}", chosen.out);
    let all = solve("1,1-1,4", &["--all"]);
    assert_eq!(all.status, 2, "{}", all.out);
    assert!(all.err.contains("skipped grid 1 (small):"), "{}", all.err);
    assert!(all.out.contains("\"length\":1"), "{}", all.out);
    assert_refused(&solve("1,1-1,4", &["--index", "1"]), &["--region", "from 1 to 3"], "");
    assert_refused(&solve("1,1-9,9", &["--all"]), &["--region", "from 1 to 3"], "");
}

/// Whatever a file or an engine's user calls things, a terminal obeys none of it.
#[test]
fn names_from_files_are_shown_not_obeyed() {
    let name = "a\u{1b}[2Jb\u{202e}c\u{0}d".repeat(200);
    let levels =
        file("named.xsb", format!("; {name}\n##\n\n; {name}\n####\n#@.#\n####\n").as_bytes());
    let solve = ["solve", "sokoban", "--file", levels.to_str().expect("text"), "--all"];
    let is_obeyed = |c: char| c.is_control() && !"\n\t".contains(c) || c == '\u{202e}';
    for format in ["json", "jsonl", "csv", "md", "text"] {
        let solvable = file("one.xsb", format!("; {name}\n#####\n#@$.#\n#####\n").as_bytes());
        let path = solvable.to_str().expect("text");
        let found = run(&["solve", "sokoban", "--file", path, "--all", "--format", format]);
        assert_eq!((found.status, found.err.as_str()), (0, ""), "{format}");
        assert!(found.out.contains("[2Jb"), "{format}: {}", found.out);
        assert!(!found.out.contains(is_obeyed), "{format}: {:?}", found.out);
        if format == "json" {
            assert_eq!(crate::support::json(&found)[0]["title"].as_str(), Some(&*name));
        }
    }
    let run = run(&solve);
    assert_eq!(run.status, 2, "{}", run.err);
    assert!(run.err.starts_with("skipped "), "{}", run.err);
    assert!(run.err.len() < 10_000, "{}", run.err.len());
    for text in [&run.out, &run.err] {
        assert!(!text.contains(is_obeyed), "{text:?}");
    }
}
