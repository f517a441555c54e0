//! Files that are written completely or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, IoSlice, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tremaux_tables::remove_abandoned_parts;

use crate::failure::Failure;

/// Writes a temporary file and renames it: readers see the old or the new content.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut file = AtomicFile::new(path)?;
    file.write_all(bytes).map_err(|error| cannot_write(path, &error))?;
    file.finish()
}

/// Size of the write buffer in bytes: small files are written at once.
const AT_ONCE: usize = 32 << 10;

/// A file that is written under a temporary name and renamed at the end. Pipes and devices are
/// written directly.
pub(crate) struct AtomicFile {
    path: PathBuf,
    /// The temporary name.
    beside: Option<PathBuf>,
    file: BufWriter<File>,
}

impl AtomicFile {
    pub(crate) fn new(path: &Path) -> Result<Self, Failure> {
        let failed = |error: io::Error| cannot_write(path, &error);
        let existing = fs::metadata(path).ok();
        let known = existing.as_ref().map(fs::Metadata::file_type);
        if known.is_some_and(|kind| !kind.is_file() && !kind.is_dir()) {
            let file = File::options().write(true).open(path).map_err(failed)?;
            return Ok(Self { path: path.to_owned(), beside: None, file: BufWriter::new(file) });
        }
        let name = path.file_name().filter(|_| known.is_none_or(|kind| kind.is_file()));
        let Some(name) = name else {
            return Err(failed(io::Error::new(io::ErrorKind::InvalidInput, "not a file name")));
        };
        remove_abandoned_parts(path);
        let mut beside = name.to_owned();
        beside.push(format!(".{}.part", std::process::id()));
        let beside = path.with_file_name(beside);
        let file = create_like(&beside, existing.as_ref()).map_err(failed)?;
        let file = BufWriter::with_capacity(AT_ONCE, file);
        partial_files().push(beside.clone());
        Ok(Self { path: path.to_owned(), beside: Some(beside), file })
    }

    /// Renames the file to its final name.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let moved = self.file.flush().and_then(|()| match &self.beside {
            Some(beside) => fs::rename(beside, &self.path),
            None => Ok(()),
        });
        moved.map_err(|error| cannot_write(&self.path, &error))?;
        if let Some(beside) = self.beside.take() {
            partial_files().retain(|it| *it != beside);
        }
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn write_vectored(&mut self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        self.file.write_vectored(parts)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            // Nothing more can be done about it.
            let _ = fs::remove_file(beside);
            partial_files().retain(|it| it != beside);
        }
    }
}

/// Creates a file with the permissions of the one that it is to replace.
fn create_like(path: &Path, existing: Option<&fs::Metadata>) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    if existing.is_some() {
        // Until it has the right permissions, nobody else may read it.
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    let file = options.open(path)?;
    if let Some(existing) = existing {
        file.set_permissions(existing.permissions())?;
    }
    Ok(file)
}

/// The temporary files that exist now.
fn partial_files() -> MutexGuard<'static, Vec<PathBuf>> {
    static FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files, because the program is about to exit at once.
pub(crate) fn remove_partial_files() {
    for file in partial_files().drain(..) {
        let _ = fs::remove_file(file);
    }
}

/// The failure to write a file.
pub fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("cannot write {}: {error}", path.display()))
}
