//! Input from the command line, standard input or a file, compressed or not.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::Instant;

use tremaux_core::{Deadline, Limits, ParseError, StopReason};
use tremaux_registry::RegistryError;

use crate::failure::Failure;

/// Maximum uncompressed size of an instance in bytes, so that endless input does not fill the
/// memory.
const MOST_BYTES: u64 = 64 << 20;
/// Maximum size of a map in bytes: road networks of a continent have a gigabyte.
const MOST_BYTES_OF_MAP: u64 = 2 << 30;
/// Maximum size of other input, such as checkpoints, in bytes.
const MOST_BYTES_OF_FILE: u64 = 64 << 20;

/// A text and a description of its origin.
pub(crate) struct Input {
    pub(crate) origin: String,
    pub(crate) text: String,
}

/// Extensions of files that hold instances, positions or maps.
const EXTENSIONS: [&str; 31] = [
    "xsb", "sok", "slc", "txt", "text", "map", "maze", "scen", "gr", "co", "json", "jsonl", "toml",
    "csv", "tsv", "sdk", "sdm", "sdx", "edges", "edgelist", "tiles", "fen", "epd", "pdn", "pgn",
    "sgf", "dat", "gz", "zst", "bgf", "mat",
];

/// The file that the words of an instance name, if it exists or its name ends in an extension of
/// such files: no instance does.
pub(crate) fn file_named_by(words: &[OsString]) -> Option<PathBuf> {
    let [word] = words else { return None };
    let path = Path::new(word);
    let is_file = path.metadata().is_ok_and(|it| !it.is_dir());
    (is_file || has_known_extension(path)).then(|| path.to_owned())
}

fn has_known_extension(path: &Path) -> bool {
    let name = path.as_os_str().to_string_lossy();
    let is_known = |extension: &std::ffi::OsStr| {
        EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known))
    };
    // The text of an instance has blanks or is longer than any file name.
    let is_one_word = name.len() < 4096 && !name.contains(char::is_whitespace);
    is_one_word && path.extension().is_some_and(is_known)
}

/// `failure`, the error in an instance or position given as `text`; that there is no such file if
/// `text` looks like the name of one.
pub(crate) fn or_missing_file(failure: Failure, text: &str) -> Failure {
    let path = Path::new(text);
    if !looks_like_path(text) || matches!(failure, Failure::Registry(_)) {
        return failure;
    }
    match path.metadata() {
        Err(source) => Failure::Read { path: path.to_owned(), source },
        Ok(found) if found.is_dir() => {
            let source = io::ErrorKind::IsADirectory.into();
            Failure::Read { path: path.to_owned(), source }
        }
        Ok(_) => failure,
    }
}

/// Whether `text`, which is no instance, looks like the name of a file: it has no blanks, and a
/// known extension, or a slash together with a folder that exists or a word.
fn looks_like_path(text: &str) -> bool {
    let path = Path::new(text);
    if text.is_empty() || text.len() >= 4096 || text.contains(char::is_whitespace) {
        return false;
    }
    if has_known_extension(path) || path.is_dir() {
        return true;
    }
    // Rows of boards are separated by slashes, too, but have few different letters.
    let is_word = |part: &str| {
        let letters: std::collections::BTreeSet<char> =
            part.chars().filter(char::is_ascii_lowercase).collect();
        letters.len() >= 3 && !part.contains(|c: char| !c.is_alphanumeric() && !"._-".contains(c))
    };
    let has_folder = path.parent().is_some_and(|it| !it.as_os_str().is_empty() && it.is_dir());
    text.contains('/') && (has_folder || text.split('/').any(is_word))
}

/// What stops the reading of input.
pub(crate) struct ReadLimits {
    most: u64,
    /// Whether `--memory` sets the maximum size.
    is_given: bool,
    deadline: Deadline,
}

/// The bytes that are read before the limits are checked.
const PART: u64 = 1 << 20;

impl ReadLimits {
    /// The limits of reading instances.
    fn of_instances() -> Self {
        Self { most: MOST_BYTES, is_given: false, deadline: Deadline::default() }
    }

    /// The limits of reading a map: its unpacked text must fit into the memory limit. One part is
    /// always read, so that the report names a small map under any limit.
    pub(crate) fn of_map(limits: &Limits) -> Self {
        let given = limits.memory.map(|bytes| bytes as u64).filter(|&it| it < MOST_BYTES_OF_MAP);
        Self {
            most: given.map_or(MOST_BYTES_OF_MAP, |bytes| bytes.max(PART)),
            is_given: given.is_some(),
            deadline: Deadline::of(limits, Instant::now()),
        }
    }
}

/// The text of standard input.
pub(crate) fn from_standard_input() -> Result<Input, Failure> {
    text("standard input", Path::new("-"), io::stdin().lock(), &ReadLimits::of_instances())
}

/// The text of a map, which may be long, from a file or, for `-`, from standard input.
pub(crate) fn map_from(path: &Path, limits: &ReadLimits) -> Result<Input, Failure> {
    if path == Path::new("-") {
        return text("standard input", path, io::stdin().lock(), limits);
    }
    from_file_within(path, limits)
}

/// The text of a file. Its first bytes, not its name, determine the compression.
pub(crate) fn from_file(path: &Path) -> Result<Input, Failure> {
    from_file_within(path, &ReadLimits::of_instances())
}

/// The bytes of a file that is not compressed.
pub(crate) fn bytes_of_file(path: &Path) -> Result<Vec<u8>, Failure> {
    let failed = |source: io::Error| Failure::Read { path: path.to_owned(), source };
    let file = File::open(path).map_err(failed)?;
    let deadline = Deadline::default();
    let limits = ReadLimits { most: MOST_BYTES_OF_FILE, is_given: false, deadline };
    read(&path.display().to_string(), path, file, &limits)
}

fn from_file_within(path: &Path, limits: &ReadLimits) -> Result<Input, Failure> {
    text(&path.display().to_string(), path, unpacked(path)?, limits)
}

/// The bytes of a file, unpacked as they are read. Its first bytes, not its name, determine the
/// compression.
pub(crate) fn unpacked(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    let failed = |source: io::Error| Failure::Read { path: path.to_owned(), source };
    let mut file = BufReader::new(File::open(path).map_err(failed)?);
    let head = file.fill_buf().map_err(failed)?;
    Ok(if head.starts_with(&[0x1F, 0x8B]) {
        Box::new(BufReader::new(flate2::bufread::MultiGzDecoder::new(file)))
    } else if head.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]) {
        let unpacked = ruzstd::decoding::StreamingDecoder::new(file).map_err(|error| {
            failed(io::Error::new(io::ErrorKind::InvalidData, error.to_string()))
        })?;
        Box::new(BufReader::new(unpacked))
    } else {
        Box::new(file)
    })
}

/// The text that `from` holds, with its origin.
pub(crate) fn instances_in(origin: &str, path: &Path, from: impl Read) -> Result<Input, Failure> {
    text(origin, path, from, &ReadLimits::of_instances())
}

fn text(origin: &str, path: &Path, from: impl Read, limits: &ReadLimits) -> Result<Input, Failure> {
    let bytes = read(origin, path, from, limits)?;
    Ok(Input { origin: origin.to_owned(), text: in_utf8(origin, bytes)? })
}

/// Reads everything, in parts, between which the limits are checked.
fn read(
    origin: &str,
    path: &Path,
    mut from: impl Read,
    limits: &ReadLimits,
) -> Result<Vec<u8>, Failure> {
    let stopped = |reason| {
        let component = origin.to_owned();
        Failure::Registry(RegistryError::Unprepared { component, reason })
    };
    let mut bytes = Vec::new();
    loop {
        let part = PART.min(limits.most + 1 - bytes.len() as u64);
        // Growing by doubling would need three times the size.
        let more = (bytes.len() / 4).max(part as usize);
        if bytes.capacity() - bytes.len() < part as usize && bytes.try_reserve_exact(more).is_err()
        {
            return Err(stopped(StopReason::MemoryLimit));
        }
        let failed = |source: io::Error| Failure::Read { path: path.to_owned(), source };
        let count = from.by_ref().take(part).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > limits.most {
            if limits.is_given {
                return Err(stopped(StopReason::MemoryLimit));
            }
            let most = limits.most >> 20;
            let message = format!("{origin} is larger than {most} MiB, the limit for such input");
            return Err(Failure::Usage(message));
        }
        if (count as u64) < part {
            return Ok(bytes);
        }
        if let Some(reason) = limits.deadline.reached() {
            return Err(stopped(reason));
        }
    }
}

/// `bytes` as UTF-8 text, or an error with the position of the first invalid byte.
pub(crate) fn in_utf8(origin: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let byte = error.as_bytes()[offset];
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        let found = format!("byte 0x{byte:02X}");
        let length = char::REPLACEMENT_CHARACTER.len_utf8();
        let error = ParseError::at(&text, offset, length, found, "UTF-8 text");
        Failure::Text { origin: origin.to_owned(), text, error: error.into(), help: None }
    })
}
