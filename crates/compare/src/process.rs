//! Runs a command in a process of its own, with time and memory limits enforced from outside.

use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tremaux_core::CancelToken;
use wait_timeout::ChildExt;

use crate::row::Outcome;

/// The resources that a process may use, whatever limits it sets itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessLimits {
    /// The time after which it is killed.
    pub time: Duration,
    /// The maximum address space in bytes, enforced by the operating system on Unix.
    pub memory: Option<u64>,
}

impl ProcessLimits {
    /// The resources for a search that stops itself after `time`: a tenth more, plus two
    /// seconds to start and to write its result.
    pub fn for_search(time: Duration, memory: Option<u64>) -> Self {
        Self { time: time.saturating_add(time / 10).saturating_add(Duration::from_secs(2)), memory }
    }
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It ended by itself with this exit status.
    Exit(i32),
    /// It was ended by a signal.
    Signal(i32),
    /// It was killed because its time was up.
    TimedOut,
    /// It was killed because the experiment was cancelled.
    Cancelled,
}

/// A process that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// How it ended.
    pub ending: Ending,
    /// Its standard output.
    pub output: String,
    /// The end of its standard error.
    pub errors: String,
    /// Its run time.
    pub wall: Duration,
}

/// The maximum amount of output that is kept. A result is far smaller.
const MOST_OUTPUT: u64 = 64 << 20;
/// The maximum amount of error messages that is kept, from the end.
const MOST_ERRORS: usize = 4000;

impl Finished {
    /// Runs `program` with `arguments` and waits until it ends. The process is killed when its
    /// time is up or `cancel` is set.
    ///
    /// # Errors
    ///
    /// Returns an error if the process cannot be started or waited for.
    pub fn run(
        program: &Path,
        arguments: &[String],
        limits: ProcessLimits,
        cancel: &CancelToken,
    ) -> io::Result<Self> {
        let started = Instant::now();
        let mut command = confined(program, limits.memory);
        command.args(arguments).env("NO_COLOR", "1");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C in the terminal must reach only the experiment, because an interrupted run
        // must not become a row.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        kill_with_parent(&mut command);
        let mut child = command.spawn()?;
        let output = child
            .stdout
            .take()
            .map(|pipe| thread::Builder::new().spawn(move || head(pipe)))
            .transpose();
        let errors = child
            .stderr
            .take()
            .map(|pipe| thread::Builder::new().spawn(move || tail(pipe)))
            .transpose();
        let (output, errors) = match (output, errors) {
            (Ok(output), Ok(errors)) => (output, errors),
            (Err(error), _) | (_, Err(error)) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(error);
            }
        };
        let ending = wait(&mut child, limits.time, started, cancel)?;
        let wall = started.elapsed();
        let joined = |reader: Option<thread::JoinHandle<String>>| {
            reader.and_then(|reader| reader.join().ok()).unwrap_or_default()
        };
        // The output of a killed process is not needed.
        let (output, errors) = match ending {
            Ending::TimedOut | Ending::Cancelled => (String::new(), String::new()),
            _ => (joined(output), joined(errors)),
        };
        Ok(Self { ending, output, errors, wall })
    }

    /// Interprets how the process ended: the outcome, the reason unless it is obvious, and the
    /// result.
    pub fn judge(&self) -> (Outcome, Option<String>, Option<Value>) {
        let report: Option<Value> = serde_json::from_str(self.output.trim()).ok();
        let crashed = |reason: String| (Outcome::Crashed, Some(reason), None);
        match self.ending {
            Ending::TimedOut => {
                let reason = format!("killed after {:.1} s", self.wall.as_secs_f64());
                (Outcome::Hung, Some(reason), None)
            }
            Ending::Cancelled => crashed("killed because the experiment was stopped".into()),
            Ending::Exit(0 | 1 | 3) => {
                let status = report.as_ref().and_then(|it| it.get("status")?.as_str());
                match status.and_then(|text| text.parse::<Outcome>().ok()) {
                    Some(outcome) => (outcome, None, report),
                    None if self.is_out_of_memory() => self.out_of_memory(),
                    None => crashed(format!(
                        "no result; last line: {}",
                        self.last_line().unwrap_or("(none)")
                    )),
                }
            }
            Ending::Exit(2) if self.is_out_of_memory() => self.out_of_memory(),
            Ending::Exit(2) => (Outcome::Refused, Some(self.message()), None),
            Ending::Exit(_) | Ending::Signal(_) if self.is_out_of_memory() => self.out_of_memory(),
            Ending::Exit(status) => crashed(format!("exit {status}: {}", self.message())),
            // The kernel's out-of-memory killer kills silently.
            Ending::Signal(9) => crashed("killed by signal 9 (KILL)".into()),
            Ending::Signal(signal) => crashed(format!("signal {signal}: {}", self.message())),
        }
    }

    fn out_of_memory(&self) -> (Outcome, Option<String>, Option<Value>) {
        (Outcome::OutOfMemory, self.line_of_memory().map(str::to_owned), None)
    }

    fn is_out_of_memory(&self) -> bool {
        self.line_of_memory().is_some()
    }

    /// The line that reports a lack of memory. Others may follow it.
    fn line_of_memory(&self) -> Option<&str> {
        const WORDS: [&str; 4] =
            ["memory allocation of", "cannot allocate memory", "out of memory", "memory exhausted"];
        self.errors.lines().map(str::trim).find(|line| {
            let line = line.to_lowercase();
            WORDS.iter().any(|words| line.contains(words))
        })
    }

    fn last_line(&self) -> Option<&str> {
        self.errors.lines().rev().map(str::trim).find(|line| !line.is_empty())
    }

    /// The error message: the location and text of a panic, or otherwise all lines joined.
    fn message(&self) -> String {
        let lines: Vec<&str> = self.errors.lines().map(str::trim).collect();
        let start = lines.iter().position(|line| line.contains("panicked at")).unwrap_or(0);
        let words: Vec<&str> =
            lines[start..].iter().copied().filter(|line| !line.is_empty()).take(6).collect();
        if words.is_empty() { "no message".into() } else { words.join(" ") }
    }
}

/// Lets the system kill the process when this program is killed.
#[cfg(any(target_os = "linux", target_os = "android"))]
#[allow(unsafe_code)]
fn kill_with_parent(command: &mut Command) {
    use rustix::process::{Pid, Signal, getpid, getppid, set_parent_process_death_signal};
    use std::os::unix::process::CommandExt;
    let parent: Pid = getpid();
    let prepare = move || {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // It may have been killed before that.
        if getppid() == Some(parent) { Ok(()) } else { Err(io::ErrorKind::NotFound.into()) }
    };
    // SAFETY: between fork and exec, only two system calls are made; nothing is allocated or
    // locked.
    unsafe { command.pre_exec(prepare) };
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn kill_with_parent(_: &mut Command) {}

fn wait(
    child: &mut Child,
    time: Duration,
    started: Instant,
    cancel: &CancelToken,
) -> io::Result<Ending> {
    const PATIENCE: Duration = Duration::from_millis(50);
    loop {
        let left = time.saturating_sub(started.elapsed());
        if let Some(status) = child.wait_timeout(left.min(PATIENCE))? {
            return Ok(ending(status));
        }
        if left.is_zero() || cancel.is_cancelled() {
            kill_all(child);
            child.wait()?;
            return Ok(if left.is_zero() { Ending::TimedOut } else { Ending::Cancelled });
        }
    }
}

/// Kills the process and its children.
#[cfg(unix)]
fn kill_all(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // The process leads its own group. All its members may already have ended.
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.kill();
}

#[cfg(not(unix))]
fn kill_all(child: &mut Child) {
    let _ = child.kill();
}

#[cfg(unix)]
fn ending(status: ExitStatus) -> Ending {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Exit(code),
        (None, signal) => Ending::Signal(signal.unwrap_or(0)),
    }
}

#[cfg(not(unix))]
fn ending(status: ExitStatus) -> Ending {
    Ending::Exit(status.code().unwrap_or(-1))
}

/// A command that starts `program` with a limit on its address space.
///
/// A shell sets the limit before the program starts, so child processes inherit it.
#[cfg(unix)]
fn confined(program: &Path, memory: Option<u64>) -> Command {
    let Some(bytes) = memory else { return Command::new(program) };
    let script = format!("ulimit -v {} 2>/dev/null; exec \"$0\" \"$@\"", bytes / 1024);
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(script).arg(program);
    command
}

#[cfg(not(unix))]
fn confined(program: &Path, _: Option<u64>) -> Command {
    Command::new(program)
}

fn head(pipe: impl Read) -> String {
    let mut bytes = Vec::new();
    let mut pipe = pipe.take(MOST_OUTPUT);
    let _ = pipe.read_to_end(&mut bytes);
    // Read the rest as well, so that the process is not blocked by a full pipe.
    let _ = io::copy(&mut pipe.into_inner(), &mut io::sink());
    String::from_utf8_lossy(&bytes).into_owned()
}

fn tail(mut pipe: impl Read) -> String {
    let mut kept = Vec::new();
    let mut block = [0; 4096];
    while let Ok(count @ 1..) = pipe.read(&mut block) {
        kept.extend_from_slice(&block[..count]);
        let surplus = kept.len().saturating_sub(MOST_ERRORS);
        kept.drain(..surplus);
    }
    String::from_utf8_lossy(&kept).into_owned()
}
