//! Where instances come from: the command line, standard input, a file, packed or not.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use tremaux_core::ParseError;

use crate::failure::Failure;

/// The most bytes of an instance that are read, unpacked: an endless input is an error, not a
/// full memory.
const MOST_BYTES: u64 = 64 << 20;
/// The most bytes of a map: road networks of a continent have a gigabyte.
const MOST_BYTES_OF_MAP: u64 = 4 << 30;

/// A text and where it comes from, in words.
pub(crate) struct Input {
    pub(crate) origin: String,
    pub(crate) text: String,
}

/// The text of standard input.
pub(crate) fn from_standard_input() -> Result<Input, Failure> {
    read("standard input", Path::new("-"), io::stdin().lock(), MOST_BYTES)
}

/// The text of a map, which may be long, in a file or, for `-`, on standard input.
pub(crate) fn map_from(path: &Path) -> Result<Input, Failure> {
    if path == Path::new("-") {
        return read("standard input", path, io::stdin().lock(), MOST_BYTES_OF_MAP);
    }
    from_file_up_to(path, MOST_BYTES_OF_MAP)
}

/// The text of a file: what its first bytes say, not its name, tells how it is packed.
pub(crate) fn from_file(path: &Path) -> Result<Input, Failure> {
    from_file_up_to(path, MOST_BYTES)
}

fn from_file_up_to(path: &Path, most: u64) -> Result<Input, Failure> {
    let origin = path.display().to_string();
    let failed = |source: io::Error| Failure::Read { path: path.to_owned(), source };
    let mut file = BufReader::new(File::open(path).map_err(failed)?);
    let head = file.fill_buf().map_err(failed)?;
    if head.starts_with(&[0x1F, 0x8B]) {
        read(&origin, path, flate2::bufread::MultiGzDecoder::new(file), most)
    } else if head.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]) {
        let unpacked = ruzstd::decoding::StreamingDecoder::new(file).map_err(|error| {
            failed(io::Error::new(io::ErrorKind::InvalidData, error.to_string()))
        })?;
        read(&origin, path, unpacked, most)
    } else {
        read(&origin, path, file, most)
    }
}

fn read(origin: &str, path: &Path, from: impl Read, most: u64) -> Result<Input, Failure> {
    let mut bytes = Vec::new();
    let failed = |source: io::Error| Failure::Read { path: path.to_owned(), source };
    from.take(most + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > most {
        let message =
            format!("{origin} holds more than {} MiB, which no instance does", most >> 20);
        return Err(Failure::Usage(message));
    }
    Ok(Input { origin: origin.to_owned(), text: in_utf8(origin, bytes)? })
}

/// `bytes` as text, or where they are none.
pub(crate) fn in_utf8(origin: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let byte = error.as_bytes()[offset];
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        let found = format!("the byte 0x{byte:02X}");
        let length = char::REPLACEMENT_CHARACTER.len_utf8();
        let error = ParseError::at(&text, offset, length, found, "text in UTF-8");
        Failure::Text { origin: origin.to_owned(), text, error: error.into(), help: None }
    })
}
