//! Precomputed tables: loaded from a directory, or built.

use std::cell::RefCell;
use std::fmt;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use tremaux_core::clock::Instant;

use tremaux_core::{CancelToken, Limits, StopReason};
use tremaux_tables::{
    BuildError, BuildProgress, Builder, Cache, Origin, StoredTable, available_memory,
    memory_in_words,
};

use super::build::BuiltTable;
use crate::refuse::RegistryError;

/// A build that needs more bytes of memory than this is announced before it begins.
const LARGE: u64 = 256 << 20;

/// An event while tables are loaded or built.
#[derive(Clone, Debug)]
pub enum TableEvent<'a> {
    /// Progress in building a table.
    Building {
        /// A short description of the table.
        name: &'a str,
        /// The number of the table, from 1, and how many tables there are.
        number: (usize, usize),
        /// The progress.
        progress: BuildProgress,
    },
    /// A build that needs much memory is about to begin.
    Large {
        /// What is missing.
        name: &'a str,
        /// The bytes of memory that building it needs.
        needed: u64,
    },
    /// A file was invalid, so the table was built again.
    Replaced {
        /// The file.
        path: PathBuf,
        /// The error in the file.
        reason: String,
    },
    /// A table was built but could not be stored; it is only in memory.
    NotStored {
        /// The intended file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

/// A callback that takes [`TableEvent`]s.
type Listener = Box<dyn FnMut(&TableEvent<'_>) + Send>;

/// The source of tables: a directory, and the limits for building missing tables.
pub struct TableSource {
    cache: Cache,
    threads: usize,
    within: Mutex<BuildLimits>,
    listener: Mutex<Listener>,
}

/// The limits of builds.
#[derive(Clone)]
struct BuildLimits {
    cancel: CancelToken,
    deadline: Option<Instant>,
    memory: Option<usize>,
}

impl BuildLimits {
    /// The number of bytes that a build may use.
    fn allowed(&self) -> Option<u64> {
        let given = self.memory.map(|bytes| bytes as u64);
        [given, available_memory()].into_iter().flatten().min()
    }

    /// The error for a table that needs more memory than allowed.
    fn too_much(&self, name: &str, needed: u64, allowed: u64) -> RegistryError {
        let (needed, most) = (memory_in_words(needed), memory_in_words(allowed));
        let what = match self.memory.is_some_and(|given| given as u64 <= allowed) {
            true => format!("only {most} are allowed by the memory limit"),
            false => format!("only {most} of memory are available"),
        };
        RegistryError::Stopped {
            reason: StopReason::MemoryLimit,
            what: format!("building {name} needs {needed}, but {what}"),
        }
    }
}

impl Default for TableSource {
    /// No directory, one thread, no limits: tables are built in memory.
    fn default() -> Self {
        Self::new(Cache::none(), 1)
    }
}

impl fmt::Debug for TableSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cache, threads, .. } = self;
        f.debug_struct("TableSource")
            .field("cache", cache)
            .field("threads", threads)
            .finish_non_exhaustive()
    }
}

impl TableSource {
    /// Tables from `cache`; missing tables are built by this many threads.
    pub fn new(cache: Cache, threads: usize) -> Self {
        let within = BuildLimits { cancel: CancelToken::default(), deadline: None, memory: None };
        Self {
            cache,
            threads: threads.max(1),
            within: Mutex::new(within),
            listener: Mutex::new(Box::new(|_| ())),
        }
    }

    /// Sets a listener for builds and invalid files.
    #[must_use]
    pub fn with_listener(self, listener: impl FnMut(&TableEvent<'_>) + Send + 'static) -> Self {
        Self { listener: Mutex::new(Box::new(listener)), ..self }
    }

    /// Sets the limits of time and memory and the cancel token for builds; time counts from this
    /// call.
    pub fn limit(&self, limits: &Limits) {
        let within = BuildLimits {
            cancel: limits.cancel.clone(),
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            memory: limits.memory,
        };
        *self.within.lock().unwrap_or_else(PoisonError::into_inner) = within;
    }

    /// The limits of a build that begins now.
    pub fn limits(&self) -> Limits {
        let within = self.within.lock().unwrap_or_else(PoisonError::into_inner);
        let time = within.deadline.map(|at| at.saturating_duration_since(Instant::now()));
        let mut limits = Limits::default().with_cancel(within.cancel.clone());
        (limits.time, limits.memory) = (time, within.memory);
        limits
    }

    /// The table with this name and number of positions: from the cache, or built and stored.
    ///
    /// # Errors
    ///
    /// Fails if `build` fails.
    pub fn stored<T: StoredTable, E>(
        &self,
        name: &str,
        count: usize,
        build: impl FnOnce() -> Result<T, E>,
    ) -> Result<(T, BuiltTable), E> {
        let started = Instant::now();
        let (table, origin) = self.cache.table(name, count, build)?;
        let path = self.cache.table_path::<T>(name);
        if let (Origin::Built { replaced, not_stored }, Some(path)) = (&origin, &path) {
            if let Some(error) = replaced {
                let (path, reason) = (path.clone(), error.to_string());
                self.notify(&TableEvent::Replaced { path, reason });
            }
            if let Some(error) = not_stored {
                let (path, reason) = (path.clone(), error.to_string());
                self.notify(&TableEvent::NotStored { path, reason });
            }
        }
        let time = started.elapsed();
        let built = BuiltTable::at(path, name.to_owned(), count as u64, &origin, time);
        Ok((table, built))
    }

    /// The directory of the tables.
    pub const fn cache(&self) -> &Cache {
        &self.cache
    }

    /// The number of threads that build a table.
    pub const fn threads(&self) -> usize {
        self.threads
    }

    /// Passes an event to the listener.
    pub fn notify(&self, event: &TableEvent<'_>) {
        (self.listener.lock().unwrap_or_else(PoisonError::into_inner))(event);
    }

    /// Like [`TableSource::check_memory`] for all tables of a heuristic, each with the bytes that
    /// building it needs and whether it has no file yet. A limit that was given counts for all of
    /// them, so that the same is done whatever is stored.
    ///
    /// # Errors
    ///
    /// Fails as the build would.
    pub fn check_tables(
        &self,
        name: &str,
        tables: impl Iterator<Item = (u64, bool)> + Clone,
    ) -> Result<(), RegistryError> {
        {
            let within = self.within.lock().unwrap_or_else(PoisonError::into_inner);
            let needed = tables.clone().map(|(bytes, _)| bytes).max().unwrap_or(0);
            if let Some(given) = within.memory.filter(|&given| needed > given as u64) {
                return Err(within.too_much(name, needed, given as u64));
            }
        }
        self.check_memory(name, tables.filter(|table| table.1).map(|(bytes, _)| bytes))
    }

    /// Checks, before any table is built, whether there is memory to build the largest of the
    /// tables that have no file yet, given the bytes that each of them needs. The listener is
    /// told of a large one.
    ///
    /// # Errors
    ///
    /// Fails as the build would.
    pub fn check_memory(
        &self,
        name: &str,
        missing: impl Iterator<Item = u64>,
    ) -> Result<(), RegistryError> {
        let within = self.within.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(needed) = missing.max() else { return Ok(()) };
        match within.allowed() {
            Some(allowed) if needed > allowed => Err(within.too_much(name, needed, allowed)),
            _ => {
                if needed >= LARGE {
                    self.notify(&TableEvent::Large { name, needed });
                }
                Ok(())
            }
        }
    }

    /// Calls `build` with a builder that stops at the limits. The progress is reported with
    /// `name` and `number`.
    ///
    /// # Errors
    ///
    /// Fails if a limit stops the build, with [`RegistryError::Stopped`].
    pub fn build<T, E>(
        &self,
        name: &RefCell<(String, (usize, usize))>,
        build: impl FnOnce(&mut Builder<'_>) -> Result<T, E>,
        cause: impl FnOnce(E) -> Result<BuildError, RegistryError>,
    ) -> Result<T, RegistryError> {
        let within = self.within.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut reason = StopReason::Cancelled;
        let mut watch = |progress: BuildProgress| {
            if within.cancel.is_cancelled() {
                reason = StopReason::Cancelled;
                return ControlFlow::Break(());
            }
            if within.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                reason = StopReason::TimeLimit;
                return ControlFlow::Break(());
            }
            let (name, number) = &*name.borrow();
            self.notify(&TableEvent::Building { name, number: *number, progress });
            ControlFlow::Continue(())
        };
        let allowed = within.allowed();
        let mut builder = Builder::new().with_threads(self.threads).with_progress(&mut watch);
        if let Some(allowed) = allowed {
            builder = builder.with_memory(allowed);
        }
        let error = match build(&mut builder) {
            Ok(built) => return Ok(built),
            Err(error) => cause(error)?,
        };
        drop(builder);
        let (name, _) = &*name.borrow();
        Err(match error {
            BuildError::Cancelled => RegistryError::Stopped {
                reason,
                what: format!("building {name} was stopped; no partial table is kept"),
            },
            BuildError::TooMuchMemory { needed, allowed } => within.too_much(name, needed, allowed),
            error => {
                RegistryError::NotOffered { component: name.clone(), reason: error.to_string() }
            }
        })
    }
}
