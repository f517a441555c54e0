//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, IoSlice, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Writes a file beside its place, then puts it there: whoever looks sees the old or the new.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut file = Replacing::new(path)?;
    file.write_all(bytes).map_err(|error| cannot_write(path, &error))?;
    file.finish()
}

/// So many bytes are written at once: small files whole, which takes the system little more than
/// a page.
const AT_ONCE: usize = 32 << 10;

/// A file that is written beside its place, and put there at the end. A pipe or a device is
/// written to as it is.
pub(crate) struct Replacing {
    path: PathBuf,
    /// Where it is until then.
    beside: Option<PathBuf>,
    file: BufWriter<File>,
}

impl Replacing {
    pub(crate) fn new(path: &Path) -> Result<Self, Failure> {
        let failed = |error: io::Error| cannot_write(path, &error);
        let known = fs::metadata(path).ok().map(|it| it.file_type());
        if known.is_some_and(|kind| !kind.is_file() && !kind.is_dir()) {
            let file = File::options().write(true).open(path).map_err(failed)?;
            return Ok(Self { path: path.to_owned(), beside: None, file: BufWriter::new(file) });
        }
        let name = path.file_name().filter(|_| known.is_none_or(|kind| kind.is_file()));
        let Some(name) = name else {
            return Err(failed(io::Error::new(io::ErrorKind::InvalidInput, "it names no file")));
        };
        let mut beside = name.to_owned();
        beside.push(format!(".{}.part", std::process::id()));
        let beside = path.with_file_name(beside);
        let file = File::create(&beside).map_err(failed)?;
        let file = BufWriter::with_capacity(AT_ONCE, file);
        Ok(Self { path: path.to_owned(), beside: Some(beside), file })
    }

    /// Puts the file where it belongs.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let moved = self.file.flush().and_then(|()| match &self.beside {
            Some(beside) => fs::rename(beside, &self.path),
            None => Ok(()),
        });
        moved.map_err(|error| cannot_write(&self.path, &error))?;
        self.beside = None;
        Ok(())
    }
}

impl Write for Replacing {
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

impl Drop for Replacing {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            // Nothing more can be done about it.
            let _ = fs::remove_file(beside);
        }
    }
}

pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("cannot write {}: {error}", path.display()))
}
