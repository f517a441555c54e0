//! Lines of text from a reader, with a limit on their length.

use std::io::{BufRead, ErrorKind};

use tremaux_core::is_obeyed;

/// The maximum length of a line in bytes: a game of fifty thousand moves.
const MOST_BYTES: usize = 1 << 18;

/// What [`read_line`] finds.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A line without its end.
    Text(String),
    /// A line that is longer than any that makes sense; it was skipped.
    TooLong,
    /// There are no more lines.
    End,
}

/// Reads a line. What is not UTF-8 is replaced; a reader that fails has ended.
pub(crate) fn read_line(reader: &mut impl BufRead) -> Line {
    let (mut line, mut is_too_long) = (Vec::new(), false);
    loop {
        let bytes = match reader.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        let is_end = bytes.is_empty();
        let newline = bytes.iter().position(|&byte| byte == b'\n');
        let part = &bytes[..newline.unwrap_or(bytes.len())];
        if line.len() + part.len() > MOST_BYTES {
            is_too_long = true;
            line = Vec::new();
        } else if !is_too_long {
            line.extend_from_slice(part);
        }
        let used = newline.map_or(bytes.len(), |at| at + 1);
        reader.consume(used);
        if is_end && line.is_empty() && !is_too_long {
            return Line::End;
        }
        if is_end || newline.is_some() {
            // No command needs them, and many answers repeat what was said.
            let changes_direction = |c: char| is_obeyed(c) && !c.is_control();
            let text = String::from_utf8_lossy(&line).replace(changes_direction, "\u{FFFD}");
            return if is_too_long { Line::TooLong } else { Line::Text(text.trim().to_owned()) };
        }
    }
}

/// Text to show in a message: at most sixty characters, none of which a terminal obeys.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let visible = text.chars().map(|c| if is_obeyed(c) { '\u{FFFD}' } else { c });
    let mut shown: String = visible.take(MOST).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::{Line, MOST_BYTES, read_line, shown};

    #[test]
    fn long_text_is_shortened() {
        assert_eq!(shown("e2e4"), "e2e4");
        assert_eq!(shown("\u{1b}[2J\u{202e}"), "\u{FFFD}[2J\u{FFFD}");
        assert_eq!(shown(&"x".repeat(60)).chars().count(), 60);
        assert_eq!(shown(&"é".repeat(1000)).chars().count(), 61);
    }

    #[test]
    fn lines_end_with_newlines_or_the_text() {
        let long = "x".repeat(MOST_BYTES + 1);
        let text = format!("uci\r\n\n  go  \n{long}\nd\u{e9}\n\nquit");
        let mut reader = BufReader::with_capacity(7, text.as_bytes());
        let mut lines = Vec::new();
        loop {
            match read_line(&mut reader) {
                Line::End => break,
                line => lines.push(line),
            }
        }
        let texts = |texts: &[&str]| -> Vec<Line> {
            texts.iter().map(|&text| Line::Text(text.to_owned())).collect()
        };
        let mut expected = texts(&["uci", "", "go"]);
        expected.push(Line::TooLong);
        expected.extend(texts(&["d\u{e9}", "", "quit"]));
        assert_eq!(lines, expected);
        assert_eq!(read_line(&mut &b"\xFF\n"[..]), Line::Text("\u{FFFD}".to_owned()));
    }
}
