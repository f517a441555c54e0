//! `path` and `generate map`: results, exit statuses, and bad input.

use std::io::Write;
use std::path::PathBuf;

use serde_json::Value;
use tremaux_testkit::data;

use crate::support::{Run, file, json, run, run_with_input};

/// A wall with a gap at the bottom, and a walled-off corner.
const MAP: &str = "\
type octile
height 6
width 8
map
....@..@
....@..@
....@.@@
....@.@.
........
........
";

fn map_file(name: &str) -> String {
    file(name, MAP.as_bytes()).to_str().expect("a path").to_owned()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a word")
}

#[test]
fn a_path_on_a_grid_is_told_with_its_proof() {
    let map = map_file("told.map");
    let algorithms = [
        "auto",
        "canonical-dijkstra",
        "canonical-a-star",
        "balanced-a-star",
        "jps",
        "jps-plus",
        "symmetric-a-star",
    ];
    for algorithm in algorithms {
        let found = run(&[
            "path",
            &map,
            "--from",
            "3,0",
            "--to",
            "5,0",
            "--algorithm",
            algorithm,
            "--format",
            "json",
        ]);
        assert_eq!((found.status, found.err.as_str()), (0, ""), "{algorithm}");
        let report = json(&found);
        // Four down, two across without cutting corners, four up.
        assert_eq!(report["cost"], 10, "{algorithm}");
        assert_eq!(report["length"], 10);
        assert_eq!(report["optimal"], true);
        assert_eq!(report["bound"], report["cost"]);
        assert_eq!(report["status"], "solved");
        assert_eq!(report["movement"], "eight-no-corners");
        let used = match algorithm {
            "auto" => "jps",
            "symmetric-a-star" => "balanced-a-star",
            other => other,
        };
        assert_eq!(report["algorithm"], used);
        assert_eq!(report["moves"].as_array().map(Vec::len), Some(10));
        let path = report["path"].as_array().expect("a list");
        assert_eq!((text(&path[0]), text(&path[path.len() - 1])), ("3,0", "5,0"));
    }
    let said = run(&["path", &map, "--from", "3,0", "--to", "5,0"]);
    assert!(said.out.contains("Solved: 10 steps, proved optimal"), "{}", said.out);
    assert!(said.out.contains("jps, eight-no-corners, sqrt2"), "{}", said.out);
}

#[test]
fn rules_of_movement_and_costs_change_the_cost() {
    let map = map_file("rules.map");
    let cost = |options: &[&str]| {
        let mut arguments = vec!["path", map.as_str(), "--format", "json"];
        arguments.extend(["--from", "3,3", "--to", "5,3"]);
        arguments.extend(options);
        let found = run(&arguments);
        assert_eq!(found.status, 0, "{options:?}: {}", found.err);
        json(&found)["cost"].as_f64().expect("a number")
    };
    assert_eq!(cost(&["--movement", "four"]), 4.0);
    assert_eq!(cost(&["--movement", "eight-no-corners"]), 4.0);
    assert!((cost(&["--movement", "eight-one-side"]) - 8_f64.sqrt()).abs() < 1e-12);
    assert!((cost(&["--movement", "eight-always"]) - 8_f64.sqrt()).abs() < 1e-12);
    assert_eq!(cost(&["--movement", "eight-always", "--costs", "10/14"]), 28.0);
    assert_eq!(cost(&["--movement", "eight-always", "--costs", "99/70"]), 198.0);
    assert_eq!(cost(&["--terrain", "land,.=3"]), 12.0);
    assert_eq!(cost(&["--algorithm", "hpa-star(levels=1)"]), 4.0);
    assert!(cost(&["--algorithm", "theta-star"]) <= 4.0);
    assert!(cost(&["--algorithm", "lazy-theta-star"]) <= 4.0);
}

#[test]
fn without_a_way_the_nearest_cell_is_told() {
    let map = map_file("nearest.map");
    // 7,0 is a wall; 7,3 hangs together with the rest.
    let found = run(&["path", &map, "--from", "0,0", "--to", "7,0", "--format", "json"]);
    assert_eq!(found.status, 1, "{}", found.err);
    let report = json(&found);
    assert_eq!(report["status"], "no-solution");
    assert_eq!(report["nearest"], "6,0");
    assert!(report.get("cost").is_none() && report.get("bound").is_none());
    let path = report["nearest_path"].as_array().expect("a list");
    assert_eq!(text(&path[path.len() - 1]), "6,0");
    let said = run(&["path", &map, "--from", "0,0", "--to", "7,0"]);
    assert!(
        said.out.contains("No path exists (proved; check with --proof)")
            && said.out.contains("6,0"),
        "{}",
        said.out
    );
}

#[test]
fn a_limit_is_told_with_what_is_proved() {
    let map = map_file("limit.map");
    let arguments = ["path", &map, "--from", "0,0", "--to", "6,0", "--format", "json"];
    let found =
        run(&[&arguments[..], &["--algorithm", "canonical-dijkstra", "--nodes", "3"]].concat());
    assert_eq!(found.status, 3, "{}", found.err);
    assert_eq!(json(&found)["status"], "limit");
    assert_eq!(json(&found)["bound"], 6);
}

/// A map and its scenarios from a seed.
fn generated(name: &str, kind: &str) -> (String, String) {
    let map: PathBuf = file(&format!("{name}.map"), b"");
    let (map, scen) = (map.to_str().expect("a path").to_owned(), map.with_extension("map.scen"));
    let scen = scen.to_str().expect("a path").to_owned();
    let made = run(&[
        "generate",
        "map",
        "--kind",
        kind,
        "--size",
        "60x50",
        "--seed",
        "5",
        "--output",
        &map,
        "--scen-out",
        &scen,
        "--scenarios",
        "40",
    ]);
    assert_eq!((made.status, made.out.as_str()), (0, ""), "{}", made.err);
    (map, scen)
}

#[test]
fn every_listed_length_is_checked() {
    for kind in ["rooms", "caves", "maze", "random", "city"] {
        let (map, scen) = generated(&format!("checked-{kind}"), kind);
        for algorithm in ["jps", "jps-plus", "canonical-a-star", "a-star", "balanced-a-star"] {
            let checked =
                run(&["path", &map, "--scen", &scen, "--algorithm", algorithm, "--format", "json"]);
            assert_eq!((checked.status, checked.err.as_str()), (0, ""), "{kind} {algorithm}");
            let summary = json(&checked);
            assert_eq!(summary["queries"], 40);
            assert_eq!(summary["failures"], 0);
            assert!(summary["longest_error"].as_f64().expect("a number") < 1e-7);
            let seconds = &summary["seconds"];
            let time = |name: &str| seconds[name].as_f64().expect("a number");
            assert!(time("median") <= time("p99") && time("p99") <= time("total"));
            assert!(summary["expanded"]["mean"].as_f64().expect("a number") > 0.0);
        }
    }
}

#[test]
fn a_wrong_length_is_found() {
    let (map, scen) = generated("wrong", "rooms");
    let listed = std::fs::read_to_string(&scen).expect("a file");
    let mut lines: Vec<String> = listed.lines().map(str::to_owned).collect();
    let last = lines.last_mut().expect("a line");
    let (rest, length) = last.rsplit_once('\t').expect("columns");
    let longer: f64 = length.parse::<f64>().expect("a number") + 0.5;
    *last = format!("{rest}\t{longer:.8}");
    let path = file("wrong.scen", lines.join("\n").as_bytes());
    let path = path.to_str().expect("a path");
    let checked = run(&["path", &map, "--scen", path, "--format", "json"]);
    assert_eq!(checked.status, 1);
    assert_eq!(json(&checked)["failures"], 1);
    let error = json(&checked)["longest_error"].as_f64().expect("a number");
    assert!((error - 0.5).abs() < 1e-6, "{error}");
    assert!(checked.err.contains("scenario 40"), "{}", checked.err);
    let one = run(&["path", &map, "--scen", path, "--index", "40", "--format", "json"]);
    assert_eq!(one.status, 1);
    let one = run(&["path", &map, "--scen", path, "--index", "39", "--format", "json"]);
    assert_eq!((one.status, &json(&one)["optimal"]), (0, &Value::Bool(true)));
}

/// Lines of CSV and JSON are about one query each.
#[test]
fn many_queries_have_a_row_each() {
    let (map, scen) = generated("rows", "rooms");
    let many = ["path", &map, "--scen", &scen, "--format"];
    let summary = json(&run(&[&many[..], &["json"]].concat()));
    assert_eq!(summary["queries"], 40);
    let lines = run(&[&many[..], &["jsonl"]].concat());
    assert_eq!(lines.status, 0, "{}", lines.err);
    let rows: Vec<Value> =
        lines.out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(rows.len(), 40);
    for (at, row) in rows.iter().enumerate() {
        assert_eq!((&row["number"], &row["status"]), (&(at + 1).into(), &"solved".into()));
        let number = |field: &str| row[field].as_f64().expect("a number");
        assert!((number("cost") - number("expected")).abs() < 1e-7, "{row}");
        assert_eq!(row["wrong"], false);
        let nth = (at + 1).to_string();
        if at % 13 == 0 {
            let one = ["path", &map, "--scen", &scen, "--index", &nth, "--format", "json"];
            assert_eq!(json(&run(&one))["instance"], row["instance"]);
        }
    }
    let csv = run(&[&many[..], &["csv"]].concat());
    let csv: Vec<&str> = csv.out.lines().collect();
    assert!(csv.len() == 41 && csv[0].starts_with("schema,number,map,instance,"), "{csv:?}");
    let roads = file("rows.gr", ROADS.as_bytes());
    let roads = ["path", roads.to_str().expect("a path"), "--random", "9", "--format"];
    for (format, lines) in [("csv", 10), ("jsonl", 9), ("json", 1)] {
        let told = run(&[&roads[..], &[format]].concat());
        assert_eq!((told.status, told.out.lines().count()), (0, lines), "{}", told.out);
    }
}

/// Paths at any angle are shorter than the listed ones, nearly shortest ones longer.
#[test]
fn searches_for_other_paths_are_told_by_ratio() {
    let (map, scen) = generated("ratio", "rooms");
    for algorithm in ["theta-star", "lazy-theta-star", "hpa-star"] {
        let arguments = ["path", &map, "--scen", &scen, "--algorithm", algorithm];
        let checked = run(&[&arguments[..], &["--format", "json"]].concat());
        assert_eq!((checked.status, checked.err.as_str()), (0, ""), "{algorithm}");
        let summary = json(&checked);
        assert_eq!((&summary["queries"], &summary["failures"]), (&40.into(), &0.into()));
        assert!(summary.get("longest_error").is_none(), "{summary}");
        let ratio = |field: &str| summary["ratio"][field].as_f64().expect("a number");
        let (mean, worst) = (ratio("mean"), ratio("worst"));
        let range = if algorithm == "hpa-star" { 1.0..1.2 } else { 0.8..1.01 };
        assert!(range.contains(&mean) && worst >= mean, "{algorithm}: {mean} {worst}");
        let told = run(&arguments);
        assert!(told.out.contains("ratio to the listed lengths: mean "), "{}", told.out);
        assert!(told.out.contains("40 queries: all paths verified."), "{}", told.out);
        let one = run(&[&arguments[..], &["--index", "40"]].concat());
        assert_eq!(one.status, 0, "{}", one.err);
        let trace = std::path::Path::new(&map).with_extension("trace");
        let trace = trace.to_str().expect("a path");
        let traced = [&["trace"], &arguments[..], &["--format", "json", "-o", trace]].concat();
        let traced = run(&traced);
        assert_eq!((traced.status, &json(&traced)["failures"]), (0, &0.into()), "{algorithm}");
        assert_eq!(json(&traced)["ratio"], summary["ratio"], "{algorithm}");
    }
    let exact = json(&run(&["path", &map, "--scen", &scen, "--format", "json"]));
    assert!(exact.get("ratio").is_none(), "{exact}");
}

#[test]
fn a_published_scenario_file_is_right() {
    let (Some(map), Some(scen)) = (data("grid/arena.map"), data("grid/arena.map.scen")) else {
        return;
    };
    let (map, scen) = (map.to_str().expect("a path"), scen.to_str().expect("a path"));
    let checked = run(&["path", map, "--scen", scen, "--format", "json"]);
    assert_eq!((checked.status, &json(&checked)["failures"]), (0, &Value::from(0)));
}

const ROADS: &str = "c a loop, parallel arcs, a free one\np sp 5 7\na 1 2 4\na 1 2 3\na 2 2 1\n\
                     a 2 3 0\na 3 4 5\na 1 4 9\na 4 1 1\n";
const PLACES: &str = "p aux sp co 5\nv 1 0 0\nv 2 1 0\nv 3 1 0\nv 4 2 1\nv 5 9 9\n";

#[test]
fn all_algorithms_for_roads_agree() {
    let roads = file("roads.gr", ROADS.as_bytes());
    let roads = roads.to_str().expect("a path");
    let places = file("roads.co", PLACES.as_bytes());
    let places = places.to_str().expect("a path");
    for algorithm in
        ["bucket-dijkstra", "bidirectional-dijkstra", "alt(landmarks=2)", "ch", "a-star"]
    {
        let shared = ["path", roads, "--coordinates", places, "--algorithm", algorithm];
        let found = run(&[&shared[..], &["--from", "1", "--to", "4", "--format", "json"]].concat());
        assert_eq!(found.status, 0, "{algorithm}: {}", found.err);
        let report = json(&found);
        assert_eq!(report["cost"], 8, "{algorithm}");
        assert_eq!(report["path"], serde_json::json!(["1", "2", "3", "4"]), "{algorithm}");
        let none = run(&[&shared[..], &["--from", "1", "--to", "5", "--format", "json"]].concat());
        assert_eq!((none.status, text(&json(&none)["status"])), (1, "no-solution"));
        let many =
            run(&[&shared[..], &["--random", "50", "--seed", "3", "--format", "json"]].concat());
        assert_eq!(many.status, 0, "{algorithm}: {}", many.err);
        let reference = run(&["path", roads, "--random", "50", "--seed", "3", "--format", "json"]);
        for field in ["cost_sum", "unreachable", "queries", "failures"] {
            assert_eq!(json(&many)[field], json(&reference)[field], "{algorithm} {field}");
        }
        assert!(json(&many)["cost_sum"].as_u64() > Some(0));
    }
}

#[test]
fn graphs_of_other_formats_are_known_by_name_or_text() {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(ROADS.as_bytes()).expect("memory");
    let packed = file("packed.gr.gz", &packed.finish().expect("memory"));
    let found = run(&["path", packed.to_str().expect("a path"), "--from", "1", "--to", "4"]);
    assert!(
        found.status == 0 && found.out.contains("Solved: 3 steps, cost 8, proved optimal"),
        "{}",
        found.out
    );

    let links = r#"{"directed": true, "nodes": [{"id": "a"}, {"id": "b"}],
        "links": [{"source": "a", "target": "b", "weight": 2.5}]}"#;
    let arguments = ["path", "-", "--from", "a", "--to", "b", "--format", "json"];
    let found = run_with_input(&arguments, links.as_bytes());
    assert_eq!((found.status, &json(&found)["cost"]), (0, &Value::from(2.5)), "{}", found.err);

    let found = run_with_input(&arguments, b"%undirected\nb c 1\nc a 1\na b 7\n");
    assert_eq!((found.status, &json(&found)["cost"]), (0, &Value::from(2)), "{}", found.err);
}

#[test]
fn keys_of_graph_json_that_are_not_known_are_refused() {
    let links = "{\"nodes\": [{\"id\": \"a\"}, {\"id\": \"b\"}, {\"id\": \"c\"}],\n\
                 \"links\": [{\"source\": \"a\", \"target\": \"c\", \"w\": 9}, \
                 {\"source\": \"a\", \"target\": \"b\", \"w\": 1}, \
                 {\"source\": \"b\", \"target\": \"c\", \"w\": 2}]}";
    let path = file("keys.json", links.as_bytes());
    let path = path.to_str().expect("a path");
    let ends = ["--from", "a", "--to", "c"];
    let words = &["keys.json:2:42", "did you mean `weight`", "--weight KEY"];
    assert_refused(&run(&[&["path", path], &ends[..]].concat()), words, "path");
    assert_refused(&run(&["build", "path", path]), words, "build path");
    let traced = ["trace", "path", path, "--output", "-"];
    assert_refused(&run(&[&traced[..], &ends].concat()), words, "trace path");
    let solve = [&["solve", "graph", path], &ends[..]].concat();
    assert_refused(&run(&solve), &words[..2], "solve graph");
    for arguments in [["path", path], ["solve", "graph"]] {
        let mut arguments =
            [&arguments[..], &ends, &["--weight", "w", "--format", "json"]].concat();
        if arguments[0] == "solve" {
            arguments.push(path);
        }
        let found = run(&arguments);
        assert_eq!((found.status, &json(&found)["cost"]), (0, &Value::from(3)), "{}", found.err);
    }
    let refused = run(&[&["path", path, "--weight", "ww"], &ends[..]].concat());
    assert_refused(&refused, &["this one has no such key", "did you mean `w`"], "ww");
    let roads = file("keys.gr", ROADS.as_bytes());
    let roads = roads.to_str().expect("a path");
    let refused = run(&["path", roads, "--from", "1", "--to", "2", "--weight", "w"]);
    assert_refused(&refused, &["`--weight` does not apply"], "roads");
}

/// An error message that fits on a screen, with nothing on standard output.
fn assert_refused(run: &Run, words: &[&str], what: &str) {
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{what}: {}", run.err);
    assert!(run.err.lines().count() <= 24 && !run.err.contains("panicked"), "{what}: {}", run.err);
    for word in words {
        assert!(run.err.contains(word), "{what}: `{word}` is not in\n{}", run.err);
    }
}

#[test]
fn maps_that_are_none() {
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "wrong height",
            &MAP.replace("height 6", "height 7"),
            &["line 10, column 9", "row 7 of 7"],
        ),
        ("too low", &MAP.replace("height 6", "height 5"), &["line 10, column 1"]),
        ("no height", &MAP.replace("height 6", "height six"), &["line 2, column 8", "`six`"]),
        ("short row", &MAP.replace("....@.@.", "....@.@"), &["line 8, column 8", "8 letters"]),
        ("long row", &MAP.replace("....@.@.", "....@.@.."), &["line 8, column 9"]),
        ("unknown letter", &MAP.replace("....@.@.", "..x.@.@."), &["line 8, column 3", "`x`"]),
        ("cut in a row", &MAP[..MAP.len() - 5], &["line 10, column 5"]),
        ("cut in the header", &MAP[..20], &["line 2"]),
        ("empty", "", &["line 1, column 1", "empty"]),
    ];
    for (at, (what, text, words)) in cases.iter().enumerate() {
        let name = format!("bad-{at}.map");
        let path = file(&name, text.as_bytes());
        let path = path.to_str().expect("a path");
        let refused = run(&["path", path, "--from", "0,0", "--to", "1,1"]);
        assert_refused(&refused, words, what);
        assert!(refused.err.contains(&name), "{what}: {}", refused.err);
    }
}

#[test]
fn scenarios_that_do_not_fit() {
    let map = map_file("fitting.map");
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "a good one and one beyond",
            "0\tm\t8\t6\t0\t0\t1\t0\t1\n0\tm\t8\t6\t0\t0\t8\t0\t8\n",
            &["line 3, column 13", "a column below 8"],
        ),
        ("in a wall", "0\tm\t8\t6\t4\t0\t1\t0\t1\n", &["line 2, column 9", "blocked cell 4,0"]),
        (
            "another size",
            "0\tm\t9\t6\t0\t0\t1\t0\t1\n",
            &["line 2, column 5", "8, the map's value"],
        ),
        ("text", "0\tm\t8\t6\t0\tzero\t1\t0\t1\n", &["line 2, column 11", "`zero`"]),
        ("cut", "0\tm\t8\t6\t0\t0\t1\n", &["line 2, column 14"]),
    ];
    for (at, (what, lines, words)) in cases.iter().enumerate() {
        let name = format!("bad-{at}.scen");
        let path = file(&name, format!("version 1\n{lines}").as_bytes());
        let refused = run(&["path", &map, "--scen", path.to_str().expect("a path")]);
        assert_refused(&refused, words, what);
        assert!(refused.err.contains(&name), "{what}: {}", refused.err);
    }
}

#[test]
fn roads_that_are_none() {
    let cases: &[(&str, &str, &[&str])] = &[
        ("arcs before the header", "a 1 2 3\np sp 2 1\n", &["line 1, column 1"]),
        ("an id out of range", "p sp 2 1\na 1 3 7\n", &["line 2, column 5", "a node from 1 to 2"]),
        ("text", "p sp 2 1\na 1 2 far\n", &["line 2, column 7", "`far`"]),
        ("negative", "p sp 2 1\na 1 2 -7\n", &["line 2, column 7"]),
        ("too great", "p sp 2 1\na 1 2 4294967296\n", &["line 2, column 7"]),
        ("cut", "p sp 2 2\na 1 2 7\n", &["line 2"]),
        ("empty", "", &["line 1"]),
    ];
    for (at, (what, text, words)) in cases.iter().enumerate() {
        let name = format!("bad-{at}.gr");
        let path = file(&name, text.as_bytes());
        let path = path.to_str().expect("a path");
        let refused = run(&["path", path, "--from", "1", "--to", "2"]);
        assert_refused(&refused, words, what);
        assert!(refused.err.contains(&name), "{what}: {}", refused.err);
    }
}

#[test]
fn queries_that_make_no_sense() {
    let map = map_file("sense.map");
    let roads = file("sense.gr", ROADS.as_bytes());
    let roads = roads.to_str().expect("a path");
    let from_to = ["--from", "0,0", "--to", "1,0"];
    let on_map = |options: &[&str]| run(&[&["path", map.as_str()], options].concat());
    assert_refused(&on_map(&[]), &["--scen FILE"], "nothing asked");
    assert_refused(&on_map(&["--from", "0,0"]), &["--to"], "no goal");
    let in_wall = on_map(&["--from", "4,0", "--to", "0,0"]);
    assert_refused(&in_wall, &["--from:1:1", "the blocked cell 4,0"], "a wall");
    let cases: &[(&[&str], &[&str])] = &[
        (&["--from", "8,0", "--to", "0,0"], &["--from:1:1", "a column from 0 to 7"]),
        (&["--from", "0,0", "--to", "0,x"], &["--to:1:3", "`x`"]),
        (&["--from", "-1,0", "--to", "0,0"], &["--from:1:1"]),
        (&["--from", "7", "--to", "0,0"], &["`10,20`"]),
    ];
    for (options, words) in cases {
        assert_refused(&on_map(options), words, &options.join(" "));
    }
    let cases: &[(&[&str], &[&str])] = &[
        (&["--movement", "eigth-always"], &["--movement:1:1", "`eight-always`"]),
        (&["--costs", "10/50"], &["--costs:1:1"]),
        (&["--costs", "10/x"], &["--costs:1:4"]),
        (&["--terrain", "sea"], &["--terrain:1:1"]),
        (&["--terrain", "land,S=x"], &["--terrain:1:8"]),
        (&["--algorithm", "jsp"], &["--algorithm:1:1", "did you mean `jps`"]),
        (&["--algorithm", "hpa-star(levels=9)"], &["column 17", "from 1 to 4"]),
        (&["--algorithm", "jps", "--threads", "2"], &["`--threads` does not apply"]),
        (&["--algorithm", "jps", "--terrain", "S=2,.=3"], &["without weights"]),
        (&["--coordinates", "x.co"], &["`--coordinates` does not apply"]),
        (&["--random", "5"], &["--random"]),
        (&["--draw", "x.gif"], &[".svg"]),
        (&["--index", "1"], &["--scen"]),
    ];
    for (options, words) in cases {
        assert_refused(&on_map(&[&from_to[..], options].concat()), words, &options.join(" "));
    }
    let cases: &[(&[&str], &[&str])] = &[
        (&["--from", "1", "--to", "6"], &["--to:1:1", "`1` to `5`"]),
        (&["--from", "0", "--to", "1"], &["--from:1:1"]),
        (&["--from", "1", "--to", "2", "--movement", "four"], &["`--movement` does not apply"]),
        (&["--from", "1", "--to", "2", "--algorithm", "jps"], &["an algorithm"]),
        (&["--scen", "x.scen"], &["x.scen"]),
    ];
    for (options, words) in cases {
        assert_refused(&run(&[&["path", roads], *options].concat()), words, &options.join(" "));
    }
}

#[test]
fn maps_are_made_from_a_seed() {
    let made = |seed: &str| {
        let arguments = ["generate", "map", "--kind", "caves", "--size", "20x10", "--seed", seed];
        let made = run(&arguments);
        assert_eq!(made.status, 0, "{}", made.err);
        made.out
    };
    assert_eq!(made("7"), made("7"));
    assert_ne!(made("7"), made("8"));
    assert!(made("7").starts_with("type octile\nheight 10\nwidth 20\nmap\n"));
    let cases: &[(&[&str], &[&str])] = &[
        (&["--size", "0x5"], &["--size:1:1"]),
        (&["--size", "5"], &["--size:1:1", "64x48"]),
        (&["--kind", "caves", "--corridor", "2"], &["`--corridor` does not apply"]),
        (&["--count", "2"], &["`--count` does not apply"]),
        (&["--scenarios", "5"], &["--scen-out"]),
        (&["--output", "no-such-folder/x.map"], &["cannot write no-such-folder/x.map"]),
    ];
    for (options, words) in cases {
        let refused = run(&[&["generate", "map"], *options].concat());
        assert_refused(&refused, words, &options.join(" "));
    }
}

#[test]
fn a_picture_shows_map_search_and_path() {
    let map = map_file("drawn.map");
    let picture = file("drawn.svg", b"");
    let name = picture.to_str().expect("a path");
    for algorithm in ["a-star", "jps", "theta-star", "balanced-a-star", "jps-plus"] {
        let drawn = run(&[
            "path",
            &map,
            "--from",
            "0,0",
            "--to",
            "5,0",
            "--draw",
            name,
            "--algorithm",
            algorithm,
        ]);
        assert_eq!(drawn.status, 0, "{}", drawn.err);
        let svg = std::fs::read_to_string(&picture).expect("a picture");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
        // The wall beside the last column, a row of which is one cell.
        assert!(svg.contains("M4 0h1v1h-1z"), "{svg}");
        assert!(svg.contains("id=\"path\" points=\"0.5,0.5 "), "{svg}");
        assert!(svg.contains("id=\"expanded\""), "{algorithm}");
    }
}

#[test]
fn mazes_are_made_and_solved() {
    for method in ["depth-first", "kruskal", "prim", "wilson", "recursive-division"] {
        let arguments = ["generate", "maze", "--size", "25x15", "--seed", "3", "--kind", method];
        let made = run(&arguments);
        assert_eq!(made.status, 0, "{}", made.err);
        let length = |algorithm: &str, neighbours: &str| {
            let arguments = [
                "solve",
                "maze",
                "-",
                "--algorithm",
                algorithm,
                "--movement",
                neighbours,
                "--costs",
                "10/14",
                "--format",
                "json",
            ];
            let solved = run_with_input(&arguments, made.out.as_bytes());
            assert_eq!(solved.status, 0, "{method}: {}", solved.err);
            assert_eq!(json(&solved)["optimal"], true);
            json(&solved)["length"].as_u64().expect("a number")
        };
        let four = length("a-star", "four");
        assert_eq!(four, length("bfs", "four"), "{method}");
        // Walls are at every corner, so that nothing is gained.
        assert_eq!(four, length("a-star", "eight-no-corners"), "{method}");
    }
    let unsolvable = run(&["solve", "maze", "S.#/..#/.#G"]);
    assert_eq!(unsolvable.status, 1, "{}", unsolvable.out);
    let cases: &[(&[&str], &[&str])] = &[
        (&["solve", "maze", "S.#/.?#/.#G"], &["column 6", "`?`"]),
        (&["solve", "maze", "..#/..#/.#G"], &["a start `S`"]),
        (&["solve", "maze", "SG", "--movement", "six"], &["--movement", "`six`"]),
        (&["generate", "maze", "--size", "0x4"], &["--size:1:1"]),
        (&["generate", "maze", "--size", "99999x99999"], &["--size:1:1", "at most"]),
        (&["generate", "maze", "--kind", "prism"], &["--kind:1:1", "`prim`"]),
        (&["generate", "maze", "--braid", "101"], &["--braid:1:1", "from 0 to 100"]),
    ];
    for (arguments, words) in cases {
        assert_refused(&run(arguments), words, &arguments.join(" "));
    }
}

#[test]
fn pictures_may_be_pixels() {
    let map = map_file("pixels.map");
    let picture = file("drawn.png", b"");
    let name = picture.to_str().expect("a path");
    let drawn = run(&["path", &map, "--from", "0,0", "--to", "5,0", "--draw", name]);
    assert_eq!(drawn.status, 0, "{}", drawn.err);
    let png = std::fs::read(&picture).expect("a picture");
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.len() < 5000, "{} bytes", png.len());
}

/// Every exact algorithm by its name, and what is prepared within limits.
#[test]
fn algorithms_of_little_memory_and_of_much_preparation_agree() {
    let map = map_file("algorithms.map");
    let ask = |options: &[&str]| {
        run(&[&["path", &map, "--from", "0,0", "--to", "5,0", "--format", "json"], options]
            .concat())
    };
    let reference = ask(&[]);
    assert_eq!(reference.status, 0, "{}", reference.err);
    let cost = |out: &str| out.split("\"cost\":").nth(1).map(|rest| rest[..4].to_owned());
    for options in [
        &["jps-bounds", "--threads", "2"][..],
        &["table-ida-star"],
        &["table-ida-star(table=0)"],
        &["table-a-star(table=1)"],
        &["ida-star"],
    ] {
        let algorithm = options[0];
        let found = ask(&[&["--memory", "10M", "--algorithm"], options].concat());
        assert_eq!(found.status, 0, "{algorithm}: {}", found.err);
        assert!(cost(&found.out).is_some(), "{}", found.out);
        assert_eq!(cost(&found.out), cost(&reference.out), "{algorithm}");
    }
    let cut = ask(&["--algorithm", "table-ida-star", "--nodes", "1"]);
    assert_eq!(cut.status, 3, "{}", cut.err);
    let unprepared = ask(&["--algorithm", "jps-bounds", "--memory", "1"]);
    assert_eq!(unprepared.status, 3, "{}", unprepared.err);
    assert!(unprepared.err.contains("was not prepared"), "{}", unprepared.err);
    let report = json(&unprepared);
    assert_eq!((text(&report["status"]), text(&report["instance"])), ("limit", "0,0 5,0"));
    assert_eq!(report["algorithm"], "jps-bounds");
}

#[test]
fn path_algorithms_are_listed_and_explained() {
    let listed = run(&["list", "algorithms"]);
    for words in ["algorithms for paths on grids", "jps-bounds", "contraction-hierarchy"] {
        assert!(listed.out.contains(words), "{words}: {}", listed.out);
    }
    let explained = run(&["explain", "alt"]);
    assert_eq!(explained.status, 0, "{}", explained.err);
    assert!(explained.out.contains("landmarks: number of landmarks"), "{}", explained.out);
}

/// Costs near both ends of what floats hold are written with a power of ten, and what is proved
/// about them stays true.
#[test]
fn costs_of_any_size_are_said() {
    for (list, cost, verdict) in [
        ("a b 1e-320\nb c 1e-320\na c 3e-320\n", "2e-320", "optimal up to rounding (5e-324)"),
        ("a b 1e200\nb c 3e200\n", "4e200", "optimal up to rounding (4e188)"),
        ("a b 0.0\nb c 0.0\n", "0", "proved optimal (check with --proof)"),
    ] {
        let found = run_with_input(&["path", "-", "--from", "a", "--to", "c"], list.as_bytes());
        let line = format!("cost {cost}, {verdict}.");
        assert!(found.status == 0 && found.out.contains(&line), "{list}: {}", found.out);
    }
}
