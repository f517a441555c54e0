//! Databases as files.
//!
//! Numbers are little-endian. A header of 64 bytes:
//!
//! | bytes | what |
//! |---|---|
//! | 0..8 | `TRMX-PDB` |
//! | 8..12 | [`FORMAT_VERSION`] |
//! | 12..16 | CRC-32 of the bytes 16..64 |
//! | 16..20 | CRC-32 of all after the header |
//! | 20 | bits of an entry: 2, 4 or 8 |
//! | 21..24 | 0 |
//! | 24..32 | number of entries |
//! | 32..40 | bytes of the description |
//! | 40..48 | where the entries begin: a multiple of 4096 |
//! | 48..64 | 0 |
//!
//! Then the description in UTF-8, zeros, and the entries to the end of the file.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::{PatternDatabase, Width};
use crate::abandoned::remove_abandoned_parts;
use crate::mapped::{Bytes, open_regular};

/// The version of the file format; files of another one are not read.
pub const FORMAT_VERSION: u32 = 1;

const MAGIC: [u8; 8] = *b"TRMX-PDB";
const HEADER: usize = 64;
/// Entries begin at a page, so that none lies across two lines of the cache.
const PAGE: usize = 4096;
/// No description is longer: a header that says so is damaged.
const LONGEST_DESCRIPTION: u64 = 1 << 20;

/// Why a database or table could not be loaded from a file.
#[derive(Debug)]
pub enum TableFileError {
    /// The file is missing or cannot be read.
    Io(io::Error),
    /// The file does not begin like a database.
    NotADatabase,
    /// The file has another version of the format.
    Version {
        /// The version in the file.
        found: u32,
    },
    /// The file is damaged.
    Damaged {
        /// What is wrong.
        what: &'static str,
    },
    /// The file is shorter or longer than its header says.
    Length {
        /// Expected length in bytes.
        expected: u64,
        /// Actual length in bytes.
        found: u64,
    },
    /// The file is a database of another space.
    Foreign {
        /// The description in the file.
        found: String,
    },
}

impl fmt::Display for TableFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "cannot read the file: {error}"),
            Self::NotADatabase => {
                f.write_str("the file is not a pattern database or table of this program")
            }
            Self::Version { found } => {
                write!(f, "the file has format version {found}, expected {FORMAT_VERSION}")
            }
            Self::Damaged { what } => write!(f, "the file is damaged: {what}"),
            Self::Length { expected, found } => {
                write!(f, "the file is damaged: it has {found} bytes instead of {expected}")
            }
            Self::Foreign { found } => {
                write!(f, "the file is of another table: {found}")
            }
        }
    }
}

impl std::error::Error for TableFileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for TableFileError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The contents of a header whose checksum is correct.
struct Header {
    width: Width,
    entries: usize,
    description: usize,
    /// The offset of the entries.
    from: usize,
    checksum: u32,
}

impl Header {
    fn new(width: Width, entries: usize, description: usize) -> Self {
        let from = (HEADER + description).next_multiple_of(PAGE);
        Self { width, entries, description, from, checksum: 0 }
    }

    fn write(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&FORMAT_VERSION.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.checksum.to_le_bytes());
        bytes[20] = self.width.bits();
        bytes[24..32].copy_from_slice(&(self.entries as u64).to_le_bytes());
        bytes[32..40].copy_from_slice(&(self.description as u64).to_le_bytes());
        bytes[40..48].copy_from_slice(&(self.from as u64).to_le_bytes());
        let checksum = crc32fast::hash(&bytes[16..]);
        bytes[12..16].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads the header of a file from `bytes`, the beginning of the file or all of it.
    fn read(bytes: &[u8]) -> Result<Self, TableFileError> {
        let Some(header) = bytes.first_chunk::<HEADER>() else {
            let is_cut = bytes.starts_with(&MAGIC);
            let length =
                TableFileError::Length { expected: HEADER as u64, found: bytes.len() as u64 };
            return Err(if is_cut { length } else { TableFileError::NotADatabase });
        };
        let four = |at: usize| {
            u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]])
        };
        let eight = |at: usize| u64::from(four(at)) | u64::from(four(at + 4)) << 32;
        if header[..8] != MAGIC {
            return Err(TableFileError::NotADatabase);
        }
        if four(8) != FORMAT_VERSION {
            return Err(TableFileError::Version { found: four(8) });
        }
        if four(12) != crc32fast::hash(&header[16..]) {
            return Err(TableFileError::Damaged { what: "wrong checksum of the header" });
        }
        // A file may be forged including its checksum, so every field is checked.
        let wrong = TableFileError::Damaged { what: "invalid header" };
        let width = match header[20] {
            2 => Width::Crumb,
            4 => Width::Nibble,
            8 => Width::Byte,
            _ => return Err(wrong),
        };
        if eight(32) > LONGEST_DESCRIPTION {
            return Err(wrong);
        }
        let (Ok(entries), Ok(description)) = (usize::try_from(eight(24)), eight(32).try_into())
        else {
            return Err(wrong);
        };
        let expected = Self::new(width, entries, description);
        if eight(40) != expected.from as u64 {
            return Err(wrong);
        }
        Ok(Self { checksum: four(16), ..expected })
    }

    /// The length of the file.
    fn length(&self) -> u64 {
        (self.from as u64).saturating_add(self.width.bytes(self.entries) as u64)
    }

    /// Checks the whole file, and returns the offset of its entries.
    fn check(&self, file: &[u8], description: &str) -> Result<(), TableFileError> {
        let found = file.len() as u64;
        if found != self.length() {
            return Err(TableFileError::Length { expected: self.length(), found });
        }
        if crc32fast::hash(&file[HEADER..]) != self.checksum {
            return Err(TableFileError::Damaged { what: "wrong checksum of the entries" });
        }
        let found = &file[HEADER..HEADER + self.description];
        if found != description.as_bytes() {
            return Err(TableFileError::Foreign {
                found: String::from_utf8_lossy(found).into_owned(),
            });
        }
        Ok(())
    }
}

impl PatternDatabase {
    /// Maps the database with this description from a file. Every byte is read and checked once,
    /// so afterwards the file is in memory as far as it fits.
    ///
    /// If files cannot be mapped, it is read into memory.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, is truncated or damaged, has another version or
    /// description, or is not a database.
    pub fn open(path: &Path, description: &str) -> Result<Self, TableFileError> {
        let mut file = open_regular(path)?;
        let mut start = Vec::with_capacity(HEADER);
        Read::take(&mut file, HEADER as u64).read_to_end(&mut start)?;
        let header = Header::read(&start)?;
        // Check the length first, or a large number in the header would map bytes that do not
        // exist.
        let found = file.metadata()?.len();
        if found != header.length() {
            return Err(TableFileError::Length { expected: header.length(), found });
        }
        let damaged = TableFileError::Damaged { what: "invalid header" };
        match Bytes::map(path) {
            Ok(bytes) => {
                header.check(bytes.as_slice(), description)?;
                Self::new(header.width, header.entries, bytes, header.from).ok_or(damaged)
            }
            Err(_) => Self::read(&fs::read(path)?, description),
        }
    }

    /// Loads a database from the bytes of a file, which are copied.
    ///
    /// # Errors
    ///
    /// Fails as [`PatternDatabase::open`] does.
    pub fn read(file: &[u8], description: &str) -> Result<Self, TableFileError> {
        let header = Header::read(file)?;
        header.check(file, description)?;
        let entries = file[header.from..].to_vec();
        Self::from_bytes(header.width, header.entries, entries)
            .ok_or(TableFileError::Damaged { what: "invalid header" })
    }

    /// Writes the database to `path` atomically: it is written under another name in the same
    /// directory, and renamed once it is complete on the disk.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written; no partial file is left.
    pub fn save(&self, path: &Path, description: &str) -> io::Result<()> {
        let written = TemporaryFile::beside(path);
        let header = Header::new(self.width(), self.len(), description.len());
        let mut filling = vec![0; header.from - HEADER];
        filling[..description.len()].copy_from_slice(description.as_bytes());
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&filling);
        checksum.update(self.bytes());
        let header = Header { checksum: checksum.finalize(), ..header };
        let mut file = File::create_new(&written.0)?;
        file.write_all(&header.write())?;
        file.write_all(&filling)?;
        file.write_all(self.bytes())?;
        file.sync_all()?;
        drop(file);
        fs::rename(&written.0, path)
    }
}

/// A temporary file, removed when this is dropped unless it has been renamed.
pub(crate) struct TemporaryFile(PathBuf);

impl TemporaryFile {
    /// A name that no other process or thread uses. Files that killed processes left are removed.
    pub(crate) fn beside(path: &Path) -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        remove_abandoned_parts(path);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{}-{number}.part", std::process::id()));
        Self(name.into())
    }

    /// The name.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        // An error means that the file was renamed or never created, and is ignored.
        let _ = fs::remove_file(&self.0);
    }
}
