//! Maps and scenarios from files.

use std::path::Path;

use tremaux_core::{Limits, ParseError};
use tremaux_reading::{ReadLimits, TextError, TextSource, read_text};

use super::grid::Grid;
use super::map_file::MapFile;
use super::scenario::ScenarioFile;
use super::terrain::TerrainRules;

fn load<T>(path: &Path, parse: impl FnOnce(&str) -> Result<T, ParseError>) -> Result<T, TextError> {
    let limits = ReadLimits::of_map(&Limits::default());
    let text = read_text(TextSource::File(path.to_owned()), &limits)?.text;
    parse(&text).map_err(|error| {
        let (origin, error) = (path.display().to_string(), Box::new(error));
        TextError::NotText { origin, text, error }
    })
}

/// Reads a map file.
///
/// # Errors
///
/// Returns the file's name with the system's error, or with the place in the text and what was
/// expected there.
pub fn load_map(path: &Path, rules: &TerrainRules) -> Result<MapFile, TextError> {
    load(path, |text| MapFile::parse(text, rules))
}

/// Reads a scenario file for a map.
///
/// # Errors
///
/// Like [`load_map`]; also for scenarios that do not fit the map.
pub fn load_scenarios(path: &Path, grid: &Grid) -> Result<ScenarioFile, TextError> {
    load(path, |text| ScenarioFile::parse_for(text, grid))
}
