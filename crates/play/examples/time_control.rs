//! Measures how well searches keep to their time limits: searches of a tree with one time limit
//! each, log-uniformly distributed between 1 ms and 1 s.
//!
//! `cargo run --release -p tremaux-play --example time_control -- [searches] [seed]`. A
//! thousand searches take about two and a half minutes. Prints how far they exceeded their
//! limits, and the share that stayed within 10 ms plus 5 %.

use std::time::{Duration, Instant};

use tremaux_core::{Game, Limits};
use tremaux_play::{AlphaBeta, Clock, History, Killers, SearchParts};
use tremaux_tables::TranspositionTable;
use tremaux_testkit::random_game::mix;
use tremaux_testkit::uniform_tree::{TreeOrder, UniformTree};

fn main() {
    let mut numbers = std::env::args().skip(1).map(|argument| argument.parse::<u64>());
    let mut next = |otherwise| match numbers.next() {
        Some(Ok(number)) => number,
        Some(Err(error)) => {
            eprintln!("expected a number: {error}");
            std::process::exit(2);
        }
        None => otherwise,
    };
    let (searches, seed) = (next(1000), next(1));
    let table = TranspositionTable::with_bytes(1 << 26);
    let mut over: Vec<f64> = Vec::new();
    let (mut kept, mut depths) = (0, 0);
    for search in 0..searches {
        let part = (mix(seed, search, 0) % 1000) as f64 / 1000.0;
        let limit = Duration::from_secs_f64(0.001 * 1000f64.powf(part));
        let game = UniformTree { seed: search, branching: 20, order: TreeOrder::Mostly(60) };
        let clock = Clock::default().move_time(Some(limit));
        let (options, limits) = clock.apply(AlphaBeta::default(), Limits::default());
        let ordering = (Killers::default(), History::default());
        let parts = SearchParts::new().evaluator(game).ordering(ordering).table(&table);
        let started = Instant::now();
        let report = options.solve(&game, &game.initial_state(), parts, &limits);
        let taken = started.elapsed();
        assert!(!report.principal_variation.is_empty(), "a legal move is always at hand");
        let late = taken.as_secs_f64() - limit.as_secs_f64();
        kept += u64::from(late <= 0.010 + 0.05 * limit.as_secs_f64());
        depths += report.depth;
        over.push(late * 1000.0);
    }
    over.sort_by(f64::total_cmp);
    let at = |share: f64| over[((over.len() - 1) as f64 * share) as usize];
    println!(
        "{searches} searches of 1 ms to 1 s: {kept} within 10 ms + 5 %, {:.1} %",
        100.0 * kept as f64 / searches as f64
    );
    println!(
        "over time by: median {:.3} ms, 99 % {:.3} ms, most {:.3} ms; mean depth {:.1}",
        at(0.5),
        at(0.99),
        at(1.0),
        f64::from(depths) / searches as f64
    );
}
