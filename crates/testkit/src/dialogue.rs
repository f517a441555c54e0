//! Dialogues with servers that read and write lines.

use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// A dialogue with a program or a thread that reads and writes lines. It fails if an answer does
/// not come, instead of waiting for ever.
pub struct Dialogue {
    input: Option<Box<dyn Write + Send>>,
    output: Receiver<String>,
}

impl Dialogue {
    /// How long it waits for an answer: no machine is so busy that it takes longer.
    pub const TIME_OUT: Duration = Duration::from_secs(60);

    /// A dialogue that writes to `input` what the server reads, and reads its lines from `output`.
    ///
    /// # Panics
    ///
    /// Panics if no thread can be started.
    pub fn new(input: impl Write + Send + 'static, output: impl Read + Send + 'static) -> Self {
        let (sender, receiver) = mpsc::channel();
        let read = move || {
            for line in BufReader::new(output).lines() {
                let line = line.unwrap_or_else(|error| format!("unreadable output: {error}"));
                if sender.send(line).is_err() {
                    break;
                }
            }
        };
        thread::Builder::new().spawn(read).expect("a thread");
        Self { input: Some(Box::new(input)), output: receiver }
    }

    /// Sends a line. A server that has ended does not listen.
    pub fn send(&mut self, line: &str) {
        println!("> {line}");
        if let Some(input) = &mut self.input {
            let _ = input.write_all(format!("{line}\n").as_bytes());
            let _ = input.flush();
        }
    }

    /// Waits for a line that matches `pattern`, in which `*` stands for any text. No line before
    /// it may match one of `forbidden`.
    ///
    /// # Panics
    ///
    /// Panics if there is no such line within [`Self::TIME_OUT`], or a forbidden one first.
    pub fn expect(&mut self, pattern: &str, forbidden: &[&str]) -> String {
        let started = Instant::now();
        loop {
            let line = match self.line(started) {
                Some(line) => line,
                None => panic!("the output ends; expected {pattern}"),
            };
            if Self::matches(pattern, &line) {
                return line;
            }
            for forbidden in forbidden {
                assert!(!Self::matches(forbidden, &line), "expected {pattern} first, found {line}");
            }
        }
    }

    /// Whether `text` matches `pattern`, in which `*` stands for any text.
    pub fn matches(pattern: &str, text: &str) -> bool {
        let mut parts = pattern.split('*');
        let first = parts.next().unwrap_or_default();
        let Some(mut rest) = text.strip_prefix(first) else { return false };
        let mut last = None;
        for part in parts {
            match rest.find(part) {
                Some(at) => rest = &rest[at + part.len()..],
                None => return false,
            }
            last = Some(part);
        }
        // The last part may occur earlier, too.
        last.map_or(rest.is_empty(), |last| text.ends_with(last))
    }

    /// Ends the input.
    pub fn end_input(&mut self) {
        self.input = None;
    }

    /// Ends the input and returns the rest of the output.
    ///
    /// # Panics
    ///
    /// Panics if the output does not end within [`Self::TIME_OUT`].
    #[must_use]
    pub fn end(mut self) -> Vec<String> {
        self.end_input();
        let started = Instant::now();
        std::iter::from_fn(|| self.line(started)).collect()
    }

    /// Closes the output. The input stays open as long as what is returned.
    #[must_use]
    pub fn close_output(self) -> Option<Box<dyn Write + Send>> {
        self.input
    }

    /// The next line, or `None` at the end of the output.
    fn line(&mut self, started: Instant) -> Option<String> {
        let left = Self::TIME_OUT.saturating_sub(started.elapsed());
        match self.output.recv_timeout(left) {
            Ok(line) => {
                println!("< {line}");
                Some(line)
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no answer within {:?}", Self::TIME_OUT),
        }
    }
}
