//! Encodings: UTF-8, UTF-16 with a mark, and guesses at the others.

use std::io::{self, BufRead, BufReader, Read};

use tremaux_core::ParseError;

use crate::unpack::peeked;

/// The byte order mark.
pub(super) const MARK: char = '\u{FEFF}';

/// The text without a byte order mark; UTF-16, which begins with one, as UTF-8.
pub(super) fn without_mark<'a>(reader: Box<dyn BufRead + 'a>) -> io::Result<Box<dyn BufRead + 'a>> {
    let (head, mut reader) = peeked(reader, 3)?;
    match head[..] {
        [0xEF, 0xBB, 0xBF] => reader.consume(3),
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => {
            reader.consume(2);
            let is_big_endian = head[0] == 0xFE;
            return Ok(Box::new(BufReader::new(Utf16 { reader, is_big_endian, high: None })));
        }
        _ => {}
    }
    Ok(reader)
}

/// UTF-16 as UTF-8.
struct Utf16<R> {
    reader: R,
    is_big_endian: bool,
    /// The first half of a character.
    high: Option<u16>,
}

impl<R: Read> Read for Utf16<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
        // A unit has at most three bytes in UTF-8; half a character waits for the other.
        let most = (out.len() / 3).saturating_sub(1) * 2;
        if most < 4 {
            return Err(wrong("a buffer for at least nine bytes is needed"));
        }
        let mut bytes = Vec::with_capacity(most);
        self.reader.by_ref().take(most as u64).read_to_end(&mut bytes)?;
        let is_end = bytes.len() < most;
        let (pairs, rest) = bytes.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(wrong("UTF-16 text that ends within a character"));
        }
        let unit = |&pair: &[u8; 2]| {
            if self.is_big_endian { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
        };
        let mut units: Vec<u16> = self.high.into_iter().chain(pairs.iter().map(unit)).collect();
        let is_half = |unit: &&u16| (0xD800..0xDC00).contains(*unit);
        self.high = units.last().filter(is_half).copied().filter(|_| !is_end);
        units.truncate(units.len() - usize::from(self.high.is_some()));
        let mut length = 0;
        for character in char::decode_utf16(units) {
            let character = character.map_err(|_| wrong("UTF-16 text with half a character"))?;
            length += character.encode_utf8(&mut out[length..]).len();
        }
        Ok(length)
    }
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
