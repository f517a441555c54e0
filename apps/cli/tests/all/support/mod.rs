//! Runs the program as a script would, in the same surroundings wherever and by whomever the tests
//! are run. The tests of `tremaux-lab` use it, too.

pub(crate) mod forms;
pub(crate) mod lines;
pub(crate) mod mates;

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// What came of a run.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The environment of every command that a test runs.
pub(crate) const ENVIRONMENT: [(&str, &str); 6] = [
    ("NO_COLOR", "1"),
    ("COLUMNS", "100"),
    ("LC_ALL", "C"),
    ("TZ", "UTC"),
    ("TERM", "xterm"),
    ("RUST_BACKTRACE", "0"),
];

/// Commands that take longer hang.
const LONGEST_RUN: Duration = Duration::from_secs(900);

/// A command in the environment of the tests, to be given arguments.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null());
    command.envs(ENVIRONMENT).env("TREMAUX_CACHE", cache());
    command
}

/// The program, to be given arguments.
pub(crate) fn program() -> Command {
    command(crate::PROGRAM)
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
    run_of(output(program().args(arguments)))
}

/// Runs the program with these arguments and this on its standard input.
pub(crate) fn run_with_input(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = start(program().args(arguments).stdin(Stdio::piped()));
    let mut pipe = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // The program may end before it has read all.
    let writer = std::thread::spawn(move || drop(pipe.write_all(&input)));
    let output = wait(child);
    writer.join().expect("the writer ends");
    run_of(output)
}

/// Starts a command whose output is read when it ends.
pub(crate) fn start(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs")
}

/// Runs a command to its end.
pub(crate) fn output(command: &mut Command) -> Output {
    wait(start(command))
}

/// What a command writes until it ends; panics if that takes too long.
pub(crate) fn wait(child: Child) -> Output {
    wait_for(child, LONGEST_RUN)
}

/// What a command writes until it ends; panics if that takes longer than `limit`.
pub(crate) fn wait_for(mut child: Child, limit: Duration) -> Output {
    fn read(pipe: Option<impl Read + Send + 'static>) -> mpsc::Receiver<Vec<u8>> {
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(mut pipe) = pipe {
                pipe.read_to_end(&mut bytes).expect("a pipe can be read");
            }
            let _ = sender.send(bytes);
        });
        receiver
    }
    drop(child.stdin.take());
    let [out, err] = [read(child.stdout.take()), read(child.stderr.take())];
    let Ok(stdout) = out.recv_timeout(limit) else {
        let _ = child.kill();
        panic!("it did not end within {limit:?}: process {}", child.id());
    };
    let stderr = err.recv_timeout(limit).expect("the end of standard error");
    let closed = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("it is there") {
            return Output { status, stdout, stderr };
        }
        if closed.elapsed() > limit {
            let _ = child.kill();
            panic!("it did not end within {limit:?}: process {}", child.id());
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// What a line of the shell writes to a terminal, in which `$TREMAUX` is the program; `None` where
/// script(1) is missing, which opens one.
#[cfg(unix)]
pub(crate) fn on_terminal(line: &str) -> Option<String> {
    let mut script = command("script");
    script.args(["-qec", line, "/dev/null"]).env("TREMAUX", crate::PROGRAM);
    let Ok(child) = script.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn() else {
        println!("skipped: there is no script(1) to open a terminal");
        return None;
    };
    Some(String::from_utf8_lossy(&wait(child).stdout).into_owned())
}

/// Lets a running program work for `time`, then sends it a signal, such as `-INT`.
///
/// The time begins when the program listens to signals, however slow the machine is.
#[cfg(unix)]
pub(crate) fn signal_after(time: Duration, signal: &str, child: &mut Child) {
    let status = format!("/proc/{}/status", child.id());
    let listens = || {
        let text = std::fs::read_to_string(&status).ok()?;
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        // Signals are counted from 1; SIGINT is 2.
        Some(u64::from_str_radix(caught.trim(), 16).ok()? & 2 != 0)
    };
    for _ in 0..6000 {
        if listens() != Some(false) {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(time);
    assert_eq!(child.try_wait().expect("it is there"), None, "it is still at work");
    send(signal, child);
}

/// Sends a signal, such as `-INT`.
#[cfg(unix)]
pub(crate) fn send(signal: &str, child: &Child) {
    let sent = command("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

/// Runs the program, and returns the most memory that it held, in bytes, where the system tells.
pub(crate) fn measured(arguments: &[&str]) -> (Run, Option<u64>) {
    let mut child = start(program().args(arguments));
    let status = format!("/proc/{}/status", child.id());
    let mut most = None;
    while child.try_wait().expect("it is there").is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        most = most.max(kilobytes.map(|kilobytes| kilobytes * 1024));
        std::thread::sleep(Duration::from_millis(2));
    }
    (run_of(wait(child)), most)
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
