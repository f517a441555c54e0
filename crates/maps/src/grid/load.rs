//! Maps and scenarios from files.

use std::fmt;
use std::path::{Path, PathBuf};

use tremaux_core::ParseError;
use tremaux_reading::TextError;

use super::grid::Grid;
use super::map_file::MapFile;
use super::scenario::ScenarioFile;
use super::terrain::TerrainRules;
use crate::graph::read_source;

/// A file that cannot be read, and why; errors in the text come with line and column.
#[derive(Debug)]
pub struct LoadError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: LoadErrorReason,
}

/// Why a file cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum LoadErrorReason {
    /// The system could not read it.
    Io(std::io::Error),
    /// Its text is not valid.
    Parse(ParseError),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            LoadErrorReason::Io(error) => write!(f, "{}: {error}", self.path.display()),
            LoadErrorReason::Parse(error) => write!(f, "{}: {error}", self.path.display()),
        }
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.reason {
            LoadErrorReason::Io(error) => Some(error),
            LoadErrorReason::Parse(error) => Some(error),
        }
    }
}

fn load<T>(path: &Path, parse: impl FnOnce(&str) -> Result<T, ParseError>) -> Result<T, LoadError> {
    let fail = |reason| LoadError { path: path.to_owned(), reason };
    let text = read_source(path).map_err(|error| {
        fail(match error {
            TextError::Io { source, .. } => LoadErrorReason::Io(source),
            TextError::NotText { error, .. } => LoadErrorReason::Parse(*error),
            error => LoadErrorReason::Io(std::io::Error::other(error)),
        })
    })?;
    parse(&text).map_err(|error| fail(LoadErrorReason::Parse(error)))
}

/// Reads a map file.
///
/// # Errors
///
/// Returns the file's name with the system's error, or with the place in the text and what was
/// expected there.
pub fn load_map(path: &Path, rules: &TerrainRules) -> Result<MapFile, LoadError> {
    load(path, |text| MapFile::parse(text, rules))
}

/// Reads a scenario file for a map.
///
/// # Errors
///
/// Like [`load_map`]; also for scenarios that do not fit the map.
pub fn load_scenarios(path: &Path, grid: &Grid) -> Result<ScenarioFile, LoadError> {
    load(path, |text| ScenarioFile::parse_for(text, grid))
}
