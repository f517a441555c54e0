//! Tables built ahead: what is asked for, and what came of it.

use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use tremaux_tables::{Cache, Origin, PatternSpace};

use crate::component::{Component, OptionInfo};

/// What a domain can build ahead of its searches.
#[derive(Clone, Debug, Serialize)]
pub struct Buildable {
    /// The heuristics or algorithms that look tables up, to be named with their options.
    pub components: &'static [&'static Component],
    /// Options of the instances for which they are built.
    pub options: &'static [OptionInfo],
    /// How a table is asked for.
    pub example: &'static str,
}

/// Where a table that was asked for comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableOrigin {
    /// It was in the cache, and is right.
    There,
    /// It was built.
    Built,
    /// It was built because the file that was there is damaged or another's.
    Rebuilt,
}

/// A table that is there now.
#[derive(Clone, Debug, Serialize)]
pub struct BuiltTable {
    /// Its name.
    pub name: String,
    /// Its file, unless it is not kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<PathBuf>,
    /// Where it comes from.
    pub origin: TableOrigin,
    /// How many entries it has.
    pub entries: u64,
    /// Bytes of its file; 0 if it is not kept.
    pub bytes: u64,
    /// How long it took to build, or to check.
    pub seconds: f64,
}

impl BuiltTable {
    /// Its file, if it was taken from there.
    #[must_use]
    pub fn file_taken(&self) -> Option<PathBuf> {
        self.path.clone().filter(|_| self.origin == TableOrigin::There)
    }

    /// What there is to tell of the table of `space`.
    pub(crate) fn of<S: PatternSpace>(
        space: &S,
        origin: &Origin,
        cache: &Cache,
        time: Duration,
    ) -> Self {
        let is_stored = !matches!(origin, Origin::Built { not_stored: Some(_), .. });
        let path = cache.path(space).filter(|_| is_stored);
        let bytes = path.as_deref().and_then(|path| path.metadata().ok());
        Self {
            name: space.name(),
            origin: match origin {
                Origin::Mapped => TableOrigin::There,
                Origin::Built { replaced: None, .. } => TableOrigin::Built,
                Origin::Built { replaced: Some(_), .. } => TableOrigin::Rebuilt,
            },
            entries: space.index_count() as u64,
            bytes: bytes.map_or(0, |file| file.len()),
            seconds: time.as_secs_f64(),
            path,
        }
    }
}
