//! Enumerations over several processes, and what happens when one of them fails.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::support::{Run, file, folder, json, program, run, run_of};

const NINE: &str = "0 1 2 / 3 4 5 / 6 7 8";
/// Long enough that a process can be killed before the end.
const TWELVE: &str = "0 1 2 3 / 4 5 6 7 / 8 9 10 11";

fn enumerate(board: &str) -> Command {
    let mut command = program();
    command.args(["cluster", "enumerate", "tiles", board]);
    command
}

/// A file of this many addresses that are free.
fn hosts(count: usize) -> PathBuf {
    let ports: Vec<TcpListener> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
    let lines: Vec<String> =
        ports.iter().map(|port| port.local_addr().expect("its address").to_string()).collect();
    file("hosts.txt", lines.join("\n").as_bytes())
}

/// Starts the processes of a long enumeration.
fn start(count: usize, folder: &Path, more: &[&str]) -> Vec<Child> {
    let hosts = hosts(count);
    let processes = (0..count).map(|process| {
        let mut command = enumerate(TWELVE);
        command.arg("--hosts").arg(&hosts).args(["--process", &process.to_string()]);
        command.arg("--folder").arg(folder).args(more);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs")
    });
    processes.collect()
}

/// Waits until so many levels are whole.
fn wait_for_levels(folder: &Path, count: usize, children: &mut [Child]) {
    loop {
        let text = std::fs::read_to_string(folder.join("levels.txt")).unwrap_or_default();
        if text.lines().count() >= count + 3 {
            return;
        }
        for child in &mut *children {
            assert!(child.try_wait().expect("its status").is_none(), "it has ended");
        }
        sleep(Duration::from_millis(5));
    }
}

fn signal(name: &str, child: &Child) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(status.expect("kill runs").success());
}

/// The first levels of the sliding puzzle of 4 × 3 from a corner.
const LEVELS: [u64; 11] = [1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781];

#[test]
fn one_two_and_three_processes_count_the_same() {
    let counted = |processes: &str, threads: &str| {
        let run = enumerate(NINE)
            .args(["--processes", processes, "--threads", threads, "--format", "json"])
            .output()
            .expect("it runs");
        let run = run_of(run);
        assert_eq!(run.status, 0, "{}", run.err);
        let report = json(&run);
        assert_eq!((&report["status"], &report["states"]), (&"whole".into(), &181_440.into()));
        report["levels"].as_array().expect("levels").clone()
    };
    let one = counted("1", "1");
    assert_eq!((one.len(), &one[31]), (32, &2.into()));
    for (processes, threads) in [("1", "2"), ("2", "1"), ("3", "2")] {
        assert_eq!(counted(processes, threads), one, "{processes} processes");
    }
}

#[test]
fn a_killed_process_ends_all_and_the_rest_is_resumed() {
    for victim in 0..2 {
        let folder = folder().join(format!("killed-{victim}"));
        let mut children = start(2, &folder, &[]);
        wait_for_levels(&folder, 20, &mut children);
        signal("-KILL", &children[victim]);
        for (process, child) in children.into_iter().enumerate() {
            let output = child.wait_with_output().expect("it ends");
            assert_eq!(output.stdout, b"", "no result");
            if process != victim {
                assert_eq!(output.status.code(), Some(70), "process {process}");
            }
        }
        let output = enumerate(TWELVE)
            .args(["--processes", "3", "--resume", "--depth", "24", "--format", "json"])
            .arg("--folder")
            .arg(&folder)
            .output();
        let run = run_of(output.expect("it runs"));
        assert_eq!(run.status, 3, "{}", run.err);
        let report = json(&run);
        let levels: Vec<u64> = report["levels"]
            .as_array()
            .expect("levels")
            .iter()
            .filter_map(|it| it.as_u64())
            .collect();
        assert_eq!(levels.len(), 25);
        let whole = run_of(
            enumerate(TWELVE)
                .args(["--depth", "24", "--format", "json"])
                .output()
                .expect("it runs"),
        );
        assert_eq!(report["levels"], json(&whole)["levels"]);
        assert_eq!(levels[..11], LEVELS);
    }
}

#[test]
fn a_stopped_process_is_noticed() {
    let folder = folder().join("stopped");
    let mut children = start(2, &folder, &["--silence-limit", "500ms"]);
    wait_for_levels(&folder, 10, &mut children);
    signal("-STOP", &children[1]);
    let first = run_of(children.remove(0).wait_with_output().expect("it ends"));
    assert_eq!((first.status, first.out.as_str()), (70, ""));
    assert!(first.err.contains("process 1 was silent for"), "{}", first.err);
    signal("-KILL", &children[0]);
    children.remove(0).wait().expect("it is killed");
}

#[test]
fn a_process_that_does_not_come_is_named() {
    let hosts = hosts(2);
    for process in ["0", "1"] {
        let folder = folder().join("missing");
        let mut command = enumerate(NINE);
        command.arg("--hosts").arg(&hosts).args(["--process", process]).arg("--folder").arg(folder);
        let run = run_of(command.args(["--connect-limit", "200ms"]).output().expect("it runs"));
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
        let other = if process == "0" { "process 1" } else { "process 0" };
        assert!(run.err.contains(other) && run.err.contains("within 0.2 s"), "{}", run.err);
    }
}

#[test]
fn other_arguments_than_the_others_are_refused() {
    let (hosts, folder) = (hosts(2), folder().join("other"));
    let child = |process: &str, board: &str| {
        let mut command = enumerate(board);
        command
            .arg("--hosts")
            .arg(&hosts)
            .args(["--process", process])
            .arg("--folder")
            .arg(&folder);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs")
    };
    let children = [child("0", NINE), child("1", TWELVE)];
    for child in children {
        let run: Run = run_of(child.wait_with_output().expect("it ends"));
        assert_eq!(run.status, 2, "{}", run.err);
        assert!(run.err.contains("was started with another problem"), "{}", run.err);
    }
}

#[test]
fn a_full_disk_ends_all() {
    // A file may have 8 kB.
    let script = "trap '' XFSZ; ulimit -f 16; exec \"$0\" \"$@\"";
    let arguments = ["cluster", "enumerate", "tiles", TWELVE, "--processes", "2"];
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_tremaux")]).args(arguments);
    let run = run_of(command.output().expect("it runs"));
    assert_eq!((run.status, run.out.as_str()), (70, ""), "{}", run.err);
    assert!(run.err.contains("File too large"), "{}", run.err);
}

#[test]
fn what_a_user_types_wrong_is_explained() {
    let wrong = file("wrong.txt", b"localhost:7001\nlocalhost\n");
    let wrong = wrong.to_str().expect("text");
    let twice = file("twice.txt", b"localhost:7001\n\nlocalhost:7001 # again\n");
    let twice = twice.to_str().expect("text");
    let here = ["--folder", "/tmp/never-made"];
    let cases: [(&[&str], &str); 6] = [
        (&["--hosts", wrong, "--process", "0", here[0], here[1]], "line 2: found `localhost`"),
        (&["--hosts", twice, "--process", "0", here[0], here[1]], "line 3: found `localhost:7001`"),
        (&["--hosts", wrong], "--process"),
        (&["--processes", "0"], "--processes"),
        (&["--resume"], "--folder"),
        (&["--hosts", "/none", "--process", "0", here[0], here[1]], "no such file"),
    ];
    for (arguments, said) in cases {
        let run = run(&[&["cluster", "enumerate", "tiles", NINE], arguments].concat());
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}: {}", run.err);
        assert!(run.err.contains(said), "{arguments:?}: {}", run.err);
    }
}
