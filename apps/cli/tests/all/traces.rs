//! `tremaux trace`: every form, limits, and what is refused.

use std::path::Path;

use crate::support::{self, file, json, run};

/// A path for a file of the test's own, where nothing is yet.
fn place(name: &str) -> String {
    let path = file(name, b"");
    std::fs::remove_file(&path).expect("it was just made");
    path.to_str().expect("a path in text").to_owned()
}

#[test]
fn a_search_is_written_in_every_form() {
    for (name, start) in [
        ("a.trace", "TREMAUX"),
        ("a.json", "{\"version\":\"1.4.0\""),
        ("a.dot", "digraph"),
        ("a.svg", "<svg"),
        ("a.png", "\u{fffd}PNG"),
        ("a.html", "<!DOCTYPE html>"),
        ("a.jsonl", "{\"header\":{\"problem\":\"grid\""),
    ] {
        let output = place(name);
        let grid = ["trace", "solve", "grid", "S.#/#../#.G", "--format", "json"];
        let it = run(&[&grid[..], &["--output", &output]].concat());
        assert_eq!(it.status, 0, "{name}: {}", it.err);
        assert_eq!(json(&it)["cost"], 4, "{name}");
        let bytes = std::fs::read(&output).expect("the trace");
        assert!(String::from_utf8_lossy(&bytes).starts_with(start), "{name}");
    }
}

#[test]
fn a_trace_is_replayed_into_what_it_would_have_been() {
    let (kept, once, again) = (place("b.trace"), place("once.json"), place("again.json"));
    let game = ["trace", "analyze", "tic-tac-toe", "x../.o./...", "--depth", "2", "--output"];
    for output in [&kept, &once] {
        assert_eq!(run(&[&game[..], &[output]].concat()).status, 0);
    }
    assert_eq!(run(&["trace", "replay", &kept, "--output", &again]).status, 0);
    let read = |path: &str| std::fs::read(path).expect("a trace");
    assert_eq!(read(&once), read(&again));
    // Cut off, it is replayed as far as it goes, and that is said.
    let whole = read(&kept);
    let cut = file("cut.trace", &whole[..whole.len() - 9]);
    let it = run(&["trace", "replay", cut.to_str().expect("text"), "-o", &again]);
    assert!(it.status == 0 && it.err.contains("truncated"), "{}", it.err);
}

#[test]
fn games_of_chance_and_for_three_have_trees() {
    let kept = place("dice.trace");
    let dice = ["trace", "analyze", "backgammon", "2wEAAAYAAAAAAA 1 21", "--depth", "3"];
    let three = ["trace", "analyze", "dots-and-boxes", "--players", "3", "--depth", "2"];
    for game in [&dice[..], &three] {
        let it = run(&[game, &["--format", "json", "--output", &kept]].concat());
        assert!(it.status == 0 || it.status == 3, "{}", it.err);
        let report = json(&it);
        let lines = place("dice.jsonl");
        assert_eq!(run(&["trace", "replay", &kept, "--output", &lines]).status, 0);
        let text = std::fs::read_to_string(&lines).expect("the steps");
        let mut steps = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        let header: serde_json::Value = steps.next().expect("the header");
        assert_eq!(header["header"]["judged"], 0);
        let steps: Vec<serde_json::Value> = steps.collect();
        let count = |kind: &str| steps.iter().filter(|step| step["type"] == kind).count() as u64;
        assert_eq!(report["counts"]["nodes"], count("entered"), "{game:?}");
        assert_eq!(report["counts"]["cutoffs"], count("cutoff"), "{game:?}");
        let root = steps.iter().rfind(|step| step["type"] == "scored" && step["id"] == 0);
        assert_eq!(root.expect("the root has a score")["score"], report["score"], "{game:?}");
        assert!(count("entered") > 10 && steps[0]["text"].is_string(), "{game:?}");
    }
}

#[test]
fn exit_statuses_are_those_of_the_verb() {
    let output = place("c.trace");
    let walled = run(&["trace", "solve", "grid", "S#G", "-o", &output]);
    assert_eq!(walled.status, 1, "{}", walled.err);
    let limited =
        run(&["trace", "solve", "grid", "S..G", "--nodes", "1", "-o", &output, "--events", "2"]);
    assert_eq!(limited.status, 3, "{}", limited.err);
}

#[test]
fn what_is_wrong_is_refused_and_writes_nothing() {
    // A folder of its own: other tests write half files beside theirs for a moment.
    std::fs::create_dir_all(place("refused")).expect("a folder");
    let output = place("refused/d.svg");
    let all: [&[&str]; 6] = [
        &["trace", "solve", "grid", "S.G"],
        &["trace", "solve", "grid", "S.?", "-o", &output],
        &["trace", "solve", "grid", "S.G", "-o", &output, "--algorithm", "sideways"],
        &["trace", "solve", "grid", "S.G", "-o", &output, "--form", "html", "--step", "2"],
        &["trace", "replay", "Cargo.toml", "-o", &output],
        &["trace", "solve", "grid", "S.G", "-o", "/nowhere/at/all.svg"],
    ];
    for arguments in all {
        let it = run(arguments);
        assert_eq!((it.status, it.out.as_str()), (2, ""), "{arguments:?}: {}", it.err);
    }
    assert!(!Path::new(&output).exists());
    let folder = Path::new(&output).parent().expect("a folder");
    let left = std::fs::read_dir(folder).expect("a folder").filter_map(Result::ok);
    assert!(left.filter(|it| it.path().extension().is_some_and(|it| it == "part")).count() == 0);
}

#[cfg(unix)]
#[test]
fn a_file_keeps_its_mode() {
    use std::os::unix::fs::PermissionsExt;
    let output = file("private.svg", b"as it was");
    let name = output.to_str().expect("text");
    for mode in [0o600, 0o640] {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(&output, permissions).expect("its mode is changed");
        assert_eq!(run(&["trace", "solve", "grid", "S.G", "-o", name]).status, 0);
        let found = std::fs::metadata(&output).expect("a file").permissions().mode();
        assert_eq!(found & 0o777, mode, "{found:o}");
        assert!(std::fs::read_to_string(&output).expect("text").starts_with("<svg"));
    }
}

/// What a killed program left is removed by the next one.
#[cfg(target_os = "linux")]
#[test]
fn parts_of_killed_programs_are_removed() {
    std::fs::create_dir_all(place("parts")).expect("a folder");
    let output = place("parts/long.trace");
    let mut child = support::program()
        .args(["trace", "solve", "tiles", "--korf", "88", "--heuristic", "blind", "-o", &output])
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("it runs");
    std::thread::sleep(std::time::Duration::from_secs(1));
    child.kill().expect("killed");
    child.wait().expect("it ends");
    let folder = Path::new(&output).parent().expect("a folder");
    let names = || {
        let names = std::fs::read_dir(folder).expect("a folder").filter_map(Result::ok);
        names.map(|it| it.file_name().to_string_lossy().into_owned()).collect::<Vec<_>>()
    };
    assert_eq!(run(&["trace", "solve", "grid", "S.G", "-o", &output]).status, 0);
    assert_eq!(names(), ["long.trace"]);
    // The second Ctrl-C removes it at once.
    let child = support::program()
        .args(["trace", "solve", "tiles", "--korf", "88", "--heuristic", "blind", "-o", &output])
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("it runs");
    std::thread::sleep(std::time::Duration::from_secs(1));
    for _ in 0..2 {
        support::send("-INT", &child);
    }
    support::wait(child);
    assert_eq!(names(), ["long.trace"]);
}

/// A format is never guessed from a file name.
#[test]
fn extensions_that_are_not_known_are_refused() {
    let map = file("extension.map", b"type octile\nheight 1\nwidth 3\nmap\n...\n");
    let map = map.to_str().expect("text");
    let kept = place("extension.trace");
    assert_eq!(run(&["trace", "solve", "grid", "S.G", "-o", &kept]).status, 0);
    for name in ["foo.pdf", "foo.trc", "foo.jpeg"] {
        let output = place(name);
        let all: [&[&str]; 4] = [
            &["trace", "solve", "grid", "S.G"],
            &["trace", "analyze", "tic-tac-toe", "--depth", "1"],
            &["trace", "path", map, "--from", "0,0", "--to", "2,0"],
            &["trace", "replay", &kept],
        ];
        for arguments in all {
            let it = run(&[arguments, &["-o", &output]].concat());
            assert_eq!((it.status, it.out.as_str()), (2, ""), "{arguments:?}: {}", it.err);
            for known in [".trace", ".json", ".dot", ".svg", ".png", ".html", ".jsonl", "--form"] {
                assert!(it.err.contains(known), "{known}: {}", it.err);
            }
            assert!(!Path::new(&output).exists(), "{arguments:?}");
        }
        let it = run(&["trace", "solve", "grid", "S.G", "-o", &output, "--form", "svg"]);
        assert_eq!(it.status, 0, "{}", it.err);
    }
    let drawn = |option: &str, name: &str| {
        let it = run(&["solve", "grid", "S.G", option, &place(name)]);
        (it.status, it.err.contains("ending in .svg"))
    };
    assert_eq!(drawn("--draw", "foo.gif"), (2, true));
    assert_eq!(drawn("--plot", "foo.png"), (2, true));
    assert_eq!(drawn("--draw", "foo.SVG"), (0, false));
    assert_eq!(drawn("--plot", "plot.SVG"), (0, false));
}

#[cfg(unix)]
#[test]
fn what_cannot_be_written_is_told_and_leaves_nothing() {
    let grid = ["trace", "solve", "grid", "S.#/#../#.G", "--output"];
    let nowhere = format!("{}/in/no/folder.trace", place("nowhere"));
    let it = run(&[&grid[..], &[&nowhere]].concat());
    assert_eq!((it.status, it.out.as_str()), (2, ""), "{}", it.err);
    assert!(it.err.contains(&nowhere), "{}", it.err);

    // A folder is no file, and is as it was.
    let folder = place("folder.trace");
    std::fs::create_dir(&folder).expect("a folder");
    let it = run(&[&grid[..], &[&folder]].concat());
    assert_eq!(it.status, 2, "{}", it.err);
    assert_eq!(std::fs::read_dir(&folder).expect("still there").count(), 0);

    // A disk that is full: a device, by another name lest it should be replaced.
    if Path::new("/dev/full").exists() {
        // What does not fit into the memory before it is written at once.
        let wide = format!(
            "type octile\nheight 600\nwidth 600\nmap\n{}",
            [&".".repeat(600)[..]; 600].join("\n")
        );
        let (wide, full) = (file("wide.map", wide.as_bytes()), place("full-wide.trace"));
        std::os::unix::fs::symlink("/dev/full", &full).expect("a link");
        let wide = wide.to_str().expect("text");
        let it = run(&["trace", "path", wide, "--from", "0,0", "--to", "9,9", "-o", &full]);
        assert!(it.status == 3 && it.err.contains(&full), "{}", it.err);
        for name in ["full.trace", "full.html", "full.svg"] {
            let full = place(name);
            std::os::unix::fs::symlink("/dev/full", &full).expect("a link");
            let it = run(&[&grid[..], &[&full]].concat());
            // The result is there.
            assert_eq!(it.status, 3, "{name}: {}", it.err);
            assert!(it.out.contains("Solved: 4 moves"), "{name}: {}", it.out);
            assert!(it.err.contains(&full) && it.err.contains("space"), "{name}: {}", it.err);
            assert!(std::fs::read_link(&full).is_ok(), "{name} was replaced");
            let beside = Path::new(&full).parent().expect("a folder");
            let parts = std::fs::read_dir(beside).expect("a folder").filter(|entry| {
                let entry = entry.as_ref().expect("an entry").file_name();
                let entry = entry.to_string_lossy();
                entry.contains(name) && entry.ends_with(".part")
            });
            assert_eq!(parts.count(), 0, "{name}");
        }
    }
}

#[test]
fn traces_of_paths_count_what_the_paths_took() {
    let map = "type octile\nheight 6\nwidth 8\nmap\n....@..@\n....@..@\n....@.@@\n....@.@.\n\
               ........\n........\n";
    let grid = file("traced.map", map.as_bytes());
    let roads = file("traced.gr", b"p sp 4 4\na 1 2 4\na 1 3 1\na 3 2 2\na 2 4 7\n");
    let grids = tremaux_registry::paths::GRID_ALGORITHMS.iter().map(|it| (&grid, it.name));
    let graphs = ["dijkstra", "bidirectional-dijkstra", "alt", "contraction-hierarchy"];
    for (map, algorithm) in grids.chain(graphs.map(|name| (&roads, name))) {
        let (from, to) = if map == &grid { ("3,0", "5,0") } else { ("1", "4") };
        let map = map.to_str().expect("text");
        let path = ["path", map, "--from", from, "--to", to];
        let asked = [&path[..], &["--algorithm", algorithm, "--format", "json"]].concat();
        let output = place(&format!("{algorithm}-{from}.jsonl"));
        let traced = run(&[&["trace"], &asked[..], &["--output", &output]].concat());
        let plain = run(&asked);
        assert_eq!((traced.status, plain.status), (0, 0), "{algorithm}: {}", traced.err);
        let (traced, plain) = (json(&traced), json(&plain));
        assert_eq!(traced["counts"]["expanded"], plain["counts"]["expanded"], "{algorithm}");
        assert_eq!(traced["cost"], plain["cost"], "{algorithm}");
        let told = std::fs::read_to_string(&output).expect("the trace");
        let expanded = told.lines().filter(|line| line.contains("\"expanded\",\"id\"")).count();
        assert_eq!(plain["counts"]["expanded"], expanded, "{algorithm}");
    }
}

#[test]
fn a_scenario_file_is_recorded_into_one_trace() {
    let map = file("several.map", b"type octile\nheight 2\nwidth 6\nmap\n......\n...@..\n");
    let listed = |goal: u32, length: &str| format!("0\tm.map\t6\t2\t0\t0\t{goal}\t0\t{length}\n");
    let text = format!("version 1\n{}{}{}", listed(5, "5"), listed(3, "3"), listed(4, "4"));
    let scenarios = file("several.scen", text.as_bytes());
    let wrong = file("wrong.scen", text.replace("\t4\n", "\t4.5\n").as_bytes());
    let [map, scenarios, wrong] = [&map, &scenarios, &wrong].map(|it| it.to_str().expect("text"));
    let (all, once, again) = (place("all.trace"), place("one.jsonl"), place("again.jsonl"));
    let path = ["trace", "path", map, "--algorithm", "a-star", "--format", "json"];
    let it = run(&[&path[..], &["--scen", scenarios, "-o", &all]].concat());
    assert_eq!(it.status, 0, "{}", it.err);
    let report = json(&it);
    assert_eq!((&report["queries"], &report["solved"]), (&3.into(), &3.into()));
    // Each is what a file of its own would hold, and its counts are those of the query alone.
    let mut expanded = 0;
    for (nth, to) in [("1", "5,0"), ("2", "3,0"), ("3", "4,0")] {
        for ask in [&["--from", "0,0", "--to", to][..], &["--scen", scenarios, "--index", nth]] {
            let it = run(&[&path[..], ask, &["-o", &once]].concat());
            assert_eq!(it.status, 0, "{}", it.err);
            let replayed = run(&["trace", "replay", &all, "--search", nth, "-o", &again]);
            assert_eq!((replayed.status, replayed.err.as_str()), (0, ""));
            let [once, again] = [&once, &again].map(|path| std::fs::read(path).expect("a trace"));
            assert_eq!(once, again, "{nth}");
            assert!(once.len() > 500);
            expanded += json(&it)["counts"]["expanded"].as_u64().expect("a count");
        }
    }
    let mean = report["expanded"]["mean"].as_f64().expect("a mean");
    assert!((6.0 * mean - expanded as f64).abs() < 1e-6, "{report}");
    // The first, and it is said that there are others; cut off, what there is.
    let it = run(&["trace", "replay", &all, "-o", &again]);
    assert!(it.status == 0 && it.err.contains("several searches"), "{}", it.err);
    let whole = std::fs::read(&all).expect("a trace");
    let starts: Vec<_> =
        whole.windows(8).enumerate().filter(|(_, it)| it == b"TREMAUX\n").collect();
    let starts: Vec<_> = starts.into_iter().map(|(at, _)| at).collect();
    assert_eq!(starts.len(), 3);
    let replay = |bytes: &[u8], search: &[&str]| {
        let cut = file("several-cut.trace", bytes);
        let cut = cut.to_str().expect("text");
        run(&[&["trace", "replay", cut], search, &["-o", &again]].concat())
    };
    for (length, holds) in [
        (whole.len() - 1, "has only 3 searches, the last one truncated"),
        (starts[2] - 1, "has only 2 searches, the last one truncated"),
        (starts[2] + 3, "has only 2 searches and is truncated after that"),
        (starts[2], "has only 2 searches"),
        (starts[1], "has only 1 search"),
    ] {
        let it = replay(&whole[..length], &["--search", "4"]);
        assert!(it.status == 2 && it.err.contains(holds), "{length}: {}", it.err);
    }
    // What follows what was asked for harms nothing, and is told if nobody said which search.
    let damaged = [&whole[..starts[1]], b"more"].concat();
    for (bytes, told) in [
        (&damaged[..], "has damaged data after this search"),
        (&whole[..starts[1] + 4], "is truncated after this search"),
        (&whole[..starts[1]], ""),
    ] {
        let (it, only) = (replay(bytes, &[]), replay(bytes, &["--search", "1"]));
        assert!(it.status == 0 && it.err.contains(told), "{}", it.err);
        assert_eq!(it.err.is_empty(), told.is_empty(), "{}", it.err);
        assert_eq!((only.status, only.err.as_str()), (0, ""));
    }
    // A length that is not the listed one is told, as without a trace.
    let it = run(&[&path[..], &["--scen", wrong, "-o", &all]].concat());
    assert_eq!((it.status, &json(&it)["failures"]), (1, &1.into()));
    assert!(it.err.contains("scenario 3: 0,0 to 4,0: found 4, expected 4.5"), "{}", it.err);
    let it = run(&[&path[..], &["--scen", wrong, "--index", "3", "-o", &all]].concat());
    assert!(it.status == 1 && it.err.contains("scenario 3:"), "{}", it.err);
    assert_eq!((&json(&it)["cost"], &json(&it)["expected"]), (&4.into(), &4.5.into()));
    let it = run(&[&path[..], &["--scen", scenarios, "-o", &all, "--nodes", "1"]].concat());
    assert_eq!((it.status, &json(&it)["limited"]), (3, &3.into()));
    // A picture is of one.
    let (none, refused) = (place("several.svg"), ["--scen", scenarios, "-o"]);
    let it = run(&[&path[..], &refused, &[&none]].concat());
    assert!(it.status == 2 && it.err.contains("--search N"), "{}", it.err);
    assert!(!Path::new(&none).exists());
    let wrong = ["--coordinates", map, "--from", "0,0", "--to", "1,0", "-o", &all];
    assert_eq!(run(&[&path[..], &wrong].concat()).status, 2);
}

#[test]
fn random_queries_on_a_graph_are_recorded_into_one_trace() {
    let roads = file("several.gr", b"p sp 4 4\na 1 2 4\na 1 3 1\na 3 2 2\na 2 4 7\n");
    let roads = roads.to_str().expect("text");
    let (all, lines) = (place("roads.trace"), place("roads.jsonl"));
    let asked = ["path", roads, "--random", "9", "--seed", "3", "--format", "json"];
    let traced = run(&[&["trace"], &asked[..], &["-o", &all]].concat());
    let plain = run(&asked);
    assert_eq!((traced.status, plain.status), (0, 0), "{}", traced.err);
    let (traced, plain) = (json(&traced), json(&plain));
    assert_eq!(traced["unreachable"], plain["unreachable"]);
    assert_eq!((&traced["seed"], &plain["seed"]), (&3.into(), &3.into()));
    assert!(traced["unreachable"].as_u64().is_some_and(|count| (1..9).contains(&count)));
    assert_eq!(traced["expanded"]["mean"], plain["expanded"]["mean"]);
    // The graph stands in the file once, and in each of its searches when they are replayed.
    let file = std::fs::read(&all).expect("a trace");
    for nth in 1..=9 {
        let it = run(&["trace", "replay", &all, "--search", &nth.to_string(), "-o", &lines]);
        assert_eq!(it.status, 0, "{}", it.err);
        let told = std::fs::read_to_string(&lines).expect("a trace");
        assert!(told.contains(r#""arcs":[[0,1,4.0]"#), "{told}");
    }
    assert_eq!(file.windows(8).filter(|it| it == b"TREMAUX\n").count(), 9);
    let it = run(&["trace", "replay", &all, "--search", "10", "-o", &lines]);
    assert!(it.status == 2 && it.err.contains("has only 9 searches"), "{}", it.err);
}

/// The steps of a recorded analysis, without the header and the end.
fn steps_of(name: &str, game: &[&str]) -> Vec<serde_json::Value> {
    let lines = place(name);
    let it = run(&[&["trace", "analyze"], game, &["--output", &lines]].concat());
    assert_eq!(it.status, 0, "{}", it.err);
    let text = std::fs::read_to_string(&lines).expect("the steps");
    text.lines().skip(1).map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The root, three nodes and seven leaves, each entered once, with the value that is written.
#[test]
fn a_tree_is_drawn_as_it_is_written() {
    let tree = ["game-tree", "--tree", "(3 12 8) (2 4 6) (14 5 2)", "--algorithm", "alpha-beta"];
    let steps = steps_of("tree.jsonl", &tree);
    let entered: Vec<_> = steps.iter().filter(|step| step["type"] == "entered").collect();
    assert_eq!(entered.len(), 11, "{entered:?}");
    let below = |parent: u64| entered.iter().filter(|step| step["parent"] == parent).count();
    let branches: Vec<u64> = entered
        .iter()
        .filter(|step| step["parent"] == 0)
        .map(|step| step["id"].as_u64().expect("a number"))
        .collect();
    assert_eq!(branches.iter().map(|&id| below(id)).collect::<Vec<_>>(), [3, 1, 3]);
    let is_leaf = |id: &serde_json::Value| !entered.iter().any(|step| step["parent"] == *id);
    let scores: Vec<i64> = steps
        .iter()
        .filter(|step| step["type"] == "scored" && is_leaf(&step["id"]))
        .map(|step| step["score"].as_i64().expect("a number"))
        .collect();
    assert_eq!(scores, [3, 12, 8, 2, 14, 5, 2]);
}

/// Every position of a recorded search is reached by a move from the one above, those that are
/// searched below the root too.
#[test]
fn no_position_hangs_below_another() {
    for game in [
        &["tic-tac-toe", "x.o/.../...", "--depth", "4", "--all-moves"][..],
        &["tic-tac-toe", "x.o/.../...", "--depth", "4", "--algorithm", "mtd-f"],
        &["mnk", "--size", "4x4", "--depth", "3", "--lines", "3"],
    ] {
        for step in steps_of("below.jsonl", game).iter().filter(|step| step["type"] == "entered") {
            assert_eq!(step.get("parent").is_some(), step["ply"] != 0, "{game:?}: {step}");
            assert_eq!(step.get("move").is_some(), step["ply"] != 0, "{game:?}: {step}");
        }
    }
}

/// Every option that concerns output and checkpoints is used by a recorded search, or refused.
#[test]
fn options_that_would_have_no_effect_are_refused() {
    let used = ["--solutions", "--format", "--color", "--quiet", "--verbose"];
    let search = ["trace", "solve", "grid", "S.#/#../#.G", "--output"];
    let help = run(&["trace", "solve", "grid", "--help"]).out;
    let (mut is_looked_at, mut refused) = (false, 0);
    for line in help.lines() {
        if !line.starts_with(' ') && line.ends_with(':') {
            is_looked_at = ["Checkpoints:", "Output:"].contains(&line);
        }
        let mut words = line.split_whitespace();
        let Some(option) = words.find(|word| word.starts_with("--")) else { continue };
        let is_looked_at = is_looked_at || ["--draw", "--show", "--compare"].contains(&option);
        if !is_looked_at || !line.trim_start().starts_with('-') || used.contains(&option) {
            continue;
        }
        let (output, given) = (place("none.jsonl"), place("given.svg"));
        let value = match (option, words.next()) {
            ("--checkpoint-every", _) => Some("1m"),
            ("--compare", _) => Some("a-star"),
            (_, value) => value.map(|_| given.as_str()),
        };
        let mut arguments = [&search[..], &[&output, option]].concat();
        arguments.extend(value);
        if option == "--checkpoint-every" {
            arguments.extend(["--checkpoint", &given]);
        }
        let it = run(&arguments);
        assert_eq!(it.status, 2, "{option}: {}", it.err);
        assert!(it.err.contains("does not apply"), "{option}: {}", it.err);
        assert!(!Path::new(&output).exists() && !Path::new(&given).exists(), "{option}");
        refused += 1;
    }
    assert_eq!(refused, 9, "{help}");
}
