//! Texts from files, packed or not.

use std::fmt;
use std::io::{self, Read};
use std::path::Path;

use tremaux_core::ParseError;

/// Why a file cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// It cannot be opened, or unpacked.
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
            Self::NotText(byte) => write!(f, "not a text: byte {byte} is not UTF-8"),
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

/// The text of the file at `path`, unpacked if it begins as gzip does.
///
/// # Errors
///
/// Returns what kept it from being read. A packed file that is cut or damaged fails.
pub fn read_source(path: &Path) -> Result<String, ReadError> {
    let bytes = std::fs::read(path).map_err(ReadError::Io)?;
    let bytes = if bytes.starts_with(&[0x1F, 0x8B]) {
        let mut unpacked = Vec::new();
        let mut decoder = flate2::read::MultiGzDecoder::new(&bytes[..]);
        decoder.read_to_end(&mut unpacked).map_err(ReadError::Io)?;
        unpacked
    } else {
        bytes
    };
    String::from_utf8(bytes).map_err(|error| ReadError::NotText(error.utf8_error().valid_up_to()))
}
