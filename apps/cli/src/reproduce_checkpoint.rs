//! What is done of rows of hours, kept in a file: `reproduce --checkpoint`.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tremaux_compare::Program;
use tremaux_reproduce::Results;

use crate::failure::Failure;
use crate::input::in_utf8;
use crate::replacing::write_whole;

/// What results hold for: another program, even another build of it, has results of its own.
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
struct Kept {
    of: Settings,
    cases: Results,
}

/// Where results are kept.
pub(crate) struct Keeping {
    path: PathBuf,
    of: Settings,
}

/// The cases that are done, and where they are kept.
pub(crate) struct Done {
    pub(crate) cases: Results,
    pub(crate) keeping: Keeping,
}

impl Done {
    /// Those of the file, none if there is no such file yet.
    pub(crate) fn at(
        path: &Path,
        (seed, trials, change): (u64, u64, Option<&str>),
    ) -> Result<Self, Failure> {
        let program = std::env::current_exe().map_err(|error| error.to_string());
        let program = program.and_then(|it| Program::at(&it).map_err(|error| error.to_string()));
        let Program { version, build, .. } = program.map_err(Failure::Usage)?;
        let of = Settings { version, build, seed, trials, change: change.map(str::to_owned) };
        let keeping = Keeping { path: path.to_owned(), of };
        let text = match fs::read(path) {
            Ok(bytes) => in_utf8(&path.display().to_string(), bytes)?,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                // Better to know now than after an hour.
                keeping.keep(&Results::new())?;
                return Ok(Self { cases: Results::new(), keeping });
            }
            Err(source) => return Err(Failure::Read { path: path.to_owned(), source }),
        };
        let kept: Kept = serde_json::from_str(&text).map_err(|error| {
            Failure::Usage(format!(
                "{}: expected results kept by --checkpoint: {error}",
                path.display()
            ))
        })?;
        if kept.of != keeping.of {
            let what = |it: &Settings| {
                let change = it.change.as_deref().unwrap_or("none");
                let Settings { version, build, seed, trials, .. } = it;
                format!("{version}, build {build}, seed {seed}, {trials} trials, change {change}")
            };
            return Err(Failure::Usage(format!(
                "{} holds results of {}; this is {}: give another file",
                path.display(),
                what(&kept.of),
                what(&keeping.of)
            )));
        }
        Ok(Self { cases: kept.cases, keeping })
    }
}

impl Keeping {
    /// Writes the file anew.
    pub(crate) fn keep(&self, cases: &Results) -> Result<(), Failure> {
        let kept = Kept { of: self.of.clone(), cases: cases.clone() };
        let mut text = serde_json::to_string_pretty(&kept).unwrap_or_default();
        text.push('\n');
        write_whole(&self.path, text.as_bytes())
    }
}
