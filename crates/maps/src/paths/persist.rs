//! Prepared forms of maps in files: loaded from the folder of tables, or built and stored there.

use std::fs;
use std::io;
use std::path::Path;
use tremaux_core::clock::Instant;
use tremaux_domain::{BuiltTable, Component, RegistryError, TableEvent, TableOrigin, TableSource};

use crate::PreparedFileError;

use super::algorithm::row_of;
use super::{GRAPH_ALGORITHMS, GRID_ALGORITHMS, GridSearch, RoadAlgorithm};
use crate::grid::PathMethod;

/// The algorithms whose preparation can be built in advance and stored: those for graphs, then
/// those for grids.
pub fn storable_algorithms() -> [&'static Component; 2] {
    let bounds = GridSearch::Exact(PathMethod::BoundedJumpPoints);
    [
        &row_of(GRAPH_ALGORITHMS, RoadAlgorithm::Hierarchy).info.component,
        &row_of(GRID_ALGORITHMS, bounds).info.component,
    ]
}

/// When a prepared map is written to its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WritePolicy {
    /// Only to replace an invalid file.
    OnlyReplaced,
    /// Whenever one was built.
    All,
}

/// A prepared map that can be stored in a file.
pub(super) trait Persist: Sized {
    /// The number of its entries.
    fn entries(&self) -> u64;

    /// Writes it to a file, whole or not at all.
    fn save(&self, path: &Path) -> Result<(), PreparedFileError>;
}

/// Whether there is no file, or not even its folder.
fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Loads the file `name` from the folder of `source`; if it is missing or invalid, builds the
/// prepared map with `make` and reports why.
pub(super) fn load_or_build<T: Persist>(
    source: &TableSource,
    name: &str,
    policy: WritePolicy,
    open: impl Fn(&Path) -> Result<T, PreparedFileError>,
    make: impl FnOnce() -> Result<T, RegistryError>,
) -> Result<(T, BuiltTable), RegistryError> {
    let started = Instant::now();
    let mut path = source.cache().directory().map(|folder| folder.join(name));
    // Reading a pipe could block forever; whatever it is, it is left as it is.
    let is_irregular = |path: &Path| path.metadata().is_ok_and(|found| !found.is_file());
    if let Some(path) = path.take_if(|path| is_irregular(path)) {
        let reason = "it is not a regular file".to_owned();
        source.notify(&TableEvent::NotStored { path, reason });
    }
    let report = |origin, prepared: &T, is_stored: bool| {
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
            let table = report(TableOrigin::There, &prepared, true);
            return Ok((prepared, table));
        }
        Some(Err(PreparedFileError::Io(error))) if is_absent(&error) => None,
        None => None,
        Some(Err(error)) => Some(error),
    };
    let prepared = make()?;
    let origin = if wrong.is_some() { TableOrigin::Rebuilt } else { TableOrigin::Built };
    let is_written = policy == WritePolicy::All || wrong.is_some();
    let mut is_stored = false;
    if let Some(path) = path.as_deref().filter(|_| is_written) {
        if let Some(error) = wrong {
            let (path, reason) = (path.to_owned(), error.to_string());
            source.notify(&TableEvent::Replaced { path, reason });
        }
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        let stored = folder.map_err(PreparedFileError::Io).and_then(|()| prepared.save(path));
        is_stored = stored.is_ok();
        if let Err(error) = stored {
            let (path, reason) = (path.to_owned(), error.to_string());
            source.notify(&TableEvent::NotStored { path, reason });
        }
    }
    let table = report(origin, &prepared, is_stored);
    Ok((prepared, table))
}
