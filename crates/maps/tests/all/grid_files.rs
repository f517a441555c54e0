//! Maps and scenarios from texts, good and bad.

use tremaux_maps::grid::{
    Cell, Grid, MapFile, Movement, PathMethod, Pathfinder, Route, ScenarioFile, StepCosts,
    TerrainRules, Workspace, load_map, load_scenarios,
};
use tremaux_testkit::{Walker, data};

fn error_of(text: &str) -> (usize, usize, String) {
    let error = MapFile::parse(text, &TerrainRules::land()).expect_err(text);
    (error.line, error.column, error.expected)
}

#[test]
fn bad_maps_are_refused_where_they_are_bad() {
    let header = "type octile\nheight 3\nwidth 4\nmap\n";
    let cases = [
        ("", 1, 1, "header"),
        ("type octile\nheight 3\nwidth 4\n", 3, 8, "header"),
        ("type octile\nheight three\nwidth 4\nmap\n", 2, 8, "number"),
        ("type octile\nheight\nwidth 4\nmap\n", 2, 7, "number"),
        ("type octile\nheight 0\nwidth 4\nmap\n", 2, 8, "from 1"),
        ("type octile\nheight 99999\nwidth 4\nmap\n", 2, 8, "32767"),
        ("type octile\nheight 3\nheight 3\nwidth 4\nmap\n", 3, 1, "each header line once"),
        ("type octile\nheight 3 4\nwidth 4\nmap\n", 2, 10, "end of the line"),
        ("type octile\nwidth 4\nmap\n....\n", 3, 1, "`height`"),
        ("height 1\nwidth 4\nmap\n....\n", 3, 1, "type"),
        ("type\nheight 1\nwidth 4\nmap\n....\n", 1, 5, "type"),
        ("octile\n", 1, 1, "`type`"),
        (&format!("{header}....\n....\n"), 6, 5, "row 3 of 3"),
        (&format!("{header}....\n....\n...\n"), 7, 4, "4 letters"),
        (&format!("{header}....\n...\n....\n"), 6, 4, "4 letters"),
        (&format!("{header}....\n\n....\n"), 6, 1, "4 letters"),
        (&format!("{header}....\n.....\n....\n"), 6, 5, "end of a row"),
        (&format!("{header}....\n..x.\n....\n"), 6, 3, "a letter of the map"),
        (&format!("{header}....\n..ß.\n....\n"), 6, 3, "a letter of the map"),
        (&format!("{header}....\n....\n....\n....\n"), 8, 1, "the end of a map of 3 rows"),
        (&format!("{header}...."), 5, 5, "row 2 of 3"),
    ];
    for (text, line, column, expected) in cases {
        let (found_line, found_column, found) = error_of(text);
        assert_eq!((found_line, found_column), (line, column), "{text:?}: {found}");
        assert!(found.contains(expected), "{text:?}: {found}");
    }
}

#[test]
fn headers_vary() {
    let rows = ".G\n@T\n";
    for header in [
        "type octile\nheight 2\nwidth 2\nmap\n",
        "type octile\nwidth 2\nheight 2\nmap\n",
        "type tile\r\nheight 2\r\nwidth 2\r\nmap\r\n",
        "type octile \nheight  2\n\nwidth\t2\nmap \n",
    ] {
        for rows in
            [rows.to_owned(), rows.replace('\n', "\r\n"), format!("{rows}\n\n"), ".G\n@T".into()]
        {
            let text = format!("{header}{rows}");
            let map = MapFile::parse(&text, &TerrainRules::land()).expect("a map");
            assert_eq!(map.letters(), b".G@T");
        }
    }
}

#[test]
fn letters_mean_what_the_format_says() {
    let text = "type octile\nheight 1\nwidth 7\nmap\n.GSWT@O\n";
    let free = |rules: &TerrainRules| -> Vec<bool> {
        let map = MapFile::parse(text, rules).expect("a map");
        let grid = Grid::from_file(&map, rules, Movement::FourNeighbours);
        (0..7).map(|x| grid.is_free(Cell::new(x, 0))).collect()
    };
    let land = [true, true, true, false, false, false, false];
    assert_eq!(free(&TerrainRules::land()), land);
    assert_eq!(free(&TerrainRules::water()), [false, false, false, true, false, false, false]);
    let rules = TerrainRules::land().with_weight(b'W', 4).with_weight(b'7', 7);
    let map = MapFile::parse(&text.replace('O', "7"), &rules).expect("a map");
    let grid = Grid::from_file(&map, &rules, Movement::FourNeighbours);
    assert_eq!(grid.weight(Cell::new(3, 0)), 4);
    assert_eq!(grid.weight(Cell::new(6, 0)), 7);
    assert!(grid.is_weighted());
}

#[test]
fn bad_scenarios_are_refused_where_they_are_bad() {
    let grid = Grid::new(4, 3, Movement::NoCornerCutting, |cell| cell != Cell::new(2, 1));
    let cases = [
        ("", 1, 1, "version 1"),
        ("\n\n", 1, 1, "or a scenario"),
        ("version 2\n", 1, 9, "version 1"),
        ("version 1\n0\tm\t4\t3\t0\t0\t3\n", 2, 14, "row of the goal"),
        ("version 1\n0\tm\t4\t3\t0\t0\t3\t2\n", 2, 16, "length"),
        ("version 1\nx\tm\t4\t3\t0\t0\t3\t2\t4\n", 2, 1, "bucket"),
        ("version 1\n0\tm\t4\tx\t0\t0\t3\t2\t4\n", 2, 7, "height"),
        ("version 1\n0\tm\t5\t3\t0\t0\t3\t2\t4\n", 2, 5, "4, the map's value"),
        ("version 1\n0\tm\t4\t3\t0\t0\t4\t2\t4\n", 2, 13, "column below 4"),
        ("version 1\n0\tm\t4\t3\t0\t0\t3\t3\t4\n", 2, 15, "row below 3"),
        ("version 1\n0\tm\t4\t3\t0\t-1\t3\t3\t4\n", 2, 11, "row of the start"),
        ("version 1\n0\tm\t4\t3\t0\t0\t3\t2\tnan\n", 2, 17, "the length of a path"),
        ("version 1\n0\tm\t4\t3\t0\t0\t3\t2\t-2\n", 2, 17, "or -1 for no path"),
        ("version 1\n", 1, 10, "a scenario"),
        ("version 1\n0\tm\t4\t3\t0\t0\t3\t2\t4\t5\n", 2, 19, "end of the line"),
    ];
    for (text, line, column, expected) in cases {
        let error = ScenarioFile::parse_for(text, &grid).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        assert!(error.expected.contains(expected), "{text:?}: {error}");
    }
}

#[test]
fn scenario_files_vary() {
    let grid = Grid::new(4, 3, Movement::NoCornerCutting, |_| true);
    for text in [
        "version 1\n0\tmy map.map\t4\t3\t0\t0\t3\t2\t3.82843\n",
        "version 1.0\r\n0 m.map 4 3 0 0 3 2 3.82843\r\n\r\n",
        "version 1\n0 m.map 4 3 0 0 3 2 3.82843",
        "0 m.map 0 0 3 2 3.82843\n",
    ] {
        let file = ScenarioFile::parse_for(text, &grid).expect(text);
        assert_eq!(file.scenarios.len(), 1);
        let scenario = &file.scenarios[0];
        assert_eq!((scenario.start, scenario.goal), (Cell::new(0, 0), Cell::new(3, 2)));
        assert!((scenario.length - 3.82843).abs() < 1e-12 && scenario.tolerance < 1.1e-5);
    }
    let file = ScenarioFile::parse("version 1\n1 m 4 3 0 0 0 0 760.938\n1 m 4 3 0 0 0 0 12\n");
    let tolerances: Vec<f64> =
        file.expect("scenarios").scenarios.iter().map(|s| s.tolerance).collect();
    assert!(tolerances.iter().all(|tolerance| (tolerance - 1e-3).abs() < 1e-5), "{tolerances:?}");
}

#[test]
fn blocked_scenarios_are_skipped_and_unreachable_ones_are_known() {
    let grid = Grid::new(4, 3, Movement::NoCornerCutting, |cell| cell != Cell::new(2, 1));
    let text = "version 1\n0\tm\t4\t3\t2\t1\t3\t2\t4\n\n0\tm\t4\t3\t0\t0\t2\t1\t4\n\
                0\tm\t4\t3\t0\t0\t3\t2\t-1\n0\tm\t4\t3\t0\t0\t3\t2\t0\n\
                0\tm\t4\t3\t1\t1\t1\t1\t0\n0\tm\t4\t3\t0\t0\t3\t2\t3.8284\n";
    let file = ScenarioFile::parse_for(text, &grid).expect("scenarios");
    let places: Vec<_> =
        file.skipped.iter().map(|(number, error)| (*number, error.line, error.column)).collect();
    assert_eq!(places, [(1, 2, 9), (2, 4, 13)]);
    assert!(file.skipped[0].1.expected.contains("a free cell for the start"));
    let kept: Vec<_> = file.scenarios.iter().map(|it| (it.number, it.has_path())).collect();
    assert_eq!(kept, [(3, false), (4, false), (5, true), (6, true)]);
    // Lengths of no path have no decimals, and say nothing about those of the others.
    assert!((file.scenarios[3].tolerance - 1e-4).abs() < 1e-7);
}

#[test]
fn plain_rows_need_no_header() {
    let rules = TerrainRules::land();
    let map = MapFile::parse(".#.\r\n...\r\n", &rules).expect("a map");
    assert_eq!((map.width(), map.height(), map.letter(Cell::new(1, 0))), (3, 2, Some(b'@')));
    assert_eq!(MapFile::parse("..\n#.", &rules).expect("a map").letters(), b"..@.");
    assert_eq!(error_of("...\n....\n"), (2, 4, "the end of a row of 3 letters".to_owned()));
    assert_eq!(error_of("...\n..\n").0, 2);
    assert!(!MapFile::is_plain("##\n##\n") && !MapFile::is_plain("") && !MapFile::is_plain("S."));
}

/// Some scenarios by every method, the more the faster it is; the example `scenarios` runs them
/// all.
#[test]
fn published_lengths_are_found() {
    let Some(folder) = data("grid") else { return };
    let rules = TerrainRules::land();
    let mut checked = 0;
    for name in [
        "32room_000",
        "AR0700SR",
        "AcrosstheCape",
        "Berlin_0_512",
        "arena",
        "arena2",
        "maze512-8-0",
    ] {
        let path = folder.join(format!("{name}.map"));
        let map = load_map(&path, &rules).expect("a map");
        assert_eq!(MapFile::parse(&map.to_string(), &rules), Ok(map.clone()));
        let grid = Grid::from_file(&map, &rules, Movement::NoCornerCutting);
        let scenarios = load_scenarios(&path.with_extension("map.scen"), &grid).expect("scenarios");
        let (mut workspace, mut route) = (Workspace::default(), Route::default());
        for method in PathMethod::ALL {
            let step = match method {
                PathMethod::Dijkstra => 400,
                PathMethod::AStar | PathMethod::BidirectionalAStar => 60,
                PathMethod::Auto | PathMethod::JumpPoints | PathMethod::TabledJumpPoints => 8,
                // Larger ones take seconds to prepare: the example `scenarios` asks them.
                PathMethod::BoundedJumpPoints if grid.free_cells() > 30_000 => continue,
                PathMethod::BoundedJumpPoints => 2,
            };
            let finder =
                Pathfinder::new(grid.clone(), StepCosts::Euclidean, method).expect("usable costs");
            let is_chosen = method != PathMethod::Auto || finder.method() == PathMethod::JumpPoints;
            assert!(is_chosen, "{name}: {}", finder.method());
            for scenario in scenarios.scenarios.iter().step_by(step) {
                let (start, goal) = (scenario.start, scenario.goal);
                finder.find(start, goal, &mut workspace, &mut route).expect("free cells");
                let difference = (route.cost - scenario.length).abs();
                assert!(difference <= scenario.tolerance, "{name}, {method}: {start} to {goal}");
                checked += 1;
            }
        }
    }
    assert!(checked > 3000, "{checked}");
}

/// Texts with a few bytes changed, cut off or doubled: an answer or an error, never a panic.
#[test]
fn damaged_texts_do_no_harm() {
    let rules = TerrainRules::land();
    let map = "type octile\nheight 3\nwidth 4\nmap\n....\n.@T.\nGSW.\n";
    let scenarios = "version 1\n0\tm\t4\t3\t0\t0\t3\t2\t4.82843\n1 m 4 3 0 0 3 0 3\n";
    let grid = Grid::new(4, 3, Movement::NoCornerCutting, |_| true);
    let mut walker = Walker::new(3);
    let (mut good, mut bad) = (0, 0);
    for round in 0..20_000 {
        let text = if round % 2 == 0 { map } else { scenarios };
        let mut letters: Vec<char> = text.chars().collect();
        for _ in 0..1 + walker.below(3) {
            let at = walker.below(letters.len());
            match walker.below(4) {
                0 => letters.truncate(at + 1),
                1 => letters.insert(at, letters[walker.below(letters.len())]),
                2 => {
                    letters[at] =
                        ['\r', '\n', '\t', ' ', '9', '-', '.', 'é', '\u{0}'][walker.below(9)]
                }
                _ => _ = letters.remove(at),
            }
            if letters.is_empty() {
                letters.push('x');
            }
        }
        let text: String = letters.into_iter().collect();
        let error = if round % 2 == 0 {
            MapFile::parse(&text, &rules).err()
        } else {
            ScenarioFile::parse_for(&text, &grid).err()
        };
        match error {
            None => good += 1,
            Some(error) => {
                bad += 1;
                assert!(error.offset <= text.len() && error.line >= 1 && error.column >= 1);
                assert!(error.line <= text.split('\n').count(), "{text:?}: {error}");
            }
        }
    }
    assert!(good > 500 && bad > 5000, "{good} good, {bad} bad");
}

#[test]
fn what_cannot_be_read_is_named() {
    let path = std::env::temp_dir().join(format!("tremaux-{}.map", std::process::id()));
    let rules = TerrainRules::land();
    let missing = load_map(&path, &rules).expect_err("no file").to_string();
    assert!(missing.contains(&path.display().to_string()));
    std::fs::write(&path, "type octile\nheight 1\nwidth 1\nmap\n?\n").expect("a place to write");
    let error = load_map(&path, &rules).expect_err("a bad map").to_string();
    assert!(error.contains("line 5, column 1") && error.contains(".map"), "{error}");
    std::fs::write(&path, b"type octile\nheight \xff\n").expect("a place to write");
    let error = load_map(&path, &rules).expect_err("no text").to_string();
    assert!(error.contains("line 2, column 8"), "{error}");
    std::fs::remove_file(&path).expect("the file");
}
