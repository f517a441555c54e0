//! Texts as people's programs write them: each file of `odd-input/graphs`, and those with byte
//! order marks of `odd-input/games`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tremaux_testkit::data;

use crate::support::{Run, file, json, run, run_with_input};

/// What a command must answer.
enum Right {
    /// A path of this cost, through these places.
    Path(&'static str, &'static str),
    /// A message with these words, and this exit status.
    Says(i32, &'static [&'static str]),
}

use Right::{Path as Found, Says};

/// The files by name, with the arguments after the name, and the answer.
const CASES: &[(&str, &[&str], Right)] = &[
    ("01-bom-edge-list.txt", &["--from", "home", "--to", "shop"], Found("1", "home shop")),
    ("02-bom.map", &["--from", "0,0", "--to", "3,2"], Found("5", "0,0 3,0 3,2")),
    ("02-bom.gr", &["--from", "1", "--to", "3"], Found("9", "1 2 3")),
    ("02-bom.json", &["--from", "1", "--to", "3"], Found("1", "1 3")),
    ("03-unweighted-attributes.json", &["--from", "p1", "--to", "p3"], Found("2", "p1 p2 p3")),
    (
        "04-links-and-edges.json",
        &["--from", "a", "--to", "c"],
        Says(2, &["only one of `links` and `edges`"]),
    ),
    ("06-sum-beyond-2-53.txt", &["--from", "a", "--to", "f"], Found("9007199254740994", "a f")),
    ("07-comma.csv", &["--from", "a", "--to", "b"], Found("3", "a c b")),
    ("07-semicolon.csv", &["--from", "a", "--to", "b"], Found("3", "a c b")),
    ("07-networkx-default.edgelist", &["--from", "a", "--to", "b"], Found("3", "a c b")),
    ("08-small.graphml", &["--from", "a", "--to", "b"], Found("3", "a b")),
    ("11-percent-comment.txt", &["--from", "1", "--to", "3"], Found("7", "1 2 3")),
    ("12-one-line.txt", &["--from", "a", "--to", "c"], Found("5", "a b c")),
    ("13-plain-grid.txt", &["--from", "0,0", "--to", "3,2"], Found("5", "0,0 0,2 3,2")),
    ("14-list-ids.json", &["--from", "[0,0]", "--to", "[1, 1]"], Found("2", "[0,0] [0,1] [1,1]")),
    ("15-float-costs.txt", &["--from", "p", "--to", "r"], Found("19.75", "p q r")),
    (
        "15-float-costs.txt",
        &["--from", "p", "--to", "r", "--algorithm", "contraction-hierarchy"],
        Found("19.75", "p q r"),
    ),
    (
        "15-float-costs.txt",
        &["--from", "p", "--to", "r", "--algorithm", "alt"],
        Found("19.75", "p q r"),
    ),
    (
        "15-float-costs.txt",
        &["--from", "p", "--to", "r", "--algorithm", "bidirectional-dijkstra"],
        Found("19.75", "p q r"),
    ),
    ("09-unreachable.map", &["--scen", "09-unreachable.scen"], Says(0, &["all lengths correct"])),
    ("09-unreachable.map", &["--scen", "10-no-queries.scen"], Says(2, &["a scenario"])),
];

/// Tested below, with `solve graph`.
const SOLVED: &[&str] = &["05-k-best-parallel.txt", "16-zero-cycle.txt"];

/// Lists and `GraphML` of `odd-input/readers` by name, with the ends, and the answer.
const LISTS: &[(&str, [&str; 2], Right)] = &[
    ("07-hash-in-name.txt", ["a", "c"], Found("3", "a c")),
    ("07b-url.txt", ["http://b.org", "http://c.org"], Found("3", "http://b.org http://c.org")),
    (
        "07c-two-urls.txt",
        ["http://a.org/x", "http://b.org/owl#Afford"],
        Found("1", "http://a.org/x http://b.org/owl#Afford"),
    ),
    ("09-key-of-both.graphml", ["a", "c"], Found("7", "a c")),
    ("16-xml-comment.graphml", ["a", "b"], Found("4", "a c b")),
    ("16b-xml-comment-first.graphml", ["A & B", "C"], Found("3", "A & B C")),
    ("19-dashes.txt", ["c", "a"], Found("5", "c b a")),
];

#[test]
fn lists_and_graphml_are_read_as_they_are_meant() {
    let Some(folder) = data("odd-input/readers") else { return };
    for (name, [from, to], right) in LISTS {
        let path = folder.join(name);
        let all = ["path", text(&path), "--from", from, "--to", to, "--format", "json"];
        check(name, &run(&all), right);
    }
    let matrix = file("matrix.txt", b"0 3 9\n3 0 2\n9 2 0\n");
    const REFUSED: &[&str] = &["a matrix of 3 rows and 3 columns"];
    let ends = ["--from", "0", "--to", "2"];
    for command in [&["path", text(&matrix)][..], &["solve", "graph", "-f", text(&matrix)]] {
        check("a matrix", &run(&[command, &ends].concat()), &Says(2, REFUSED));
    }
}

#[test]
fn one_way_lists_are_noted_and_read_both_ways() {
    let list = file("roads.txt", b"a b 4\nb c 1\n");
    const SAID: &[&str] = &["The proof assumes that arcs lead one way; --undirected reads"];
    let ends = ["--from", "c", "--to", "a"];
    for command in [&["path", text(&list)][..], &["solve", "graph", "-f", text(&list)]] {
        check("one way", &run(&[command, &ends].concat()), &Says(1, SAID));
        let both = run(&[command, &ends, &["--undirected"]].concat());
        assert_eq!(both.status, 0, "{}", both.err);
        assert!(both.out.contains("cost 5") && !both.err.contains("one way"), "{}", both.out);
        // Where it cannot matter, nothing is said.
        let there = run(&[command, &["--from", "a", "--to", "c"]].concat());
        assert!(!there.out.contains("one way") && !there.err.contains("one way"), "{}", there.out);
    }
    let other = file("other.txt", b"a b 4\nc b 1\na c 9\n");
    let ends = ["--from", "a", "--to", "c"];
    for command in [&["path", text(&other)][..], &["solve", "graph", "-f", text(&other)]] {
        check("a cheaper way", &run(&[command, &ends].concat()), &Says(0, &["assumes that arcs"]));
    }
    let grid = file("grid.txt", b"...\n.#.\n...\n");
    let refused = run(&["path", text(&grid), "--from", "0,0", "--to", "2,2", "--undirected"]);
    check("a grid", &refused, &Says(2, &["`--undirected` does not apply"]));
}

#[test]
fn tables_in_older_encodings_are_read_with_a_note() {
    const SAID: &[&str] = &["note: ", "windows-1252", "Zürich", "cost 95"];
    let table = file("latin.csv", b"from;to;km\nZ\xFCrich;Bern;95\n");
    let list = file("latin.txt", b"Z\xFCrich Bern 95\n");
    for path in [table, list] {
        let answer = run(&["path", text(&path), "--from", "Zürich", "--to", "Bern"]);
        check("Latin-1", &answer, &Says(0, SAID));
    }
}

#[test]
fn an_empty_map_is_said_to_be_empty() {
    let empty = file("empty.txt", b"\n");
    let said = |of: &'static [&'static str]| Says(2, of);
    for ends in [&[][..], &["--from", "a", "--to", "b"]] {
        let answer = run(&[&["path", text(&empty)], ends].concat());
        check("a file", &answer, &said(&["empty.txt", "an empty text"]));
        let answer = run_with_input(&[&["path", "-"], ends].concat(), b"");
        check("standard input", &answer, &said(&["standard input", "an empty text"]));
    }
    let answer = run(&["solve", "graph", "-f", text(&empty), "--from", "a", "--to", "b"]);
    check("a graph", &answer, &said(&["empty.txt", "an empty text"]));
}

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

fn check(name: &str, run: &Run, right: &Right) {
    match right {
        Found(cost, path) => {
            assert_eq!(run.status, 0, "{name}: {}{}", run.out, run.err);
            let report = json(run);
            assert_eq!(report["cost"].to_string(), *cost, "{name}");
            let places = report["path"].as_array().expect("a path").iter();
            let places: Vec<&str> = places.map(|place| place.as_str().expect("text")).collect();
            assert_eq!(places.join(" "), *path, "{name}");
            assert_eq!(report["optimal"], true, "{name}");
        }
        Says(status, words) => {
            assert_eq!(run.status, *status, "{name}: {}{}", run.out, run.err);
            // Without the line breaks of messages.
            let said = format!("{}{}", run.out, run.err).replace('│', " ");
            let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
            for words in *words {
                assert!(said.contains(words), "{name}: {said}");
            }
        }
    }
}

/// Also with the line ends of Windows, a byte order mark and without a last line end.
#[test]
fn graphs_of_other_programs_are_read() {
    let Some(folder) = data("odd-input/graphs") else { return };
    for (name, arguments, right) in CASES {
        let format = if matches!(right, Found(..)) { "json" } else { "text" };
        let in_folder = |word: &&str| match word.ends_with(".scen") {
            true => text(&folder.join(word)).to_owned(),
            false => (*word).to_owned(),
        };
        let arguments: Vec<String> = arguments.iter().map(in_folder).collect();
        let whole = fs::read_to_string(folder.join(name)).expect("a file");
        let other = whole.trim_start_matches('\u{feff}').trim_end().replace('\n', "\r\n");
        let other = file(name, format!("\u{feff}{other}").as_bytes());
        for path in [folder.join(name), other] {
            let mut all = vec!["path", text(&path)];
            all.extend(arguments.iter().map(String::as_str));
            check(name, &run(&[&all[..], &["--format", format]].concat()), right);
        }
    }
    let tested: BTreeSet<&str> =
        CASES.iter().map(|(name, ..)| *name).chain(SOLVED.iter().copied()).collect();
    for entry in fs::read_dir(&folder).expect("a folder") {
        let name = entry.expect("a file").file_name();
        let name = name.to_str().expect("text");
        assert!(tested.contains(name) || name.ends_with(".scen"), "{name} is tested");
    }
}

/// What is assumed about costs is said.
#[test]
fn links_without_costs_are_noted() {
    let Some(path) = data("odd-input/graphs/03-unweighted-attributes.json") else { return };
    let said = run(&["path", text(&path), "--from", "p1", "--to", "p3"]);
    assert!(said.err.contains("no link has a `weight`: each costs 1"), "{}", said.err);
    assert!(said.err.contains("ignored attributes of nodes: team"), "{}", said.err);
    let quiet = run(&["path", text(&path), "--from", "p1", "--to", "p3", "--quiet"]);
    assert_eq!(quiet.err, "");
}

#[test]
fn every_path_of_k_is_in_every_format() {
    let Some(path) = data("odd-input/graphs/05-k-best-parallel.txt") else { return };
    let algorithm = "k-best(paths=3, loops=no)";
    let of = |format: &str| {
        let arguments = ["solve", "graph", "-f", text(&path), "--from", "hub", "--to", "end"];
        run(&[&arguments[..], &["--algorithm", algorithm, "--format", format]].concat())
    };
    let paths = [("3", "mid end#2"), ("5", "mid end#1"), ("9", "end")];
    let words = of("text");
    for (cost, moves) in paths {
        let line = words.out.lines().find(|line| line.starts_with(&format!("cost {cost}, ")));
        assert!(line.is_some_and(|line| line.ends_with(moves)), "{}", words.out);
    }
    let report = json(&of("json"));
    let solutions = report["solutions"].as_array().expect("all paths");
    assert_eq!(solutions.len(), 3);
    for ((cost, moves), solution) in paths.iter().zip(solutions) {
        assert_eq!(solution["cost"].to_string(), *cost);
        let found = solution["moves"].as_array().expect("moves").iter();
        let found: Vec<&str> = found.map(|it| it.as_str().expect("text")).collect();
        assert_eq!(found.join(" "), *moves);
    }
    let rows = of("csv").out;
    let rows: Vec<&str> = rows.lines().collect();
    assert_eq!(rows.len(), 4, "{rows:?}");
    for ((cost, moves), row) in paths.iter().zip(&rows[1..]) {
        assert!(row.contains(&format!(",solved,{cost},")) && row.contains(moves), "{row}");
    }
}

#[test]
fn of_equal_paths_the_shorter_come_first() {
    let Some(path) = data("odd-input/graphs/16-zero-cycle.txt") else { return };
    let arguments = ["solve", "graph", "-f", text(&path), "--from", "n1", "--to", "n3"];
    let more = ["--algorithm", "k-best(paths=5)", "--format", "json"];
    let report = json(&run(&[&arguments[..], &more].concat()));
    let lengths = report["solutions"].as_array().expect("all paths").iter();
    let lengths: Vec<u64> = lengths.map(|it| it["length"].as_u64().expect("a number")).collect();
    assert_eq!(lengths, [2, 4, 6, 8, 10]);
}

/// What is refused, the words that say what it looks like, and those that say what reads it.
#[test]
fn refused_texts_are_recognised() {
    let people = file("people.txt", b"name,age\nAda,36\nAlan,41\n");
    let page = file("page.txt", b"<!DOCTYPE html>\n<html></html>\n");
    let query = ["--from", "0,0", "--to", "1,1"];
    let path = |file: &Path| run(&[&["path", text(file)][..], &query].concat());
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let cases: &[(Run, &[&str])] = &[
        (path(&people), &["CSV with a header"]),
        (path(&page), &["a web page"]),
        (run(&["solve", "tsp", "no.tsp"]), &["no such file: no.tsp"]),
        (run(&["solve", "tiles", "boards"]), &["there is no file `boards`, either"]),
        (run(&["analyze", "chess", board]), &["the board of a FEN alone"]),
        (
            run(&["analyze", "game-tree", "[[3 12] [2 4]]"]),
            &["a game tree: `tremaux analyze game-tree --tree"],
        ),
        (run(&["solve", "queens", "8", "solutions=0"]), &["options of an algorithm"]),
    ];
    for (at, (run, words)) in cases.iter().enumerate() {
        check(&format!("case {at}"), run, &Says(2, words));
    }
}

#[test]
fn blocked_scenarios_are_left_out_and_counted() {
    let map = file("small.map", b"type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n");
    let scen = b"version 1\n0\tm\t3\t2\t0\t0\t2\t0\t2.0\n0\tm\t3\t2\t1\t1\t2\t0\t2.0\n\
                 0\tm\t3\t2\t0\t0\t2\t1\t3.0\n";
    let scen = file("small.scen", scen);
    let many = ["path", text(&map), "--scen", text(&scen)];
    let checked = run(&[&many[..], &["--format", "json"]].concat());
    assert_eq!(checked.status, 0, "{}", checked.err);
    let summary = json(&checked);
    assert_eq!((&summary["queries"], &summary["skipped"]), (&2.into(), &1.into()));
    assert!(checked.err.contains("1 scenario is left out; number 2"), "{}", checked.err);
    let refused = run(&[&many[..], &["--index", "2"]].concat());
    check("the blocked one", &refused, &Says(2, &["a free cell for the start"]));
    let third = run(&[&many[..], &["--index", "3", "--format", "json"]].concat());
    assert_eq!(json(&third)["cost"], 3);
}

/// Paths of inexact planners may be longer than the listed ones, and at any angle shorter; but a
/// planner of steps never finds a shorter one, and a missing path is always wrong.
#[test]
fn scenarios_judge_inexact_planners() {
    let map = file(
        "open.map",
        format!(
            "type octile\nheight 9\nwidth 30\nmap\n{}",
            ".............................. \n".replace(' ', "").repeat(9)
        )
        .as_bytes(),
    );
    let scenarios = |length: &str| {
        file("open.scen", format!("version 1\n0\tm\t30\t9\t0\t0\t29\t8\t{length}\n").as_bytes())
    };
    // The shortest path of steps is 32.31371, at any angle 30.08322.
    let status = |algorithm: &str, length: &str| {
        let scen = scenarios(length);
        run(&["path", text(&map), "--scen", text(&scen), "--algorithm", algorithm]).status
    };
    for (algorithm, too_long, too_short) in
        // The path of the hierarchy is proved optimal here: no path of steps is shorter.
        [("jps", 1, 1), ("hpa-star", 1, 1), ("theta-star", 0, 0)]
    {
        assert_eq!(status(algorithm, "32.31371"), 0, "{algorithm}");
        assert_eq!(status(algorithm, "40.00000"), too_long, "{algorithm}: listed too long");
        assert_eq!(status(algorithm, "20.00000"), too_short, "{algorithm}: listed too short");
        assert_eq!(status(algorithm, "-1"), 1, "{algorithm}: listed as unreachable");
    }
}

/// Files that begin with a byte order mark, and the commands that read them.
const MARKED: &[(&str, &[&str])] = &[
    ("06_bom_bom.c4", &["analyze", "connect-four", "--depth", "4"]),
    ("06_bom_bom.con", &["solve", "constraints"]),
    ("06_bom_bom.cube", &["solve", "cube"]),
    ("06_bom_bom.epd", &["analyze", "chess", "--depth", "3"]),
    ("06_bom_bom.oth", &["analyze", "othello", "--depth", "3"]),
    ("06_bom_bom.pack", &["solve", "packing"]),
    ("06_bom_cw_bom.txt", &["solve", "crossword"]),
    ("06_bom_sok_bom.xsb", &["solve", "sokoban", "--all"]),
    ("06_bom_sud_bom.txt", &["solve", "sudoku"]),
    ("06_bom_tsp_bom.tsp", &["solve", "tsp", "--time", "1s"]),
];

/// The answer is the same without the mark, with other line ends, and packed.
#[test]
fn marks_line_ends_and_compression_do_not_matter() {
    use std::io::Write;
    let Some(folder) = data("odd-input/games") else { return };
    for (name, command) in MARKED {
        let bytes = fs::read(folder.join(name)).expect("a file");
        let marked = String::from_utf8(bytes).expect("text");
        let plain = marked.strip_prefix('\u{feff}').expect("a mark");
        let windows = format!("\u{feff}{}", plain.trim_end().replace('\n', "\r\n"));
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(windows.as_bytes()).expect("a vector takes all");
        let packed = packer.finish().expect("a vector takes all");
        // What every report says, apart from times.
        let answer = |bytes: &[u8]| {
            let path = file(name, bytes);
            let run = run(&[command, &["-f", text(&path), "--format", "jsonl"][..]].concat());
            assert_eq!(run.status, 0, "{name}: {}", run.err);
            let value = |line: &str| serde_json::from_str::<serde_json::Value>(line);
            let lines = run.out.lines().map(|line| value(line).expect("an object"));
            let fields = ["instance", "position", "status", "cost", "moves", "best", "score"];
            lines.map(|it| fields.map(|field| it[field].clone())).collect::<Vec<_>>()
        };
        let expected = answer(plain.as_bytes());
        assert!(!expected.is_empty(), "{name}");
        for (what, bytes) in
            [("marked", marked.as_bytes()), ("of Windows", windows.as_bytes()), ("packed", &packed)]
        {
            assert_eq!(answer(bytes), expected, "{name}, {what}");
        }
    }
}

/// Games with a letter that each encoding writes in another way.
const GAMES_WITH_LETTERS: &[(&str, &str, &str)] = &[
    ("go", "cafe.sgf", "By Café:\n(;GM[1]SZ[9]PB[Café]PW[W]RE[?];B[ee];W[cc])\n"),
    ("checkers", "cafe.pdn", "{ Café }\n[White \"Café\"]\n[Black \"B\"]\n\n1. 11-15 23-19 *\n"),
    (
        "othello",
        "cafe.ggf",
        "(;GM[Othello]PB[Café]PW[W]RE[?]TY[8]BO[8 ---------------------------\
        O*------*O--------------------------- *]B[F5//2.449]W[D6/0.00];)\n",
    ),
    ("chess", "cafe.pgn", "[White \"Café\"]\n[Black \"B\"]\n\n1. e4 e5 *\n"),
];

/// Files of games are decoded in one place: with a mark, in UTF-16, in an older encoding and packed
/// they are the same game, with the same names, for every command that reads them.
#[test]
fn games_of_files_are_the_same_in_every_encoding() {
    use std::io::Write;
    for &(game, name, plain) in GAMES_WITH_LETTERS {
        let marked = format!("\u{feff}{plain}").into_bytes();
        let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
        let wide = wide(&format!("\u{feff}{plain}"));
        let latin: Vec<u8> = plain.chars().map(|letter| letter as u8).collect();
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(&latin).expect("a vector takes all");
        let packed = packer.finish().expect("a vector takes all");
        let answers = |bytes: &[u8]| {
            let path = file(name, bytes);
            let limits = ["--nodes", "10", "--format", "json"];
            let found = run(&[&["analyze", game, "--file", text(&path)][..], &limits].concat());
            // The limit is reached.
            assert_eq!(found.status, 3, "{name}: {}", found.err);
            let report: serde_json::Value = serde_json::from_str(&found.out).expect("an object");
            let title = report["title"].to_string();
            assert!(title.contains("Café"), "{name}: {title}");
            let load = format!("loadsgf {}\nshowboard\nquit\n", path.display());
            let board = (game == "go").then(|| run_with_input(&["gtp", "go"], load.as_bytes()).out);
            assert!(board.as_ref().is_none_or(|it| it.contains('O')), "{name}: {board:?}");
            (title, report["position"].clone(), board)
        };
        let expected = answers(plain.as_bytes());
        for (what, bytes) in
            [("marked", &marked), ("UTF-16", &wide), ("Latin-1", &latin), ("packed", &packed)]
        {
            assert_eq!(answers(bytes), expected, "{name}, {what}");
        }
    }
}

/// Positions as other programs write them, and what the analysis says of each.
#[test]
fn positions_of_other_programs_are_read() {
    let Some(folder) = data("odd-input/games") else { return };
    let cases: [(&str, &[&str], &[&str]); 4] = [
        ("17_othello_numbered.txt", &["othello", "--depth", "4"], &["to move  black", "best     "]),
        ("17b_othello_ggs_board.txt", &["othello", "--depth", "4"], &["to move  black"]),
        ("20_gnubg_id.txt", &["backgammon", "--depth", "1"], &["to move  chance", "expects"]),
        (
            "21_mates.epd",
            &["chess", "--all", "--depth", "3", "--format", "csv"],
            &[
                ",white,Re8#,999999,true,win,1,",
                ",black,,-1000000,true,loss,0,",
                ",white,Kxg2,0,true,draw,",
                ",white,,-1000000,true,loss,0,",
            ],
        ),
    ];
    for (name, arguments, said) in cases {
        let path = folder.join(name);
        let all = [&["analyze", arguments[0], "--file", text(&path)], &arguments[1..]].concat();
        let found = run(&all);
        assert_eq!(found.status, 0, "{name}: {}", found.err);
        for words in said {
            assert!(found.out.contains(words), "{name}: {words}: {}", found.out);
        }
    }
}
