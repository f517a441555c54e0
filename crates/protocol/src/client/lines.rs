//! Lines of text from a program that cannot be trusted.

use std::io::{BufRead, BufReader, Read};
use std::time::Instant;

/// The bytes of a line that are kept.
const LONGEST: usize = 8 << 10;

/// A line and when it was read.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) at: Instant,
    pub(super) text: String,
}

/// Reads lines until the end, an error, or until `take` returns false. What exceeds the longest
/// line is dropped as it is read; bytes that are not UTF-8 are replaced.
pub(super) fn read_lines(from: impl Read, mut take: impl FnMut(Line) -> bool) {
    let mut from = BufReader::new(from);
    let mut line = Vec::new();
    loop {
        let Ok(part) = from.fill_buf() else { return };
        let (end, is_end) = match part.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at, true),
            None => (part.len(), part.is_empty()),
        };
        line.extend_from_slice(&part[..end.min(LONGEST - line.len())]);
        let is_last = part.is_empty();
        let read = (end + usize::from(is_end)).min(part.len());
        from.consume(read);
        if is_end && !(is_last && line.is_empty()) {
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            if !take(Line { at: Instant::now(), text }) {
                return;
            }
            line.clear();
        }
        if is_last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, read_lines};

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        read_lines(bytes, |line| {
            lines.push(line.text);
            true
        });
        lines
    }

    #[test]
    fn lines_are_trimmed_and_bounded() {
        assert_eq!(lines(b""), [""; 0]);
        assert_eq!(lines(b"uciok\r\n\n readyok"), ["uciok", "", "readyok"]);
        assert_eq!(lines(b"a\xFFb\n"), ["a\u{FFFD}b"]);
        let mut long = vec![b'x'; 100_000];
        long.extend_from_slice(b"\nnext\n");
        let read = lines(&long);
        assert_eq!((read[0].len(), read[1].as_str()), (LONGEST, "next"));
    }

    #[test]
    fn reading_ends_when_nobody_listens() {
        let mut count = 0;
        read_lines(std::io::repeat(b'\n'), |_| {
            count += 1;
            count < 3
        });
        assert_eq!(count, 3);
    }
}
