//! `tremaux compare`: interrupted, called again, merged, pasted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use crate::support::{command, output, program, run, send};
use serde_json::Value;
use tempfile::TempDir;

const EXPERIMENT: &str = r#"
name = "two domains"
algorithms = ["a-star", "ida-star", "breadth-first"]
heuristics = ["manhattan", "blind"]
[limits]
time = "30s"
memory = "1G"
[[problem]]
domain = "tiles"
random = { count = 6, seed = 7, options = { size = "3x3" } }
[[problem]]
domain = "grid"
random = { count = 3, seed = 1 }
"#;

fn words(path: &Path) -> &str {
    path.to_str().expect("a name in UTF-8")
}

fn written(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

/// The rows of a database by key, without what no two runs have in common.
fn rows(database: &Path) -> BTreeMap<String, Value> {
    let export = database.with_extension("jsonl");
    let exported =
        run(&["compare", "--database", words(database), "--export", words(&export), "-q"]);
    assert_eq!(exported.status, 0, "{}", exported.err);
    let text = std::fs::read_to_string(&export).expect("it was written");
    let mut rows = BTreeMap::new();
    for line in text.lines() {
        let mut row: Value = serde_json::from_str(line).expect("an object");
        let key = row["key"].as_str().expect("a key").to_owned();
        for field in ["wall_seconds", "started"] {
            row[field] = Value::Null;
        }
        row["report"]["seconds"] = Value::Null;
        assert!(rows.insert(key, row).is_none(), "a run is there twice");
    }
    rows
}

#[test]
fn killed_ten_times_it_ends_with_the_rows_of_an_unbroken_run() {
    let folder = TempDir::new().expect("a folder");
    let experiment = written(&folder, "two.toml", EXPERIMENT);
    let whole = run(&["compare", words(&experiment), "-q"]);
    assert_eq!(whole.status, 0, "{}", whole.err);
    let whole = rows(&folder.path().join("two.sqlite"));
    // Breadth-first asks no heuristic, and Manhattan distance is one of the tiles alone or not.
    assert!(whole.len() > 6 * 5, "{}", whole.len());
    let broken = folder.path().join("broken.sqlite");
    let arguments = ["compare", words(&experiment), "--database", words(&broken), "-q"];
    for kill in 0..10_u64 {
        let mut child = program()
            .args(arguments)
            .args(["--threads", if kill % 2 == 0 { "1" } else { "3" }])
            .stdout(Stdio::null())
            .spawn()
            .expect("the program runs");
        std::thread::sleep(Duration::from_millis(5 + kill * 37 % 90));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    assert_eq!(run(&arguments).status, 0);
    let mut broken = rows(&broken);
    for row in broken.values_mut() {
        row["at_once"] = 1.into();
    }
    let keys = |rows: &BTreeMap<String, Value>| rows.keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&broken), keys(&whole));
    for (key, row) in &whole {
        for (field, value) in row.as_object().expect("a row") {
            assert_eq!(&broken[key][field], value, "{field} of {}", row["command"]);
        }
    }
}

#[cfg(unix)]
#[test]
fn the_command_of_a_row_gives_its_counts_again() {
    let folder = TempDir::new().expect("a folder");
    let experiment = written(&folder, "two.toml", EXPERIMENT);
    assert_eq!(run(&["compare", words(&experiment), "-q"]).status, 0);
    for row in rows(&folder.path().join("two.sqlite")).values().step_by(7) {
        let line = row["command"].as_str().expect("a command");
        let output = output(command("sh").args(["-c", line]));
        let report: Value = serde_json::from_slice(&output.stdout).expect("a result");
        assert_eq!(report["counts"], row["report"]["counts"], "{line}");
        assert_eq!(report["cost"], row["report"]["cost"], "{line}");
    }
}

#[test]
fn every_report_is_written() {
    let folder = TempDir::new().expect("a folder");
    let database = folder.path().join("rows.sqlite");
    let report = folder.path().join("report");
    let made = run(&[
        "compare",
        "--domain",
        "tiles",
        "--random",
        "5",
        "--with",
        "size=3x3",
        "--algorithm",
        "a-star",
        "--algorithm",
        "ida-star",
        "--heuristic",
        "manhattan",
        "--database",
        words(&database),
        "--format",
        "json",
        "--report",
        words(&report),
    ]);
    assert_eq!(made.status, 0, "{}", made.err);
    let object: Value = serde_json::from_str(&made.out).expect("JSON");
    let summary = object["tables"]["summary"].as_array().expect("a list");
    assert_eq!(summary.len(), 2);
    assert_eq!(summary[0]["answered"], 5);
    assert_eq!(object["rows"].as_array().map(Vec::len), Some(10));
    for name in [
        "summary.md",
        "summary.tex",
        "pairs.csv",
        "growth.md",
        "survival.svg",
        "survival.png",
        "scatter-1.svg",
        "scatter-1.png",
        "growth.svg",
        "growth.png",
    ] {
        let length = std::fs::metadata(report.join(name)).expect(name).len();
        assert!(length > 100, "{name}: {length} bytes");
    }
    let page = std::fs::read_to_string(report.join("report.html")).expect("a page");
    assert!(page.contains("<svg") && !page.contains("http:") && !page.contains("https:"));
    // What is there is told again without running anything.
    let again = run(&["compare", "--database", words(&database), "--format", "csv"]);
    assert_eq!(again.status, 0, "{}", again.err);
    assert!(again.out.contains("a-star manhattan"), "{}", again.out);
    let one = ["compare", "--database", words(&database), "--format", "md", "--table", "growth"];
    let one = run(&one);
    assert_eq!(one.out.matches("**").count(), 2, "one title: {}", one.out);
    assert!(one.out.contains("growth"), "{}", one.out);
}

#[test]
fn the_experiments_of_the_documentation_can_be_laid_out() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/experiments");
    for (name, runs) in [("families.toml", 3 * 5 * 3 * 20), ("fifteen-puzzles.toml", 4 * 100)] {
        let planned = run(&["compare", words(&folder.join(name)), "--dry-run"]);
        assert_eq!(planned.status, 0, "{}", planned.err);
        assert!(planned.err.is_empty(), "all of it fits: {}", planned.err);
        assert_eq!(planned.out.lines().count(), runs, "{name}");
    }
}

#[test]
fn databases_of_two_machines_become_one() {
    let folder = TempDir::new().expect("a folder");
    let experiment = written(&folder, "two.toml", EXPERIMENT);
    let (one, two) = (folder.path().join("one.sqlite"), folder.path().join("all.sqlite"));
    assert_eq!(run(&["compare", words(&experiment), "--database", words(&one), "-q"]).status, 0);
    let first = rows(&one);
    let lines = one.with_extension("jsonl");
    for added in [first.len(), 0] {
        let merged = run(&["compare", "--database", words(&two), "--import", words(&lines)]);
        assert_eq!(merged.status, 0, "{}", merged.err);
        assert!(merged.err.starts_with(&format!("{added} rows added")), "{}", merged.err);
    }
    assert_eq!(rows(&two), first);
    // Problems are drawn one by one.
    let report = folder.path().join("report");
    let told = run(&["compare", "--database", words(&two), "--report", words(&report), "-q"]);
    assert_eq!(told.status, 0, "{}", told.err);
    for (name, says) in [
        ("survival-1-grid.svg", "all: grid: instances answered"),
        ("growth-2-tiles.svg", "all: tiles: growth"),
        ("scatter-2-tiles-1.svg", "of two configurations"),
    ] {
        let svg = std::fs::read_to_string(report.join(name)).expect(name);
        assert!(svg.contains(says) && !svg.contains("no data"), "{name}");
    }
}

#[test]
fn a_refused_import_leaves_no_database() {
    let folder = TempDir::new().expect("a folder");
    let lines = written(&folder, "lines.jsonl", "{\"key\": 1}\n");
    for from in [&lines, &folder.path().join("none.jsonl")] {
        let database = folder.path().join("new.sqlite");
        let refused = run(&["compare", "--database", words(&database), "--import", words(from)]);
        assert_eq!((refused.status, refused.out.as_str()), (2, ""), "{}", refused.err);
        let names = std::fs::read_dir(folder.path()).expect("a folder");
        assert_eq!(names.count(), 1, "only the lines are there");
    }
}

/// Whether a process is running: not a zombie.
#[cfg(target_os = "linux")]
fn is_running(id: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let state = stat.rsplit(')').next().unwrap_or_default().trim_start().chars().next();
    state.is_some_and(|state| state != 'Z' && state != 'X')
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_experiment_leaves_no_process_behind() {
    let folder = TempDir::new().expect("a folder");
    let experiment = "name = \"long\"\nalgorithms = [\"ida-star\"]\nheuristics = [\"blind\"]\n\
                      [[problem]]\ndomain = \"tiles\"\neach = { korf = \"88\" }\n";
    for (signal, limit) in [("-KILL", ""), ("-TERM", ""), ("-KILL", "memory = \"1G\"\n")] {
        let text = format!("{experiment}[limits]\ntime = \"10m\"\n{limit}");
        let path = written(&folder, "long.toml", &text);
        let mut parent = program()
            .args(["compare", words(&path), "-q"])
            .stdout(Stdio::null())
            .spawn()
            .expect("the program runs");
        std::thread::sleep(Duration::from_secs(2));
        let id = parent.id();
        let children = std::fs::read_dir(format!("/proc/{id}/task")).expect("its threads");
        let children: Vec<String> = children
            .filter_map(|thread| std::fs::read_to_string(thread.ok()?.path().join("children")).ok())
            .flat_map(|ids| ids.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
            .collect();
        assert!(children.iter().any(|id| is_running(id)), "it runs a search: {children:?}");
        send(signal, &parent);
        parent.wait().expect("it ends");
        std::thread::sleep(Duration::from_millis(500));
        let left: Vec<&String> = children.iter().filter(|id| is_running(id)).collect();
        assert!(left.is_empty(), "{signal}: {left:?}");
    }
}

/// Nothing runs; the error names the place in the file and the nearest names.
#[test]
fn a_misspelled_name_fails_before_anything_runs() {
    let folder = TempDir::new().expect("a folder");
    let variants = "\n[[variants]]\nname = \"newest\"\noptions = [\"--tie-break\", \"lifo\"]\n";
    let options = format!("{EXPERIMENT}{variants}");
    let metric = EXPERIMENT.replace("[limits]", "metric = \"expnded\"\n[limits]");
    let cases = [
        (EXPERIMENT.replace("\"ida-star\"", "\"ida-sart\""), "3:26", "`ida-star`"),
        (EXPERIMENT.replace("\"manhattan\"", "\"manhatan\""), "4:16", "`manhattan`"),
        (EXPERIMENT.replace("\"blind\"", "\"max(blind, manhatan)\""), "4:40", "`manhattan`"),
        (EXPERIMENT.replace("\"ida-star\"", "\"weighted-a-star(wieght=2)\""), "3:42", "`weight`"),
        (EXPERIMENT.replace("\"grid\"", "\"gird\""), "12:11", "`grid`"),
        (EXPERIMENT.replace("size = ", "sice = "), "10:45", "`size`"),
        (metric, "5:11", "expanded"),
        (options.replace("--tie-break", "--tie-brake"), "17:13", "--tie-break"),
        (options.replace("lifo", "lilo"), "17:28", "lilo"),
    ];
    for (at, (text, place, near)) in cases.iter().enumerate() {
        let path = written(&folder, &format!("misspelled-{at}.toml"), text);
        let run = run(&["compare", words(&path)]);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{text}: {}", run.err);
        let place = format!("misspelled-{at}.toml:{place}");
        assert!(run.err.contains(&place) && run.err.contains(near), "{place}, {near}: {}", run.err);
        assert!(!run.err.contains("skipped"), "{}", run.err);
        assert!(!path.with_extension("sqlite").exists(), "nothing was written");
    }
    let flags = ["compare", "--domain", "tiles", "--random", "1", "--algorithm", "ida-sart"];
    let database = folder.path().join("flags.sqlite");
    let run = run(&[&flags[..], &["--database", words(&database)]].concat());
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
    assert!(run.err.contains("`ida-star`") && !database.exists(), "{}", run.err);
}

#[test]
fn what_is_wrong_is_said_plainly() {
    let folder = TempDir::new().expect("a folder");
    let wrong = written(&folder, "wrong.toml", "name = \"x\"\nalgorithm = [\"a-star\"]\n");
    let unknown = EXPERIMENT.replace("\"grid\"", "\"gird\"");
    let unknown = written(&folder, "unknown.toml", &unknown);
    let bad_option = EXPERIMENT.replace("size = ", "sice = ");
    let bad_option = written(&folder, "option.toml", &bad_option);
    let endless = EXPERIMENT.replace("count = 6", "count = 18446744073709551615");
    assert_ne!(endless, EXPERIMENT);
    let endless = written(&folder, "endless.toml", &endless);
    let cases: [(&[&str], &str); 10] = [
        (&["compare", "--dry-run", words(&endless)], "18446744073709551615 random instances"),
        (
            &["compare", "--domain", "tiles", "--algorithm", "a-star", "--random", "9000000000"],
            "at most 100000",
        ),
        (&["compare", words(&wrong)], "wrong.toml:2:1"),
        (&["compare", words(&unknown)], "grid"),
        (&["compare", words(&bad_option)], "did you mean `size`"),
        (&["compare", "--metric", "expandet", words(&wrong)], "expanded"),
        (&["compare", "--database", "/nowhere/at/all.sqlite"], "no database"),
        (&["compare", "--domain", "tiles", "--random", "3"], "--algorithm"),
        (&["compare", "--algorithm", "a-star"], "--domain"),
        (&["help", "countters"], "no command `countters`"),
    ];
    for (arguments, expected) in cases {
        let run = run(arguments);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}: {}", run.err);
        assert!(run.err.contains(expected), "{arguments:?}: {}", run.err);
    }
    assert!(!folder.path().join("wrong.sqlite").exists(), "nothing was written");
    assert!(!folder.path().join("option.sqlite").exists(), "nothing was written");
    let counters = run(&["help", "counters"]);
    assert_eq!(counters.status, 0);
    assert!(counters.out.contains("successors generated"), "{}", counters.out);
}

/// The rest of an experiment is not known before a run has ended, and something moves.
#[cfg(unix)]
#[test]
fn an_experiment_shows_its_progress_on_a_terminal() {
    let folder = TempDir::new().expect("a folder");
    let database = folder.path().join("one.sqlite");
    let line = format!(
        "\"$TREMAUX\" compare --domain tiles --random 2 --algorithm ida-star --time 1s \
         --database '{}' --with size=4x4 > /dev/null",
        database.display()
    );
    let Some(text) = crate::support::on_terminal(&line) else { return };
    assert!(text.contains("0 of 2 runs") && !text.contains("0s left"), "{text}");
}
