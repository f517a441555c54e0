//! A directory of pattern databases.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{BuildError, Builder, PatternDatabase, PatternSpace, TableFileError};
use crate::mapped::check_regular;
use crate::stored::StoredTable;

/// The file extension of databases.
const EXTENSION: &str = "pdb";

/// A directory of databases, each built when it is first needed.
///
/// ```
/// # use tremaux::search::patterns::{Builder, PatternSpace};
/// # struct Pair;
/// # impl PatternSpace for Pair {
/// #     type Block = ();
/// #     fn name(&self) -> String { "pair".into() }
/// #     fn description(&self) -> String { "two states side by side".into() }
/// #     fn block_count(&self) -> usize { 1 }
/// #     fn block_len(&self) -> usize { 2 }
/// #     fn block(&self, _number: usize) {}
/// #     fn goals(&self, goals: &mut Vec<(usize, u8)>) { goals.push((0, 0)) }
/// #     fn predecessors(
/// #         &self, (): &(), at: usize, _: u8, mut visit: impl FnMut(usize, usize, u8),
/// #     ) {
/// #         visit(0, at ^ 1, 0);
/// #     }
/// # }
/// use tremaux::search::patterns::{Cache, Origin};
///
/// let directory = std::env::temp_dir().join(format!("tremaux-doc-{}", std::process::id()));
/// let cache = Cache::at(&directory);
/// let first = cache.load_or_build(&Pair, &mut Builder::new())?;
/// assert!(matches!(first.origin, Origin::Built { .. }));
/// let again = cache.load_or_build(&Pair, &mut Builder::new())?;
/// assert!(matches!(again.origin, Origin::Mapped));
/// assert_eq!(again.database.get(1), 1);
/// # std::fs::remove_dir_all(directory).expect("removed");
/// # Ok::<(), tremaux::search::patterns::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    directory: Option<PathBuf>,
}

/// A database, and where it comes from.
#[derive(Debug)]
pub struct Loaded {
    /// The database.
    pub database: PatternDatabase,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a database comes from.
#[derive(Debug)]
pub enum Origin {
    /// From its file.
    Mapped,
    /// It was built.
    Built {
        /// The error in the existing file, if there was one.
        replaced: Option<TableFileError>,
        /// Why it could not be stored, if it is only in memory.
        not_stored: Option<io::Error>,
    },
}

impl Cache {
    /// The cache in `directory`, which is created when something is first stored.
    pub fn at(directory: impl Into<PathBuf>) -> Self {
        Self { directory: Some(directory.into()) }
    }

    /// No cache: every database is built in memory.
    pub const fn none() -> Self {
        Self { directory: None }
    }

    /// The directory.
    pub fn directory(&self) -> Option<&Path> {
        self.directory.as_deref()
    }

    /// The path of the database of `space`, whether or not the file exists.
    pub fn path<S: PatternSpace>(&self, space: &S) -> Option<PathBuf> {
        self.file(&space.name(), &space.description(), EXTENSION)
    }

    fn file(&self, name: &str, description: &str, extension: &str) -> Option<PathBuf> {
        let (low, high) = (crc32fast::hash(description.as_bytes()), description.len());
        let name = format!("{name}-{low:08x}{high:04x}.{extension}");
        Some(self.directory.as_ref()?.join(name))
    }

    /// Maps the database of `space`, if its file exists and is valid.
    ///
    /// # Errors
    ///
    /// Fails as [`PatternDatabase::open`] does, and if there is no directory.
    pub fn load<S: PatternSpace>(&self, space: &S) -> Result<PatternDatabase, TableFileError> {
        let path = self.path(space).ok_or(io::ErrorKind::NotFound);
        let path = path.map_err(io::Error::from)?;
        let database = PatternDatabase::open(&path, &space.description())?;
        if database.len() == space.index_count() {
            Ok(database)
        } else {
            Err(TableFileError::Damaged { what: "wrong number of entries" })
        }
    }

    /// Maps the database of `space`; if its file is missing, damaged or of another space, builds
    /// and stores it. If it cannot be stored, it stays in memory.
    ///
    /// Two processes may build the same database at the same time; the later file replaces the
    /// other.
    ///
    /// # Errors
    ///
    /// Fails as [`Builder::build`] does; an existing file is then left unchanged.
    pub fn load_or_build<S: PatternSpace>(
        &self,
        space: &S,
        builder: &mut Builder<'_>,
    ) -> Result<Loaded, BuildError> {
        let replaced = match self.load(space) {
            Ok(database) => return Ok(Loaded { database, origin: Origin::Mapped }),
            Err(TableFileError::Io(error)) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => Some(error),
        };
        let database = builder.build(space)?;
        let path = self.path(space);
        let save = |path: &Path| database.save(path, &space.description());
        let (origin, is_stored) = store(path, replaced, save);
        // Map the file that was stored: its pages can be evicted and shared.
        let database = if is_stored { self.load(space).unwrap_or(database) } else { database };
        Ok(Loaded { database, origin })
    }

    /// The path of the table with this name, whether or not the file exists.
    pub fn table_path<T: StoredTable>(&self, name: &str) -> Option<PathBuf> {
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        self.file(&name.chars().map(plain).collect::<String>(), name, T::EXTENSION)
    }

    /// Maps the table with this name and number of positions or rows; if its file is missing,
    /// damaged or of another table, builds and stores it. If it cannot be stored, it stays in
    /// memory.
    ///
    /// ```
    /// use tremaux::search::patterns::{Cache, Origin};
    /// use tremaux_tables::ProbabilityTable;
    /// let directory = std::env::temp_dir().join(format!("tremaux-row-{}", std::process::id()));
    /// let cache = Cache::at(&directory);
    /// let coin = || Ok::<_, ()>(ProbabilityTable::new("a coin", [[0.5, 0.5]]));
    /// let (_, origin) = cache.table("a coin", 1, coin)?;
    /// assert!(matches!(origin, Origin::Built { replaced: None, not_stored: None }));
    /// let (table, origin) = cache.table("a coin", 1, coin)?;
    /// assert!(matches!(origin, Origin::Mapped) && table.get(0, 1) == 0.5);
    /// # std::fs::remove_dir_all(directory).expect("removed");
    /// # Ok::<(), ()>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if `build` fails; an existing file is then left unchanged.
    pub fn table<T: StoredTable, E>(
        &self,
        name: &str,
        count: usize,
        build: impl FnOnce() -> Result<T, E>,
    ) -> Result<(T, Origin), E> {
        let path = self.table_path::<T>(name);
        let load = |path: &Path| match T::open(path, name) {
            Ok(table) if table.count() != count => {
                Err(TableFileError::Damaged { what: "wrong number of entries" })
            }
            found => found,
        };
        let replaced = match path.as_deref().map(load) {
            Some(Ok(table)) => return Ok((table, Origin::Mapped)),
            Some(Err(TableFileError::Io(error))) if error.kind() == io::ErrorKind::NotFound => None,
            Some(Err(error)) => Some(error),
            None => None,
        };
        let table = build()?;
        let (origin, is_stored) = store(path.clone(), replaced, |path| table.save(path));
        let mapped = path.filter(|_| is_stored).and_then(|path| load(&path).ok());
        Ok((mapped.unwrap_or(table), origin))
    }
}

/// Stores a table with `save`, if there is a directory. Returns whether it was stored.
fn store(
    path: Option<PathBuf>,
    replaced: Option<TableFileError>,
    save: impl FnOnce(&Path) -> io::Result<()>,
) -> (Origin, bool) {
    let Some(path) = path else {
        return (Origin::Built { replaced, not_stored: None }, false);
    };
    if let Err(error) = check_regular(&path) {
        // It is left as it is.
        return (Origin::Built { replaced: None, not_stored: Some(error) }, false);
    }
    let directory = path.parent().map_or(Ok(()), fs::create_dir_all);
    let not_stored = directory.and_then(|()| save(&path)).err();
    let is_stored = not_stored.is_none();
    (Origin::Built { replaced, not_stored }, is_stored)
}
