//! Theta* between the shortest paths at any angle and A* with smoothing.

use tremaux_core::{Limits, Progress, StopReason};
use tremaux_maps::grid::{
    AnyAngle, Cell, Grid, Movement, PathMethod, Pathfinder, Route, StepCosts, Workspace,
};
use tremaux_testkit::Walker;

fn random_grid(walker: &mut Walker, movement: Movement) -> Grid {
    let (width, height) = (2 + walker.below(22), 2 + walker.below(22));
    let density = walker.below(35);
    let blocked: Vec<bool> = (0..width * height).map(|_| walker.below(100) < density).collect();
    Grid::new(width as u16, height as u16, movement, |cell| {
        !blocked[usize::from(cell.y) * width + usize::from(cell.x)]
    })
}

fn free_cells(grid: &Grid) -> Vec<Cell> {
    let cells = (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| Cell::new(x, y)));
    cells.filter(|&cell| grid.is_free(cell)).collect()
}

/// Whether a line is free, by walking along it in tiny steps: slow, and shares nothing with
/// the one that is tested. `None` where it touches a corner, or nearly.
fn sees_by_sampling(grid: &Grid, from: Cell, to: Cell) -> Option<bool> {
    let mut is_free = true;
    let count = 4000;
    for step in 0..=count {
        let part = f64::from(step) / f64::from(count);
        let at = |a: u16, b: u16| f64::from(a) + 0.5 + part * (f64::from(b) - f64::from(a));
        let (x, y) = (at(from.x, to.x), at(from.y, to.y));
        let near = |value: f64| (value - value.round()).abs() < 0.01;
        if near(x) && near(y) {
            return None;
        }
        is_free &= grid.is_free(Cell::new(x as u16, y as u16));
    }
    Some(is_free)
}

#[test]
fn lines_of_sight_are_free_lines() {
    let mut walker = Walker::new(1);
    let mut checked = 0;
    for round in 0..100 {
        let grid = random_grid(&mut walker, Movement::ALL[round % 4]);
        let free = free_cells(&grid);
        for _ in 0..20 {
            let [a, b] = [0, 1].map(|_| free[walker.below(free.len())]);
            assert_eq!(grid.sees(a, b), grid.sees(b, a), "{a} {b}");
            if let Some(truth) = sees_by_sampling(&grid, a, b) {
                assert_eq!(grid.sees(a, b), truth, "{a} {b}");
                checked += 1;
            }
        }
        for &cell in &free {
            if grid.movement() != Movement::FourNeighbours {
                for &step in grid.steps(cell) {
                    assert!(grid.sees(cell, cell.stepped(step, 1)), "a step is a line of sight");
                }
            }
        }
    }
    assert!(checked > 500, "{checked}");
}

/// The shortest path at any angle: Dijkstra's algorithm where each cell is joined to all it
/// sees.
fn shortest(grid: &Grid, free: &[Cell], start: Cell, goal: Cell) -> f64 {
    let mut left: Vec<(f64, Cell)> =
        free.iter().map(|&cell| (if cell == start { 0.0 } else { f64::INFINITY }, cell)).collect();
    while let Some(nearest) = (0..left.len()).min_by(|&a, &b| left[a].0.total_cmp(&left[b].0)) {
        let (g, cell) = left.swap_remove(nearest);
        if cell == goal || g.is_infinite() {
            return g;
        }
        for (known, other) in &mut left {
            let through = g + cell.euclidean(*other);
            if through < *known && grid.sees(cell, *other) {
                *known = through;
            }
        }
    }
    f64::INFINITY
}

#[test]
fn lengths_lie_between_the_optimum_and_smoothed_a_star() {
    let mut walker = Walker::new(2);
    let (mut workspace, mut route) = Default::default();
    let (mut exact, mut steps) = (Workspace::default(), Route::default());
    let [mut optimum, mut theta, mut lazy, mut smoothed, mut octile] = [0.0; 5];
    let mut found = 0;
    for round in 0..400 {
        let movement = [Movement::NoCornerCutting, Movement::OneSideFree, Movement::CornersAlways];
        let grid = random_grid(&mut walker, movement[round % 3]);
        let free = free_cells(&grid);
        let [start, goal] = [0, 1].map(|_| free[walker.below(free.len())]);
        let finder = Pathfinder::new(grid.clone(), StepCosts::Euclidean, PathMethod::AStar);
        let finder = finder.expect("usable costs");
        finder.find(start, goal, &mut exact, &mut steps).expect("free cells");
        let truth = shortest(&grid, &free, start, goal);
        for (kind, total) in [(AnyAngle::Theta, &mut theta), (AnyAngle::LazyTheta, &mut lazy)] {
            let done =
                kind.find(&grid, start, goal, &Limits::default(), &mut workspace, &mut route);
            assert!(matches!(done, Ok(Progress::Done(_))));
            assert_eq!(route.cost.is_finite(), steps.is_found());
            if !steps.is_found() {
                assert!(truth.is_infinite() && route.turns.is_empty());
                continue;
            }
            let ends = (route.turns.first(), route.turns.last());
            assert_eq!(ends, (Some(&start), Some(&goal)));
            let mut length = 0.0;
            for pair in route.turns.windows(2) {
                assert!(grid.sees(pair[0], pair[1]));
                length += pair[0].euclidean(pair[1]);
            }
            assert!((length - route.cost).abs() < 1e-9);
            assert!(length >= truth - 1e-9, "shorter than the shortest");
            assert!(length <= steps.cost + 1e-9, "round {round}: longer than A*'s path");
            *total += length;
        }
        if steps.is_found() {
            let cells: Vec<Cell> = steps.cells().collect();
            let tight = grid.pulled_tight(&cells);
            let length: f64 = tight.windows(2).map(|pair| pair[0].euclidean(pair[1])).sum();
            assert!(tight.windows(2).all(|pair| grid.sees(pair[0], pair[1])));
            assert!(truth - 1e-9 <= length && length <= steps.cost + 1e-9);
            smoothed += length;
            optimum += truth;
            octile += steps.cost;
            found += 1;
        }
    }
    println!(
        "{found} paths: optimum {optimum:.1}, Theta* {theta:.1}, lazy {lazy:.1}, smoothed \
         {smoothed:.1}, A* {octile:.1}"
    );
    assert!(found > 200);
    assert!(optimum < theta && theta < smoothed && lazy < smoothed && smoothed < octile);
    assert!(theta < 1.02 * optimum && lazy < 1.02 * optimum);
}

#[test]
fn limits_stop_the_search() {
    let grid = Grid::new(100, 100, Movement::NoCornerCutting, |cell| cell.x != 50);
    let (mut workspace, mut route) = Default::default();
    let limits = Limits::default().with_nodes(10);
    let (start, goal) = (Cell::new(0, 0), Cell::new(99, 99));
    let stopped = AnyAngle::Theta.find(&grid, start, goal, &limits, &mut workspace, &mut route);
    assert_eq!(stopped, Ok(Progress::Paused(StopReason::NodeLimit)));
    assert!(route.turns.is_empty());
}
