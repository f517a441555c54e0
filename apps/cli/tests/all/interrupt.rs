//! Ctrl-C: the first stops the search and prints what is proved, the second kills.

use std::process::{Child, Output};
use std::time::Duration;

use crate::support::{self, program, signal_after, wait};

/// A search of many hours.
fn start() -> Child {
    let mut command = program();
    command.args(["solve", "tiles", "--korf", "88", "--heuristic", "blind", "--format", "json"]);
    support::start(&mut command)
}

/// What a program wrote that was interrupted after it worked for a time.
fn interrupted(mut child: Child, time: Duration) -> Output {
    signal_after(time, "-INT", &mut child);
    wait(child)
}

#[test]
fn the_first_stops_the_search_and_prints_what_is_proved() {
    let output = interrupted(start(), Duration::from_secs(1));
    assert_eq!(output.status.code(), Some(3));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert_eq!(report["status"], "limit");
    assert!(report["bound"].as_u64() > Some(4), "{report}");
    assert!(report["counts"]["expanded"].as_u64() > Some(1000), "{report}");
}

#[test]
fn what_is_prepared_for_a_map_is_given_up() {
    use std::fmt::Write;

    // A square of crossings with as many arcs as can be: minutes of shortcuts.
    let (side, mut text) = (400, String::new());
    for node in 0..side * side {
        let (x, y) = (node % side, node / side);
        for (is_there, other) in [(x + 1 < side, node + 1), (y + 1 < side, node + side)] {
            if is_there {
                writeln!(text, "{node} {other} {0}\n{other} {node} {0}", 1 + node * 7919 % 101)
                    .expect("text");
            }
        }
    }
    let map = support::file("crossings.txt", text.as_bytes());
    for (verb, algorithm) in [("build", "contraction-hierarchy"), ("path", "alt(landmarks=64)")] {
        let mut command = program();
        let arguments = match verb {
            "build" => vec!["build", "path"],
            _ => vec!["path", "--from", "0", "--to", "159999"],
        };
        command.args(arguments).arg(&map).args(["--algorithm", algorithm]);
        command.args(["--cache", env!("CARGO_TARGET_TMPDIR"), "--format", "json"]);
        // While the map is parsed, there is nothing to print.
        let output = interrupted(support::start(&mut command), Duration::from_secs(4));
        assert_eq!(output.status.code(), Some(3), "{verb}");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an object");
        assert_eq!(report["status"], "limit", "{verb}: {report}");
    }
}

#[test]
fn queries_that_were_not_asked_are_not_counted() {
    // A long way through a map without walls, many times over.
    let rows = format!("{}\n", ".".repeat(256)).repeat(256);
    let map = format!("type octile\nheight 256\nwidth 256\nmap\n{rows}");
    let map = support::file("asked.map", map.as_bytes());
    let line = "0\tm\t256\t256\t0\t0\t255\t255\t360.62445840\n";
    let scen = format!("version 1\n{}", line.repeat(20_000));
    let scen = support::file("asked.scen", scen.as_bytes());
    let mut command = program();
    command.args(["path", "--algorithm", "dijkstra", "--format", "json", "--scen"]);
    let child = support::start(command.arg(&scen).arg(&map));
    let output = interrupted(child, Duration::from_secs(3));
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an object");
    let count = |field: &str| report[field].as_u64().unwrap_or(0);
    assert_eq!(count("queries") + count("not_asked"), 20_000, "{report}");
    assert!(count("queries") > 0 && count("not_asked") > 0 && count("limited") <= 1, "{report}");
    assert_eq!(count("failures"), 0, "{report}");
}

#[test]
fn an_analysis_is_stopped_and_prints_its_best() {
    let mut command = program();
    command.args(["analyze", "connect-four", "444441", "--time", "1h", "--format", "json"]);
    let output = interrupted(support::start(&mut command), Duration::from_secs(1));
    assert_eq!(output.status.code(), Some(3));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert!(report["depth"].as_u64() > Some(3), "{report}");
    assert!(report["best"].is_string() && report["exact"] == false, "{report}");
}

#[test]
fn a_session_that_is_stopped_is_recorded_up_to_there() {
    let roads = support::file("stopped.gr", b"p sp 3 4\na 1 2 4\na 2 1 4\na 2 3 1\na 3 2 1\n");
    for (number, name) in [("-INT", "interrupted.trace"), ("-TERM", "terminated.trace")] {
        let output = support::file(name, b"as it was");
        let mut command = program();
        command.args(["trace", "path", "--random", "1000M", "--format", "json"]);
        command.arg(&roads).arg("--output").arg(&output);
        let mut child = support::start(&mut command);
        signal_after(Duration::from_millis(500), number, &mut child);
        let told = wait(child);
        assert_eq!(told.status.code(), Some(3), "{number}");
        let report: serde_json::Value = serde_json::from_slice(&told.stdout).expect("an object");
        let count = |field: &str| report[field].as_u64().expect("a count");
        let (solved, limited) = (count("solved"), report["limited"].as_u64().unwrap_or(0));
        assert!(solved > 100 && limited <= 1, "{report}");
        assert_eq!(count("queries"), solved + limited, "{report}");
        assert_eq!(count("queries") + count("not_asked"), 1_000_000_000, "{report}");
        // The last one may have been stopped before its end.
        let mut reader = tremaux_trace::TraceReader::new(std::io::BufReader::new(
            std::fs::File::open(&output).expect("the trace"),
        ))
        .expect("a header");
        let mut searches = 1;
        while reader.next_trace().expect("a trace") {
            searches += 1;
        }
        assert!(!reader.is_cut_off());
        assert!(searches == solved || searches == solved + 1, "{searches} of {solved}");
        let beside = std::fs::read_dir(output.parent().expect("a folder")).expect("a folder");
        let part = |it: &std::fs::DirEntry| it.file_name().to_string_lossy().contains(".part");
        assert_eq!(beside.filter_map(Result::ok).filter(part).count(), 0);
    }
}

#[test]
fn commands_without_a_result_end_at_once() {
    let mut text = String::new();
    for node in 0..1_500_000 {
        std::fmt::Write::write_fmt(&mut text, format_args!("n{node} m{node} 1.5\n")).expect("text");
    }
    let map = support::file("long-to-parse.txt", text.as_bytes());
    let map = map.to_str().expect("text");
    let made = support::file("made.map", b"");
    let made = made.to_str().expect("text");
    let large = ["generate", "map", "--kind", "caves", "--size", "30000x30000", "--output", made];
    let query = ["--from", "n1", "--to", "n2"];
    let graph = [&["path", map], &query[..]].concat();
    let trace = [&["trace", "path", map, "--output", "-"], &query[..]].concat();
    for (name, arguments) in [
        ("-INT", &graph[..]),
        ("-TERM", &trace),
        ("-INT", &["solve", "graph", "--file", map]),
        ("-INT", &large),
        ("-TERM", &["generate", "sudoku", "--count", "1M"]),
    ] {
        let mut command = program();
        let mut child = support::start(command.args(arguments));
        signal_after(Duration::from_millis(50), name, &mut child);
        let told = wait(child);
        assert_eq!(told.status.code(), Some(3), "{arguments:?}");
        assert!(told.stderr.is_empty(), "{}", String::from_utf8_lossy(&told.stderr));
    }
}

#[test]
fn a_server_stops_at_both_signals() {
    use std::io::BufRead;
    for name in ["-INT", "-TERM"] {
        let mut command = program();
        let mut child = support::start(command.args(["serve", "--port", "0"]));
        let mut page = String::new();
        let out = child.stdout.take().expect("a pipe");
        std::io::BufReader::new(out).read_line(&mut page).expect("its address");
        assert!(page.starts_with("http://127.0.0.1:"), "{page}");
        signal_after(Duration::from_millis(100), name, &mut child);
        let told = wait(child);
        let err = String::from_utf8_lossy(&told.stderr);
        assert_eq!((told.status.code(), &*err), (Some(0), ""), "{name}");
    }
}
