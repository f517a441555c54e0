//! Encodings: what a text declares, what it is recognised to be, and UTF-8 otherwise.

use std::fmt;
use std::io::{self, BufRead};

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

/// How the bytes of a text become UTF-8.
pub(super) enum Decoding {
    /// They are left as they are.
    None,
    /// By what a mark or a declaration says.
    Said(Box<Decoder>),
    /// Lines that are not UTF-8 are in an encoding that is guessed by the first of them.
    Guessed(Option<&'static Encoding>),
}

/// The text behind a byte order mark, and how it is decoded.
///
/// The mark decides, then a declaration: `encoding` of XML, `CA` of SGF.
pub(super) fn decoding<'a>(
    reader: Box<dyn BufRead + 'a>,
) -> io::Result<(Box<dyn BufRead + 'a>, Decoding)> {
    let (head, mut reader) = peeked(reader, HEAD)?;
    let said = |encoding: &'static Encoding| {
        Decoding::Said(Box::new(encoding.new_decoder_without_bom_handling()))
    };
    if let Some((encoding, mark)) = Encoding::for_bom(&head) {
        reader.consume(mark);
        return Ok((reader, if encoding == UTF_8 { Decoding::None } else { said(encoding) }));
    }
    let Some(label) = declared(&head) else {
        let is_text = binary(&head).is_none();
        return Ok((reader, if is_text { Decoding::Guessed(None) } else { Decoding::None }));
    };
    let decoding = match Encoding::for_label(label) {
        // Who can read this declaration does not read UTF-16.
        Some(it) if [UTF_8, UTF_16BE, UTF_16LE].contains(&it) => Decoding::None,
        Some(encoding) if is_converted(&head, encoding) => Decoding::None,
        Some(encoding) => said(encoding),
        None if head.is_ascii() => Decoding::None,
        None => {
            let found = format!("`{}`", String::from_utf8_lossy(label));
            let expected = "a known encoding, such as UTF-8 or Shift_JIS".to_owned();
            let start = label.as_ptr() as usize - head.as_ptr() as usize;
            return Err(Undecodable { line: 1 + line_ends(&head[..start]), found, expected }.into());
        }
    };
    Ok((reader, decoding))
}

impl Decoding {
    /// What was assumed, in words.
    pub(super) fn note(&self) -> Option<String> {
        let Self::Guessed(Some(encoding)) = self else { return None };
        let name = encoding.name();
        Some(format!("read as {name}, which the text seems to be in: it is not UTF-8"))
    }

    /// The next bytes in UTF-8, which begin on a line; up to those that are wrong, if some are.
    /// Nothing comes after the `last`.
    pub(super) fn decode(
        &mut self,
        bytes: Vec<u8>,
        line: usize,
        is_last: bool,
    ) -> (Vec<u8>, Option<Undecodable>) {
        match self {
            Self::Said(decoder) => {
                let most = decoder.max_utf8_buffer_length_without_replacement(bytes.len());
                let mut text = String::with_capacity(most.unwrap_or(0));
                let (result, read) =
                    decoder.decode_to_string_without_replacement(&bytes, &mut text, is_last);
                let expected = format!("{} text", decoder.encoding().name());
                let text = text.into_bytes();
                let DecoderResult::Malformed(count, after) = result else { return (text, None) };
                let end = read.saturating_sub(usize::from(after));
                let found = shown(&bytes[end.saturating_sub(usize::from(count))..end]);
                let line = line + line_ends(&text);
                (text, Some(Undecodable { line, found, expected }))
            }
            Self::Guessed(encoding) if std::str::from_utf8(&bytes).is_err() => {
                decoded_lines(&bytes, line, encoding)
            }
            _ => (bytes, None),
        }
    }
}

/// The lines in UTF-8, each by itself: databases are put together from others.
fn decoded_lines(
    bytes: &[u8],
    line: usize,
    encoding: &mut Option<&'static Encoding>,
) -> (Vec<u8>, Option<Undecodable>) {
    let mut text = Vec::with_capacity(bytes.len());
    for part in bytes.split_inclusive(|&it| it == b'\n') {
        if std::str::from_utf8(part).is_ok() {
            text.extend_from_slice(part);
            continue;
        }
        let start = part.as_ptr() as usize - bytes.as_ptr() as usize;
        let rest = &bytes[start + part.len()..];
        let encoding = *encoding.get_or_insert_with(|| guessed(part, rest));
        match encoding.decode_without_bom_handling_and_without_replacement(part) {
            Some(part) => text.extend_from_slice(part.as_bytes()),
            None => {
                let expected = format!("UTF-8 or {} text", encoding.name());
                let (line, found) = (line + line_ends(&text), "bytes of neither".to_owned());
                return (text, Some(Undecodable { line, found, expected }));
            }
        }
    }
    (text, None)
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

/// Why bytes are not decoded. The payload of an [`io::Error`].
#[derive(Clone, Debug)]
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

/// Bytes for a message.
fn shown(bytes: &[u8]) -> String {
    let hex: Vec<String> = bytes.iter().map(|byte| format!("0x{byte:02X}")).collect();
    match hex.as_slice() {
        [] => "the end of the text within a character".to_owned(),
        [one] => format!("byte {one}"),
        more => format!("bytes {}", more.join(" ")),
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

/// What bytes are that are no text.
fn binary(bytes: &[u8]) -> Option<&'static str> {
    if let Some((_, what)) = OTHERS.iter().find(|(head, _)| bytes.starts_with(head)) {
        return Some(what);
    }
    let head = &bytes[..bytes.len().min(4096)];
    if head.contains(&0) {
        return Some("binary data, or UTF-16 without a byte order mark");
    }
    let is_strange = |byte: &u8| *byte < b' ' && !b"\t\n\r\x0C".contains(byte);
    head.iter().any(is_strange).then_some("binary data")
}

/// The bytes as text; otherwise what can be shown of it, and the place of the first byte that is
/// not UTF-8.
pub(super) fn in_utf8(bytes: Vec<u8>) -> Result<String, (String, ParseError)> {
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let text = String::from_utf8_lossy(bytes).into_owned();
        let other = "Latin-1 (Windows-1252) text: convert it with `iconv -f WINDOWS-1252 -t UTF-8`";
        let expected = format!("UTF-8 text (this looks like {})", binary(bytes).unwrap_or(other));
        let found = format!("byte 0x{:02X}", bytes[offset]);
        let length = char::REPLACEMENT_CHARACTER.len_utf8();
        let error = ParseError::at(&text, offset, length, found, expected);
        (text, error)
    })
}
