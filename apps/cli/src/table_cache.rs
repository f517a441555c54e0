//! The table cache, and the progress of builds.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use indicatif::ProgressBar;
use tremaux_core::Limits;
use tremaux_registry::{TableEvent, TableSource};
use tremaux_tables::{Cache, memory_in_words};

use crate::progress::ProgressLine;
use crate::quantity::seconds_in_words;
use crate::visible;

/// The name of this program's folder within a cache folder.
const NAME: &str = "tremaux";

/// The cache folder: `--cache`, else `TREMAUX_CACHE`, else the user's cache folder; `None` if
/// none of them exists.
pub(crate) fn folder(given: Option<&Path>) -> Option<PathBuf> {
    let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    if let Some(folder) = given {
        return Some(folder.to_owned());
    }
    if let Some(folder) = variable("TREMAUX_CACHE") {
        return Some(folder.into());
    }
    let home = env::home_dir().filter(|home| home.is_absolute());
    let caches = if cfg!(windows) {
        variable("LOCALAPPDATA").map(PathBuf::from)
    } else if cfg!(target_os = "macos") {
        home.map(|home| home.join("Library/Caches"))
    } else {
        // A relative one is to be passed over (XDG Base Directory Specification).
        let named = variable("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
        named.or_else(|| home.map(|home| home.join(".cache")))
    };
    Some(caches?.join(NAME))
}

/// The progress line for builds: that of the search waiting for the table.
#[derive(Clone, Default)]
pub struct BuildLine(Arc<Mutex<Option<ProgressBar>>>);

impl BuildLine {
    /// Shows the progress of builds on `line`.
    pub(crate) fn set(&self, line: &ProgressLine) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = line.bar();
    }
}

/// Tables from the folder, built with `threads` threads, with progress on `line`.
pub fn source(
    given: Option<&Path>,
    threads: usize,
    is_quiet: bool,
    line: &BuildLine,
) -> TableSource {
    let cache = folder(given).map_or_else(Cache::none, Cache::at);
    let (line, mut started) = (line.clone(), None);
    TableSource::new(cache, threads).with_listener(move |event| {
        let bar = line.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let say = |message: String| say(bar.as_ref(), &message);
        match event {
            TableEvent::Building { name, number, progress } => {
                let Some(bar) = &bar else { return };
                // Those of a layer under way are not told of before it has some.
                let share = progress.found as f64 / progress.total.max(1) as f64;
                let since = match &started {
                    Some((which, since)) if *which == *number => *since,
                    _ => Instant::now(),
                };
                started = Some((*number, since));
                let seconds = since.elapsed().as_secs_f64();
                bar.set_message(building(name, *number, share, seconds));
                bar.tick();
            }
            _ if is_quiet => {}
            TableEvent::Large { name, needed } => {
                let needed = memory_in_words(*needed);
                say(format!("note: {name} is missing; building it needs {needed} of memory"));
            }
            TableEvent::Replaced { path, reason } => {
                say(format!("warning: {}: {reason}; rebuilt", path.display()));
            }
            TableEvent::NotStored { path, reason } => {
                say(format!("warning: cannot store {}: {reason}", path.display()));
            }
        }
    })
}

/// Tables for a game, within `limits`.
pub fn of_game(limits: &Limits) -> TableSource {
    let tables = source(None, 1, false, &BuildLine::default());
    tables.limit(limits);
    tables
}

/// Writes a line to standard error, above the progress line if there is one.
fn say(bar: Option<&ProgressBar>, message: &str) {
    let write = || {
        // Standard error may be closed.
        visible::tell(message);
    };
    match bar {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// The progress of a build, with a bar.
fn building(name: &str, (number, count): (usize, usize), share: f64, seconds: f64) -> String {
    const WIDTH: usize = 24;
    let filled = ((share * WIDTH as f64) as usize).min(WIDTH);
    let which = if count > 1 { format!(" ({number} of {count})") } else { String::new() };
    format!(
        "building {name}{which} [{}{}] {:.0} % · {}",
        "#".repeat(filled),
        "-".repeat(WIDTH - filled),
        100.0 * share,
        seconds_in_words(seconds),
    )
}

#[cfg(test)]
mod tests {
    use super::{building, folder};
    use std::path::Path;

    #[test]
    fn a_bar_grows_with_what_is_found() {
        let text = building("the table of 7 tiles on 4x4", (1, 2), 0.5, 12.0);
        assert_eq!(
            text,
            "building the table of 7 tiles on 4x4 (1 of 2) [############------------] 50 % · 12.0 s"
        );
        assert!(
            building("a table", (1, 1), 1.0, 0.0).contains("a table [########################]")
        );
    }

    #[test]
    fn what_is_given_is_taken() {
        assert_eq!(folder(Some(Path::new("here"))).as_deref(), Some(Path::new("here")));
    }
}
