//! One run of the program, watched.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// How much longer than its time limit a run may take before it counts as hung.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a program may take to start.
const STARTING: Duration = Duration::from_millis(100);
/// What is kept of an output, in bytes.
const MOST_KEPT: u64 = 4 << 20;

/// A run of the program with its limits.
#[derive(Clone, Debug, Default)]
pub(super) struct Case {
    /// The command line after the name of the program.
    pub(super) arguments: Vec<String>,
    /// The file on standard input.
    pub(super) input: Option<PathBuf>,
    /// The device that takes standard output, instead of this task.
    pub(super) output: Option<&'static str>,
    /// Shell before the program and its arguments.
    pub(super) before: Option<String>,
    /// What is attacked, if the arguments do not name it first.
    pub(super) target: String,
    /// Its time limit.
    pub(super) time: Option<Duration>,
    /// How much longer it may take before it counts as hung, if not ten seconds.
    pub(super) patience: Option<Duration>,
    /// The signal that it gets, and when.
    pub(super) signal: Option<(Duration, Signal)>,
}

/// What came of a run.
#[derive(Debug)]
pub(super) struct Ending {
    pub(super) status: ExitStatus,
    pub(super) is_hung: bool,
    /// Without the time in which other programs had the processor while it started, before its
    /// clock did, and after its time limit.
    pub(super) elapsed: Duration,
    /// The time from the signal to the end.
    pub(super) after_signal: Option<Duration>,
    /// The most memory that the process held, in bytes.
    pub(super) peak: u64,
    pub(super) out: Vec<u8>,
    pub(super) err: Vec<u8>,
}

impl Ending {
    /// Standard output and standard error as text.
    pub(super) fn texts(&self) -> [String; 2] {
        [&self.out, &self.err].map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }
}

impl Case {
    /// A run with these arguments.
    pub(super) fn new<T: AsRef<str>>(arguments: impl IntoIterator<Item = T>) -> Self {
        let arguments = arguments.into_iter().map(|it| it.as_ref().to_owned()).collect();
        Self { arguments, ..Self::default() }
    }

    /// The same with a limit on time, which is added to the arguments.
    pub(super) fn within(mut self, time: Duration) -> Self {
        self.arguments.extend(["--time".into(), format!("{}ms", time.as_millis())]);
        self.time = Some(time);
        self
    }

    /// The command that repeats it by hand.
    pub(super) fn command(&self, program: &Path) -> String {
        let words = self.arguments.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
        let mut line = format!("{} {words}", program.display());
        if let Some(input) = &self.input {
            line += &format!(" < {}", input.display());
        }
        if let Some(output) = self.output {
            line += &format!(" > {output}");
        }
        match &self.before {
            Some(before) => format!("({before} {line})"),
            None => line,
        }
    }

    /// Starts it with tables in `cache`.
    pub(super) fn start(&self, program: &Path, cache: &Path) -> io::Result<Child> {
        let mut command = match &self.before {
            None => Command::new(program),
            Some(before) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("{before} \"$0\" \"$@\"")]).arg(program);
                shell
            }
        };
        command.args(&self.arguments).env("NO_COLOR", "1").env("TREMAUX_CACHE", cache);
        command.stdin(match &self.input {
            Some(path) => File::open(path)?.into(),
            None => Stdio::null(),
        });
        command.stdout(match self.output {
            Some(device) => File::options().write(true).open(device)?.into(),
            None => Stdio::piped(),
        });
        command.stderr(Stdio::piped()).spawn()
    }

    /// Runs it to its end, or kills it when it hangs.
    pub(super) fn run(&self, program: &Path, cache: &Path) -> io::Result<Ending> {
        let started = Instant::now();
        let mut child = self.start(program, cache)?;
        let (out, err) = (kept(child.stdout.take()), kept(child.stderr.take()));
        let limit = self.time.unwrap_or_default() + self.patience.unwrap_or(PATIENCE);
        let (mut peak, mut waited, mut is_hung, mut signalled) = (0, Duration::ZERO, false, None);
        let (mut while_starting, mut within_limit) = (Duration::ZERO, Duration::ZERO);
        let status = loop {
            peak = peak.max(peak_of(child.id()));
            waited = waited.max(waited_of(child.id()));
            if let Some(status) = child.try_wait()? {
                break status;
            }
            let elapsed = started.elapsed();
            if elapsed < STARTING {
                while_starting = waited;
            }
            if self.time.is_none_or(|time| elapsed < time) {
                within_limit = waited;
            }
            if let Some((at, signal)) = self.signal
                && signalled.is_none()
                && elapsed >= at
            {
                signalled = Some((Instant::now(), waited));
                send(&child, signal);
            }
            // What other programs take is no hang, unless they take it all.
            if elapsed.saturating_sub(waited) > limit || elapsed > 6 * limit {
                is_hung = true;
                child.kill()?;
                break child.wait()?;
            }
            thread::sleep(Duration::from_millis(if elapsed.as_millis() < 100 { 1 } else { 3 }));
        };
        let by_others = while_starting + (waited - within_limit);
        let elapsed = started.elapsed().saturating_sub(by_others);
        let after_signal = signalled
            .map(|(at, before)| at.elapsed().saturating_sub(waited.saturating_sub(before)));
        let [out, err] = [out, err].map(|it| it.join().unwrap_or_default());
        Ok(Ending { status, is_hung, elapsed, after_signal, peak, out, err })
    }
}

/// Sends a signal to a process that may have ended.
pub(super) fn send(child: &Child, signal: Signal) {
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, signal);
    }
}

/// The most memory that a process has held, in bytes; 0 if it has ended.
pub(super) fn peak_of(id: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) << 10
}

/// How long the main thread of a process was ready to run and had no processor.
fn waited_of(id: u32) -> Duration {
    let text = fs::read_to_string(format!("/proc/{id}/schedstat")).unwrap_or_default();
    let nanoseconds = text.split_whitespace().nth(1).and_then(|word| word.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// Reads a pipe to its end in a thread of its own, and keeps its beginning.
pub(super) fn kept(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = pipe.by_ref().take(MOST_KEPT).read_to_end(&mut bytes);
            let _ = io::copy(&mut pipe, &mut io::sink());
        }
        bytes
    })
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    let escaped = |byte: u8| match byte {
        b' '..=b'~' if !b"'\\".contains(&byte) => char::from(byte).to_string(),
        _ => format!("\\{byte:03o}"),
    };
    format!("$'{}'", word.bytes().map(escaped).collect::<String>())
}
