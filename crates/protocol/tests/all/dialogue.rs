//! A server in a thread, and a test that talks to it.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

/// A function that serves, such as [`tremaux_protocol::uci::serve`].
pub(crate) type Serve = fn(BufReader<Input>, &mut dyn Write) -> io::Result<()>;

/// What the test sends, up to the end of the channel.
pub(crate) struct Input {
    chunks: Receiver<Vec<u8>>,
    left: Vec<u8>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left.is_empty() {
            self.left = self.chunks.recv().unwrap_or_default();
        }
        let count = self.left.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.left[..count]);
        self.left.drain(..count);
        Ok(count)
    }
}

/// What the server writes, as lines; a closed pipe when the test has gone.
struct Output {
    lines: Sender<String>,
    line: Vec<u8>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte != b'\n' {
                self.line.push(byte);
                continue;
            }
            let line = String::from_utf8(std::mem::take(&mut self.line)).expect("text");
            self.lines.send(line).map_err(|_| io::ErrorKind::BrokenPipe)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A dialogue with a server.
pub(crate) struct Dialogue {
    input: Sender<Vec<u8>>,
    output: Receiver<String>,
    server: JoinHandle<io::Result<()>>,
}

impl Dialogue {
    pub(crate) fn new(serve: Serve) -> Self {
        let (input, chunks) = mpsc::channel();
        let (lines, output) = mpsc::channel();
        let server = thread::spawn(move || {
            let reader = BufReader::new(Input { chunks, left: Vec::new() });
            serve(reader, &mut Output { lines, line: Vec::new() })
        });
        Self { input, output, server }
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) {
        println!("> {line}");
        // A server that has ended does not listen.
        let _ = self.input.send(format!("{line}\n").into_bytes());
    }

    /// Waits for a line that matches `pattern`. No line before it may match one of `forbidden`.
    pub(crate) fn expect(&mut self, pattern: &str, forbidden: &[&str]) -> String {
        loop {
            let Ok(line) = self.output.recv() else {
                panic!("the output ends; expected {pattern}");
            };
            println!("< {line}");
            if matches(pattern, &line) {
                return line;
            }
            for forbidden in forbidden {
                assert!(!matches(forbidden, &line), "expected {pattern} first");
            }
        }
    }

    /// Ends the input and returns the rest of the output, when the server has ended.
    pub(crate) fn end(self) -> Vec<String> {
        drop(self.input);
        let rest = self.output.iter().collect();
        self.server.join().expect("no panic").expect("the output is open");
        rest
    }

    /// Closes the output, and the input if the server still wants to write something then.
    pub(crate) fn close_output(self) -> io::Result<()> {
        drop(self.output);
        self.server.join().expect("no panic")
    }
}

/// Whether `text` matches `pattern`, in which `*` stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
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

#[test]
fn patterns_match() {
    for (pattern, text, expected) in [
        ("uciok", "uciok", true),
        ("uciok", "uciok ", false),
        ("bestmove *", "bestmove e2e4", true),
        ("info * pv e2e4*", "info depth 1 pv e2e4", true),
        ("info * pv e2e4 *", "info depth 1 pv e2e4", false),
        ("*a", "aba", true),
        ("*", "", true),
        ("a*b", "ab c", false),
    ] {
        assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
    }
}
