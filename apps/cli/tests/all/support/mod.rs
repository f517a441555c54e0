//! Runs the program as a script would.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What came of a run.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The program, to be given arguments.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tremaux"));
    command.env("NO_COLOR", "1").env("TREMAUX_CACHE", cache()).stdin(Stdio::null());
    command
}

/// What came of a run that has ended.
pub(crate) fn run_of(output: Output) -> Run {
    Run {
        status: output.status.code().expect("it was not killed"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

/// Runs the program with these arguments.
pub(crate) fn run(arguments: &[&str]) -> Run {
    run_of(program().args(arguments).output().expect("the program runs"))
}

/// Runs the program with these arguments and this on its standard input.
pub(crate) fn run_with_input(arguments: &[&str], input: &[u8]) -> Run {
    let mut command = program();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let mut pipe = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // The program may end before it has read all.
    let writer = std::thread::spawn(move || drop(pipe.write_all(&input)));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the writer ends");
    run_of(output)
}

/// The only object in JSON that a run wrote.
pub(crate) fn json(run: &Run) -> serde_json::Value {
    serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {}", run.out))
}

/// The folder where tests keep tables: that of `TREMAUX_CACHE`, or one of their own.
pub(crate) fn cache() -> PathBuf {
    let own = || PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cache");
    std::env::var_os("TREMAUX_CACHE").map_or_else(own, PathBuf::from)
}

/// A folder of the test's own, which may not be there yet.
pub(crate) fn folder() -> PathBuf {
    static TESTS: AtomicUsize = AtomicUsize::new(0);
    thread_local! {
        // Every test has a thread of its own.
        static TEST: usize = TESTS.fetch_add(1, Ordering::Relaxed);
    }
    let name = format!("{}-{}", std::process::id(), TEST.with(|test| *test));
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// A new file with these bytes, in a folder of the test's own.
pub(crate) fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let folder = folder();
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("a file");
    path
}

/// A file of the benchmark data, or `None`, and then it says so.
pub(crate) fn data(name: &str) -> Option<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder =
        std::env::var_os("TREMAUX_DATA").map_or_else(|| root.join("../shared/data"), PathBuf::from);
    let path = folder.join(name);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: there is no {}", path.display());
    None
}
