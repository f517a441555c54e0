//! Solves published sliding puzzles with IDA* and additive pattern databases. Prints the time to
//! build or map the databases, and the nodes and time of every instance; all lengths are
//! checked.
//!
//! `cargo run --release -p tremaux-tiles --example pattern_databases -- DIRECTORY PARTITION
//! [INSTANCES]`, for instance `/tmp/tables 7-8`, or `/tmp/tables 6-6-6-6 40 25 29`. With the word
//! `alone` the reflection is not used; with `byte` new databases have one byte per entry; with
//! `build` nothing is solved; with `strings=14` redundant sequences of up to fourteen moves are
//! learned and pruned.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tremaux_core::{Algorithm, Heuristic, Limits, Max};
use tremaux_search::{IdaStar, MoveAutomaton, MovePruning};
use tremaux_tables::{Builder, Cache, PatternSpace, Width};
use tremaux_tiles::korf::{self, KORF_100, KORF_FELNER_50};
use tremaux_tiles::{
    AdditivePatterns, Board, Board64, Board128, Instance, Partition, SlidingPuzzle,
};

fn solve<B: Board>(
    numbers: &[usize],
    instance: impl Fn(usize) -> (u32, Instance),
    heuristic: &impl Heuristic<SlidingPuzzle<B>>,
    length: Option<u32>,
) {
    let automaton = length.map(|length| {
        let started = Instant::now();
        let puzzle = SlidingPuzzle::<B>::new(&instance(1).1).expect("the board holds it");
        let automaton = MoveAutomaton::learn(&puzzle, length);
        let (nodes, time) = (automaton.node_count(), started.elapsed());
        println!("superfluous strings of up to {length} moves: {nodes} nodes after {time:.2?}");
        Arc::new(automaton)
    });
    let (mut total, mut time) = (0, Duration::ZERO);
    for &number in numbers {
        let (length, instance) = instance(number);
        let puzzle = SlidingPuzzle::<B>::new(&instance).expect("the board holds it");
        let started = Instant::now();
        let limits = Limits::default();
        let report = match &automaton {
            None => IdaStar::compact().solve(&puzzle, heuristic, &limits, &mut ()),
            Some(automaton) => {
                let pruned = MovePruning::new(IdaStar::compact(), Arc::clone(automaton));
                pruned.solve(&puzzle, heuristic, &limits, &mut ())
            }
        };
        let seconds = started.elapsed();
        assert_eq!(report.plan.as_ref().map(|plan| plan.cost), Some(length), "number {number}");
        assert!(report.lower_bound >= length, "proved");
        let generated = report.statistics.generated;
        if numbers.len() <= 50 {
            let speed = generated as f64 / 1e6 / seconds.as_secs_f64();
            println!(
                "number {number:>3}: {length} moves, {generated} generated, {seconds:.2?}, \
                 {speed:.1} M nodes/s"
            );
        }
        total += generated;
        time += seconds;
    }
    let speed = total as f64 / 1e6 / time.as_secs_f64();
    let mean = total / numbers.len().max(1) as u64;
    println!(
        "{} proved: {total} generated, {mean} on average, {time:.2?}, {speed:.1} M nodes/s",
        numbers.len()
    );
}

fn run<B: Board, const COUNT: usize>(
    words: &[String],
    partition: &Partition,
    cache: &Cache,
    instance: impl Fn(usize) -> (u32, Instance),
    all: usize,
) {
    let has = |word: &str| words.iter().any(|it| it == word);
    let started = Instant::now();
    let progress = |progress: tremaux_tables::BuildProgress| {
        if has("build") {
            println!("  {:.1?} {progress:?}", started.elapsed());
        }
        ControlFlow::Continue(())
    };
    let mut builder = Builder::new().with_progress(progress);
    if has("byte") {
        builder = builder.with_width(Width::Byte);
    }
    let patterns = AdditivePatterns::<COUNT>::load_or_build(
        partition,
        cache,
        &mut builder,
        |pattern, origin| {
            println!("{}: {origin:?} after {:.2?}", pattern.name(), started.elapsed())
        },
    );
    let patterns = patterns.expect("built");
    println!("{patterns:?} there after {:.2?}", started.elapsed());
    let numbers: Vec<usize> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let numbers = if numbers.is_empty() { (1..=all).collect() } else { numbers };
    if has("build") {
        return;
    }
    let length = words.iter().find_map(|word| word.strip_prefix("strings=")?.parse().ok());
    if has("alone") {
        solve::<B>(&numbers, instance, &patterns, length);
    } else {
        let reflected = patterns.reflected().expect("the blank is in a corner");
        solve::<B>(&numbers, instance, &Max(patterns, reflected), length);
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [directory, name, rest @ ..] = &words[..] else {
        eprintln!("expected a directory and a partition, as `/tmp/tables 7-8`");
        std::process::exit(2);
    };
    let cache = if directory == "none" { Cache::none() } else { Cache::at(directory) };
    let fifteen =
        |number: usize| (KORF_100[number - 1].0, korf::fifteen_puzzle(number).expect("of 100"));
    let twenty_four = |number: usize| {
        (KORF_FELNER_50[number - 1].0, korf::twenty_four_puzzle(number).expect("of 50"))
    };
    if let Ok(partition) = Partition::parse(name, fifteen(1).1.goal()) {
        match partition.patterns().len() {
            2 => run::<Board64, 2>(rest, &partition, &cache, fifteen, 100),
            3 => run::<Board64, 3>(rest, &partition, &cache, fifteen, 100),
            _ => run::<Board64, 8>(rest, &partition, &cache, fifteen, 100),
        }
    } else {
        let partition = Partition::parse(name, twenty_four(1).1.goal()).expect("a partition");
        run::<Board128, 4>(rest, &partition, &cache, twenty_four, 50);
    }
}
