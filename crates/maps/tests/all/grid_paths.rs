//! Every method, rule of movement and cost against a plain Dijkstra's algorithm that shares
//! no code with them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tremaux_core::{Algorithm, FloatCost, Limits, Progress, StopReason};
use tremaux_maps::grid::{
    Cell, Direction, Grid, MapKind, Movement, OpenDistance, PathError, PathMethod, PathSearch,
    Pathfinder, Route, StepCosts, StepQuery, StepScale, TerrainRules, WeightedQuery, Workspace,
};
use tremaux_search::{IdaStar, plan_cost};
use tremaux_testkit::{Walker, check_backward, check_heuristic, check_indexed, check_space};

/// A map as plain as can be: a weight for each cell, 0 where it is blocked.
#[derive(Clone)]
struct Plain {
    width: usize,
    height: usize,
    weights: Vec<u8>,
    movement: Movement,
    costs: StepCosts,
}

impl Plain {
    fn random(walker: &mut Walker, movement: Movement, costs: StepCosts, weights: usize) -> Self {
        let (width, height) = (1 + walker.below(90), 1 + walker.below(30));
        let density = walker.below(45);
        let weights = (0..width * height)
            .map(|_| if walker.below(100) < density { 0 } else { 1 + walker.below(weights) as u8 })
            .collect();
        Self { width, height, weights, movement, costs }
    }

    fn grid(&self) -> Grid {
        let weight =
            |cell: Cell| self.weights[usize::from(cell.y) * self.width + usize::from(cell.x)];
        Grid::with_weights(self.width as u16, self.height as u16, self.movement, |cell| {
            Some(weight(cell))
        })
    }

    fn pick(&self, walker: &mut Walker) -> Cell {
        let free: Vec<usize> =
            (0..self.weights.len()).filter(|&cell| self.weights[cell] > 0).collect();
        let cell = if free.is_empty() { 0 } else { free[walker.below(free.len())] };
        Cell::new((cell % self.width) as u16, (cell / self.width) as u16)
    }

    fn weight(&self, x: i32, y: i32) -> u8 {
        let is_inside = x >= 0 && y >= 0 && x < self.width as i32 && y < self.height as i32;
        if is_inside { self.weights[y as usize * self.width + x as usize] } else { 0 }
    }

    /// The cost of a step, if it is allowed.
    fn step(&self, from: (i32, i32), dx: i32, dy: i32) -> Option<f64> {
        let (x, y) = from;
        let to = self.weight(x + dx, y + dy);
        if to == 0 || (dx, dy) == (0, 0) {
            return None;
        }
        let is_diagonal = dx != 0 && dy != 0;
        let sides = [self.weight(x + dx, y) > 0, self.weight(x, y + dy) > 0];
        let is_allowed = !is_diagonal
            || match self.movement {
                Movement::FourNeighbours => false,
                Movement::NoCornerCutting => sides[0] && sides[1],
                Movement::OneSideFree => sides[0] || sides[1],
                Movement::CornersAlways => true,
            };
        let (straight, diagonal) = match self.costs {
            StepCosts::Euclidean => (1.0, 2_f64.sqrt()),
            StepCosts::Integers { straight, diagonal } => (straight.into(), diagonal.into()),
        };
        let cost = f64::from(to) * if is_diagonal { diagonal } else { straight };
        is_allowed.then_some(cost)
    }

    fn distances(&self, start: Cell) -> Vec<f64> {
        let mut distances = vec![f64::INFINITY; self.weights.len()];
        let index = |x: i32, y: i32| y as usize * self.width + x as usize;
        let (x, y) = (i32::from(start.x), i32::from(start.y));
        let mut open = BinaryHeap::new();
        if self.weight(x, y) > 0 {
            distances[index(x, y)] = 0.0;
            open.push(Reverse((FloatCost::new(0.0), x, y)));
        }
        while let Some(Reverse((g, x, y))) = open.pop() {
            if g.get() > distances[index(x, y)] {
                continue;
            }
            for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                if let Some(cost) = self.step((x, y), dx, dy) {
                    let (next, at) = (g.get() + cost, index(x + dx, y + dy));
                    if next < distances[at] {
                        distances[at] = next;
                        open.push(Reverse((FloatCost::new(next), x + dx, y + dy)));
                    }
                }
            }
        }
        distances
    }

    /// The cost of a route step by step; `None` if it is none.
    fn follow(&self, route: &Route, start: Cell, goal: Cell) -> Option<f64> {
        let cells: Vec<Cell> = route.cells().collect();
        if cells.first() != Some(&start) || cells.last() != Some(&goal) {
            return None;
        }
        let mut total = 0.0;
        for pair in cells.windows(2) {
            let from = (i32::from(pair[0].x), i32::from(pair[0].y));
            let to = (i32::from(pair[1].x), i32::from(pair[1].y));
            total += self.step(from, to.0 - from.0, to.1 - from.1)?;
        }
        Some(total)
    }

    fn check(&self, route: &Route, start: Cell, goal: Cell, truth: f64, what: &str) {
        let close = |cost: f64| (cost - truth).abs() <= 1e-9 * (1.0 + truth);
        if truth.is_infinite() {
            assert!(!route.is_found() && route.cost.is_infinite(), "{what}: a path to nowhere");
            return;
        }
        assert!(close(route.cost), "{what}: {} instead of {truth}", route.cost);
        let followed = self.follow(route, start, goal);
        assert!(followed.is_some_and(close), "{what}: the path does not lead to the goal");
    }
}

const COSTS: [StepCosts; 5] = [
    StepCosts::Euclidean,
    StepCosts::TEN_FOURTEEN,
    StepCosts::SEVENTY_NINETY_NINE,
    StepCosts::Integers { straight: 1, diagonal: 1 },
    StepCosts::Integers { straight: 1, diagonal: 2 },
];

#[test]
fn steps_are_allowed_where_the_rules_say() {
    let mut walker = Walker::new(11);
    for round in 0..40 {
        let movement = Movement::ALL[round % 4];
        let plain = Plain::random(&mut walker, movement, StepCosts::Euclidean, 2);
        let grid = plain.grid();
        // A cell beyond each side, too.
        for (x, y) in
            (-1..=plain.width as i32).flat_map(|x| (-1..=plain.height as i32).map(move |y| (x, y)))
        {
            let cell = Cell::new(x as u16, y as u16);
            for direction in Direction::ALL {
                let (dx, dy) = direction.step();
                let step = plain.step((x, y), dx.into(), dy.into());
                let is_allowed = step.is_some() && plain.weight(x, y) > 0;
                assert_eq!(grid.allows(cell, direction), is_allowed, "{cell} {direction:?}");
                assert_eq!(grid.steps(cell).contains(&direction), is_allowed);
            }
        }
    }
}

#[test]
fn lines_have_directions() {
    let middle = Cell::new(9, 9);
    let mut lines = 0;
    for (x, y) in (0..19).flat_map(|x| (0..19).map(move |y| (x, y))) {
        let on_line = |direction: &Direction| {
            (1..=9).any(|steps| middle.stepped(*direction, steps) == Cell::new(x, y))
        };
        let expected = Direction::ALL.into_iter().find(on_line);
        assert_eq!(Direction::between(middle, Cell::new(x, y)), expected, "{x},{y}");
        lines += u32::from(expected.is_some());
    }
    assert_eq!(lines, 72);
}

#[test]
fn all_methods_find_shortest_paths_under_all_rules() {
    let mut walker = Walker::new(1);
    let (mut workspace, mut route) = (Workspace::default(), Route::default());
    let mut found = 0;
    for round in 0..2000 {
        let movement = Movement::ALL[round % 4];
        let costs = COSTS[round / 4 % 5];
        let plain = Plain::random(&mut walker, movement, costs, 1);
        let (start, goal) = (plain.pick(&mut walker), plain.pick(&mut walker));
        let index = usize::from(goal.y) * plain.width + usize::from(goal.x);
        let truth = plain.distances(start);
        for method in PathMethod::ALL {
            let finder = Pathfinder::new(plain.grid(), costs, method).expect("usable costs");
            let what = format!("round {round}, {method}, {movement}, {costs:?}");
            match finder.find(start, goal, &mut workspace, &mut route) {
                Ok(()) => plain.check(&route, start, goal, truth[index], &what),
                Err(error) => {
                    assert_eq!(error, PathError::Blocked(start));
                    assert!(plain.weights.iter().all(|&weight| weight == 0));
                    route.clear();
                }
            }
            found += usize::from(route.is_found());
        }
    }
    assert!(found > 4000, "only {found} paths");
}

#[test]
fn weights_are_paid_on_entering() {
    let mut walker = Walker::new(2);
    let (mut workspace, mut route) = (Workspace::default(), Route::default());
    for round in 0..1000 {
        let movement = Movement::ALL[round % 4];
        let costs = COSTS[round / 4 % 5];
        let greatest = [2, 9, 255][round % 3];
        let mut plain = Plain::random(&mut walker, movement, costs, greatest);
        if round % 2 == 0 {
            // Large uniform areas, where steps are pruned.
            for (cell, weight) in plain.weights.iter_mut().enumerate() {
                let area = cell % plain.width / 9 + cell / plain.width / 7;
                *weight = (*weight).min(1) * (1 + (area % 3) as u8);
            }
        }
        let (start, goal) = (plain.pick(&mut walker), plain.pick(&mut walker));
        let truth = plain.distances(start)[usize::from(goal.y) * plain.width + usize::from(goal.x)];
        for method in [PathMethod::Dijkstra, PathMethod::AStar] {
            let finder = Pathfinder::new(plain.grid(), costs, method).expect("usable costs");
            if finder.grid().is_free(start) {
                finder.find(start, goal, &mut workspace, &mut route).expect("free cells");
                plain.check(&route, start, goal, truth, &format!("round {round}, {method}"));
            }
        }
    }
    let plain = Plain::random(&mut walker, Movement::NoCornerCutting, StepCosts::Euclidean, 9);
    let refused = Pathfinder::new(plain.grid(), plain.costs, PathMethod::JumpPoints);
    assert_eq!(refused.err(), Some(PathError::Weighted(PathMethod::JumpPoints)));
}

#[test]
fn distances_to_all_and_to_many() {
    let mut walker = Walker::new(3);
    for round in 0..600 {
        let (movement, costs) = (Movement::ALL[round % 4], COSTS[round / 4 % 5]);
        let plain = Plain::random(&mut walker, movement, costs, if round % 3 == 0 { 5 } else { 1 });
        let start = plain.pick(&mut walker);
        let finder = Pathfinder::new(plain.grid(), costs, PathMethod::AStar).expect("usable costs");
        if !finder.grid().is_free(start) {
            continue;
        }
        let truth = plain.distances(start);
        let found = finder.distances(start).expect("a free start");
        for (&found, &truth) in found.as_slice().iter().zip(&truth) {
            assert!(
                found == truth || (found - truth).abs() < 1e-9 * (1.0 + truth),
                "round {round}"
            );
        }
        let goals: Vec<Cell> = (0..8).map(|_| plain.pick(&mut walker)).collect();
        let routes = finder.routes_to(start, &goals, 3).expect("a free start");
        let distance = |cell: Cell| truth[usize::from(cell.y) * plain.width + usize::from(cell.x)];
        let mut distinct = goals.clone();
        distinct.sort_unstable();
        distinct.dedup();
        distinct.retain(|&goal| distance(goal).is_finite());
        distinct.sort_by(|&a, &b| distance(a).total_cmp(&distance(b)));
        assert_eq!(routes.len(), distinct.len().min(3));
        for (route, nearest) in routes.iter().zip(distinct) {
            let end = route.end().expect("a path");
            assert!(goals.contains(&end));
            plain.check(route, start, end, distance(end), "many goals");
            assert!((distance(end) - distance(nearest)).abs() < 1e-9, "not the nearest");
        }
    }
}

#[test]
fn distances_from_and_to_several_cells() {
    let mut walker = Walker::new(9);
    let (mut paths, mut none) = (0, 0);
    for round in 0..60 {
        let (movement, costs) = (Movement::ALL[round % 4], COSTS[round / 4 % 5]);
        let plain = Plain::random(&mut walker, movement, costs, if round % 3 == 0 { 1 } else { 5 });
        let finder = Pathfinder::new(plain.grid(), costs, PathMethod::AStar).expect("usable costs");
        let cells: Vec<Cell> = (0..round % 4).map(|_| plain.pick(&mut walker)).collect();
        if cells.iter().any(|&cell| !finder.grid().is_free(cell)) {
            assert!(finder.distances_to(&cells).is_err() && finder.distances_from(&cells).is_err());
            continue;
        }
        let is_near =
            |found: f64, truth: f64| found == truth || (found - truth).abs() < 1e-9 * (1.0 + truth);
        let index = |cell: Cell| usize::from(cell.y) * plain.width + usize::from(cell.x);
        let from: Vec<Vec<f64>> = cells.iter().map(|&cell| plain.distances(cell)).collect();
        let found = finder.distances_from(&cells).expect("free cells");
        let to = finder.distances_to(&cells).expect("free cells");
        for (at, &found) in found.as_slice().iter().enumerate() {
            let truth = from.iter().map(|it| it[at]).fold(f64::INFINITY, f64::min);
            assert!(is_near(found, truth), "round {round}: {found}, truly {truth}");
            let cell = Cell::new((at % plain.width) as u16, (at / plain.width) as u16);
            let distances = plain.distances(cell);
            let nearest = cells.iter().map(|&goal| distances[index(goal)]);
            let truth = nearest.fold(f64::INFINITY, f64::min);
            assert!(is_near(to.get(cell), truth), "round {round}: {}, {truth}", to.get(cell));
            let route = to.path_from(&finder, cell);
            assert_eq!(route.is_some(), truth.is_finite(), "round {round}");
            let Some(route) = route else {
                none += 1;
                continue;
            };
            let end = route.end().expect("a path");
            assert!(cells.contains(&end), "round {round}: {route:?}");
            plain.check(&route, cell, end, truth, "to the nearest");
            paths += 1;
        }
    }
    assert!(paths > 700 && none > 100, "{paths} {none}");
}

#[test]
fn edits_leave_what_a_fresh_map_has() {
    let mut walker = Walker::new(4);
    let (mut workspace, mut route) = (Workspace::default(), Route::default());
    for round in 0..200 {
        let (movement, costs) = (Movement::ALL[round % 4], COSTS[round / 4 % 5]);
        let mut plain = Plain::random(&mut walker, movement, costs, 1);
        let method = PathMethod::ALL[round % PathMethod::ALL.len()];
        let mut finder = Pathfinder::new(plain.grid(), costs, method).expect("usable costs");
        for _ in 0..15 {
            let edits: Vec<(Cell, bool)> = (0..1 + walker.below(4))
                .map(|_| {
                    let (x, y) = (walker.below(plain.width), walker.below(plain.height));
                    let is_free = walker.below(2) == 0;
                    plain.weights[y * plain.width + x] = u8::from(is_free);
                    (Cell::new(x as u16, y as u16), is_free)
                })
                .collect();
            finder.set_free(&edits);
            let (start, goal) = (plain.pick(&mut walker), plain.pick(&mut walker));
            if !finder.grid().is_free(start) {
                continue;
            }
            let truth = plain.distances(start);
            let truth = truth[usize::from(goal.y) * plain.width + usize::from(goal.x)];
            finder.find(start, goal, &mut workspace, &mut route).expect("free cells");
            plain.check(&route, start, goal, truth, &format!("round {round}, {method}"));
        }
    }
}

#[test]
fn the_nearest_reachable_cell_is_nearest() {
    let mut walker = Walker::new(5);
    let (mut workspace, mut route) = (Workspace::default(), Route::default());
    let mut walled_off = 0;
    for round in 0..1500 {
        let (movement, costs) = (Movement::ALL[round % 4], COSTS[round / 4 % 5]);
        let plain = Plain::random(&mut walker, movement, costs, 1);
        let start = plain.pick(&mut walker);
        let goal = Cell::new(walker.below(plain.width) as u16, walker.below(plain.height) as u16);
        let finder = Pathfinder::new(plain.grid(), costs, PathMethod::JumpPoints).expect("usable");
        if !finder.grid().is_free(start) {
            continue;
        }
        finder.find_nearest(start, goal, &mut workspace, &mut route).expect("cells on the map");
        let end = route.end().expect("a path, if only to the start");
        let truth = plain.distances(start);
        plain.check(
            &route,
            start,
            end,
            truth[usize::from(end.y) * plain.width + usize::from(end.x)],
            "nearest",
        );
        let far = |cell: Cell| {
            let (long, short) = cell.spans(goal);
            match (movement, costs) {
                (Movement::FourNeighbours, _) => f64::from(long + short),
                (_, StepCosts::Euclidean) => costs.of_steps((long - short).into(), short.into()),
                _ => costs.of_steps((long - short).into(), short.into()),
            }
        };
        for (index, _) in truth.iter().enumerate().filter(|(_, distance)| distance.is_finite()) {
            let cell = Cell::new((index % plain.width) as u16, (index / plain.width) as u16);
            assert!(far(end) <= far(cell) + 1e-9, "{cell} is nearer to {goal} than {end}");
        }
        assert_eq!(finder.is_reachable(start, goal), end == goal);
        walled_off += usize::from(end != goal);
    }
    assert!(walled_off > 300, "{walled_off}");
}

#[test]
fn slices_change_nothing() {
    let mut walker = Walker::new(6);
    for round in 0..200 {
        let (movement, costs) = (Movement::ALL[round % 4], COSTS[round / 4 % 5]);
        let plain = Plain::random(&mut walker, movement, costs, 1);
        let (start, goal) = (plain.pick(&mut walker), plain.pick(&mut walker));
        let finder =
            Pathfinder::new(plain.grid(), costs, PathMethod::ALL[round % PathMethod::ALL.len()])
                .expect("usable");
        if !finder.grid().is_free(start) {
            continue;
        }
        let mut whole = Route::default();
        finder.find(start, goal, &mut Workspace::default(), &mut whole).expect("free cells");
        let begin = || finder.start(start, goal, Workspace::default()).expect("free cells");
        let mut searches: Vec<(PathSearch, Limits)> = [1, 3, 100]
            .map(|nodes| (begin(), Limits::default().with_nodes(nodes)))
            .into_iter()
            .collect();
        // In turns, as for several units of a game.
        let mut under_way = searches.len();
        while under_way > 0 {
            under_way = 0;
            for (search, limits) in &mut searches {
                match search.advance(limits) {
                    Progress::Paused(reason) => {
                        assert_eq!(reason, StopReason::NodeLimit);
                        under_way += 1;
                    }
                    Progress::Done(_) => {}
                }
            }
        }
        for (search, _) in searches {
            let mut route = Route::default();
            search.finish(&mut route);
            assert_eq!(route, whole);
        }
    }
}

#[test]
fn a_search_keeps_the_map_it_began_with() {
    let grid = Grid::new(64, 3, Movement::FourNeighbours, |_| true);
    let mut finder =
        Pathfinder::new(grid, StepCosts::Euclidean, PathMethod::AStar).expect("usable");
    let (start, goal) = (Cell::new(0, 1), Cell::new(63, 1));
    let mut search = finder.start(start, goal, Workspace::default()).expect("free cells");
    assert!(matches!(search.advance(&Limits::default().with_nodes(5)), Progress::Paused(_)));
    finder.set_free(&[
        (Cell::new(40, 0), false),
        (Cell::new(40, 1), false),
        (Cell::new(40, 2), false),
    ]);
    let _ = search.advance(&Limits::default());
    let mut route = Route::default();
    let workspace = search.finish(&mut route);
    assert_eq!(route.cost, 63.0);
    let mut search = finder.start(start, goal, workspace).expect("free cells");
    let _ = search.advance(&Limits::default());
    search.finish(&mut route);
    assert!(!route.is_found());
}

#[test]
fn cells_off_the_map_are_errors() {
    let grid = Grid::new(4, 4, Movement::OneSideFree, |cell| cell.x != 3);
    let finder =
        Pathfinder::new(grid, StepCosts::Euclidean, PathMethod::JumpPoints).expect("usable");
    let inside = Cell::new(0, 0);
    for off in [Cell::new(4, 0), Cell::new(0, 4), Cell::new(u16::MAX, u16::MAX)] {
        assert_eq!(finder.cost(inside, off), Err(PathError::OffMap(off)));
        assert_eq!(finder.cost(off, inside), Err(PathError::OffMap(off)));
    }
    let blocked = Cell::new(3, 1);
    assert_eq!(finder.cost(blocked, inside), Err(PathError::Blocked(blocked)));
    assert_eq!(finder.cost(inside, blocked), Ok(None));
    for (straight, diagonal) in [(0, 0), (10, 9), (10, 21), (5000, 7000)] {
        let costs = StepCosts::Integers { straight, diagonal };
        let grid = finder.grid().clone();
        let refused = Pathfinder::new(grid, costs, PathMethod::AStar);
        assert_eq!(refused.err(), Some(PathError::Costs(costs)));
    }
}

/// Among jumps of equal f, those nearest to the goal come first: most others are never expanded.
#[test]
fn jump_points_of_four_neighbours_expand_little_on_open_maps() {
    let file = MapKind::Random { percent: 2 }.generate(200, 200, 5);
    let grid = Grid::from_file(&file, &TerrainRules::land(), Movement::FourNeighbours);
    let finder =
        Pathfinder::new(grid, StepCosts::Euclidean, PathMethod::JumpPoints).expect("usable");
    let (mut workspace, mut route) = (Workspace::default(), Route::default());
    let mut walker = Walker::new(11);
    let (mut expanded, mut steps, mut queries) = (0, 0.0, 0);
    while queries < 50 {
        let [start, goal] =
            [0, 1].map(|_| Cell::new(walker.below(200) as u16, walker.below(200) as u16));
        if finder.is_reachable(start, goal) {
            finder.find(start, goal, &mut workspace, &mut route).expect("free cells");
            (expanded, steps, queries) =
                (expanded + route.expanded, steps + route.cost, queries + 1);
        }
    }
    assert!((expanded as f64) < 0.2 * steps, "{expanded} expanded on {steps} steps");
}

/// A serpentine so long that 32-bit costs cannot vouch for its paths.
#[test]
fn very_long_paths_are_exact() {
    let side = 601_u16;
    let grid = Grid::new(side, side, Movement::NoCornerCutting, |cell| {
        let gap = if cell.y % 4 == 1 { side - 1 } else { 0 };
        cell.y % 2 == 0 || cell.x == gap
    });
    let (start, goal) = (Cell::new(0, 0), Cell::new(side - 1, side - 1));
    let truth = f64::from(side / 2) * f64::from(side - 1 + 2) + f64::from(side - 1);
    assert!(truth > 19_601.0);
    for method in PathMethod::ALL {
        let finder = Pathfinder::new(grid.clone(), StepCosts::Euclidean, method).expect("usable");
        assert_eq!(finder.cost(start, goal), Ok(Some(truth)), "{method}");
        let distances = finder.distances(start).expect("a free start");
        assert_eq!(distances.get(goal), truth);
    }
}

/// The spaces are for any engine: here for iterative deepening, on maps small enough for it.
#[test]
fn iterative_deepening_agrees_on_small_maps() {
    let mut walker = Walker::new(7);
    let mut solved = 0;
    for round in 0..300 {
        let (movement, costs) = (Movement::ALL[round % 4], COSTS[round / 4 % 3]);
        let (width, height) = (2 + walker.below(5), 2 + walker.below(5));
        let weights = (0..width * height).map(|_| u8::from(walker.below(100) > 25)).collect();
        let plain = Plain { width, height, weights, movement, costs };
        let (start, goal) = (plain.pick(&mut walker), plain.pick(&mut walker));
        let grid = plain.grid();
        let finder = Pathfinder::new(grid.clone(), costs, PathMethod::AStar).expect("usable costs");
        if !finder.is_reachable(start, goal) {
            continue;
        }
        let truth = plain.distances(start)[usize::from(goal.y) * width + usize::from(goal.x)];
        let scale = StepScale::fast(costs, movement);
        let limits = Limits::default();
        let query = StepQuery { grid: &grid, scale, start, goal };
        let report = IdaStar::new().solve(&query, OpenDistance, &limits, &mut ());
        let plan = report.plan.expect("a path");
        assert!((scale.length(costs, plan.cost) - truth).abs() < 1e-9, "round {round}");
        assert_eq!(plan_cost(&query, &plan.actions), Some(plan.cost));
        let jumps = Pathfinder::new(grid.clone(), costs, PathMethod::JumpPoints).unwrap();
        let query = jumps.jumps(start, goal);
        let report = IdaStar::new().solve(&query, OpenDistance, &limits, &mut ());
        let cost = report.plan.map(|plan| plan.cost);
        assert_eq!(cost, Some(plan.cost), "round {round}: jumps");
        solved += 1;
    }
    assert!(solved > 150, "{solved}");
}

/// The contracts that every space and heuristic must keep.
#[test]
fn spaces_keep_their_contracts() {
    let mut walker = Walker::new(8);
    for round in 0..200 {
        let (movement, costs) = (Movement::ALL[round % 4], COSTS[round / 4 % 5]);
        let plain = Plain::random(&mut walker, movement, costs, 4);
        let (start, goal) = (plain.pick(&mut walker), plain.pick(&mut walker));
        let (grid, seed) = (plain.grid(), round as u64);
        let scale = StepScale::fast(costs, movement);
        let steps = StepQuery { grid: &grid, scale, start, goal };
        check_space(&steps, seed, 20);
        check_indexed(&steps, seed, 20);
        check_backward(&steps, seed, 20);
        check_heuristic(&steps, &OpenDistance, seed, 20);
        let even = Grid::new(grid.width(), grid.height(), movement, |cell| grid.is_free(cell));
        for method in [PathMethod::JumpPoints, PathMethod::TabledJumpPoints] {
            let finder = Pathfinder::new(even.clone(), costs, method).expect("no weights");
            let jumps = finder.jumps(start, goal);
            check_space(&jumps, seed, 20);
            check_indexed(&jumps, seed, 20);
            check_heuristic(&jumps, &OpenDistance, seed, 20);
        }
        let exact = StepScale::exact_for(costs, movement, 100_000).expect("a small map");
        let weighted = WeightedQuery { grid: &grid, scale: exact, start, goal };
        check_space(&weighted, seed, 20);
        check_indexed(&weighted, seed, 20);
        check_heuristic(&weighted, &OpenDistance, seed, 20);
    }
}

#[test]
fn rows_of_letters_are_a_map() {
    let place = |rows: &[&str]| {
        let error = Grid::from_rows(rows, Movement::FourNeighbours).expect_err("an error");
        (error.line, error.column, error.to_string())
    };
    let (line, column, said) = place(&["..#", ".x.", "..."]);
    assert!((line, column) == (2, 2) && said.contains("`.`") && said.contains("`#`"), "{said}");
    assert_eq!(place(&["...", ".."]).0, 2);
    assert_eq!(place(&["..", "..."]).0, 2);
    assert_eq!((place(&[]).0, place(&[""]).0), (1, 1));
    let grid = Grid::from_rows(&[".#.", "..."].map(str::to_owned), Movement::FourNeighbours);
    let finder = Pathfinder::new(grid.expect("a map"), StepCosts::Euclidean, PathMethod::Auto);
    let finder = finder.expect("no weights");
    let route = finder.path((0, 0), Cell::new(2, 0)).expect("cells of the map").expect("a path");
    assert_eq!((route.cost, route.cells().count()), (4.0, 5));
    assert_eq!(finder.path((0, 0), (1, 0)), Ok(None));
    assert_eq!(finder.path((1, 0), (0, 0)), Err(PathError::Blocked(Cell::new(1, 0))));
}
