//! `reproduce --checkpoint`: completed cases of long rows, stored in a file.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use tremaux_compare::Program;
use tremaux_core::CancelToken;
use tremaux_reproduce::{Context, Results};

use tremaux_cli::atomic_file::write_whole;
use tremaux_cli::failure::Failure;
use tremaux_cli::input::from_file;

/// The settings that results depend on; every build of the program has its own results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Settings {
    version: String,
    build: String,
    seed: u64,
    trials: u64,
    change: Option<String>,
}

/// The file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckpointFile {
    of: Settings,
    cases: Results,
}

/// The file for results, and their settings.
struct Checkpoint {
    path: PathBuf,
    of: Settings,
}

/// The completed cases, and where they are stored.
pub(super) struct CheckpointedCases {
    cases: Results,
    checkpoint: Checkpoint,
}

impl CheckpointedCases {
    /// The completed cases in the file; none if it does not exist yet.
    pub(super) fn at(
        path: &Path,
        seed: u64,
        trials: u64,
        change: Option<&str>,
    ) -> Result<Self, Failure> {
        let program = std::env::current_exe().map_err(|error| error.to_string());
        let program = program.and_then(|it| Program::at(&it).map_err(|error| error.to_string()));
        let Program { version, build, .. } = program.map_err(Failure::Usage)?;
        let of = Settings { version, build, seed, trials, change: change.map(str::to_owned) };
        let checkpoint = Checkpoint { path: path.to_owned(), of };
        let text = match from_file(path) {
            Ok(input) => input.text,
            Err(Failure::Read { source, .. }) if source.kind() == ErrorKind::NotFound => {
                // Report now, not after an hour, if the file cannot be written.
                checkpoint.save(&Results::new())?;
                return Ok(Self { cases: Results::new(), checkpoint });
            }
            Err(failure) => return Err(failure),
        };
        let kept: CheckpointFile = serde_json::from_str(&text).map_err(|error| {
            Failure::Usage(format!(
                "{}: expected a file written by --checkpoint: {error}",
                path.display()
            ))
        })?;
        if kept.of != checkpoint.of {
            let what = |it: &Settings| {
                let change = it.change.as_deref().unwrap_or("none");
                let Settings { version, build, seed, trials, .. } = it;
                format!("{version}, build {build}, seed {seed}, {trials} trials, change {change}")
            };
            return Err(Failure::Usage(format!(
                "{} has results of {}, but this run is {}: pass another file",
                path.display(),
                what(&kept.of),
                what(&checkpoint.of)
            )));
        }
        Ok(Self { cases: kept.cases, checkpoint })
    }
}

impl CheckpointedCases {
    /// `context` with these cases, which saves more of them. If that fails, `unsaved` says why and
    /// `stop` is cancelled.
    pub(super) fn kept_by(
        self,
        context: Context,
        stop: &CancelToken,
        unsaved: &Arc<Mutex<Option<Failure>>>,
    ) -> Context {
        let (unsaved, stop) = (Arc::clone(unsaved), stop.clone());
        let Self { cases, checkpoint } = self;
        let save = move |cases: &Results| {
            if let Err(failure) = checkpoint.save(cases) {
                *unsaved.lock().unwrap_or_else(PoisonError::into_inner) = Some(failure);
                stop.cancel();
            }
        };
        context.with_cases(cases, Arc::new(save))
    }
}

impl Checkpoint {
    /// Writes the whole file.
    fn save(&self, cases: &Results) -> Result<(), Failure> {
        let kept = CheckpointFile { of: self.of.clone(), cases: cases.clone() };
        let mut text = serde_json::to_string_pretty(&kept).unwrap_or_default();
        text.push('\n');
        write_whole(&self.path, text.as_bytes())
    }
}
