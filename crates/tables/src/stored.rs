//! Tables of one game as files: a header with name and checksum, then the table's own bytes.
//!
//! Numbers are little-endian. The header:
//!
//! | bytes | what |
//! |---|---|
//! | 0..8 | the kind of table and the version of its format |
//! | 8..16 | FNV-1a of 64 bits of all that follows |
//! | 16..24 | a count, of positions or rows |
//! | 24..32 | bytes of the name |
//! | 32.. | the name in UTF-8, and zeros to a multiple of 8 |

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use crate::mapped::Bytes;
use crate::pattern_database::{TableFileError, TemporaryFile};

/// A table that can be stored in a file and mapped from it.
///
/// [`Cache::table`](crate::Cache::table) stores such tables in a directory.
pub trait StoredTable: Sized {
    /// The file extension.
    const EXTENSION: &'static str;

    /// Maps the table with this name from a file, after checking the checksum.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, is damaged, or is not a table of this kind and name.
    fn open(path: &Path, name: &str) -> Result<Self, TableFileError>;

    /// Writes the table to a file atomically: it is written under another name in the same
    /// directory, and renamed once it is complete on the disk.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written; no partial file is left.
    fn save(&self, path: &Path) -> io::Result<()>;

    /// The number of its positions or rows.
    fn count(&self) -> usize;
}

/// The bytes of a table, header and all.
#[derive(Debug)]
pub(crate) struct Stored {
    bytes: Bytes,
    pub(crate) name: String,
    pub(crate) count: usize,
    /// The offset of the table's own bytes.
    pub(crate) body: usize,
}

impl Stored {
    /// Kind, checksum, count, length of the name.
    const HEADER: usize = 32;

    /// Writes a header, then what `append` appends; `append` takes the offset at which it
    /// begins.
    pub(crate) fn new(
        kind: &[u8; 8],
        name: &str,
        count: usize,
        append: impl FnOnce(&mut Vec<u8>),
    ) -> Self {
        let body = Self::HEADER + name.len().next_multiple_of(8);
        let mut bytes = Vec::with_capacity(body);
        bytes.extend_from_slice(kind);
        bytes.extend_from_slice(&[0; 8]);
        bytes.extend_from_slice(&(count as u64).to_le_bytes());
        bytes.extend_from_slice(&(name.len() as u64).to_le_bytes());
        bytes.extend_from_slice(name.as_bytes());
        bytes.resize(body, 0);
        append(&mut bytes);
        let sum = checksum(&bytes[16..]);
        bytes[8..16].copy_from_slice(&sum.to_le_bytes());
        Self { bytes: Bytes::Owned(bytes), name: name.to_owned(), count, body }
    }

    /// Maps a file, if it is of this kind and name.
    pub(crate) fn open(path: &Path, kind: &[u8; 8], name: &str) -> Result<Self, TableFileError> {
        let stored = Self::check(Bytes::map(path)?, kind)?;
        if stored.name == name {
            Ok(stored)
        } else {
            Err(TableFileError::Foreign { found: stored.name })
        }
    }

    /// Reads the bytes of a file, if they are of this kind.
    pub(crate) fn check(bytes: Bytes, kind: &[u8; 8]) -> Result<Self, TableFileError> {
        let whole = bytes.as_slice();
        if whole.len() < Self::HEADER || &whole[..8] != kind {
            return Err(TableFileError::NotADatabase);
        }
        let word = |at: usize| -> u64 {
            u64::from_le_bytes(whole[at..at + 8].try_into().expect("eight bytes"))
        };
        if checksum(&whole[16..]) != word(8) {
            return Err(TableFileError::Damaged { what: "wrong checksum" });
        }
        // A file may be forged including its checksum, so every field is checked.
        let damaged = || TableFileError::Damaged { what: "invalid header" };
        let (count, length) = (word(16), word(24));
        let name = usize::try_from(length)
            .ok()
            .and_then(|length| whole.get(Self::HEADER..Self::HEADER.checked_add(length)?))
            .ok_or_else(damaged)?;
        let name = String::from_utf8(name.to_vec()).map_err(|_| damaged())?;
        let count = usize::try_from(count).map_err(|_| damaged())?;
        let body = Self::HEADER + name.len().next_multiple_of(8);
        Ok(Self { bytes, name, count, body })
    }

    /// See [`StoredTable::save`].
    pub(crate) fn save(&self, path: &Path) -> io::Result<()> {
        let written = TemporaryFile::beside(path);
        let mut file = File::create_new(written.path())?;
        file.write_all(self.as_slice())?;
        file.sync_all()?;
        drop(file);
        fs::rename(written.path(), path)
    }

    /// All of it.
    #[inline]
    pub(crate) fn as_slice(&self) -> &[u8] {
        self.bytes.as_slice()
    }

    /// The eight bytes at `at` as a number; `None` beyond the end.
    #[inline]
    pub(crate) fn word(&self, at: usize) -> Option<u64> {
        Some(u64::from_le_bytes(self.as_slice().get(at..at.checked_add(8)?)?.try_into().ok()?))
    }
}

/// FNV-1a, of 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, step)
}
