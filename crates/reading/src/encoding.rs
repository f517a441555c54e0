//! Encodings: what a text declares, what it is recognised to be, and UTF-8 otherwise.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, Decoder, DecoderResult, EUC_JP, EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_8, UTF_16BE,
    UTF_16LE, WINDOWS_1252,
};
use tremaux_core::ParseError;

use crate::unpack::peeked;

/// The byte order mark.
pub(super) const MARK: char = '\u{FEFF}';

/// The bytes in which a declaration is looked for.
const HEAD: u64 = 1 << 14;

/// The text in UTF-8, without a byte order mark.
///
/// The mark decides, then a declaration: `encoding` of XML, `CA` of SGF. Lines of games that
/// declare nothing may be in an older encoding, which is guessed. Other bytes are left as they are.
pub(super) fn decoded<'a>(reader: Box<dyn BufRead + 'a>) -> io::Result<Box<dyn BufRead + 'a>> {
    let (head, mut reader) = peeked(reader, HEAD)?;
    if let Some((encoding, mark)) = Encoding::for_bom(&head) {
        reader.consume(mark);
        return Ok(if encoding == UTF_8 { reader } else { Decoded::new(reader, encoding) });
    }
    if let Some(label) = declared(&head) {
        return match Encoding::for_label(label) {
            // Who can read this declaration does not read UTF-16.
            Some(it) if [UTF_8, UTF_16BE, UTF_16LE].contains(&it) => Ok(reader),
            Some(encoding) if is_converted(&head, encoding) => Ok(reader),
            Some(encoding) => Ok(Decoded::new(reader, encoding)),
            None if head.is_ascii() => Ok(reader),
            None => {
                let found = format!("`{}`", String::from_utf8_lossy(label));
                let expected = "a known encoding, such as UTF-8 or Shift_JIS".to_owned();
                let start = label.as_ptr() as usize - head.as_ptr() as usize;
                Err(Undecodable { line: 1 + line_ends(&head[..start]), found, expected }.into())
            }
        };
    }
    if is_game(&head) {
        return Ok(Box::new(BufReader::new(Legacy {
            reader,
            encoding: None,
            line: Line::default(),
        })));
    }
    Ok(reader)
}

/// The label of the encoding that a text declares, if it does.
fn declared(head: &[u8]) -> Option<&[u8]> {
    let text = head.trim_ascii_start();
    if text.starts_with(b"<?xml") {
        let declaration = &text[..find(text, b"?>")?];
        let value = &declaration[find(declaration, b"encoding")? + b"encoding".len()..];
        let value = value.trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
        let (quote, value) = value.split_first()?;
        return Some(value[..value.iter().position(|it| it == quote)?].trim_ascii());
    }
    let is_root = |at: &usize| is_sgf(&text[*at..]);
    let game = &text[(0..text.len()).find(is_root)?..];
    let at = (1..game.len())
        .find(|&at| game[at..].starts_with(b"CA[") && !game[at - 1].is_ascii_alphanumeric())?;
    let value = &game[at + b"CA[".len()..];
    Some(value[..find(value, b"]")?].trim_ascii()).filter(|label| !label.is_empty())
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|it| it == part)
}

fn line_ends(text: &[u8]) -> usize {
    text.iter().filter(|&&it| it == b'\n').count()
}

/// Whether a text was converted to UTF-8 after it declared `encoding`: it is valid there alone, or
/// has characters of three bytes, which hardly any other text has by chance.
fn is_converted(head: &[u8], encoding: &'static Encoding) -> bool {
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) if error.error_len().is_some() => return false,
        Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default(),
    };
    text.chars().any(|c| c.len_utf8() > 2)
        || !text.is_ascii() && encoding.decode_without_bom_handling(head).1
}

/// Whether a game in SGF begins here.
fn is_sgf(text: &[u8]) -> bool {
    text.strip_prefix(b"(").is_some_and(|rest| rest.trim_ascii_start().starts_with(b";"))
}

/// Whether a text is a file of games, which may be older than UTF-8: PGN, PDN or SGF. Comments may
/// stand before a tag, and any text before SGF.
fn is_game(head: &[u8]) -> bool {
    let is_tag = |rest: &[u8]| {
        let name = rest.iter().take_while(|it| it.is_ascii_alphanumeric() || **it == b'_').count();
        name > 0 && rest[name..].trim_ascii_start().starts_with(b"\"")
    };
    let is_tagged = |line: &[u8]| {
        line.trim_ascii_start().strip_prefix(b"[").is_some_and(|it| is_tag(it.trim_ascii_start()))
    };
    let has_property = |node: &[u8]| {
        let rest = node[1..].trim_ascii_start()[1..].trim_ascii_start();
        let letters = rest.iter().take_while(|it| it.is_ascii_uppercase()).count();
        letters > 0 && rest.get(letters) == Some(&b'[')
    };
    let text = head.trim_ascii_start();
    text.starts_with(b"1.")
        || is_sgf(text)
        || text.split(|&it| it == b'\n' || it == b'\r').any(is_tagged)
        || (0..text.len()).any(|at| is_sgf(&text[at..]) && has_property(&text[at..]))
}

/// Why bytes are not decoded. The payload of an [`io::Error`].
#[derive(Debug)]
pub(super) struct Undecodable {
    line: usize,
    found: String,
    expected: String,
}

impl Undecodable {
    /// The payload of an error.
    pub(super) fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }

    /// The error after the text that was decoded.
    pub(super) fn at_end_of(&self, text: &str) -> ParseError {
        ParseError::at(text, text.len(), 0, &*self.found, &*self.expected)
    }
}

impl fmt::Display for Undecodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, found, expected } = self;
        write!(f, "line {line}: expected {expected}, found {found}")
    }
}

impl std::error::Error for Undecodable {}

impl From<Undecodable> for io::Error {
    fn from(error: Undecodable) -> Self {
        Self::new(io::ErrorKind::InvalidData, error)
    }
}

/// A reader of another encoding as UTF-8.
struct Decoded<R> {
    reader: R,
    decoder: Decoder,
    /// The current line, from 1.
    line: usize,
    /// Bytes of no character that come next.
    wrong: Option<String>,
    is_done: bool,
}

impl<'a, R: BufRead + 'a> Decoded<R> {
    #[expect(clippy::new_ret_no_self, reason = "it is only used as a reader")]
    fn new(reader: R, encoding: &'static Encoding) -> Box<dyn BufRead + 'a> {
        let decoder = encoding.new_decoder_without_bom_handling();
        Box::new(BufReader::new(Self { reader, decoder, line: 1, wrong: None, is_done: false }))
    }
}

impl<R: BufRead> Read for Decoded<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.wrong.is_none() && !self.is_done {
            let bytes = self.reader.fill_buf()?;
            let is_last = bytes.is_empty();
            let (result, read, written) =
                self.decoder.decode_to_utf8_without_replacement(bytes, out, is_last);
            match result {
                DecoderResult::InputEmpty => self.is_done = is_last,
                DecoderResult::OutputFull if written == 0 => {
                    return Err(io::Error::other("expected a larger buffer"));
                }
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(count, after) => {
                    let end = read.saturating_sub(usize::from(after));
                    let start = end.saturating_sub(usize::from(count));
                    self.wrong = Some(shown(&bytes[start..end]));
                }
            }
            self.reader.consume(read);
            self.line += line_ends(&out[..written]);
            if written > 0 {
                return Ok(written);
            }
        }
        let Some(found) = self.wrong.clone() else { return Ok(0) };
        let expected = format!("{} text", self.decoder.encoding().name());
        Err(Undecodable { line: self.line, found, expected }.into())
    }
}

/// Bytes for a message.
fn shown(bytes: &[u8]) -> String {
    let hex: Vec<String> = bytes.iter().map(|byte| format!("0x{byte:02X}")).collect();
    match hex.as_slice() {
        [] => "the end of the text within a character".to_owned(),
        [one] => format!("byte {one}"),
        more => format!("bytes {}", more.join(" ")),
    }
}

/// A line that is read in parts, and its number, from 0.
#[derive(Default)]
struct Line {
    number: usize,
    text: Vec<u8>,
    read: usize,
}

/// A reader of games that declare no encoding: a line that is not UTF-8 is in an older one.
struct Legacy<R> {
    reader: R,
    /// The older encoding, once a line is not UTF-8.
    encoding: Option<&'static Encoding>,
    line: Line,
}

impl<R: BufRead> Legacy<R> {
    /// Longer lines are decoded in parts.
    const LONGEST: u64 = 1 << 20;

    /// The next line in UTF-8.
    fn next(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.reader.by_ref().take(Self::LONGEST).read_until(b'\n', &mut bytes)?;
        // No part ends within a character.
        while bytes.last().is_some_and(|it| *it >= 0x30) {
            let count = self.reader.by_ref().take(1).read_to_end(&mut bytes)?;
            if count == 0 {
                break;
            }
        }
        self.line.number += 1;
        if std::str::from_utf8(&bytes).is_ok() {
            return Ok(bytes);
        }
        if self.encoding.is_none() {
            self.encoding = Some(guessed(&bytes, self.reader.fill_buf()?));
        }
        let encoding = self.encoding.unwrap_or(WINDOWS_1252);
        match encoding.decode_without_bom_handling_and_without_replacement(&bytes) {
            Some(text) => Ok(text.into_owned().into_bytes()),
            None => {
                let expected = format!("UTF-8 or {} text", encoding.name());
                let found = "bytes of neither".to_owned();
                Err(Undecodable { line: self.line.number, found, expected }.into())
            }
        }
    }
}

impl<R: BufRead> Read for Legacy<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.line.read == self.line.text.len() {
            (self.line.text, self.line.read) = (self.next()?, 0);
        }
        let count = (&self.line.text[self.line.read..]).read(out)?;
        self.line.read += count;
        Ok(count)
    }
}

/// The encoding of a line that is not UTF-8, by its letters and those after it: one of East Asia if
/// they say so or have a backslash for their second byte, which would hide a bracket, and otherwise
/// Windows-1252, which contains the Latin-1 that PGN and SGF prescribe.
fn guessed(line: &[u8], rest: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(line, false);
    detector.feed(rest, false);
    let guess = detector.guess(None, Utf8Detection::Deny);
    let fits = |it: &&'static Encoding| !it.decode_without_bom_handling(line).1;
    if [SHIFT_JIS, EUC_JP, BIG5, GBK, EUC_KR].contains(&guess) && fits(&guess) {
        return guess;
    }
    let has_backslashes = line.windows(2).any(|it| it[0] >= 0x80 && it[1] == b'\\');
    let found = [SHIFT_JIS, BIG5, GBK].into_iter().find(fits).filter(|_| has_backslashes);
    found.unwrap_or(WINDOWS_1252)
}

/// The first bytes of files that are no texts, and what they are.
const OTHERS: &[(&[u8], &str)] = &[
    (b"PK\x03\x04", "a zip archive: unpack it first"),
    (b"\xFD7zXZ", "compressed with xz: unpack it first (`xz -d FILE`)"),
    (b"BZh", "compressed with bzip2: unpack it first (`bunzip2 FILE`)"),
    (b"7z\xBC\xAF", "a 7z archive: unpack it first"),
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xFF\xD8\xFF", "a JPEG picture"),
    (b"SQLite format 3", "an SQLite database"),
];

/// What bytes that are not UTF-8 look like.
fn guess(bytes: &[u8]) -> &'static str {
    if let Some((_, what)) = OTHERS.iter().find(|(head, _)| bytes.starts_with(head)) {
        return what;
    }
    let head = &bytes[..bytes.len().min(4096)];
    if head.contains(&0) {
        return "binary data, or UTF-16 without a byte order mark";
    }
    let is_strange = |byte: &u8| *byte < b' ' && !b"\t\n\r\x0C".contains(byte);
    if head.iter().any(is_strange) {
        return "binary data";
    }
    "Latin-1 (Windows-1252) text: convert it with `iconv -f WINDOWS-1252 -t UTF-8`"
}

/// The bytes as text; otherwise what can be shown of it, and the place of the first byte that is
/// not UTF-8.
pub(super) fn in_utf8(bytes: Vec<u8>) -> Result<String, (String, ParseError)> {
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let text = String::from_utf8_lossy(bytes).into_owned();
        let expected = format!("UTF-8 text (this looks like {})", guess(bytes));
        let found = format!("byte 0x{:02X}", bytes[offset]);
        let length = char::REPLACEMENT_CHARACTER.len_utf8();
        let error = ParseError::at(&text, offset, length, found, expected);
        (text, error)
    })
}
