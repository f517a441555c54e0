//! Files of prepared maps: errors, checksums, and writing a file atomically.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use tremaux_tables::remove_abandoned_parts;

/// Why a prepared map could not be loaded from a file.
#[derive(Debug)]
#[non_exhaustive]
pub enum PreparedFileError {
    /// It cannot be read or written.
    Io(io::Error),
    /// It is not a file of a prepared map of this kind.
    Foreign,
    /// It is of another version of the format.
    Version(u32),
    /// Its costs have this many bytes, not as many as was asked for.
    WeightWidth(u32),
    /// It is right, and of another map or of other costs.
    OtherMap,
    /// It is cut, or bytes in it have changed.
    Damaged,
}

impl fmt::Display for PreparedFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Foreign => f.write_str("not a file of a prepared map of this kind"),
            Self::Version(version) => write!(f, "version {version} of the format, not read here"),
            Self::WeightWidth(width) => write!(f, "costs of {width} bytes"),
            Self::OtherMap => f.write_str("of another map or of other costs"),
            Self::Damaged => f.write_str("damaged: cut, or not as it was written"),
        }
    }
}

impl std::error::Error for PreparedFileError {}

impl From<io::Error> for PreparedFileError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Two numbers mixed well into one (the mixing step of `wyhash`, Wang Yi 2019).
#[inline]
pub(crate) fn mixed(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0xA076_1D64_78BD_642F) * u128::from(b ^ 0xE703_7ED1_A0B4_28DB);
    (product >> 64) as u64 ^ product as u64
}

/// A checksum of `bytes`, their number included.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = words.iter().chain(std::iter::once(&last));
    words.fold(bytes.len() as u64, |sum, word| mixed(sum, u64::from_le_bytes(*word)))
}

/// Writes a file atomically: readers see either the old contents or the new ones.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), PreparedFileError> {
    remove_abandoned_parts(path);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let write = || -> io::Result<()> {
        let mut file = File::create(&part)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&part, path)
    };
    write().map_err(|error| {
        let _ = fs::remove_file(&part);
        PreparedFileError::Io(error)
    })
}
