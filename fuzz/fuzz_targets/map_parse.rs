//! No text makes the parsers of grid maps, scenarios and terrain panic or take memory beyond
//! the text, and a map that was read is read again from what is written.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_maps::grid::{Grid, MapFile, Movement, ScenarioFile, TerrainRules};

fuzz_target!(|data: (&str, &str)| {
    let (map, scenarios) = data;
    let rules = TerrainRules::land();
    let file = MapFile::parse(map, &rules);
    if let Ok(file) = &file {
        let again = MapFile::parse(&file.to_string(), &rules).expect("what was written");
        assert_eq!(again.to_string(), file.to_string());
    }
    for text in [map, scenarios] {
        if let Ok(read) = ScenarioFile::parse(text) {
            assert!(read.scenarios.len() <= text.len());
        }
    }
    // Sides of thousands take as many bytes as columns are padded to.
    if let Ok(file) = file
        && file.width() < 512
    {
        let grid = Grid::from_file(&file, &rules, Movement::OneSideFree);
        if let Ok(read) = ScenarioFile::parse_for(scenarios, &grid) {
            assert!(read.scenarios.iter().all(|asked| grid.contains(asked.goal)));
        }
    }
});
