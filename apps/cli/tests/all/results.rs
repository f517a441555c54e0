//! What `solve` and its siblings write, and with which exit status.

use std::io::{Read, Write};

use serde_json::Value;
use tremaux_testkit::data;

use crate::support::{self, file, json, program, run, run_with_input, start, wait};

const BOARD: &str = "1 2 3 / 4 0 6 / 7 5 8";

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// Moves the blank as `moves` say, and returns the tiles.
fn moved(board: &str, columns: usize, moves: &[Value]) -> Vec<usize> {
    let mut tiles: Vec<usize> = board.split([' ', '/']).flat_map(str::parse).collect();
    for mv in moves {
        let blank = tiles.iter().position(|&tile| tile == 0).expect("a blank");
        let other = match mv.as_str().expect("a word") {
            "U" => blank - columns,
            "D" => blank + columns,
            "L" if blank % columns > 0 => blank - 1,
            "R" if blank % columns + 1 < columns => blank + 1,
            other => panic!("{other}"),
        };
        tiles.swap(blank, other);
    }
    tiles
}

#[test]
fn the_json_is_that_of_the_contract() {
    let best =
        run(&["solve", "tiles", BOARD, "--algorithm", "a-star", "--format", "json", "--seed", "9"]);
    assert_eq!((best.status, best.err.as_str()), (0, ""));
    let report = json(&best);
    let expected = [
        "schema",
        "domain",
        "instance",
        "algorithm",
        "heuristic",
        "status",
        "cost",
        "length",
        "moves",
        "bound",
        "optimal",
        "goal",
        "counts",
        "peak_bytes",
        "seconds",
        "seed",
        "threads",
        "verdict",
    ];
    assert_eq!(keys(&report), expected);
    let expected = [
        "expanded",
        "generated",
        "reopened",
        "duplicates",
        "evaluated",
        "inconsistencies",
        "open",
        "closed",
        "max_open",
    ];
    assert_eq!(keys(&report["counts"]), expected);
    for (field, expected) in [
        ("schema", Value::from(1)),
        ("domain", "tiles".into()),
        ("instance", "1 2 3 4 0 6 7 5 8".into()),
        ("algorithm", "a-star".into()),
        ("heuristic", "max(walking-distance, linear-conflict)".into()),
        ("status", "solved".into()),
        ("cost", 2.into()),
        ("length", 2.into()),
        ("moves", vec!["D", "R"].into()),
        ("bound", 2.into()),
        ("optimal", true.into()),
        ("seed", 9.into()),
        ("threads", 1.into()),
    ] {
        assert_eq!(report[field], expected, "{field}");
    }
    assert!(report["cost"].is_u64() && report["seconds"].is_f64() && report["peak_bytes"].is_u64());

    let deep = json(&run(&["solve", "tiles", BOARD, "--format", "jsonl"]));
    let expected = ["expanded", "generated", "pruned", "evaluated", "iterations"];
    assert_eq!(keys(&deep["counts"]), expected);

    let blind = json(&run(&["solve", "tiles", BOARD, "--algorithm", "ucs", "--format", "json"]));
    assert_eq!(blind["algorithm"], "dijkstra");
    assert!(blind.get("heuristic").is_none() && blind["counts"].get("evaluated").is_none());
}

#[test]
fn what_cannot_be_solved_is_proved_without_a_search() {
    for algorithm in ["ida-star", "a-star", "breadth-first"] {
        let arguments =
            ["solve", "tiles", "0 2 1 3 4 5 6 7 8", "--format", "json", "--algorithm", algorithm];
        let run = run(&arguments);
        assert_eq!(run.status, 1, "{}", run.err);
        let report = json(&run);
        assert_eq!(report["status"], "no-solution");
        assert_eq!(report["counts"]["expanded"], 0);
        for absent in ["cost", "length", "moves", "bound", "optimal"] {
            assert!(report.get(absent).is_none(), "{absent}");
        }
    }
    let text = run(&["solve", "tiles", "0 2 1 3 4 5 6 7 8"]);
    assert_eq!(text.status, 1);
    assert!(
        text.out.starts_with("No solution exists (proved; check with --proof): "),
        "{}",
        text.out
    );
}

#[test]
fn a_limit_that_is_reached_leaves_a_bound() {
    for limit in [["--nodes", "1k"], ["--memory", "64Ki"], ["--time", "1ms"]] {
        let arguments = [
            &["solve", "tiles", "--korf", "60", "--algorithm", "a-star", "--heuristic", "lc"],
            ["--format", "json"].as_slice(),
            &limit,
        ];
        let run = run(&arguments.concat());
        assert_eq!(run.status, 3, "{limit:?}: {}", run.err);
        let report = json(&run);
        assert_eq!(report["status"], "limit", "{limit:?}");
        let bound = report["bound"].as_u64().expect("a bound");
        assert!((40..=66).contains(&bound), "{limit:?}: {bound}");
        assert!(report.get("cost").is_none() && report.get("optimal").is_none());
    }
    let text = run(&["solve", "tiles", "--korf", "60", "--nodes", "1k"]);
    assert_eq!(text.status, 3);
    assert!(text.out.contains("No plan found: node limit reached"), "{}", text.out);
    assert!(text.out.contains("; no plan costs less than "), "{}", text.out);
    let arguments =
        ["solve", "tiles", BOARD, "--algorithm", "iddfs", "--depth", "1", "--format", "json"];
    let depth = json(&run(&arguments));
    assert_eq!(depth["status"], "limit");
    let bound = depth["bound"].as_u64().expect("a bound");
    assert!((1..=2).contains(&bound), "{bound}");
}

#[test]
fn every_algorithm_solves_and_claims_no_more_than_it_proves() {
    let tiles: Value = json(&run(&["explain", "tiles", "--format", "json"]));
    let board = "8 1 3 4 0 2 7 6 5";
    for algorithm in tiles[0]["algorithms"].as_array().expect("a list") {
        let name = algorithm.as_str().expect("a name");
        let mut arguments = vec![
            "solve",
            "tiles",
            board,
            "--goal",
            "blank-last",
            "--algorithm",
            name,
            "--format",
            "json",
        ];
        if ["depth-first", "iterative-broadening"].contains(&name) {
            arguments.extend(["--depth", "18"]);
        }
        let is_local = ["hill-climbing", "annealing", "tabu", "late-acceptance"].contains(&name);
        let run = run(&arguments);
        let report = json(&run);
        if is_local && report["status"] == "limit" {
            assert!(run.status == 3 && report.get("moves").is_none(), "{name}: stuck");
            continue;
        }
        assert_eq!(run.status, 0, "{name}: {}", run.err);
        let moves = report["moves"].as_array().expect("moves");
        assert_eq!(moved(board, 3, moves), [1, 2, 3, 4, 5, 6, 7, 8, 0], "{name}");
        assert_eq!(report["length"], moves.len(), "{name}");
        let (cost, bound) = (report["cost"].as_u64().unwrap(), report["bound"].as_u64().unwrap());
        assert!(cost >= 14 && bound <= 14, "{name}: {cost}, {bound}");
        assert_eq!(report["optimal"], cost <= bound, "{name}");
        let unproved = [
            "greedy-best-first",
            "weighted-a-star",
            "depth-first",
            "depth-first-graph",
            "parberry",
            "macro-operators",
            "beam",
            "enforced-hill-climbing",
            "iterative-broadening",
        ];
        let is_exact = !is_local && !unproved.contains(&name);
        assert!(!is_exact || report["optimal"] == true, "{name}");
    }
}

#[test]
fn heuristics_by_name_are_what_they_say() {
    let h = |name: &str| {
        let arguments = ["solve", "tiles", "--korf", "79", "--heuristic", name, "--format", "json"];
        let run = run(&arguments);
        assert_eq!(run.status, 0, "{name}: {}", run.err);
        let report = json(&run);
        assert_eq!((&report["cost"], &report["optimal"]), (&42.into(), &true.into()), "{name}");
        report["counts"]["generated"].as_u64().expect("a count")
    };
    let (manhattan, conflict, walking) = (h("md"), h("lc"), h("wd"));
    let both = h("max(wd, lc)");
    assert!(both <= conflict && both <= walking && conflict < manhattan);
    assert_eq!(h("max(manhattan, misplaced)"), manhattan);
    assert_eq!(h("scaled(manhattan, 1)"), manhattan);
    assert!(h("scaled(lc, 0.9)") > conflict);
    assert!(h("pdb(5-5-5)") <= h("pdb(5-5-5, reflect=no)"));
    let arguments =
        ["solve", "tiles", BOARD, "--heuristic", "scaled(manhattan, 5)", "--format", "json"];
    assert_eq!(json(&run(&arguments))["optimal"], false);
}

#[test]
fn tie_breaks_change_the_order_and_not_the_cost() {
    for tie in ["fifo", "lifo", "high-g", "low-h", "key"] {
        for algorithm in ["a-star", "dijkstra", "weighted-a-star(weight=1)"] {
            let arguments = [
                "solve",
                "tiles",
                "1 2 3 4 0 5 6 7 8",
                "--algorithm",
                algorithm,
                "--tie-break",
                tie,
                "--format",
                "json",
            ];
            let run = run(&arguments);
            assert_eq!(run.status, 0, "{algorithm}, {tie}: {}", run.err);
            assert_eq!(json(&run)["cost"], 14, "{algorithm}, {tie}");
        }
    }
}

#[test]
fn instances_come_from_anywhere() {
    let lines = b"# two boards\n1 57 1 2 3 4 0 6 7 5 8\n2 0 1 2 3 4 5 6 7 8 0 # solved\n";
    let gzip = {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        packer.write_all(lines).expect("a vector takes all");
        packer.finish().expect("a vector takes all")
    };
    let zstd = ruzstd::encoding::compress_to_vec(
        lines.as_slice(),
        ruzstd::encoding::CompressionLevel::Fastest,
    );
    let texts = [("plain", lines.to_vec()), ("packed", gzip), ("also-packed", zstd)];
    for (name, bytes) in texts {
        let path = file(name, &bytes);
        let path = path.to_str().expect("text");
        let all = run(&["solve", "tiles", "--file", path, "--all", "--format", "jsonl"]);
        assert_eq!(all.status, 0, "{name}: {}", all.err);
        let costs: Vec<Value> = all
            .out
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).expect("an object")["cost"].clone())
            .collect();
        assert_eq!(costs, [2, 0], "{name}");
        let second = run(&["solve", "tiles", "--file", path, "--index", "2", "--format", "json"]);
        assert_eq!(json(&second)["cost"], 0, "{name}");
    }
    let all = run_with_input(&["solve", "tiles", "-", "--all", "--format", "json"], lines);
    assert_eq!(json(&all).as_array().map(Vec::len), Some(2));
    let rows =
        run_with_input(&["solve", "tiles", "-", "--format", "json"], b"1 2 3\n4 0 6\n7 5 8\n");
    assert_eq!(json(&rows)["cost"], 2);
    let words = run(&["solve", "tiles", "1", "2", "3", "4", "0", "6", "7", "5", "8"]);
    assert!(
        words.out.contains("Solved: 2 moves, proved optimal (check with --proof)."),
        "{}",
        words.out
    );
}

#[test]
fn tables_have_a_row_for_each_instance() {
    let lines = b"1 2 3 4 0 6 7 5 8\n0 1 2 3 4 5 6 8 7\n";
    let csv = run_with_input(&["solve", "tiles", "-", "--all", "--format", "csv"], lines);
    assert_eq!(csv.status, 1, "one has no solution");
    let rows: Vec<&str> = csv.out.lines().collect();
    assert_eq!(rows.len(), 3, "{}", csv.out);
    assert!(
        rows[0].starts_with("schema,domain,instance,algorithm,heuristic,status,cost,length,moves")
    );
    let cells = ",solved,2,2,D R,2,true,,,blank-last,";
    assert!(rows[1].contains(cells), "{}", rows[1]);
    assert!(rows[1].contains("\"max(walking-distance, linear-conflict)\""), "{}", rows[1]);
    assert!(rows[2].contains(",no-solution,,,,,,,,blank-last,,,,0,0,"), "{}", rows[2]);
    let md = run_with_input(&["solve", "tiles", "-", "--all", "--format", "md"], lines);
    assert!(md.out.starts_with("| schema | domain | instance |"), "{}", md.out);
    assert_eq!(md.out.lines().count(), 4);
    let text = run_with_input(&["solve", "tiles", "-", "--all"], lines);
    let expected = "2 instances: 1 proved optimal, 1 proved to have no solution";
    assert!(text.out.contains(expected), "{}", text.out);
}

/// Each row says which instance it is about, by its number and its title in the file.
#[test]
fn rows_of_many_instances_have_numbers_and_titles() {
    let levels = b"; the first\n#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\nTitle: a, b\n\n\
                   ######\n#@$ .#\n######\n";
    let of = |format: &str| {
        let run = run_with_input(&["solve", "sokoban", "-", "--all", "--format", format], levels);
        assert_eq!(run.status, 0, "{}", run.err);
        run.out
    };
    let titles = [Some("the first"), Some("a, b"), None];
    let lines = of("jsonl");
    let rows: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let list: Value = serde_json::from_str(&of("json")).expect("a list");
    for (row, (at, title)) in rows.iter().zip(titles.iter().enumerate()) {
        for row in [row, &list[at]] {
            let label = (&row["number"], row["title"].as_str());
            assert_eq!(label, (&(at + 1).into(), *title), "{row}");
        }
    }
    assert_eq!(rows.len(), 3);
    let csv = of("csv");
    let csv: Vec<&str> = csv.lines().collect();
    assert!(csv[0].ends_with(",number,title") && csv[1].ends_with(",1,the first"), "{csv:?}");
    assert!(csv[2].ends_with(",2,\"a, b\"") && csv[3].ends_with(",3,"), "{csv:?}");
    assert!(of("text").contains("  the first\n"));
    let one = ["solve", "sokoban", "-", "--index", "2", "--format", "json"];
    let one = json(&run_with_input(&one, levels));
    assert!(one.get("number").is_none() && one.get("title").is_none(), "{one}");
}

#[test]
fn solutions_of_sudokus_are_written_as_digits() {
    let text = b"Grid 01\n\
          003020600900305001001806400008102900700000008006708200002609500800203009005010300\n\
             200080300060070084030500209000105408000000000402706000301007040720040060004010003\n";
    let digits = [
        "483921657967345821251876493548132976729564138136798245372689514814253769695417382",
        "245981376169273584837564219976125438513498627482736951391657842728349165654812793",
    ];
    let run = |further: &[&str]| {
        let arguments = [&["solve", "sudoku", "-"], further].concat();
        let run = run_with_input(&arguments, text);
        assert_eq!(run.status, 0, "{}", run.err);
        run.out
    };
    let csv = run(&["--all", "--solutions", "--format", "csv"]);
    let rows: Vec<&str> = csv.lines().collect();
    assert!(rows[0].ends_with(",number,title,solution"), "{}", rows[0]);
    assert!(rows[1].ends_with(&format!(",1,Grid 01,{}", digits[0])), "{}", rows[1]);
    assert!(rows[2].ends_with(&format!(",2,,{}", digits[1])), "{}", rows[2]);
    let lines = run(&["--all", "--solutions"]);
    assert!(digits.iter().all(|it| lines.contains(&format!("  {it}\n"))), "{lines}");
    let one = run(&["--index", "2", "--solutions"]);
    assert!(one.starts_with(&format!("{}\n", digits[1])), "{one}");
    assert!(!run(&["--all"]).contains(digits[0]));
}

/// What is done for each instance does not take longer the more there are.
#[test]
fn thousands_of_sudokus_are_solved_one_after_the_other() {
    let board =
        "003020600900305001001806400008102900700000008006708200002609500800203009005010300\n";
    let seconds = |count: usize| {
        let started = std::time::Instant::now();
        let arguments = ["solve", "sudoku", "-", "--all", "--solutions", "--format", "csv"];
        let run = run_with_input(&arguments, board.repeat(count).as_bytes());
        assert_eq!((run.status, run.out.lines().count()), (0, count + 1), "{}", run.err);
        started.elapsed().as_secs_f64()
    };
    let (few, many) = (seconds(1_000), seconds(5_000));
    assert!(many < 15.0 * few.max(0.2), "{few} s for 1,000, {many} s for 5,000");
}

/// A full disk does not lose what was found.
#[cfg(target_os = "linux")]
#[test]
fn the_result_is_written_before_files_that_cannot_be() {
    let full = |name: &str| {
        let path = file(name, b"");
        std::fs::remove_file(&path).expect("it was just made");
        std::os::unix::fs::symlink("/dev/full", &path).expect("a link");
        path.to_str().expect("text").to_owned()
    };
    let map = file("disk.map", b"type octile\nheight 2\nwidth 6\nmap\n......\n...@..\n");
    let map = map.to_str().expect("text");
    let (svg, plot, drawn) = (full("full.svg"), full("plot.svg"), full("drawn.svg"));
    let (saved, trace, scen) = (full("full.checkpoint"), full("full.trace"), full("full.scen"));
    let maze = ["solve", "maze", "S.#/#../#.G"];
    let cases: [(&[&str], &[&str], &str); 7] = [
        (&maze, &["--draw", &svg], "Solved: 4 moves"),
        (&maze, &["--compare", "breadth-first,a-star", "--draw", &svg], "Solved: 4 moves"),
        (&["solve", "tiles", BOARD], &["--plot", &plot], "Solved: 2 moves"),
        (
            &["solve", "tiles", "--korf", "88", "--heuristic", "manhattan"],
            &["--nodes", "1000", "--checkpoint", &saved],
            "No plan found: node limit reached",
        ),
        (&["path", map, "--from", "0,0", "--to", "5,0"], &["--draw", &drawn], "Solved: 5 steps"),
        (&["trace", "analyze", "tic-tac-toe", "--depth", "2"], &["-o", &trace], "best "),
        (&["generate", "map", "--size", "20x20"], &["--scen-out", &scen], "type octile"),
    ];
    for (arguments, side_file, result) in cases {
        let run = run(&[arguments, side_file].concat());
        assert_eq!(run.status, 3, "{arguments:?}: {}", run.err);
        assert!(run.out.contains(result), "{arguments:?}: {}", run.out);
        assert!(run.err.contains("space"), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn generated_boards_are_those_of_the_seed_and_can_be_solved() {
    let seven = run(&["generate", "tiles", "--size", "3x3", "--count", "20", "--seed", "7"]);
    let again = run(&["generate", "tiles", "--size", "3x3", "--count", "20", "--seed", "7"]);
    let eight = run(&["generate", "tiles", "--size", "3x3", "--count", "20", "--seed", "8"]);
    assert_eq!((seven.status, &seven.out), (0, &again.out));
    assert_ne!(seven.out, eight.out);
    assert_eq!(seven.out.lines().count(), 20);
    let solved = run_with_input(&["solve", "tiles", "-", "--all"], seven.out.as_bytes());
    assert_eq!(solved.status, 0);
    assert!(solved.out.contains("20 instances: 20 proved optimal"), "{}", solved.out);
    let walk =
        run(&["generate", "tiles", "--size=3x5", "--walk=6", "--goal=blank-last", "--format=json"]);
    let walk = json(&walk);
    let board = walk[0]["instance"].as_str().expect("a board");
    let solved = run(&["solve", "tiles", board, "--goal", "blank-last", "--format", "json"]);
    assert!(json(&solved)["cost"].as_u64() <= Some(6));
}

#[test]
fn a_closed_pipe_is_no_error() {
    for arguments in [["generate", "tiles", "--count=100k"], ["explain", "tiles", "--quiet"]] {
        let mut command = program();
        let mut child = start(command.args(arguments));
        let mut first = [0; 1];
        let mut out = child.stdout.take().expect("a pipe");
        out.read_exact(&mut first).expect("it writes");
        drop(out);
        let output = wait(child);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

#[test]
fn published_lengths_are_proved() {
    let Some(path) = data("tiles/korf100_15puzzle.txt") else { return };
    let path = path.to_str().expect("text");
    for (index, length) in [("1", 57), ("12", 45), ("79", 42), ("97", 44)] {
        let run = run(&["solve", "tiles", "--file", path, "--index", index, "--format", "json"]);
        assert_eq!(run.status, 0, "{}", run.err);
        let report = json(&run);
        assert_eq!((&report["cost"], &report["optimal"]), (&length.into(), &true.into()));
        let named = json(&support::run(&["solve", "tiles", "--korf", index, "--format", "json"]));
        assert_eq!(named["instance"], report["instance"]);
        assert_eq!(named["counts"], report["counts"]);
    }
}

#[test]
fn results_are_alone_on_standard_output() {
    let run = run(&["solve", "tiles", BOARD, "--verbose"]);
    assert_eq!(run.err, "", "no progress where nobody looks");
    assert!(
        run.out.contains("Solved: 2 moves, proved optimal (check with --proof)."),
        "{}",
        run.out
    );
    assert!(run.out.contains("seed 0"), "{}", run.out);
    assert!(!run.out.contains('\u{1b}'));
    let colored = support::run(&["solve", "tiles", BOARD, "--color", "always"]);
    assert!(colored.out.contains("\u{1b}["));
}

/// Memory that no machine has is a limit like any other.
#[test]
fn a_table_is_as_large_as_the_search_needs() {
    for algorithm in ["branch-and-bound", "branch-and-bound(table=1000000)"] {
        let limits = ["--nodes", "100k", "--memory", "9999999G", "--format", "json"];
        let arguments =
            [&["solve", "tiles", "--korf", "79", "--algorithm", algorithm], &limits[..]];
        let run = run(&arguments.concat());
        assert_eq!((run.status, &*run.err), (0, ""), "{algorithm}");
        let report = json(&run);
        assert_eq!(report["cost"], 42, "{algorithm}");
        assert!(report["peak_bytes"].as_u64().is_some_and(|it| it < 100_000_000), "{report}");
    }
}

/// States in the table of branch and bound are hashes: its proofs say so, others do not.
#[test]
fn a_proof_that_rests_on_hashes_says_so() {
    let words = "no two states in the table have the same 64-bit hash";
    let explained = run(&["explain", "branch-and-bound"]);
    let flat = explained.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains(words), "{}", explained.out);
    let tiles = ["solve", "tiles", "1 2 0 3 4 5 6 7 8", "--algorithm"];
    let solve = |algorithm, format| {
        let run = run(&[&tiles[..], &[algorithm, "--format", format]].concat());
        assert_eq!(run.status, 0, "{}", run.err);
        run
    };
    let text = solve("branch-and-bound", "text").out;
    assert!(text.contains(&format!("The proof assumes that {words}.")), "{text}");
    assert_eq!(json(&solve("branch-and-bound", "json"))["assumes"], words);
    assert_eq!(json(&solve("ida-star", "json")).get("assumes"), None);
}
