//! Prepared forms of maps in files: taken from the folder of tables, or made and put there.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Instant;

use tremaux_maps::FileError;

use crate::build::{BuiltTable, TableOrigin};
use crate::component::Component;
use crate::error::RegistryError;
use crate::tables::{TableEvent, TableSource};

use super::{GRAPH_ALGORITHMS, GRID_ALGORITHMS};

/// The algorithms whose preparation can be built ahead and kept: those for graphs, then those
/// for grids.
#[must_use]
pub fn kept_algorithms() -> [&'static Component; 2] {
    let of = |all: &'static [Component], name| all.iter().find(|known| known.name == name);
    [of(GRAPH_ALGORITHMS, "contraction-hierarchy"), of(GRID_ALGORITHMS, "jps-bounds")]
        .map(|component| component.expect("it is in the list"))
}

/// Which files are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// Only those that stand in the place of a wrong one.
    Replaced,
    /// All that are made.
    All,
}

/// How something prepared is read and written.
pub(super) trait Kept: Sized {
    /// How many entries it has.
    fn entries(&self) -> u64;

    /// Writes it to a file, whole or not at all.
    fn save(&self, path: &Path) -> Result<(), FileError>;
}

/// Whether there is no file, or not even its folder.
fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// What the file `name` of the folder of `source` holds, or what `make` makes where that is
/// not there or wrong, which is told.
pub(super) fn taken<T: Kept>(
    source: &TableSource,
    name: &str,
    keep: Keep,
    open: impl Fn(&Path) -> Result<T, FileError>,
    make: impl FnOnce() -> Result<T, RegistryError>,
) -> Result<(T, BuiltTable), RegistryError> {
    let started = Instant::now();
    let path = source.cache().directory().map(|folder| folder.join(name));
    let told = |origin, prepared: &T, is_stored: bool| {
        let path = path.clone().filter(|_| is_stored);
        let file = path.as_deref().and_then(|path| path.metadata().ok());
        BuiltTable {
            name: name.to_owned(),
            origin,
            entries: prepared.entries(),
            bytes: file.map_or(0, |file| file.len()),
            seconds: started.elapsed().as_secs_f64(),
            path,
        }
    };
    let wrong = match path.as_deref().map(&open) {
        Some(Ok(prepared)) => {
            let table = told(TableOrigin::There, &prepared, true);
            return Ok((prepared, table));
        }
        Some(Err(FileError::Io(error))) if is_absent(&error) => None,
        None => None,
        Some(Err(error)) => Some(error),
    };
    let prepared = make()?;
    let origin = if wrong.is_some() { TableOrigin::Rebuilt } else { TableOrigin::Built };
    let is_kept = keep == Keep::All || wrong.is_some();
    let mut is_stored = false;
    if let Some(path) = path.as_deref().filter(|_| is_kept) {
        if let Some(error) = wrong {
            let (path, reason) = (path.to_owned(), error.to_string());
            source.tell(&TableEvent::Replaced { path, reason });
        }
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        let stored = folder.map_err(FileError::Io).and_then(|()| prepared.save(path));
        is_stored = stored.is_ok();
        if let Err(error) = stored {
            let (path, reason) = (path.to_owned(), error.to_string());
            source.tell(&TableEvent::NotStored { path, reason });
        }
    }
    let table = told(origin, &prepared, is_stored);
    Ok((prepared, table))
}
