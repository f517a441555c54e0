//! Solves Connect Four positions exactly, from files or from the command line.
//!
//! ```text
//! cargo run --release -p tremaux-games --example solve_connect_four -- FILE|COLUMNS ...
//! ```
//!
//! A line of a file is a position as columns, optionally followed by a space and the expected
//! score; `-` on the command line is the empty board. Options: `--table MB` (64), `--threads N`
//! (1), `--quiet` (only the sums).

use std::time::Instant;

use tremaux_core::{GameNotation, Limits};
use tremaux_games::connect_four::{ConnectFour, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut megabytes, mut threads, mut is_quiet) = (64, 1, false);
    let mut inputs = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--table" => megabytes = arguments.next().unwrap_or_default().parse()?,
            "--threads" => threads = arguments.next().unwrap_or_default().parse()?,
            "--quiet" => is_quiet = true,
            _ => inputs.push(argument),
        }
    }
    let game: ConnectFour = ConnectFour::default();
    let mut solver = Solver::new(game, megabytes << 20).with_threads(threads);
    for input in inputs {
        let text = match std::fs::read_to_string(&input) {
            Ok(text) => text,
            Err(_) if input == "-" => "\n".into(),
            Err(_) => input.clone() + "\n",
        };
        solver.clear();
        let started = Instant::now();
        let (mut nodes, mut count, mut right, mut wrong) = (0, 0, 0, 0);
        for line in text.lines() {
            let (columns, expected) = line.split_once(' ').unwrap_or((line, ""));
            let position = game.parse_position(columns)?;
            let mut last = (0, 0);
            let solution = solver.solve_watched(&position, &Limits::default(), &mut |standing| {
                if !is_quiet && standing.bounds != last {
                    last = standing.bounds;
                    let (least, most) = last;
                    let millions = standing.nodes / 1_000_000;
                    eprintln!("score {least} to {most} after {millions} M positions");
                }
            });
            let statistics = &solution.statistics;
            let score = solution.score().expect("no limit");
            if let Ok(expected) = expected.trim().parse::<i32>() {
                *(if expected == score { &mut right } else { &mut wrong }) += 1;
            }
            if !is_quiet {
                let seconds = statistics.elapsed.as_secs_f64();
                let line = solution.line.iter().map(|&column| game.move_text(&position, column));
                let line: String = line.collect();
                let visited = statistics.nodes + statistics.helper_nodes;
                println!("{columns:45} {score:4} {visited:12} nodes {seconds:9.3} s  {line}");
            }
            nodes += statistics.nodes + statistics.helper_nodes;
            count += 1;
        }
        let seconds = started.elapsed().as_secs_f64();
        println!(
            "{input}: {count} positions, {right} right, {wrong} wrong, {:.1} nodes each, \
             {:.2} M nodes/s, {seconds:.3} s",
            nodes as f64 / f64::from(count),
            nodes as f64 / seconds / 1e6,
        );
    }
    Ok(())
}
