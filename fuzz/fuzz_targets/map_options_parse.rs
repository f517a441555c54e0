//! No text makes the parsers of movement, costs, terrain and cells panic, and errors point into
//! the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_core::ParseError;
use tremaux_maps::grid::{Grid, MapFile, Movement, TerrainRules};
use tremaux_registry::paths::{parse_cell, parse_costs, parse_movement, parse_terrain};

fn check<T>(text: &str, read: Result<T, ParseError>) {
    if let Err(error) = read {
        assert!(error.line > 0 && error.column > 0 && error.offset <= text.len());
        assert!(error.to_string().len() < 2000);
    }
}

fuzz_target!(|text: &str| {
    check(text, parse_movement(text));
    check(text, parse_costs(text));
    check(text, parse_terrain(text));
    let map = "type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n";
    let file = MapFile::parse(map, &TerrainRules::land()).expect("a map");
    let grid = Grid::from_file(&file, &TerrainRules::land(), Movement::FourNeighbours);
    for must_be_free in [false, true] {
        check(text, parse_cell(text, &grid, must_be_free));
    }
});
