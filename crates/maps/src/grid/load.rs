//! Maps and scenarios from files.

use std::path::Path;

use tremaux_core::ParseError;
use tremaux_reading::TextError;

use super::grid::Grid;
use super::map_file::MapFile;
use super::scenario::ScenarioFile;
use super::terrain::TerrainRules;
use crate::graph::read_source;

fn load<T>(path: &Path, parse: impl FnOnce(&str) -> Result<T, ParseError>) -> Result<T, TextError> {
    let text = read_source(path)?;
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
