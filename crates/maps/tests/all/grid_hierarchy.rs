//! HPA* against exact searches, and edited hierarchies against fresh ones.

use tremaux_maps::grid::{
    Cell, Direction, Grid, GridHierarchy, HierarchyWorkspace, Movement, PathMethod, Pathfinder,
    Route, StepCosts, Workspace,
};
use tremaux_testkit::Walker;

const COSTS: StepCosts = StepCosts::Euclidean;

/// Rooms with some clutter, so that there are narrow and wide entrances.
fn random_blocked(walker: &mut Walker, width: usize, height: usize) -> Vec<bool> {
    let (room, density) = (5 + walker.below(30), walker.below(25));
    let mut blocked = vec![false; width * height];
    for y in 0..height {
        for x in 0..width {
            let is_wall = x % room == 0 || y % room == 0;
            let is_door = walker.below(6) == 0;
            blocked[y * width + x] = is_wall && !is_door || walker.below(100) < density;
        }
    }
    blocked
}

fn grid_of(blocked: &[bool], width: usize, movement: Movement) -> Grid {
    let height = blocked.len() / width;
    Grid::new(width as u16, height as u16, movement, |cell| {
        !blocked[usize::from(cell.y) * width + usize::from(cell.x)]
    })
}

fn check_route(grid: &Grid, route: &Route, start: Cell, goal: Cell) {
    let cells: Vec<Cell> = route.cells().collect();
    assert_eq!((cells.first(), cells.last()), (Some(&start), Some(&goal)));
    let mut length = 0.0;
    for pair in cells.windows(2) {
        let step = Direction::between(pair[0], pair[1]).expect("a step");
        assert!(grid.allows(pair[0], step), "{} to {}", pair[0], pair[1]);
        length += if step.is_diagonal() { 2_f64.sqrt() } else { 1.0 };
    }
    assert!((length - route.cost).abs() < 1e-9 * (1.0 + length));
}

#[test]
fn paths_exist_exactly_where_they_do_and_are_nearly_shortest() {
    let mut walker = Walker::new(1);
    let (mut workspace, mut exact) = (HierarchyWorkspace::default(), Workspace::default());
    let (mut route, mut truth) = (Route::default(), Route::default());
    let (mut total, mut shortest, mut found) = (0.0, 0.0, 0);
    for round in 0..160 {
        let movement = Movement::ALL[round % 4];
        let (width, height) = (1 + walker.below(300), 1 + walker.below(200));
        let blocked = random_blocked(&mut walker, width, height);
        let grid = grid_of(&blocked, width, movement);
        let levels = 1 + round / 4 % 3;
        let hierarchy = GridHierarchy::new(grid.clone(), COSTS, levels).expect("usable");
        let finder = Pathfinder::new(grid.clone(), COSTS, PathMethod::JumpPoints).expect("usable");
        for _ in 0..30 {
            let mut pick = || Cell::new(walker.below(width) as u16, walker.below(height) as u16);
            let (start, goal) = (pick(), pick());
            if !grid.is_free(start) {
                continue;
            }
            hierarchy.find(start, goal, &mut workspace, &mut route).expect("a free start");
            finder.find(start, goal, &mut exact, &mut truth).expect("a free start");
            assert_eq!(route.is_found(), truth.is_found(), "round {round}: {start} to {goal}");
            if route.is_found() {
                check_route(&grid, &route, start, goal);
                assert!(route.cost >= truth.cost - 1e-9);
                assert!(route.cost <= 1.6 * truth.cost + 2.0, "{} {}", route.cost, truth.cost);
                total += route.cost;
                shortest += truth.cost;
                found += 1;
            }
        }
    }
    assert!(found > 500, "{found}");
    assert!(total < 1.02 * shortest, "{} times as long as the shortest", total / shortest);
}

#[test]
fn an_edited_hierarchy_is_a_fresh_one() {
    let mut walker = Walker::new(2);
    let (mut workspace, mut route) = (HierarchyWorkspace::default(), Route::default());
    let (mut other_workspace, mut other) = (HierarchyWorkspace::default(), Route::default());
    for round in 0..40 {
        let movement = Movement::ALL[round % 4];
        let (width, height) = (20 + walker.below(150), 20 + walker.below(100));
        let mut blocked = random_blocked(&mut walker, width, height);
        let grid = grid_of(&blocked, width, movement);
        let mut hierarchy = GridHierarchy::new(grid, COSTS, 1 + round % 3).expect("usable");
        for _ in 0..6 {
            let (x, y) = (walker.below(width), walker.below(height));
            let mut edits = Vec::new();
            // A block of cells, as a building that appears or goes.
            for (dx, dy) in (0..4).flat_map(|dx| (0..3).map(move |dy| (dx, dy))) {
                let is_free = walker.below(3) == 0;
                edits.push((Cell::new((x + dx) as u16, (y + dy) as u16), is_free));
                if x + dx < width && y + dy < height {
                    blocked[(y + dy) * width + x + dx] = !is_free;
                }
            }
            hierarchy.set_free(&edits);
            let grid = grid_of(&blocked, width, movement);
            let fresh = GridHierarchy::new(grid.clone(), COSTS, 1 + round % 3).expect("usable");
            assert_eq!(hierarchy.entrances(), fresh.entrances());
            for _ in 0..12 {
                let mut pick =
                    || Cell::new(walker.below(width) as u16, walker.below(height) as u16);
                let (start, goal) = (pick(), pick());
                if !grid.is_free(start) {
                    assert!(hierarchy.find(start, goal, &mut workspace, &mut route).is_err());
                    continue;
                }
                hierarchy.find(start, goal, &mut workspace, &mut route).expect("a free start");
                fresh.find(start, goal, &mut other_workspace, &mut other).expect("a free start");
                assert_eq!(route.is_found(), other.is_found());
                if route.is_found() {
                    check_route(&grid, &route, start, goal);
                    // Ties may be broken otherwise, as nodes are numbered otherwise.
                    assert!(
                        route.cost < 1.5 * other.cost + 1.0 && other.cost < 1.5 * route.cost + 1.0
                    );
                }
            }
        }
    }
}
