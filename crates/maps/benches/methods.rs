//! Compares A* and jump points on kinds of maps, in one process.
//!
//! `cargo bench -p tremaux-maps --bench methods`; `QUERIES` sets the number of queries per map,
//! `ROUNDS` the number of rounds, `SIDE` the side of the maps, `MAPS` a part of the names. Prints
//! the mean over the queries of the minimum time over the rounds. Both methods must find paths of
//! the same cost.

use std::time::Instant;

use tremaux_core::Random;
use tremaux_maps::grid::{
    Cell, Grid, Landscape, Method, Movement, Pathfinder, Route, StepCosts, TerrainRules, Workspace,
};

const METHODS: [Method; 2] = [Method::AStar, Method::JumpPoints];

fn number(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// The kinds of maps: eight neighbours unless the name says otherwise.
fn maps() -> Vec<(&'static str, Landscape, Movement)> {
    let random = |percent| Landscape::Random { percent };
    let rooms = |size| Landscape::Rooms { size };
    let maze = |corridor| Landscape::Maze { corridor };
    let (eight, four) = (Movement::NoCornerCutting, Movement::FourNeighbours);
    vec![
        ("empty", random(0), eight),
        ("caves", Landscape::Caves, eight),
        ("rooms of 7", rooms(7), eight),
        ("rooms of 20", rooms(20), eight),
        ("maze, corridors of 1", maze(1), eight),
        ("maze, corridors of 8", maze(8), eight),
        ("noise of 1 %", random(1), eight),
        ("noise of 2 %", random(2), eight),
        ("noise of 5 %", random(5), eight),
        ("noise of 10 %", random(10), eight),
        ("noise of 15 %", random(15), eight),
        ("noise of 20 %", random(20), eight),
        ("noise of 25 %", random(25), eight),
        ("noise of 30 %", random(30), eight),
        ("noise of 35 %", random(35), eight),
        ("noise of 40 %", random(40), eight),
        ("noise of 2 %, corners", random(2), Movement::CornersAlways),
        ("noise of 10 %, corners", random(10), Movement::CornersAlways),
        ("noise of 25 %, corners", random(25), Movement::CornersAlways),
        ("noise of 40 %, corners", random(40), Movement::CornersAlways),
        ("caves, one side", Landscape::Caves, Movement::OneSideFree),
        ("city", Landscape::City, eight),
        ("four: empty", random(0), four),
        ("four: caves", Landscape::Caves, four),
        ("four: rooms of 7", rooms(7), four),
        ("four: rooms of 20", rooms(20), four),
        ("four: maze, corridors of 1", maze(1), four),
        ("four: maze, corridors of 8", maze(8), four),
        ("four: noise of 2 %", random(2), four),
        ("four: noise of 10 %", random(10), four),
        ("four: noise of 25 %", random(25), four),
        ("four: noise of 40 %", random(40), four),
        ("four: city", Landscape::City, four),
    ]
}

/// Pairs of cells with a path between them.
fn queries(finder: &Pathfinder, count: usize) -> Vec<(Cell, Cell)> {
    let (width, height) = (finder.grid().width(), finder.grid().height());
    let mut random = Random::new(7);
    let mut queries = Vec::new();
    for _ in 0..100 * count {
        let [start, goal] = [0, 1].map(|_| {
            let at = random.bits() >> 32;
            Cell::new((at as u16) % width, (at >> 16) as u16 % height)
        });
        if queries.len() < count && finder.is_reachable(start, goal) {
            queries.push((start, goal));
        }
    }
    queries
}

fn main() {
    let (side, count) = (number("SIDE", 512) as u16, number("QUERIES", 100));
    let only = std::env::var("MAPS").unwrap_or_default();
    for (name, landscape, movement) in maps() {
        if !name.contains(&only) {
            continue;
        }
        let file = landscape.generate(side, side, 1);
        let grid = Grid::from_file(&file, &TerrainRules::land(), movement);
        let finders = METHODS.map(|method| {
            Pathfinder::new(grid.clone(), StepCosts::Euclidean, method).expect("usable")
        });
        let queries = queries(&finders[0], count);
        let mut times = vec![[f64::MAX; METHODS.len()]; queries.len()];
        let (mut workspace, mut route) = (Workspace::default(), Route::default());
        for _ in 0..number("ROUNDS", 3) {
            for (&(start, goal), times) in queries.iter().zip(&mut times) {
                let mut cost = None;
                for (finder, time) in finders.iter().zip(times) {
                    let started = Instant::now();
                    finder.find(start, goal, &mut workspace, &mut route).expect("free cells");
                    *time = time.min(started.elapsed().as_secs_f64());
                    assert!((route.cost - *cost.get_or_insert(route.cost)).abs() < 1e-6, "{name}");
                }
            }
        }
        let mean =
            |i: usize| times.iter().map(|times| times[i]).sum::<f64>() / times.len() as f64 * 1e6;
        let (astar, jumps) = (mean(0), mean(1));
        println!(
            "{name:<28} A* {astar:>8.1} us  jump points {jumps:>8.1} us  {:>7.2}x",
            astar / jumps
        );
    }
}
