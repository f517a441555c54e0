//! Reads text files, compressed or not.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use tremaux_core::ParseError;

/// Why a file cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// It cannot be opened or decompressed.
    Io(io::Error),
    /// It is not text in UTF-8; the first byte that is not, from 0.
    NotText(usize),
    /// It is not what was expected.
    Parse(ParseError),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::NotText(byte) => write!(f, "not text: byte {byte} is not valid UTF-8"),
            Self::Parse(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<ParseError> for ReadError {
    fn from(error: ParseError) -> Self {
        Self::Parse(error)
    }
}

/// The most bytes of a decompressed text, so that endless input does not fill the memory: road
/// networks of a continent have a gigabyte.
const MOST_BYTES: u64 = 2 << 30;

/// All bytes, if they are no more than `most`.
fn read_up_to(most: u64, from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let message = format!("larger than {} MiB, the limit for a graph", most >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(bytes)
}

/// Reads the text of the file at `path` and decompresses it if it starts like a gzip file.
///
/// # Errors
///
/// Returns why it could not be read. A truncated or damaged compressed file is an error, and so
/// is one of more than 2 GiB when decompressed.
pub fn read_source(path: &Path) -> Result<String, ReadError> {
    let mut file = BufReader::new(File::open(path).map_err(ReadError::Io)?);
    let is_packed = file.fill_buf().map_err(ReadError::Io)?.starts_with(&[0x1F, 0x8B]);
    let bytes = if is_packed {
        read_up_to(MOST_BYTES, flate2::bufread::MultiGzDecoder::new(file))
    } else {
        read_up_to(MOST_BYTES, file)
    };
    let bytes = bytes.map_err(ReadError::Io)?;
    String::from_utf8(bytes).map_err(|error| ReadError::NotText(error.utf8_error().valid_up_to()))
}
