//! Pattern databases by name: built on demand or ahead, kept, recognised when they are wrong.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{self, json, run};

const BOARD: &str = "8 6 7 / 2 5 4 / 3 0 1";

/// A folder of the test's own, not yet there.
fn folder(name: &str) -> PathBuf {
    let folder = support::folder().join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

fn solve(folder: &Path, heuristic: &str, further: &[&str]) -> support::Run {
    let folder = folder.to_str().expect("text");
    let arguments = ["solve", "tiles", BOARD, "--goal", "blank-last", "--heuristic", heuristic];
    let further = [&arguments, further, &["--cache", folder, "--format", "json"]].concat();
    run(&further)
}

/// What does not fit into the available memory is not begun.
#[cfg(target_os = "linux")]
#[test]
fn tables_larger_than_the_memory_are_refused() {
    let board = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let within = |arguments: &str| {
        // As on a machine with four gigabytes.
        let line = format!("ulimit -v 4000000; exec \"$0\" {arguments}");
        let mut command = support::command("sh");
        command.args(["-c", &line, crate::PROGRAM]);
        support::run_of(support::output(command.env("TREMAUX_CACHE", folder("too-large"))))
    };
    let solve = format!("solve tiles '{board}' --heuristic 'pdb(9-6)' --format json");
    for arguments in [solve.as_str(), "build tiles 'pdb(9-6)' --format json"] {
        let refused = within(arguments);
        assert_eq!((refused.status, &json(&refused)["status"]), (3, &"limit".into()));
        for words in ["needs 11.6 GiB", "MiB of memory are available"] {
            assert!(refused.err.contains(words), "{words}: {}", refused.err);
        }
    }
    let refused = within("analyze connect-four --memory 5G --depth 2");
    assert_eq!((refused.status, refused.out.as_str()), (2, ""));
    assert!(refused.err.contains("a table of 4.7 GiB is too large"), "{}", refused.err);
}

/// Reading a pipe would wait forever for somebody who writes.
#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_a_table_is_not_read() {
    use std::os::unix::fs::FileTypeExt;
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().to_str().expect("text");
    let board = "1 2 3 / 4 0 6 / 7 5 8";
    let solve = ["solve", "tiles", board, "--heuristic", "pdb(4-4)", "--cache", cache];
    assert_eq!(run(&solve).status, 0);
    let map = support::file("piped.map", b"type octile\nheight 2\nwidth 6\nmap\n......\n...@..\n");
    let map = map.to_str().expect("text");
    let path = ["path", map, "--from", "0,0", "--to", "5,0", "--algorithm", "jps-bounds"];
    let path = [&path[..], &["--cache", cache]].concat();
    assert_eq!(run(&["build", "path", map, "--cache", cache]).status, 0);
    let files: Vec<_> = std::fs::read_dir(cache).expect("a folder").collect();
    assert!(files.len() >= 3, "{files:?}");
    for file in files {
        let file = file.expect("a file").path();
        std::fs::remove_file(&file).expect("removed");
        let made = support::command("mkfifo").arg(&file).status();
        assert!(made.expect("mkfifo runs").success());
    }
    for arguments in [&solve[..], &path] {
        let told = run(arguments);
        assert!(told.status == 0 && told.err.contains("not a regular file"), "{}", told.err);
    }
    for file in std::fs::read_dir(cache).expect("a folder") {
        let kind = file.expect("an entry").file_type().expect("a type");
        assert!(kind.is_fifo(), "it is left as it was");
    }
}

#[test]
fn partitions_prove_what_manhattan_distance_proves() {
    let folder = folder("partitions");
    let plain = json(&solve(&folder, "manhattan", &[]));
    assert_eq!((&plain["cost"], files(&folder).len()), (&31.into(), 0));
    let generated = |heuristic: &str, further: &[&str]| {
        let run = solve(&folder, heuristic, further);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{heuristic}");
        let report = json(&run);
        assert_eq!((&report["cost"], &report["optimal"]), (&31.into(), &true.into()));
        report["counts"]["generated"].as_u64().expect("a count")
    };
    let plain = plain["counts"]["generated"].as_u64().expect("a count");
    let alone = generated("pdb(4-4, reflect=no)", &[]);
    let both = generated("pdb(4-4)", &[]);
    assert_eq!(both, generated("pdb", &[]), "auto");
    assert!(both <= alone && alone < plain, "{both} {alone} {plain}");
    assert!(generated("pdb(4-4, dual=yes)", &[]) <= both);
    assert!(generated("max(pdb(3-5), pdb(4-4), linear-conflict)", &[]) <= both);
    assert!(generated("pdb(1.2.3.4.5.6.7.8)", &[]) <= both);
    // Through a trait object or compiled: the same nodes.
    assert_eq!(both, generated("max(pdb(4-4), blind)", &[]));
    assert_eq!(generated("max(wd, lc)", &[]), generated("max(wd, max(lc, blind))", &[]));
    // What threads share is asked from scratch where it is not compiled.
    generated("max(pdb(4-4), blind)", &["--threads", "2"]);
    generated("pdb(4-4)", &["--threads", "2"]);
}

#[test]
fn boards_of_any_shape_have_patterns() {
    for (board, heuristic) in [
        ("1 2 3 / 0 4 5", "pdb"),
        ("1 2 0 / 4 5 3 / 7 8 6 / 10 11 9 / 13 14 12", "pdb(5-5-4)"),
        ("0 2 3 4 / 1 6 7 8 / 5 10 11 12 / 9 13 14 15", "pdb(4-4-4-3)"),
    ] {
        let arguments = ["solve", "tiles", board, "--goal", "blank-last", "--heuristic", heuristic];
        let report = run(&[&arguments[..], &["--format", "json"]].concat());
        assert_eq!(report.status, 0, "{board}: {}", report.err);
        let ours = json(&report);
        let arguments = [&arguments[..6], &["linear-conflict", "--format", "json"]].concat();
        assert_eq!(ours["cost"], json(&run(&arguments))["cost"], "{board}");
    }
    let arguments = ["solve", "tiles", "1 4 2 / 3 0 5", "--heuristic", "pdb(reflect=yes)"];
    let refused = run(&arguments);
    assert!(refused.status == 2 && refused.err.contains("a square board"), "{}", refused.err);
}

#[test]
fn a_table_is_kept_and_a_wrong_file_is_said_and_replaced() {
    let folder = folder("kept");
    let first = json(&solve(&folder, "pdb(4-4)", &[]));
    let tables = files(&folder);
    assert_eq!(tables.len(), 2);
    let whole: Vec<Vec<u8>> = tables.iter().map(|path| fs::read(path).expect("read")).collect();
    // One is damaged, the other is a table of something else.
    let mut damaged = whole[0].clone();
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    fs::write(&tables[0], damaged).expect("written");
    fs::write(&tables[1], &whole[0]).expect("written");
    let again = solve(&folder, "pdb(4-4)", &[]);
    assert_eq!(again.status, 0, "{}", again.err);
    assert_eq!(again.err.matches("; rebuilt").count(), 2, "{}", again.err);
    assert!(again.err.contains("checksum"), "{}", again.err);
    assert_eq!(json(&again)["counts"], first["counts"]);
    assert_eq!(files(&folder), tables);
    for (path, bytes) in tables.iter().zip(&whole) {
        assert_eq!(&fs::read(path).expect("read"), bytes);
    }
    fs::write(&tables[0], b"PNG").expect("written");
    assert_eq!(solve(&folder, "pdb(4-4)", &["--quiet"]).err, "");
    // Where nothing can be kept it is built in memory.
    let file = support::file("no-folder", b"");
    let homeless = solve(&file, "pdb(4-4)", &[]);
    assert_eq!(homeless.status, 0);
    assert!(homeless.err.contains("cannot store"), "{}", homeless.err);
}

#[test]
fn a_build_that_is_stopped_leaves_nothing() {
    let folder = folder("stopped");
    for (limit, value, words) in
        [("--time", "1ms", "was stopped"), ("--memory", "100k", "are allowed")]
    {
        let stopped = solve(&folder, "pdb(8)", &[limit, value]);
        assert_eq!(stopped.status, 3, "{limit}: {}", stopped.err);
        assert!(stopped.err.contains(words), "{limit}: {}", stopped.err);
        let report = json(&stopped);
        assert_eq!((&report["status"], &report["bound"]), (&"limit".into(), &0.into()));
        assert!(files(&folder).is_empty(), "{limit}");
        let built = ["build", "tiles", "pdb(8)", "--size", "3x3", limit, value];
        let built = run(&[&built[..], &["--cache", folder.to_str().expect("text")]].concat());
        assert_eq!((built.status, built.out.as_str()), (3, ""), "{limit}");
        assert!(built.err.contains(words) && files(&folder).is_empty(), "{}", built.err);
    }
}

#[test]
fn what_is_built_ahead_is_found() {
    let folder = folder("ahead");
    let path = folder.to_str().expect("text");
    let build = |table: &str, further: &[&str]| {
        let arguments = ["build", "tiles", table, "--cache", path, "--format", "json"];
        run(&[&arguments, further].concat())
    };
    let built = build("pdb(4-4)", &["--goal", "blank-last", "--threads", "2"]);
    assert_eq!((built.status, built.err.as_str()), (0, ""));
    let report = json(&built);
    assert_eq!((&report["schema"], &report["threads"]), (&1.into(), &2.into()));
    let tables = report["tables"].as_array().expect("a list");
    assert_eq!((tables.len(), files(&folder).len()), (2, 2));
    assert!(tables.iter().all(|table| table["origin"] == "built"));
    assert_eq!(tables[0]["entries"], 9 * 8 * 7 * 6);
    assert!(files(&folder).iter().any(|file| tables[0]["path"] == file.to_str().expect("text")));
    let again = json(&build("pdb(4-4)", &["--goal", "blank-last"]));
    let tables = again["tables"].as_array().expect("a list");
    assert!(tables.iter().all(|table| table["origin"] == "there"));
    assert_eq!(json(&solve(&folder, "pdb(4-4)", &[]))["cost"], 31);
    assert_eq!(files(&folder).len(), 2, "nothing more was built");
    for (table, further, words) in [
        ("pdb(4-4-4)", &[][..], "a square board, or"),
        ("pdb(4-4)", &["--size", "4x4"], "sum to 15"),
        ("manhattan", &[], "a table: `pdb`"),
        ("pdb(", &[], "a name or a number"),
    ] {
        let refused = build(table, further);
        assert_eq!((refused.status, refused.out.as_str()), (2, ""), "{table}");
        assert!(refused.err.contains(words), "{table}: {}", refused.err);
    }
    assert_eq!(run(&["build", "maze", "pdb"]).status, 2);
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_build() {
    let folder = folder("interrupted");
    let path = folder.to_str().expect("text");
    let mut command = support::program();
    // The first of its tables takes many seconds.
    command.args(["build", "tiles", "pdb(7-8)", "--cache", path, "--threads", "1"]);
    let mut child = support::start(&mut command);
    support::signal_after(std::time::Duration::from_millis(700), "-INT", &mut child);
    let output = support::wait(child);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("no partial table is kept") && output.stdout.is_empty(), "{said}");
    assert!(files(&folder).is_empty());
}

/// Each set of pieces of checkers has a table, which is kept when the build is stopped.
#[test]
fn endings_of_checkers_are_built_once() {
    let folder = folder("endings");
    let build = |options: &[&str]| {
        let place = ["--cache", folder.to_str().expect("text"), "--format", "json"];
        run(&[&["build", "checkers-endings"], options, &place].concat())
    };
    let stopped = build(&["--endings", "5", "--time", "1s"]);
    assert_eq!((stopped.status, &json(&stopped)["status"]), (3, &"limit".into()));
    assert!(stopped.err.contains("finished tables are kept"), "{}", stopped.err);
    let built = |options: &[&str]| {
        let report = json(&build(options));
        let tables = report["tables"].as_array().expect("tables").clone();
        tables.iter().filter(|table| table["origin"] != "there").count()
    };
    built(&["--endings", "3"]);
    assert_eq!(built(&["--endings", "3"]), 0);
    let kept = files(&folder);
    let mut bytes = fs::read(&kept[0]).expect("a file");
    bytes[40] ^= 1;
    fs::write(&kept[0], bytes).expect("written");
    fs::remove_file(&kept[1]).expect("removed");
    assert_eq!(built(&["--endings", "3"]), 2);
    assert_eq!(files(&folder), kept);
    // A win that takes longer than any search looks, from the tables alone.
    let analyze = |endings: &str| {
        let position = "B:WK1:BK14,K18";
        let arguments = ["analyze", "checkers", position, "--depth", "1", "--endings", endings];
        let mut command = support::program();
        command.args(arguments).args(["--format", "json"]).env("TREMAUX_CACHE", &folder);
        json(&support::run_of(support::output(&mut command)))["score"].as_i64()
    };
    assert!(analyze("3") > Some(999_000) && analyze("0") < Some(999_000));
    // Games of a file, when the tables cannot be had.
    let games = folder.join("games.pdn");
    fs::write(&games, "1. 11-15 22-18 *\n").expect("written");
    let analyze_games = |options: &[&str]| {
        let mut command = support::program();
        command.args(["analyze", "checkers"]).arg(&games).args(["--depth", "2"]).args(options);
        support::run_of(support::output(command.env("TREMAUX_CACHE", &folder)))
    };
    let stopped = analyze_games(&["--all", "--endings", "5", "--time", "200ms"]);
    assert_eq!(stopped.status, 3, "{}", stopped.err);
    assert!(stopped.err.contains("finished tables are kept"), "{}", stopped.err);
    let refused = analyze_games(&["--all", "--rules", "international", "--endings", "5"]);
    assert_eq!(refused.status, 2, "{}", refused.err);
    assert!(refused.err.contains("from 0 to 4"), "{}", refused.err);
    assert_eq!(analyze_games(&["--all", "--endings", "3"]).status, 0);
    for wrong in [["--endings", "6"], ["--endings", "x"], ["--rules", "chess"]] {
        assert_eq!(build(&wrong).status, 2, "{wrong:?}");
    }
    assert_eq!(build(&["--rules", "international", "--endings", "5"]).status, 2);
    let refused = build(&["--endings", "5", "--memory", "1M"]);
    assert_eq!(refused.status, 3, "{}", refused.err);
}
