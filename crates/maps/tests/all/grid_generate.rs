//! Generated maps and scenarios: the same for a seed, and readable as files.

use tremaux_core::{Limits, StopReason};
use tremaux_maps::grid::{
    Cell, Components, GoalBounds, Grid, GridHierarchy, HierarchyWorkspace, MapFile, MapKind,
    MazeMethod, Movement, PathMethod, Pathfinder, Route, ScenarioFile, StepCosts, StepScale,
    TerrainRules, Workspace, generate_scenarios,
};

const LANDSCAPES: [MapKind; 8] = [
    MapKind::Rooms { size: 8 },
    MapKind::Rooms { size: 1 },
    MapKind::Caves,
    MapKind::Maze { corridor: 1 },
    MapKind::Maze { corridor: 6 },
    MapKind::WalledMaze { method: MazeMethod::Kruskal, braid: 50 },
    MapKind::Random { percent: 30 },
    MapKind::City,
];

#[test]
fn maps_and_scenarios_can_be_read_back_and_solved() {
    let rules = TerrainRules::land();
    let (mut workspace, mut route) = (Workspace::default(), Route::default());
    let mut near = HierarchyWorkspace::default();
    for (seed, landscape) in LANDSCAPES.into_iter().enumerate() {
        let map = landscape.generate(150, 110, seed as u64);
        assert_eq!(map, landscape.generate(150, 110, seed as u64), "{landscape:?}");
        assert_ne!(map, landscape.generate(150, 110, 1 + seed as u64), "{landscape:?}");
        let text = map.to_string();
        assert_eq!(MapFile::parse(&text, &rules), Ok(map.clone()));
        let grid = Grid::from_file(&map, &rules, Movement::NoCornerCutting);
        let share = grid.free_cells() as f64 / (150.0 * 110.0);
        assert!((0.2..0.9).contains(&share), "{landscape:?}: {share} of the cells are free");

        let made = generate_scenarios(&map, "made.map", Movement::NoCornerCutting, 40, 5);
        let made = made.expect("a small map").to_string();
        let file = ScenarioFile::parse_for(&made, &grid).expect("scenarios");
        assert_eq!(file.to_string(), made);
        assert_eq!(file.scenarios.len(), 40, "{landscape:?}");
        let hierarchy = GridHierarchy::new(grid.clone(), StepCosts::Euclidean, 2).expect("usable");
        for method in PathMethod::ALL {
            let finder = Pathfinder::new(grid.clone(), StepCosts::Euclidean, method);
            let finder = finder.expect("usable costs");
            for scenario in &file.scenarios {
                let (start, goal) = (scenario.start, scenario.goal);
                finder.find(start, goal, &mut workspace, &mut route).expect("free cells");
                assert!((route.cost - scenario.length).abs() < 1e-7, "{landscape:?}, {method}");
                hierarchy.find(start, goal, &mut near, &mut route).expect("free cells");
                assert!(route.cost > scenario.length - 1e-7);
            }
        }
    }
}

/// A maze has one component and no loops: as many free places and passages as a tree.
#[test]
fn mazes_are_trees() {
    for seed in 0..20 {
        let map = MapKind::Maze { corridor: 1 }.generate(41, 31, seed);
        let grid = Grid::from_file(&map, &TerrainRules::land(), Movement::FourNeighbours);
        let components = Components::new(&grid);
        let cells: Vec<Cell> = (0..31)
            .flat_map(|y| (0..41).map(move |x| Cell::new(x, y)))
            .filter(|&cell| grid.is_free(cell))
            .collect();
        let first = components.of(cells[0]);
        assert!(cells.iter().all(|&cell| components.of(cell) == first));
        let steps: usize = cells.iter().map(|&cell| grid.steps(cell).len()).sum();
        assert_eq!(steps / 2, cells.len() - 1);
    }
}

#[test]
fn every_size_can_be_made() {
    for landscape in LANDSCAPES {
        for (width, height) in [(1, 1), (1, 40), (40, 1), (2, 2), (7, 65)] {
            let map = landscape.generate(width, height, 3);
            assert_eq!((map.width(), map.height()), (width, height));
            let made = generate_scenarios(&map, "small.map", Movement::CornersAlways, 5, 5);
            assert!(made.is_ok());
        }
    }
}

/// A map of sixteen million cells: made, written, read, searched, changed; and what would take
/// hours and gigabytes to prepare is not begun.
#[test]
fn large_maps_are_searched() {
    let side = 4096;
    let rules = TerrainRules::land();
    let text = MapKind::Rooms { size: 31 }.generate(side, side, 1).to_string();
    let map = MapFile::parse(&text, &rules).expect("what was written");
    let grid = Grid::from_file(&map, &rules, Movement::NoCornerCutting);
    drop((map, text));
    let little = Limits::default().with_memory(100 << 20);
    let bounds = GoalBounds::new(&grid, StepScale::FAST, 2, &little);
    assert_eq!(bounds.err(), Some(StopReason::MemoryLimit));
    let mut finder =
        Pathfinder::new(grid, StepCosts::Euclidean, PathMethod::JumpPoints).expect("usable costs");
    let (mut workspace, mut route) = (Workspace::default(), Route::default());
    let (start, goal) = (Cell::new(1, 1), Cell::new(side - 2, side - 2));
    finder.find(start, goal, &mut workspace, &mut route).expect("free cells");
    let open = 4093.0 * 2_f64.sqrt();
    assert!(route.cost > open && route.cost < 1.5 * open, "{}", route.cost);
    let turn = route.turns[route.turns.len() / 2];
    finder.set_free(&[(turn, false)]);
    let before = route.cost;
    finder.find(start, goal, &mut workspace, &mut route).expect("free cells");
    assert!(route.cost >= before);
}
