//! Solves Korf's hundred 15-puzzles by IDA* with Manhattan distance, and prints the nodes of
//! each.
//!
//! `cargo run --release -p tremaux --example korf_nodes [FILE] [MOST]` compares with the counts
//! in FILE, whose lines contain the number, the length, the first estimate, the nodes generated
//! including the root, and the nodes expanded. Only instances of at most MOST nodes are solved.
//! All hundred take 36,302,808,031 nodes.

use std::time::Instant;

use tremaux::puzzles::tiles::{Board64, Manhattan, SlidingPuzzle, korf};
use tremaux::search::IdaStar;
use tremaux::{Algorithm, Limits};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let text = arguments.next().map(|file| std::fs::read_to_string(file).expect("a readable file"));
    let most: u64 = arguments.next().map_or(u64::MAX, |word| word.parse().expect("a number"));
    let lines = text.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with('#'));
    let known: Vec<Vec<u64>> = lines
        .map(|line| line.split_whitespace().map(|word| word.parse().expect("a number")).collect())
        .collect();
    let (mut total, mut different, mut done) = (0, 0, 0);
    let started = Instant::now();
    for number in 1..=100 {
        let line = known.iter().find(|line| line[0] == number as u64);
        if line.is_some_and(|line| line[3] > most) {
            continue;
        }
        let instance = korf::fifteen_puzzle(number).expect("one of the hundred");
        let puzzle = SlidingPuzzle::<Board64>::new(&instance).expect("sixteen cells");
        let manhattan = Manhattan::to_goal(puzzle.goal());
        let report = IdaStar::compact().solve(&puzzle, &manhattan, &Limits::default(), &mut ());
        let counts = [report.statistics.generated + 1, report.statistics.expanded];
        let verdict = match line {
            None => "",
            Some(line) if line[1] == u64::from(report.lower_bound) && line[3..] == counts => {
                "equal"
            }
            Some(_) => "DIFFERENT",
        };
        different += u32::from(verdict == "DIFFERENT");
        done += 1;
        total += counts[0];
        println!("{number:3} {:2} {:13} {:13} {verdict}", report.lower_bound, counts[0], counts[1]);
    }
    let seconds = started.elapsed().as_secs_f64();
    println!("{done} instances, {total} nodes, {seconds:.1} s, {different} different");
}
