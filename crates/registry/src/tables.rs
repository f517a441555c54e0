//! Where tables come from that are computed once and looked up: a directory, or a build.

use std::cell::RefCell;
use std::fmt;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use tremaux_core::{CancelToken, Limits, StopReason};
use tremaux_tables::{BuildError, BuildProgress, Builder, Cache};

use crate::error::RegistryError;

/// What there is to tell of tables while they are taken or built.
#[derive(Clone, Debug)]
pub enum TableEvent<'a> {
    /// A table is being built, and is so far.
    Building {
        /// The table in a few words.
        name: &'a str,
        /// Which of several it is, from 1, and how many there are.
        number: (usize, usize),
        /// How far it is.
        progress: BuildProgress,
    },
    /// A file was there and could not be used: the table was built again.
    Replaced {
        /// The file.
        path: PathBuf,
        /// What was wrong with it.
        reason: String,
    },
    /// A table was built and could not be stored: it is in memory alone.
    NotStored {
        /// The file that it was to have.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

/// Whoever is told of tables.
type Listener = Box<dyn FnMut(&TableEvent<'_>) + Send>;

/// Where tables come from, and within which limits those that are not there are built.
pub struct TableSource {
    cache: Cache,
    threads: usize,
    within: Mutex<Within>,
    listener: Mutex<Listener>,
}

/// The limits of builds.
#[derive(Clone)]
struct Within {
    cancel: CancelToken,
    deadline: Option<Instant>,
    memory: Option<usize>,
}

impl Within {
    /// Bytes that a build may take.
    fn allowed(&self) -> Option<u64> {
        let given = self.memory.map(|bytes| bytes as u64);
        [given, memory_of_the_machine()].into_iter().flatten().min()
    }
}

impl Default for TableSource {
    /// No directory, one thread, no limits: what is built stays in memory.
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
    /// Tables from `cache`, built by so many threads where they are not there.
    #[must_use]
    pub fn new(cache: Cache, threads: usize) -> Self {
        let within = Within { cancel: CancelToken::default(), deadline: None, memory: None };
        Self {
            cache,
            threads: threads.max(1),
            within: Mutex::new(within),
            listener: Mutex::new(Box::new(|_| ())),
        }
    }

    /// With `listener` told of builds and of files that are wrong.
    #[must_use]
    pub fn with_listener(self, listener: impl FnMut(&TableEvent<'_>) + Send + 'static) -> Self {
        Self { listener: Mutex::new(Box::new(listener)), ..self }
    }

    /// Builds stop at the limits of time and memory and at the token of `limits` from now on;
    /// time counts from this call.
    pub fn limit(&self, limits: &Limits) {
        let within = Within {
            cancel: limits.cancel.clone(),
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            memory: limits.memory,
        };
        *self.within.lock().unwrap_or_else(PoisonError::into_inner) = within;
    }

    /// The directory of the tables, and how they are looked up there.
    #[must_use]
    pub const fn cache(&self) -> &Cache {
        &self.cache
    }

    /// How many threads build a table.
    #[must_use]
    pub const fn threads(&self) -> usize {
        self.threads
    }

    /// Tells the listener.
    pub fn tell(&self, event: &TableEvent<'_>) {
        (self.listener.lock().unwrap_or_else(PoisonError::into_inner))(event);
    }

    /// Whether there is memory for the greatest of these tables that have no file yet, of
    /// which each takes so many bytes to build: before any of them is built.
    ///
    /// # Errors
    ///
    /// Fails as the build would.
    pub(crate) fn check_memory(
        &self,
        name: &str,
        missing: impl Iterator<Item = u64>,
    ) -> Result<(), RegistryError> {
        let within = self.within.lock().unwrap_or_else(PoisonError::into_inner);
        match (missing.max(), within.allowed()) {
            (Some(needed), Some(allowed)) if needed > allowed => {
                Err(too_much_memory(name, &BuildError::TooMuchMemory { needed, allowed }))
            }
            _ => Ok(()),
        }
    }

    /// Lets `build` build with a builder that stops at the limits. `name` and `number` are
    /// told with the progress, and may change from table to table.
    ///
    /// # Errors
    ///
    /// Fails if a limit stops the build, with [`RegistryError::Stopped`].
    pub(crate) fn build<T, E>(
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
            self.tell(&TableEvent::Building { name, number: *number, progress });
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
                what: format!("building {name} was stopped, and nothing of it is kept"),
            },
            error @ BuildError::TooMuchMemory { .. } => too_much_memory(name, &error),
            error => {
                RegistryError::NotOffered { component: name.clone(), reason: error.to_string() }
            }
        })
    }
}

fn too_much_memory(name: &str, error: &BuildError) -> RegistryError {
    RegistryError::Stopped {
        reason: StopReason::MemoryLimit,
        what: format!("{name} is not there, and {error}"),
    }
}

/// Bytes that the machine can give, where it tells: more would be an abort, not an error.
fn memory_of_the_machine() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes << 10)
}
