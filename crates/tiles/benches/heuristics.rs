//! Measures IDA* with each heuristic on the easiest of Korf's 15-puzzles: time to build tables,
//! nodes generated and search time. All lengths are checked.
//!
//! `cargo bench -p tremaux-tiles --bench heuristics -- 30` takes the 30 with the
//! shortest plans; 20 if no number is given.

use std::time::Instant;

use tremaux_core::{Algorithm, Heuristic, Limits, Max};
use tremaux_search::IdaStar;
use tremaux_tiles::korf::{self, KORF_100};
use tremaux_tiles::{
    AdditivePatterns, Board64, LinearConflict, Manhattan, Partition, SlidingPuzzle, WalkingDistance,
};

type Puzzle = SlidingPuzzle<Board64>;

fn measure(name: &str, puzzles: &[(u32, Puzzle)], heuristic: impl Heuristic<Puzzle>) {
    let started = Instant::now();
    let mut generated = 0;
    for (length, puzzle) in puzzles {
        let report = IdaStar::compact().solve(puzzle, &heuristic, &Limits::default(), &mut ());
        assert_eq!(report.plan.map(|plan| plan.cost), Some(*length), "{name}");
        generated += report.statistics.generated;
    }
    let seconds = started.elapsed().as_secs_f64();
    let (millions, speed) = (generated as f64 / 1e6, generated as f64 / 1e6 / seconds);
    println!("{name:<28} {millions:>9.2} M nodes {seconds:>8.3} s {speed:>7.1} M nodes/s");
}

fn built<T>(name: &str, build: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let built = build();
    println!("{name:<28} built in {:.3} s", started.elapsed().as_secs_f64());
    built
}

fn main() {
    let count = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(20);
    let mut numbers: Vec<usize> = (1..=KORF_100.len()).collect();
    numbers.sort_by_key(|&number| KORF_100[number - 1].0);
    let puzzle = |&number: &usize| {
        let instance = korf::fifteen_puzzle(number).expect("of a hundred");
        (KORF_100[number - 1].0, Puzzle::new(&instance).expect("sixteen cells"))
    };
    let puzzles: Vec<(u32, Puzzle)> = numbers.iter().take(count).map(puzzle).collect();
    let goal = puzzles[0].1.goal();
    let conflict = built("linear conflict", || LinearConflict::to_goal(goal));
    let walking = built("walking distance", || WalkingDistance::to_goal(goal).expect("of 4x4"));
    let patterns = |sizes: &[usize]| {
        let partition = Partition::of_sizes(goal, sizes).expect("fifteen tiles");
        AdditivePatterns::<3>::in_memory(&partition).expect("of 4x4")
    };
    let five = built("5-5-5", || patterns(&[5, 5, 5]));
    let six = built("6-6-3", || patterns(&[6, 6, 3]));
    measure("Manhattan", &puzzles, Manhattan::to_goal(goal));
    measure("linear conflict", &puzzles, &conflict);
    measure("walking distance", &puzzles, &walking);
    measure("max(walking, conflict)", &puzzles, Max(&walking, &conflict));
    measure("5-5-5", &puzzles, &five);
    let reflected = five.reflected().expect("on the diagonal");
    measure("5-5-5, max reflected", &puzzles, Max(&five, reflected));
    measure("6-6-3", &puzzles, &six);
    let reflected = six.reflected().expect("on the diagonal");
    measure("6-6-3, max reflected", &puzzles, Max(&six, reflected));
}
