//! Where texts come from, and how they are read.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use tremaux_core::clock::Instant;

use tremaux_core::{Deadline, Limits, StopReason};

use crate::encoding::{MARK, Undecodable, decoding, in_utf8};
use crate::error::TextError;
use crate::line_ends::UnixLines;
use crate::unpack::unpacked;

/// Where a text comes from.
pub enum TextSource<'a> {
    /// A file.
    File(PathBuf),
    /// Standard input.
    StandardInput,
    /// Bytes in memory, such as an argument or the body of a request, and their name in messages.
    Bytes(&'a str, &'a [u8]),
}

impl TextSource<'_> {
    /// The file, or standard input if the path is `-`.
    pub fn file_or_standard_input(path: &Path) -> Self {
        if path == Path::new("-") { Self::StandardInput } else { Self::File(path.to_owned()) }
    }

    /// The name of the source in messages.
    pub fn origin(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::StandardInput => "standard input".to_owned(),
            Self::Bytes(name, _) => (*name).to_owned(),
        }
    }
}

/// A text and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The name of its source in messages.
    pub origin: String,
    /// The text, in which lines end with `\n`.
    pub text: String,
    /// What was assumed of its encoding, if it says nothing and is not UTF-8.
    pub note: Option<String>,
}

/// What stops the reading of a text.
#[derive(Clone, Debug)]
pub struct ReadLimits {
    /// The most bytes, unpacked.
    most: u64,
    /// Whether the user set this limit.
    is_given: bool,
    deadline: Deadline,
}

/// The bytes that are read before the limits are checked.
const PART: u64 = 1 << 20;

impl Default for ReadLimits {
    /// 64 MiB, so that endless input does not fill the memory.
    fn default() -> Self {
        Self { most: 64 << 20, is_given: false, deadline: Deadline::default() }
    }
}

impl ReadLimits {
    /// The largest map in bytes: road networks of a continent have a gigabyte.
    const MOST_OF_MAP: u64 = 2 << 30;

    /// The limits of reading a text of at most so many bytes.
    pub fn at_most(bytes: u64) -> Self {
        Self { most: bytes, ..Self::default() }
    }

    /// The limits of reading a map: its unpacked text must fit into the memory limit. One part is
    /// always read, so that the report names a small map under any limit.
    pub fn of_map(limits: &Limits) -> Self {
        let given = limits.memory.map(|bytes| bytes as u64).filter(|&it| it < Self::MOST_OF_MAP);
        Self {
            most: given.map_or(Self::MOST_OF_MAP, |bytes| bytes.max(PART)),
            is_given: given.is_some(),
            deadline: Deadline::of(limits, Instant::now()),
        }
    }
}

/// Opens a text that is read in parts: unpacked, decoded by its byte order mark or by what it
/// declares (`encoding` of XML, `CA` of SGF), without the mark, with `\n` at the end of each line.
/// Lines that are neither UTF-8 nor declared are recognised as Shift-JIS, Big5, GBK, EUC-KR or
/// EUC-JP, and read as Windows-1252 otherwise. The bytes of what is no text are left as they are.
///
/// # Errors
///
/// Fails if it cannot be opened or unpacked. Reading from it may fail, too.
pub fn open_text<'a>(source: TextSource<'a>) -> Result<Box<dyn BufRead + 'a>, TextError> {
    Ok(Box::new(lines_of(source)?))
}

fn lines_of<'a>(source: TextSource<'a>) -> Result<UnixLines<Box<dyn BufRead + 'a>>, TextError> {
    let failed = |origin: String| move |source| TextError::Io { origin, source };
    let origin = source.origin();
    let reader: Box<dyn BufRead + 'a> = match source {
        TextSource::File(path) => {
            let file = File::open(path).map_err(failed(origin.clone()))?;
            // Opening a folder succeeds; reading from it fails.
            Box::new(BufReader::new(file))
        }
        TextSource::StandardInput => Box::new(io::stdin().lock()),
        TextSource::Bytes(_, bytes) => Box::new(Cursor::new(bytes)),
    };
    let (text, decoding) = unpacked(reader).and_then(decoding).map_err(failed(origin))?;
    Ok(UnixLines::new(text, decoding))
}

/// Reads a whole text.
///
/// # Errors
///
/// Fails if it cannot be opened, read or unpacked, if a limit is reached, and if it is not text:
/// with the place of the first byte that is not, and what the whole looks like.
///
/// ```
/// use tremaux_reading::{ReadLimits, TextSource, read_text};
/// let bytes = "\u{feff}home shop 4\r\nshop work 3".as_bytes();
/// let input = read_text(TextSource::Bytes("upload", bytes), &ReadLimits::default())?;
/// assert_eq!(input.text, "home shop 4\nshop work 3");
/// # Ok::<(), tremaux_reading::TextError>(())
/// ```
pub fn read_text(source: TextSource<'_>, limits: &ReadLimits) -> Result<Input, TextError> {
    let (origin, mut lines) = (source.origin(), lines_of(source)?);
    let input = read_opened(origin, &mut lines, limits)?;
    Ok(Input { note: lines.note(), ..input })
}

/// Reads the rest of a text that was opened with [`open_text`].
///
/// # Errors
///
/// See [`read_text`].
pub fn read_opened(
    origin: String,
    text: impl Read,
    limits: &ReadLimits,
) -> Result<Input, TextError> {
    let mut bytes = Vec::new();
    let read = read_within(&origin, text, limits, &mut bytes);
    let (text, error) = match (in_utf8(bytes), read) {
        (Ok(text), Ok(())) => return Ok(Input { origin, text, note: None }),
        (Err((text, error)), Ok(())) => (text, error),
        (Ok(text), Err(TextError::Io { origin, source })) => match Undecodable::of(&source) {
            Some(error) => {
                let error = error.at_end_of(&text);
                (text, error)
            }
            None => return Err(TextError::Io { origin, source }),
        },
        (_, Err(error)) => return Err(error),
    };
    Err(TextError::NotText { origin, text, error: Box::new(error) })
}

/// A text in memory as [`read_text`] returns it: without a byte order mark, with `\n` at the end
/// of each line.
pub fn clean_text(text: &str) -> Cow<'_, str> {
    let text = text.strip_prefix(MARK).unwrap_or(text);
    if text.contains('\r') {
        return text.replace("\r\n", "\n").replace('\r', "\n").into();
    }
    text.into()
}

/// Reads the bytes of a file as they are.
///
/// # Errors
///
/// Fails if it cannot be read, or a limit is reached.
pub fn read_bytes(path: &Path, limits: &ReadLimits) -> Result<Vec<u8>, TextError> {
    let origin = path.display().to_string();
    match File::open(path) {
        Ok(file) => {
            let mut bytes = Vec::new();
            read_within(&origin, file, limits, &mut bytes).map(|()| bytes)
        }
        Err(source) => Err(TextError::Io { origin, source }),
    }
}

/// Reads everything into `bytes`, in parts, between which the limits are checked.
fn read_within(
    origin: &str,
    mut from: impl Read,
    limits: &ReadLimits,
    bytes: &mut Vec<u8>,
) -> Result<(), TextError> {
    let stopped = |reason| TextError::Stopped { origin: origin.to_owned(), reason };
    loop {
        let part = PART.min(limits.most + 1 - bytes.len() as u64);
        // Growing by doubling would need three times the size.
        let more = (bytes.len() / 4).max(part as usize);
        if bytes.capacity() - bytes.len() < part as usize && bytes.try_reserve_exact(more).is_err()
        {
            return Err(stopped(StopReason::MemoryLimit));
        }
        let count = from.by_ref().take(part).read_to_end(bytes);
        let count = count.map_err(|source| TextError::Io { origin: origin.to_owned(), source })?;
        if bytes.len() as u64 > limits.most {
            if limits.is_given {
                return Err(stopped(StopReason::MemoryLimit));
            }
            return Err(TextError::TooLarge { origin: origin.to_owned(), most: limits.most });
        }
        if (count as u64) < part {
            return Ok(());
        }
        if let Some(reason) = limits.deadline.reached() {
            return Err(stopped(reason));
        }
    }
}
