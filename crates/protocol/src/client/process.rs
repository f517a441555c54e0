//! A program that is spoken to in lines of text.

use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tremaux_core::{CancelToken, is_obeyed};

use super::error::EngineError;
use crate::lines::{Line, read_line};

/// The lines that are read ahead; a program that writes more has to wait.
const LINES_AHEAD: usize = 64;
/// The bytes of standard error that are kept, from the end.
const LAST_WORDS: usize = 400;
/// How often cancellation is looked at while waiting.
const PERIOD: Duration = Duration::from_millis(50);
/// How long a program that was asked to quit may take before it is killed.
const FAREWELL: Duration = Duration::from_millis(500);

/// A running program. When it is dropped, the program is asked to quit, then killed together
/// with its own children.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// `None` once the program was told to quit.
    input: Option<ChildStdin>,
    /// Its lines, each with the time when it was read.
    lines: Receiver<(Instant, String)>,
    /// When the last of these was read.
    read_at: Instant,
    /// The end of its standard error, and the thread that reads it.
    errors: Arc<Mutex<Vec<u8>>>,
    listener: Option<thread::JoinHandle<()>>,
    /// Whether an error occurred, so that no polite end is to be expected.
    is_broken: bool,
}

impl Process {
    /// Starts a program with its arguments.
    pub(super) fn start(words: &[String]) -> Result<Self, EngineError> {
        let [program, arguments @ ..] = words else {
            return Err(EngineError::NotStarted("no program".into()));
        };
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C in the terminal must reach only this program, and whatever the other one starts
        // must end with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        kill_with_parent(&mut command);
        let failed = |error: io::Error| {
            EngineError::NotStarted(match error.kind() {
                io::ErrorKind::NotFound => "no such program".into(),
                _ => error.to_string(),
            })
        };
        let mut child = command.spawn().map_err(failed)?;
        let (sender, lines) = sync_channel(LINES_AHEAD);
        let errors = Arc::new(Mutex::new(Vec::new()));
        let (input, output, complaints) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let mut process = Self {
            child,
            input,
            lines,
            read_at: Instant::now(),
            errors: errors.clone(),
            listener: None,
            is_broken: true,
        };
        // If a thread is refused, the program is killed as `process` is dropped.
        let reader = move || {
            let mut output = BufReader::new(output.expect("piped"));
            loop {
                let sent = match read_line(&mut output) {
                    Line::Text(text) => sender.send((Instant::now(), text)),
                    // Nothing that this side has to know is so long.
                    Line::TooLong => Ok(()),
                    Line::End => return,
                };
                if sent.is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().spawn(reader).map_err(failed)?;
        let listener = move || keep_tail(complaints.expect("piped"), &errors);
        process.listener = Some(thread::Builder::new().spawn(listener).map_err(failed)?);
        process.is_broken = false;
        Ok(process)
    }

    /// Sends a line.
    ///
    /// The pipe holds 64 KiB, and a program is sent far less before it has to answer, so this
    /// does not wait for one that does not read.
    pub(super) fn send(&mut self, line: &str) -> Result<(), EngineError> {
        let text = format!("{line}\n");
        let sent = self.input.as_mut().map(|it| it.write_all(text.as_bytes()).and(it.flush()));
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(self.died()),
        }
    }

    /// The next line that was written before `deadline`.
    ///
    /// Lines that were written in time are returned even if it is later by now.
    pub(super) fn next(
        &mut self,
        deadline: Deadline,
        cancel: &CancelToken,
    ) -> Result<String, EngineError> {
        loop {
            if cancel.is_cancelled() {
                self.is_broken = true;
                return Err(EngineError::Cancelled);
            }
            let left = deadline.at.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(PERIOD)) {
                Ok((at, line)) if at <= deadline.at => {
                    self.read_at = at;
                    return Ok(line);
                }
                Err(RecvTimeoutError::Timeout) if !left.is_zero() => {}
                Ok(_) | Err(RecvTimeoutError::Timeout) => {
                    self.is_broken = true;
                    let Deadline { expected, after, .. } = deadline;
                    return Err(EngineError::NoAnswer { expected, after });
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.died()),
            }
        }
    }

    /// The time from `started` to when the last line was read, whoever computed since.
    pub(super) fn elapsed_since(&self, started: Instant) -> Duration {
        self.read_at.saturating_duration_since(started)
    }

    /// The error of a program that ended or closed a pipe.
    fn died(&mut self) -> EngineError {
        self.is_broken = true;
        // Its output is closed, so that it is about to end, or of no more use.
        let started = Instant::now();
        let mut ended = self.child.try_wait();
        let is_heard = || self.listener.as_ref().is_none_or(thread::JoinHandle::is_finished);
        while (matches!(ended, Ok(None)) || !is_heard()) && started.elapsed() < FAREWELL {
            thread::sleep(Duration::from_millis(5));
            ended = self.child.try_wait();
        }
        let status = match ended {
            Ok(Some(status)) => status.to_string(),
            _ => "it closed its output".into(),
        };
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let errors = String::from_utf8_lossy(&errors);
        let last_words = errors.replace(is_obeyed, " ");
        let last_words = last_words.split_whitespace().collect::<Vec<_>>().join(" ");
        EngineError::Died { status, last_words }
    }

    /// The program need not be asked to quit.
    pub(super) fn give_up(&mut self) {
        self.is_broken = true;
    }

    /// An answer that did not come was not needed.
    pub(super) fn revive(&mut self) {
        self.is_broken = false;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.is_broken && self.send("quit").is_ok() {
            self.input = None;
            let end = Instant::now() + FAREWELL;
            while let Ok(_) | Err(RecvTimeoutError::Timeout) =
                self.lines.recv_timeout(Duration::from_millis(5))
            {
                if Instant::now() > end || matches!(self.child.try_wait(), Ok(Some(_))) {
                    break;
                }
            }
        }
        // A program that has ended may have left others of its group.
        #[cfg(unix)]
        if let Some(group) =
            i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw)
        {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Until when an answer is waited for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline {
    at: Instant,
    expected: &'static str,
    after: Duration,
}

impl Deadline {
    /// The time for an answer, from now on.
    pub(super) fn new(expected: &'static str, after: Duration) -> Self {
        // Longer than any answer, and far from the end of time.
        const MOST: Duration = Duration::from_secs(100 * 365 * 86_400);
        Self { at: Instant::now() + after.min(MOST), expected, after }
    }
}

/// Keeps the end of what is read.
fn keep_tail(mut from: impl Read, tail: &Mutex<Vec<u8>>) {
    let mut part = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut part) {
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend_from_slice(&part[..count]);
        let excess = tail.len().saturating_sub(LAST_WORDS);
        tail.drain(..excess);
    }
}

/// Lets the system kill the program when this one is killed.
#[cfg(any(target_os = "linux", target_os = "android"))]
#[allow(unsafe_code)]
fn kill_with_parent(command: &mut Command) {
    use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};
    use std::os::unix::process::CommandExt;
    let parent = getpid();
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
