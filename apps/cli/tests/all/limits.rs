//! Limits hold: of memory, time, depth and threads, also for input and for what is generated.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::support::{self, file, json, measured, output, run, run_of, start, wait};

/// What the program takes besides the tables of a search.
const PROGRAM: u64 = 64 << 20;

fn assert_within(limit: u64, arguments: &[&str]) {
    let (run, most) = measured(arguments);
    assert!(run.status == 3 || run.status == 0, "{arguments:?}: {}{}", run.out, run.err);
    let most = most.unwrap_or(0);
    assert!(most <= limit + PROGRAM, "{arguments:?}: {most} bytes");
}

#[test]
fn a_memory_limit_holds_for_large_boards() {
    let board = run(&["generate", "tiles", "--size", "12x12", "--seed", "3"]).out;
    for algorithm in ["breadth-first", "a-star", "beam(width=1000000)", "k-best", "anytime-a-star"]
    {
        let arguments = ["--algorithm", algorithm, "--memory", "50M", "--time", "4s", "--quiet"];
        let arguments = [&["solve", "tiles", board.trim()], &arguments[..]].concat();
        assert_within(50 << 20, &arguments);
    }
}

#[test]
fn a_memory_limit_holds_on_maps() {
    let map = file("open.map", &[]);
    let path = map.to_str().expect("a name");
    let arguments = ["--kind", "caves", "--size", "3000x3000", "--output", path];
    assert_eq!(run(&[&["generate", "map"], &arguments[..]].concat()).status, 0);
    for algorithm in
        ["theta-star", "lazy-theta-star", "bidirectional-a-star", "table-a-star(table=4000000)"]
    {
        let query = ["--from", "5,5", "--to", "2990,2990", "--algorithm", algorithm];
        let limits = ["--memory", "60M", "--time", "4s"];
        let (run, most) = measured(&[&["path", path], &query[..], &limits[..]].concat());
        // The map itself is not counted: a few bytes for each cell.
        let most = most.unwrap_or(0);
        assert!(most <= (60 << 20) + 3 * PROGRAM, "{algorithm}: {most} bytes; {}", run.err);
    }
}

#[test]
fn endless_and_compressed_input_is_refused() {
    let started = Instant::now();
    let solve = ["solve", "tiles", "1 2 3 / 4 0 6 / 7 5 8", "--algorithm", "ida-star"];
    let (refused, most) = measured(&[&solve[..], &["--resume", "/dev/zero"]].concat());
    assert_eq!(refused.status, 2, "{}", refused.err);
    assert!(most.unwrap_or(0) < 400 << 20, "{most:?}");
    // Megabytes of gzip that unpack to three hundred, in place of each file of a map.
    let bomb = |name: &str, head: &str| {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(head.as_bytes()).expect("bytes");
        for _ in 0..300 {
            packer.write_all(&[b'.'; 1 << 20]).expect("bytes");
        }
        let file = file(name, &packer.finish().expect("bytes"));
        file.into_os_string().into_string().expect("a name")
    };
    let map = bomb("bomb.map.gz", "type octile\nheight 17000\nwidth 17000\nmap\n");
    let scen = bomb("bomb.scen.gz", "version 1\n");
    let coordinates = bomb("bomb.co.gz", "c a comment\n");
    let small = file("small.map", b"type octile\nheight 2\nwidth 2\nmap\n..\n..\n");
    let roads = file("small.gr", b"p sp 2 1\na 1 2 7\n");
    let [small, roads] = [&small, &roads].map(|path| path.to_str().expect("a name"));
    for query in [
        &["path", &map, "--from", "0,0", "--to", "9,9"][..],
        &["path", small, "--scen", &scen],
        &["path", roads, "--coordinates", &coordinates, "--from", "1", "--to", "2"],
        &["trace", "path", small, "--scen", &scen, "--output", "-"],
    ] {
        let (refused, most) = measured(&[query, &["--memory", "20M"]].concat());
        assert_eq!(refused.status, 3, "{query:?}: {}", refused.err);
        assert!(refused.err.contains("memory limit reached"), "{query:?}: {}", refused.err);
        assert!(most.unwrap_or(0) < (20 << 20) + 2 * PROGRAM, "{query:?}: {most:?}");
    }
    assert!(started.elapsed() < Duration::from_secs(120));
}

#[test]
fn a_depth_limit_that_means_nothing_is_refused() {
    let graph = ["solve", "graph", "n4 n1 2; n1 n2 1; n2 n4 3; n3 n1 1", "--from", "n4"];
    let to = ["--to", "n3", "--algorithm", "ida-star"];
    let refused = run(&[&graph[..], &to[..], &["--depth", "3"]].concat());
    assert_eq!(refused.status, 2, "{}{}", refused.out, refused.err);
    assert!(refused.err.contains("--depth"), "{}", refused.err);
    let proved = run(&[&graph[..], &to[..], &["--time", "60s", "--format", "json"]].concat());
    assert_eq!(proved.status, 1, "{}{}", proved.out, proved.err);
    assert_eq!(json(&proved)["status"], "no-solution");
}

#[test]
fn what_does_not_fit_is_not_generated() {
    let refused = run(&["generate", "sokoban", "--size", "4", "--boxes", "6"]);
    assert_eq!(refused.status, 2, "{}", refused.err);
    assert!(refused.err.contains("at most 5 boxes"), "{}", refused.err);
    let made = run(&["generate", "sokoban", "--size", "4", "--boxes", "5"]);
    assert_eq!(made.status, 0, "{}", made.err);
}

#[test]
fn large_boards_are_generated_and_stopped_in_time() {
    let started = Instant::now();
    let board = run(&["generate", "tiles", "--size", "256x256", "--seed", "1"]);
    assert_eq!(board.status, 0, "{}", board.err);
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    let board = file("board.txt", board.out.as_bytes());
    let started = Instant::now();
    let arguments = ["--time", "100ms", "--format", "json"];
    let solve = ["solve", "tiles", "--file", board.to_str().expect("a name")];
    let stopped = run(&[&solve[..], &arguments[..]].concat());
    assert_eq!(stopped.status, 3, "{}", stopped.err);
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

#[test]
fn a_small_level_is_proved_by_default() {
    let level = "####|#_.#|#__###|#*@__#|#__$_#|#__###|####";
    let solved = run(&["solve", "sokoban", level]);
    assert_eq!(solved.status, 0, "{}", solved.err);
    assert!(solved.out.contains("Solved: 8 pushes, proved optimal."), "{}", solved.out);
    let one = run(&["solve", "sokoban", "#####|#@$.#|#####"]);
    assert!(one.out.contains("Solved: 1 push, proved optimal."), "{}", one.out);
    assert!(one.out.contains("1 move, 1 of them a push"), "{}", one.out);
}

#[test]
fn a_level_that_is_too_large_is_refused_alone() {
    let small = "#####\n#@$.#\n#####\n";
    let wide = format!("{0}\n#@$.{1}#\n{0}\n", "#".repeat(1100), " ".repeat(1095));
    let text = format!("; first\n{small}\n; the wide one\n{wide}\n; last\n{small}");
    let levels = file("levels.xsb", text.as_bytes());
    let levels = levels.to_str().expect("a name");
    let of = |index: &[&str]| run(&[&["solve", "sokoban", "--file", levels], index].concat());
    assert_eq!(of(&["--index", "1"]).status, 0);
    assert_eq!(of(&["--index", "3"]).status, 0);
    let refused = of(&["--index", "2"]);
    assert_eq!(refused.status, 2, "{}", refused.out);
    let all = of(&["--all", "--format", "jsonl"]);
    assert_eq!((all.status, all.out.lines().count()), (2, 2), "{}{}", all.out, all.err);
    assert!(all.err.contains("level 2 (the wide one)"), "{}", all.err);
}

#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_start_are_done_without() {
    // Each thread wants two megabytes of addresses for its stack.
    let run = run_of(output(support::command("sh").args([
        "-c",
        "ulimit -v 1500000; exec \"$0\" solve tiles --korf 79 --heuristic manhattan --threads 1000 \
         --nodes 3M --quiet",
        crate::PROGRAM,
    ])));
    assert!(run.status == 0 || run.status == 3, "{}: {}{}", run.status, run.out, run.err);
    assert!(!run.err.contains("panicked"), "{}", run.err);
}

/// Whatever little the system grants, the server starts or says why it cannot.
#[cfg(target_os = "linux")]
#[test]
fn a_server_without_threads_is_told_of() {
    use std::io::{BufRead, BufReader};
    let mut refused = 0;
    for megabytes in (20..=200).step_by(3) {
        let script = format!("ulimit -v {megabytes}000; exec \"$0\" serve --port 0");
        let mut command = support::command("sh");
        let mut child = start(command.args(["-c", &script, crate::PROGRAM]));
        // It has ended, or it says where it listens.
        let mut page = String::new();
        let out = child.stdout.take().expect("a pipe");
        BufReader::new(out).read_line(&mut page).expect("text");
        let _ = child.kill();
        let output = wait(child);
        let err = String::from_utf8_lossy(&output.stderr);
        // Before the program begins, the standard library needs a stack for signals.
        let is_ours = !err.contains("failed to allocate an alternative stack");
        assert!(!(is_ours && err.contains("panicked")), "{megabytes} MB: {err}");
        refused += u32::from(err.contains("refused to start a thread"));
    }
    assert!(refused > 0, "no limit was just too small");
}

/// Gigabytes of memory take seconds to prepare, in which the clock is watched, too.
#[test]
fn a_large_table_is_announced_and_stopped_in_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().to_str().expect("text");
    let board = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let tables = ["--heuristic", "pdb(8-7)", "--time", "300ms"];
    for verb in [&["solve"][..], &["trace", "solve"]] {
        let further: &[&str] = match verb {
            ["solve"] => &["--cache", cache],
            _ => &["--output", "-", "--form", "jsonl"],
        };
        let arguments = [verb, &["tiles", board], &tables, further].concat();
        let started = Instant::now();
        let stopped = run(&arguments);
        assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
        assert_eq!(stopped.status, 3, "{verb:?}: {}{}", stopped.out, stopped.err);
        if verb.len() == 1 {
            let told = "building it needs 1485 MiB of memory";
            assert!(stopped.err.contains(told), "{}", stopped.err);
            let quiet = run(&[&arguments[..], &["--quiet"]].concat());
            assert!(!quiet.err.contains("needs"), "{}", quiet.err);
        }
    }
    assert_eq!(std::fs::read_dir(cache).map_or(0, Iterator::count), 0);
}

#[test]
fn a_24_puzzle_has_a_plan_soon_and_a_bound() {
    let board = "14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13";
    let solved = run(&["solve", "tiles", board, "--time", "5s", "--format", "json"]);
    assert_eq!(solved.status, 3, "{}{}", solved.out, solved.err);
    let report = json(&solved);
    assert_eq!(report["algorithm"], "anytime-a-star", "{report}");
    assert!(report["cost"].as_u64() >= Some(95), "{report}");
    assert!(report["bound"].as_u64() >= Some(60), "{report}");
}
