//! Files that are there whole or not at all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Writes a file beside its place, then puts it there: whoever looks sees the old or the new.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed =
        |error: io::Error| Failure::Usage(format!("cannot write {}: {error}", path.display()));
    let Some(name) = path.file_name() else {
        return Err(failed(io::Error::new(io::ErrorKind::InvalidInput, "it names no file")));
    };
    let mut beside = name.to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside: PathBuf = path.with_file_name(beside);
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    written.map_err(|error| {
        // It may never have been made.
        let _ = fs::remove_file(&beside);
        failed(error)
    })
}
