//! How the cost of the best plan and the bound of a 15-puzzle come together over time.
//!
//! ```text
//! anytime [NUMBER] [WEIGHT]
//! ```
//!
//! Writes comma-separated values, a line whenever a better plan or a better bound is found,
//! for a puzzle of Korf's list (1985) by anytime A* with linear conflicts. To plot them:
//! `plot "out.csv" using 1:3 with steps, "" using 1:4 with steps` in gnuplot, after
//! `set datafile separator comma`.

use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::time::Instant;

use tremaux_core::{Algorithm, Event, Limits, Observer};
use tremaux_puzzles::tiles::{Board64, LinearConflict, SlidingPuzzle, korf};
use tremaux_search::AnytimeAStar;

/// Writes a line for every step of the gap.
struct Lines<W> {
    started: Instant,
    expanded: u64,
    cost: Option<u32>,
    bound: u32,
    out: W,
}

impl<W: Write> Lines<W> {
    fn write(&mut self) {
        let cost = self.cost.map_or(String::new(), |cost| cost.to_string());
        let seconds = self.started.elapsed().as_secs_f64();
        // A closed pipe ends the output and not the search.
        let _ = writeln!(self.out, "{seconds:.6},{},{cost},{}", self.expanded, self.bound);
    }
}

impl<W: Write> Observer<SlidingPuzzle<Board64>> for Lines<W> {
    fn observe(&mut self, event: Event<'_, SlidingPuzzle<Board64>>) {
        match event {
            Event::Expanded { .. } => self.expanded += 1,
            Event::Solution(cost) => {
                self.cost = Some(cost);
                self.write();
            }
            Event::LowerBound(bound) => {
                self.bound = bound;
                self.write();
            }
            _ => {}
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let number: usize = arguments.next().as_deref().unwrap_or("79").parse()?;
    let weight: f64 = arguments.next().as_deref().unwrap_or("5").parse()?;
    let instance = korf::fifteen_puzzle(number).ok_or("a number from 1 to 100")?;
    let puzzle: SlidingPuzzle<Board64> = SlidingPuzzle::new(&instance).ok_or("a small board")?;
    let heuristic = LinearConflict::to_goal(instance.goal());
    let mut lines = Lines {
        started: Instant::now(),
        expanded: 0,
        cost: None,
        bound: 0,
        out: BufWriter::new(io::stdout().lock()),
    };
    writeln!(lines.out, "seconds,expanded,cost,bound")?;
    let algorithm = AnytimeAStar::from_weight((weight * 1000.0) as u32);
    let report = algorithm.solve(&puzzle, &heuristic, &Limits::default(), &mut lines);
    lines.write();
    lines.out.flush()?;
    eprintln!(
        "{:?} moves, {} expanded, {} bytes",
        report.plan.as_ref().map(|plan| plan.cost),
        report.statistics.expanded,
        report.statistics.peak_bytes
    );
    Ok(())
}
