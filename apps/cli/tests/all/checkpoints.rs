//! Searches that are killed or stopped, and go on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use crate::support::{self, json, program, run};

/// Sixty million nodes.
const SEARCH: [&str; 7] =
    ["solve", "tiles", "--korf", "4", "--heuristic", "manhattan", "--format=json"];

fn file(name: &str) -> PathBuf {
    let path = support::file(name, b"");
    fs::remove_file(&path).expect("removed");
    path
}

/// The report of a search without what differs from run to run.
fn lasting(mut report: serde_json::Value) -> serde_json::Value {
    report["seconds"] = 0.into();
    report["peak_bytes"] = 0.into();
    report
}

/// Runs a search that is killed so many times, `after` it was saved, and gone on with.
fn killed(search: &[&str], kills: u32, every: &str, after: Duration) -> support::Run {
    let path = file("killed.checkpoint");
    let saving = ["--checkpoint", path.to_str().expect("text"), "--checkpoint-every", every];
    let resuming = ["--resume", path.to_str().expect("text")];
    for _ in 0..kills {
        let before = fs::read(&path).ok();
        let mut command = program();
        command.args(search).args(saving);
        if before.is_some() {
            command.args(resuming);
        }
        let mut child = command.stdout(Stdio::null()).spawn().expect("it runs");
        let is_saved = || fs::read(&path).ok() != before;
        while child.try_wait().expect("it is there").is_none() && !is_saved() {
            std::thread::sleep(Duration::from_millis(1));
        }
        // What is done from here on is lost.
        std::thread::sleep(after);
        child.kill().expect("killed");
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), None, "it was killed, not done: {status}");
    }
    let resumed = run(&[search, &resuming].concat());
    assert_eq!(resumed.status, 0, "{}", resumed.err);
    resumed
}

#[test]
fn a_search_that_is_killed_again_and_again_ends_as_one_that_is_not() {
    let unbroken = json(&run(&SEARCH));
    assert_eq!((&unbroken["cost"], &unbroken["optimal"]), (&56.into(), &true.into()));
    // As published (Korf 1985), which counts the root.
    assert_eq!(unbroken["counts"]["generated"], 62_643_179 - 1);
    let resumed = killed(&SEARCH, 4, "20ms", Duration::from_millis(10));
    assert_eq!(lasting(json(&resumed)), lasting(unbroken));
}

/// `TREMAUX_CACHE=FOLDER cargo test --release -p tremaux-cli --test all checkpoints -- --ignored
/// --nocapture`, with a folder that has the tables or is to have them.
#[test]
#[ignore = "takes a minute and, for the first time, the building of large tables"]
fn a_24_puzzle_that_is_killed_five_times_ends_as_one_that_is_not() {
    // No. 40 of Korf and Felner's fifty (2002): 82 moves.
    let board = "2 17 4 13 7 12 10 3 0 16 21 24 8 5 18 20 15 19 14 9 22 11 6 1 23";
    let search = ["solve", "tiles", board, "--heuristic", "pdb(6-6-6-6)", "--format", "json"];
    let unbroken = json(&run(&search));
    println!("unbroken: {unbroken}");
    assert_eq!((&unbroken["cost"], &unbroken["optimal"]), (&82.into(), &true.into()));
    let resumed = json(&killed(&search, 5, "300ms", Duration::from_millis(200)));
    println!("killed: {resumed}");
    assert_eq!(lasting(resumed), lasting(unbroken));
}

#[test]
fn a_search_is_saved_on_ctrl_c() {
    let path = file("interrupted.checkpoint");
    let name = path.to_str().expect("text");
    let search = ["solve", "tiles", "--korf", "88", "--heuristic", "manhattan", "--format=json"];
    let mut command = program();
    command.args(search).args(["--checkpoint", name]);
    let mut child = support::start(&mut command);
    support::signal_after(Duration::from_secs(1), "-INT", &mut child);
    let output = support::wait(child);
    assert_eq!(output.status.code(), Some(3));
    let stopped: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an object");
    let expanded = stopped["counts"]["expanded"].as_u64().expect("a count");
    let resumed = json(&run(&[&search[..], &["--resume", name, "--nodes", "1000"]].concat()));
    assert_eq!(resumed["counts"]["expanded"], expanded + 1000);
}

#[test]
fn a_search_that_reached_a_limit_goes_on() {
    let path = file("limit.checkpoint");
    let name = path.to_str().expect("text");
    for algorithm in ["ida-star", "iterative-deepening"] {
        let board = "6 1 2 / 7 0 4 / 3 8 5";
        let search = ["solve", "tiles", board, "--algorithm", algorithm, "--format", "json"];
        let with = |further: &[&str]| run(&[&search[..], further].concat());
        let unbroken = json(&with(&[]));
        let stopped = with(&["--nodes", "7", "--checkpoint", name]);
        assert_eq!(stopped.status, 3, "{}", stopped.err);
        assert_eq!(json(&stopped)["counts"]["expanded"], 7);
        // Nodes count from here.
        let further = with(&["--nodes", "9", "--resume", name, "--checkpoint", name]);
        assert_eq!(json(&further)["counts"]["expanded"], 16);
        let resumed = with(&["--resume", name]);
        assert_eq!(resumed.status, 0, "{}", resumed.err);
        assert_eq!(lasting(json(&resumed)), lasting(unbroken), "{algorithm}");
    }
}

fn assert_refused(path: &Path, arguments: &[&str], words: &str) {
    let resume = ["--resume", path.to_str().expect("text")];
    let refused = run(&[arguments, &resume].concat());
    assert_eq!((refused.status, refused.out.as_str()), (2, ""), "{words}: {}", refused.err);
    assert!(refused.err.contains(words), "{words}: {}", refused.err);
}

#[test]
fn what_is_no_checkpoint_of_this_search_is_refused() {
    let path = file("other.checkpoint");
    let board = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let search = ["solve", "tiles", board, "--heuristic", "manhattan"];
    let saving = ["--nodes", "1000", "--checkpoint", path.to_str().expect("text")];
    assert_eq!(run(&[&search[..], &saving].concat()).status, 3);
    let with = |at: usize, word| {
        let mut search = search;
        search[at] = word;
        search
    };
    assert_refused(&path, &with(4, "linear-conflict"), "a different heuristic: `manhattan`");
    assert_refused(
        &path,
        &with(2, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0"),
        "a different instance",
    );
    assert_refused(&path, &[&search[..], &["--goal", "blank-last"]].concat(), "a different goal");
    assert_refused(&path, &[&search[..], &["--depth", "60"]].concat(), "a different depth limit");
    let algorithm = ["--algorithm", "ida-star(solutions=2)"];
    assert_refused(&path, &[&search[..], &algorithm].concat(), "a different algorithm");
    let bytes = fs::read(&path).expect("read");
    let damages: [(&[u8], &str); 4] = [
        (b"", "not a checkpoint"),
        (b"PNG", "not a checkpoint"),
        (&bytes[..bytes.len() - 1], "damaged"),
        (&bytes[..40], "damaged"),
    ];
    for (bytes, words) in damages {
        assert_refused(&support::file("damaged.checkpoint", bytes), &search, words);
    }
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.starts_with("tremaux checkpoint 2\nbuild: "), "{text}");
    let mut flipped = bytes.clone();
    *flipped.last_mut().expect("bytes") ^= 1;
    assert_refused(&support::file("flipped.checkpoint", &flipped), &search, "damaged");
}

#[test]
fn a_maze_is_not_resumed_in_another_order() {
    let path = file("order.checkpoint");
    let maze = "S..###/##.#.#/G#..../....#.";
    let search = ["solve", "maze", maze, "--algorithm", "ida-star", "--heuristic", "maze-distance"];
    let with = |order: &'static str| [&search[..], &["--order", order]].concat();
    let saving = ["--nodes", "2", "--checkpoint", path.to_str().expect("text")];
    assert_eq!(run(&[&with("nearest-first")[..], &saving].concat()).status, 3);
    assert_refused(&path, &with("nearest-last"), "a different set of domain options");
    let resuming = ["--resume", path.to_str().expect("text"), "--format", "json"];
    let resumed = run(&[&with("nearest-first")[..], &resuming].concat());
    assert_eq!((resumed.status, &json(&resumed)["cost"]), (0, &8.into()));
}
