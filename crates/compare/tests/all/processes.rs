//! How processes end.

use std::path::Path;
use std::thread;
use std::time::Duration;

use tremaux_compare::{Finished, Outcome, ProcessLimits};
use tremaux_core::CancelToken;

fn shell(script: &str, seconds: f64) -> Finished {
    let limits = ProcessLimits { time: Duration::from_secs_f64(seconds), memory: None };
    let arguments = ["-c".to_owned(), script.to_owned()];
    Finished::run(Path::new("/bin/sh"), &arguments, limits, &CancelToken::default())
        .expect("a shell")
}

#[test]
fn every_ending_is_an_outcome() {
    let outcome = |script: &str| shell(script, 20.0).judge().0;
    assert_eq!(outcome(r#"echo '{"status": "solved"}'"#), Outcome::Solved);
    assert_eq!(outcome(r#"echo '{"status": "no-solution"}'; exit 1"#), Outcome::NoSolution);
    assert_eq!(outcome(r#"echo '{"status": "limit"}'; exit 3"#), Outcome::Limit);
    assert_eq!(outcome("echo 'no such thing' >&2; exit 2"), Outcome::Refused);
    assert_eq!(outcome("echo nonsense"), Outcome::Crashed);
    assert_eq!(outcome("kill -SEGV $$"), Outcome::Crashed);
    let script = "echo 'memory allocation of 99 bytes failed' >&2; kill -ABRT $$";
    assert_eq!(outcome(script), Outcome::OutOfMemory);
    let script = "echo 'memory allocation of 99 bytes failed' >&2; echo note >&2; kill -ABRT $$";
    let reason = shell(script, 20.0).judge().1;
    assert_eq!(reason.as_deref(), Some("memory allocation of 99 bytes failed"));
    let panic = "echo \"thread 'main' panicked at x.rs:1:2:\" >&2; echo oh >&2; exit 101";
    let (outcome, reason, report) = shell(panic, 20.0).judge();
    assert_eq!((outcome, report), (Outcome::Crashed, None));
    assert_eq!(reason.as_deref(), Some("exit 101: thread 'main' panicked at x.rs:1:2: oh"));
}

#[test]
fn what_hangs_is_killed() {
    let finished = shell("exec sleep 1000", 0.2);
    assert_eq!(finished.judge().0, Outcome::Hung);
    assert!(finished.wall < Duration::from_secs(60));
}

#[test]
fn what_it_started_is_killed_with_it() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("alive");
    let script = format!("(sleep 2; echo > '{}') & sleep 1000", file.display());
    assert_eq!(shell(&script, 0.2).judge().0, Outcome::Hung);
    thread::sleep(Duration::from_millis(2500));
    assert!(!file.exists(), "a process was left behind");
}

#[test]
fn a_flood_of_output_stops_nobody() {
    let script = "head -c 3000000 /dev/zero >&2; echo '{\"status\": \"solved\"}'";
    assert_eq!(shell(script, 60.0).judge().0, Outcome::Solved);
}
