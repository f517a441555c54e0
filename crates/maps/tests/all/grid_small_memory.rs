//! Searches in a fixed amount of memory, and preprocessing within limits.

use std::time::Duration;

use tremaux_core::{CancelToken, Limits, Progress, StopReason, Termination};
use tremaux_maps::PreparedFileError;
use tremaux_maps::grid::{
    Cell, GoalBounds, Grid, MapKind, Movement, PathError, PathMethod, Pathfinder, Route,
    SmallMemory, StepCosts, StepScale, TerrainRules, Workspace,
};
use tremaux_testkit::Walker;

/// Every rule, table and movement, with weights and without, against A*.
#[test]
fn small_tables_change_no_length() {
    let mut walker = Walker::new(1);
    let limits = Limits::default().with_nodes(200_000);
    let (mut solved, mut stopped) = (0, 0);
    for round in 0..160 {
        let movement = Movement::ALL[round % 4];
        let costs = [StepCosts::Euclidean, StepCosts::TEN_FOURTEEN][round / 4 % 2];
        let (width, height) = (2 + walker.below(12) as u16, 2 + walker.below(12) as u16);
        let greatest = if round % 3 == 0 { 4 } else { 1 };
        let weights: Vec<u8> = (0..usize::from(width) * usize::from(height))
            .map(|_| if walker.below(100) < 25 { 0 } else { 1 + walker.below(greatest) as u8 })
            .collect();
        let grid = Grid::with_weights(width, height, movement, |cell| {
            Some(weights[usize::from(cell.y) * usize::from(width) + usize::from(cell.x)])
        });
        let mut pick =
            || Cell::new(walker.below(width.into()) as u16, walker.below(height.into()) as u16);
        let (start, goal) = (pick(), pick());
        let finder = Pathfinder::new(grid, costs, PathMethod::AStar).expect("usable costs");
        if !finder.grid().is_free(start) {
            continue;
        }
        let truth = finder.cost(start, goal).expect("a free start");
        for rule in [SmallMemory::LeastCut, SmallMemory::Budgeted] {
            for table in [0, 1 << 10, 1 << 16] {
                let mut route = Route::default();
                let progress = finder.find_in(table, rule, start, goal, &limits, &mut route);
                match progress.expect("a free start") {
                    Progress::Paused(reason) => {
                        assert_eq!(reason, StopReason::NodeLimit);
                        assert!(!route.is_found() && route.expanded <= 200_000);
                        stopped += 1;
                    }
                    Progress::Done(Termination::Finished) => {
                        let truth = truth.expect("a path where one was found");
                        assert!((route.cost - truth).abs() < 1e-9, "round {round}, {rule:?}");
                        assert_eq!((route.turns[0], route.end()), (start, Some(goal)));
                        solved += 1;
                    }
                    Progress::Done(_) => assert!(truth.is_none() && !route.is_found()),
                }
            }
        }
    }
    assert!(solved > 400 && stopped < solved / 4, "{solved} solved, {stopped} stopped");
}

fn caves() -> Grid {
    let (rules, movement) = (TerrainRules::land(), Movement::NoCornerCutting);
    Grid::from_file(&MapKind::Caves.generate(160, 120, 5), &rules, movement)
}

/// Bounds do not depend on the number of threads, and queries visit fewer cells.
#[test]
fn bounds_do_not_depend_on_threads() {
    let (grid, limits) = (caves(), Limits::default());
    let prepared = |method, threads| {
        Pathfinder::prepared(grid.clone(), StepCosts::Euclidean, method, threads, &limits)
            .expect("no limits")
    };
    let finders = [
        prepared(PathMethod::TabledJumpPoints, 1),
        prepared(PathMethod::BoundedJumpPoints, 1),
        prepared(PathMethod::BoundedJumpPoints, 3),
    ];
    let cells: Vec<Cell> = (0..120)
        .flat_map(|y| (0..160).map(move |x| Cell::new(x, y)))
        .filter(|&cell| grid.is_free(cell))
        .step_by(331)
        .collect();
    let (mut workspace, mut routes) = (Workspace::default(), [(); 3].map(|()| Route::default()));
    let mut expanded = [0, 0];
    for &start in &cells {
        for &goal in &cells {
            for (finder, route) in finders.iter().zip(&mut routes) {
                finder.find(start, goal, &mut workspace, route).expect("free cells");
            }
            assert_eq!(routes[0].cost, routes[1].cost, "{start} to {goal}");
            assert_eq!(routes[1], routes[2]);
            expanded[0] += routes[0].expanded;
            expanded[1] += routes[1].expanded;
        }
    }
    assert!(expanded[1] * 3 < expanded[0] * 2, "{expanded:?}");
}

#[test]
fn bounds_are_prepared_within_limits() {
    let grid = caves();
    let make = |limits: &Limits| GoalBounds::new(&grid, StepScale::FAST, 2, limits);
    let cancel = CancelToken::default();
    cancel.cancel();
    let cancelled = Limits::default().with_cancel(cancel);
    assert_eq!(make(&cancelled).err(), Some(StopReason::Cancelled));
    let at_once = Limits::default().with_time(Duration::ZERO);
    assert_eq!(make(&at_once).err(), Some(StopReason::TimeLimit));
    let little = Limits::default().with_memory(1000);
    assert_eq!(make(&little).err(), Some(StopReason::MemoryLimit));
    let refused = Pathfinder::prepared(
        grid.clone(),
        StepCosts::Euclidean,
        PathMethod::BoundedJumpPoints,
        1,
        &at_once,
    );
    assert_eq!(refused.err(), Some(PathError::Stopped(StopReason::TimeLimit)));
    let bounds = make(&Limits::default()).expect("no limits");
    assert!(bounds.jump_points() > 100 && bounds.bytes() >= 128 * bounds.jump_points());
}

/// A map so long that 32-bit costs do not reach across it.
#[test]
fn bounds_that_costs_do_not_fit_are_refused() {
    // A serpentine of more cells than 2^32 divided by the cost of a step.
    let grid = Grid::new(601, 1201, Movement::NoCornerCutting, |cell| {
        let gap = if cell.y % 4 == 1 { 600 } else { 0 };
        cell.y % 2 == 0 || cell.x == gap
    });
    let limits = Limits::default();
    assert_eq!(
        GoalBounds::new(&grid, StepScale::FAST, 1, &limits).err(),
        Some(StopReason::CostOverflow)
    );
}

#[test]
fn bounds_are_kept_in_files_and_damage_is_noticed() {
    let (grid, scale) = (caves(), StepScale::FAST);
    let bounds = GoalBounds::new(&grid, scale, 2, &Limits::default()).expect("no limits");
    let path = std::env::temp_dir().join(format!("tremaux-bounds-{}", std::process::id()));
    bounds.save(&path).expect("a writable folder");
    let opened = GoalBounds::open(&path, &grid, scale).expect("as it was written");
    assert_eq!(opened.jump_points(), bounds.jump_points());
    let costs = StepCosts::Euclidean;
    let made = Pathfinder::prepared(
        grid.clone(),
        costs,
        PathMethod::BoundedJumpPoints,
        2,
        &Limits::default(),
    );
    let finders = [
        made.expect("no limits"),
        Pathfinder::with_bounds(grid.clone(), costs, opened, &Limits::default())
            .expect("usable costs"),
    ];
    assert!(finders[1].bounds().is_some());
    let mut walker = Walker::new(2);
    let (mut workspace, mut routes) = (Workspace::default(), [(); 2].map(|()| Route::default()));
    let mut asked = 0;
    while asked < 300 {
        let [start, goal] =
            [(); 2].map(|()| Cell::new(walker.below(160) as u16, walker.below(120) as u16));
        if !grid.is_free(start) {
            continue;
        }
        for (finder, route) in finders.iter().zip(&mut routes) {
            finder.find(start, goal, &mut workspace, route).expect("a free start");
        }
        assert_eq!(routes[0], routes[1], "{start} to {goal}");
        asked += 1;
    }
    // An edit, other costs or another movement rule give another name, and the file is not used.
    let mut edited = grid.clone();
    let cell = Cell::new(80, 60);
    edited.set_free(cell, !grid.is_free(cell));
    let name = GoalBounds::file_name(&grid, scale);
    assert_ne!(GoalBounds::file_name(&edited, scale), name);
    let other = StepScale::fast(StepCosts::TEN_FOURTEEN, grid.movement());
    assert_ne!(GoalBounds::file_name(&grid, other), name);
    assert!(matches!(GoalBounds::open(&path, &edited, scale), Err(PreparedFileError::OtherMap)));
    assert!(matches!(GoalBounds::open(&path, &grid, other), Err(PreparedFileError::OtherMap)));
    let mismatched =
        Pathfinder::with_bounds(edited, costs, bounds, &Limits::default()).expect("usable costs");
    assert!(mismatched.bounds().is_none());

    let bytes = std::fs::read(&path).expect("the file");
    let open = |bytes: &[u8]| {
        std::fs::write(&path, bytes).expect("a writable folder");
        GoalBounds::open(&path, &grid, scale).map(|_| ())
    };
    for _ in 0..200 {
        let mut broken = bytes.clone();
        let place = walker.below(bytes.len());
        broken[place] ^= 1 << walker.below(8);
        assert!(open(&broken).is_err(), "byte {place} was changed");
    }
    for length in [0, 7, 39, 40, bytes.len() / 2, bytes.len() - 1] {
        assert!(open(&bytes[..length]).is_err(), "cut to {length} bytes");
    }
    assert!(open(&bytes).is_ok());
    std::fs::remove_file(&path).expect("the file");
}
