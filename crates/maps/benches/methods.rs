//! Compares A*, jump points and the automatic choice between them on kinds of maps, in one
//! process.
//!
//! `cargo bench -p tremaux-maps --bench methods`; `QUERIES` sets the number of queries per map,
//! `ROUNDS` the number of rounds, `SIDE` the side of the maps, `SEED` their seed, `MAPS` a part
//! of the names. Prints the mean over the queries of the minimum time over the rounds, in which
//! the methods take turns. All must find paths of the same cost, and the automatic choice must
//! take at most 1.5 times as long as the better of the two; where it takes 1.2 times as long, up to
//! four times as many rounds follow, in case something disturbed them. Every kind of map is
//! measured; those with other movements than eight neighbours without corner cutting are printed
//! with `-- all`.

use std::time::Instant;

use tremaux_core::Random;
use tremaux_maps::grid::{
    Cell, Grid, MapKind, Movement, PathMethod, Pathfinder, Route, StepCosts, TerrainRules,
    Workspace,
};

const METHODS: [PathMethod; 3] = [PathMethod::AStar, PathMethod::JumpPoints, PathMethod::Auto];
/// How many times as long as the better of the others the automatic choice may take.
const MOST: f64 = 1.5;
/// From where on it is measured more often.
const SUSPICIOUS: f64 = 1.2;

fn number(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// The kinds of maps: eight neighbours unless the name says otherwise.
fn maps() -> Vec<(&'static str, MapKind, Movement)> {
    let random = |percent| MapKind::Random { percent };
    let rooms = |size| MapKind::Rooms { size };
    let maze = |corridor| MapKind::Maze { corridor };
    let (eight, four) = (Movement::NoCornerCutting, Movement::FourNeighbours);
    vec![
        ("empty", random(0), eight),
        ("caves", MapKind::Caves, eight),
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
        ("caves, one side", MapKind::Caves, Movement::OneSideFree),
        ("maze, corridors of 1, corners", maze(1), Movement::CornersAlways),
        ("rooms of 7, corners", rooms(7), Movement::CornersAlways),
        ("noise of 50 %, corners", random(50), Movement::CornersAlways),
        ("maze, corridors of 1, one side", maze(1), Movement::OneSideFree),
        ("noise of 2 %, one side", random(2), Movement::OneSideFree),
        ("noise of 25 %, one side", random(25), Movement::OneSideFree),
        ("noise of 30 %, one side", random(30), Movement::OneSideFree),
        ("noise of 35 %, one side", random(35), Movement::OneSideFree),
        ("noise of 40 %, one side", random(40), Movement::OneSideFree),
        ("city", MapKind::City, eight),
        ("four: empty", random(0), four),
        ("four: caves", MapKind::Caves, four),
        ("four: rooms of 7", rooms(7), four),
        ("four: rooms of 20", rooms(20), four),
        ("four: maze, corridors of 1", maze(1), four),
        ("four: maze, corridors of 8", maze(8), four),
        ("four: noise of 1 %", random(1), four),
        ("four: noise of 2 %", random(2), four),
        ("four: noise of 3 %", random(3), four),
        ("four: noise of 5 %", random(5), four),
        ("four: noise of 10 %", random(10), four),
        ("four: noise of 25 %", random(25), four),
        ("four: noise of 40 %", random(40), four),
        ("four: city", MapKind::City, four),
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
    let (seed, rounds) = (number("SEED", 1) as u64, number("ROUNDS", 5));
    let only = std::env::var("MAPS").unwrap_or_default();
    let is_all = !only.is_empty() || std::env::args().any(|argument| argument == "all");
    let (mut worst, mut worst_map, mut count_of_maps) = (0.0_f64, "", 0);
    println!("{:30} jump points   auto      its time", "");
    println!("{:30}       to A*   chose  to the better's", "");
    for (name, landscape, movement) in maps() {
        if !name.contains(&only) {
            continue;
        }
        let file = landscape.generate(side, side, seed);
        let grid = Grid::from_file(&file, &TerrainRules::land(), movement);
        let finders = METHODS.map(|method| {
            Pathfinder::new(grid.clone(), StepCosts::Euclidean, method).expect("usable")
        });
        let queries = queries(&finders[0], count);
        let mut times = vec![[f64::MAX; METHODS.len()]; queries.len()];
        let (mut workspaces, mut route) = (METHODS.map(|_| Workspace::default()), Route::default());
        let mut costs = vec![None; queries.len()];
        let (mut round, mut means) = (0, [0.0_f64; METHODS.len()]);
        let (better, ratio) = loop {
            // All queries by one method, then by the next: a query that is repeated at once is
            // faster, because the processor has learned its branches.
            for (which, finder) in finders.iter().enumerate() {
                let workspace = &mut workspaces[which];
                for (i, &(start, goal)) in queries.iter().enumerate() {
                    let started = Instant::now();
                    finder.find(start, goal, workspace, &mut route).expect("free cells");
                    let time = &mut times[i][which];
                    *time = time.min(started.elapsed().as_secs_f64());
                    let known: f64 = *costs[i].get_or_insert(route.cost);
                    assert!((route.cost - known).abs() < 1e-6, "{name}");
                }
                let sum: f64 = times.iter().map(|times| times[which]).sum();
                means[which] = sum / times.len() as f64 * 1e6;
            }
            round += 1;
            let [astar, jumps, auto] = means;
            let ratio = auto / astar.min(jumps);
            if round >= rounds && (ratio <= SUSPICIOUS || round >= 4 * rounds) {
                break (astar / jumps, ratio);
            }
        };
        if ratio > worst {
            (worst, worst_map) = (ratio, name);
        }
        count_of_maps += 1;
        if is_all || movement == Movement::NoCornerCutting {
            let chosen = finders[2].method().to_string();
            println!("{name:<30} {better:11.2}   {chosen:<7} {ratio:5.2}");
        }
    }
    println!("auto on all {count_of_maps} kinds of maps: at most {worst:.2} ({worst_map})");
    assert!(worst <= MOST, "auto takes more than {MOST} times as long on {worst_map}");
}
