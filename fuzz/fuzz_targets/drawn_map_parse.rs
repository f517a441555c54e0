//! No text makes the reader of drawn maps panic, and what is read is within the map.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_maps::grid::{DrawnMap, DrawnRules, TerrainRules};

fuzz_target!(|data: (&str, Option<&str>)| {
    let (text, walls) = data;
    let terrain = TerrainRules::land();
    let rules = DrawnRules { terrain: &terrain, walls };
    let _ = DrawnMap::is_drawn(text);
    match DrawnMap::parse(text, &rules) {
        Ok(map) => {
            let is_inside = |x, y| x < map.width() && y < map.height();
            assert!(map.start().is_none_or(|start| is_inside(start.x, start.y)));
            assert!(map.goals().iter().all(|goal| is_inside(goal.x, goal.y)));
        }
        Err(error) => assert!(error.line > 0 && error.column > 0),
    }
});
