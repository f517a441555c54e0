//! Tables built in advance.

use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use tremaux_tables::{Cache, Origin, PatternSpace};

use crate::describe::{Component, OptionInfo};

/// The tables that a domain can build in advance.
#[derive(Clone, Debug, Serialize)]
pub struct Buildable {
    /// The heuristics or algorithms that use tables; a request names one with its options.
    pub components: &'static [&'static Component],
    /// The options of the instances for which they are built.
    pub options: &'static [OptionInfo],
    /// An example of a request.
    pub example: &'static str,
}

/// Where a requested table comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableOrigin {
    /// It was in the cache, and is valid.
    There,
    /// It was built.
    Built,
    /// It was built again because the existing file is damaged or of another table.
    Rebuilt,
}

/// A table that was loaded or built.
#[derive(Clone, Debug, Serialize)]
pub struct BuiltTable {
    /// Its name.
    pub name: String,
    /// Its file, if it is stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<PathBuf>,
    /// Where it comes from.
    pub origin: TableOrigin,
    /// The number of its entries.
    pub entries: u64,
    /// The size of its file in bytes; 0 if it is not stored.
    pub bytes: u64,
    /// The time to build or check it, in seconds.
    pub seconds: f64,
}

impl BuiltTable {
    /// Its file, if it was loaded from there.
    pub fn file_taken(&self) -> Option<PathBuf> {
        self.path.clone().filter(|_| self.origin == TableOrigin::There)
    }

    /// The report for the table of `space`.
    pub fn of<S: PatternSpace>(space: &S, origin: &Origin, cache: &Cache, time: Duration) -> Self {
        let (path, entries) = (cache.path(space), space.index_count() as u64);
        Self::at(path, space.name(), entries, origin, time)
    }

    /// The report for a table with the file `path`, if it could be stored.
    pub(crate) fn at(
        path: Option<PathBuf>,
        name: String,
        entries: u64,
        origin: &Origin,
        time: Duration,
    ) -> Self {
        let is_stored = !matches!(origin, Origin::Built { not_stored: Some(_), .. });
        let path = path.filter(|_| is_stored);
        let bytes = path.as_deref().and_then(|path| path.metadata().ok());
        Self {
            name,
            origin: match origin {
                Origin::Mapped => TableOrigin::There,
                Origin::Built { replaced: None, .. } => TableOrigin::Built,
                Origin::Built { replaced: Some(_), .. } => TableOrigin::Rebuilt,
            },
            entries,
            bytes: bytes.map_or(0, |file| file.len()),
            seconds: time.as_secs_f64(),
            path,
        }
    }
}
